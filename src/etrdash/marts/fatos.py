"""Facts and acts of the stations where a law applies, as the rules want them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb

from etrdash.marts.consultas import create_table, run
from etrdash.rules.fatos import Ato, Fatos
from etrdash.rules.prazo import parse_termo
from etrdash.vocabulario import Instalacao, Instrumento, Tipo, TipoAto, Zona

_LOTE = 10_000


@dataclass(frozen=True, slots=True)
class Caso:
    """One station to evaluate.

    Attributes:
        numero_estacao: the station.
        codigo_ibge: its municipality.
        servico: ANATEL service code.
        classe: station class, or None where the layout states none.
        fatos: what is known of it.
        atos: acts of its linked registros, oldest first.
        registros: how many registros are linked to it.
    """

    numero_estacao: str
    codigo_ibge: str
    servico: str | None
    classe: str | None
    fatos: Fatos
    atos: tuple[Ato, ...]
    registros: int


def prepare_fatos(con: duckdb.DuckDBPyConnection) -> None:
    """Create ``mart_atos_da_estacao``, the acts of every linked station where a law applies."""
    create_table(con, "mart_atos_da_estacao")


def iterate_casos(con: duckdb.DuckDBPyConnection, *, com_provaveis: bool) -> Iterator[Caso]:
    """Yield the stations where a law applies, by municipality and number.

    Args:
        con: the build's database, after ``prepare_fatos``.
        com_provaveis: take the probable links as if they were accepted; yields only stations that have one.
    """
    atos = _read_atos(con, com_provaveis=com_provaveis)
    provaveis = _read_provaveis(con) if com_provaveis else None
    resultado = run(con.cursor(), "fatos", com_provaveis=com_provaveis)
    nomes = [coluna[0] for coluna in resultado.description or ()]
    while lote := resultado.fetchmany(_LOTE):
        for valores in lote:
            linha = dict(zip(nomes, valores, strict=True))
            if provaveis is None or linha["numero_estacao"] in provaveis:
                yield _read_caso(linha, tuple(atos.get(linha["numero_estacao"], ())))


def _read_caso(linha: dict[str, Any], atos: tuple[Ato, ...]) -> Caso:
    fatos = Fatos(
        tipo=Tipo(linha["tipo"]),
        instalacao=Instalacao(linha["instalacao"] or Instalacao.EXTERNA),
        primeiro_licenciamento=linha["primeiro_licenciamento"],
        instalada_em=linha["instalada_em"],
        instalacao_presumida=linha["instalacao_presumida"],
        validade_anatel=linha["validade_anatel"],
        compartilhada=linha["compartilhada"],
        zona=Zona(linha["zona"]) if linha["zona"] else None,
        area_sensivel=linha["area_sensivel"],
        equiparada=linha["equiparada"],
        substituicao=linha["substituicao"],
        construcao=linha["construcao"],
        motivos=tuple(linha["motivos"]),
    )
    return Caso(
        linha["numero_estacao"],
        linha["codigo_ibge"],
        linha["servico"],
        linha["classe"],
        fatos,
        atos,
        linha["registros"],
    )


def _read_atos(con: duckdb.DuckDBPyConnection, *, com_provaveis: bool) -> dict[str, list[Ato]]:
    atos: dict[str, list[Ato]] = defaultdict(list)
    resultado = run(con.cursor(), "atos_avaliados", com_provaveis=com_provaveis)
    nomes = [coluna[0] for coluna in resultado.description or ()]
    while lote := resultado.fetchmany(_LOTE):
        for valores in lote:
            linha = dict(zip(nomes, valores, strict=True))
            atos[linha.pop("numero_estacao")].append(_read_ato(**linha))
    return atos


def _read_ato(*, ato: str, data: date, instrumento: str | None, prazo: str | None, **resto: Any) -> Ato:
    return Ato(
        ato=TipoAto(ato),
        data=data,
        instrumento=Instrumento(instrumento) if instrumento else None,
        prazo=parse_termo(prazo) if prazo else None,
        **resto,
    )


def _read_provaveis(con: duckdb.DuckDBPyConnection) -> set[str]:
    linhas = con.cursor().execute("SELECT DISTINCT numero_estacao FROM int_vinculos WHERE ambigua").fetchall()
    return {numero for (numero,) in linhas}
