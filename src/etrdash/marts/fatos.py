"""Facts and acts of the stations where a law applies, as the rules want them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
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
        sem_lugar: whether ANATEL says neither its address nor a coordinate that can be trusted.
    """

    numero_estacao: str
    codigo_ibge: str
    servico: str | None
    classe: str | None
    fatos: Fatos
    atos: tuple[Ato, ...]
    registros: int
    sem_lugar: bool = False


def prepare_fatos(con: duckdb.DuckDBPyConnection) -> None:
    """Create ``mart_atos_da_estacao``, the acts of every linked station where a law applies."""
    create_table(con, "mart_atos_da_estacao")


def iterate_casos(con: duckdb.DuckDBPyConnection, *, com_provaveis: bool) -> Iterator[Caso]:
    """Yield the stations where a law applies, by number.

    Args:
        con: the build's database, after ``prepare_fatos``.
        com_provaveis: take the probable links as if they were accepted; yields only stations that have one.
    """
    atos = _iterate_grupos(con, com_provaveis=com_provaveis)
    numero, do_numero = next(atos, ("", ()))
    resultado = run(con.cursor(), "fatos", com_provaveis=com_provaveis)
    nomes = [coluna[0] for coluna in resultado.description or ()]
    for linha in (dict(zip(nomes, valores, strict=True)) for valores in _iterate_linhas(resultado)):
        while numero and numero < linha["numero_estacao"]:
            numero, do_numero = next(atos, ("", ()))
        yield _read_caso(linha, do_numero if numero == linha["numero_estacao"] else ())


def _read_caso(linha: dict[str, Any], atos: tuple[Ato, ...]) -> Caso:
    fatos = Fatos(
        tipo=Tipo(linha["tipo"]),
        instalacao=Instalacao(linha["instalacao"] or Instalacao.EXTERNA),
        primeiro_licenciamento=linha["primeiro_licenciamento"],
        instalada_em=linha["instalada_em"],
        instalacao_presumida=linha["instalacao_presumida"],
        sitio_licenciado_em=linha["sitio_licenciado_em"],
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
        linha["sem_lugar"],
    )


def _iterate_grupos(
    con: duckdb.DuckDBPyConnection, *, com_provaveis: bool
) -> Iterator[tuple[str, tuple[Ato, ...]]]:
    """Yield station number and its acts, oldest first, by number."""
    linhas = _iterate_linhas(run(con.cursor(), "atos_avaliados", com_provaveis=com_provaveis))
    for numero, grupo in groupby(linhas, key=itemgetter(0)):
        yield numero, tuple(_read_ato(*linha[1:]) for linha in grupo)


def _iterate_linhas(resultado: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while lote := resultado.fetchmany(_LOTE):
        yield from lote


def _read_ato(
    ato: str,
    data: date,
    instrumento: str | None,
    validade: date | None,
    motivo: str | None,
    prazo: str | None,
    *resto: Any,
) -> Ato:
    """Read an act from its columns, in the order of ``Ato``'s own."""
    return Ato(
        TipoAto(ato),
        data,
        Instrumento(instrumento) if instrumento else None,
        validade,
        motivo,
        parse_termo(prazo) if prazo else None,
        *resto,
    )
