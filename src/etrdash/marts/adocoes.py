"""Which law each municipality applies, and what is known of it and of its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import duckdb

from etrdash.erros import DadosInvalidos, Problema
from etrdash.marts.consultas import append_rows
from etrdash.rules.avaliador import find_transicao
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio
from etrdash.vocabulario import Completude

_DDL = """
    CREATE OR REPLACE TABLE mart_adocoes (
        codigo_ibge VARCHAR NOT NULL,
        nome VARCHAR NOT NULL,
        uf VARCHAR NOT NULL,
        lei VARCHAR,
        vigencia VARCHAR,
        prazo_em DATE,
        base_recebida_em DATE,
        completa BOOLEAN NOT NULL
    )
"""


@dataclass(frozen=True, slots=True)
class Lugar:
    """A municipality with the law that it applies."""

    municipio: Municipio
    lei: Lei


def find_lugares(leis: Mapping[str, Lei], municipios: Mapping[str, Municipio]) -> dict[str, Lugar]:
    """Return IBGE code → place where a law applies.

    Raises:
        DadosInvalidos: a municipality names a law that is not on file.
    """
    problemas = [
        Problema(
            f'a lei "{municipio.lei}" não está cadastrada',
            arquivo=f"municipios/{codigo}.toml",
            coluna="lei",
            encontrado=municipio.lei,
            esperado="uma destas: " + ", ".join(leis),
            remedio="Corrija o nome ou acrescente o arquivo da lei em leis/.",
        )
        for codigo, municipio in municipios.items()
        if municipio.lei and municipio.lei not in leis
    ]
    if problemas:
        raise DadosInvalidos(problemas)
    return {
        codigo: Lugar(municipio, leis[municipio.lei])
        for codigo, municipio in municipios.items()
        if municipio.lei
    }


def create_adocoes(
    con: duckdb.DuckDBPyConnection,
    lugares: Mapping[str, Lugar],
    municipios: Mapping[str, Municipio],
    em: date,
) -> None:
    """Create ``mart_adocoes``, one row per municipality file, as of a date."""
    con.execute(_DDL)
    linhas = []
    for codigo, municipio in municipios.items():
        lugar = lugares.get(codigo)
        registros = municipio.registros
        prazo = find_transicao(lugar.lei, municipio.adocao, em) if lugar else None
        linhas.append(
            (
                codigo,
                municipio.nome,
                municipio.uf,
                lugar.lei.id if lugar else None,
                str(municipio.vigencia) if lugar else None,
                prazo.em if prazo else None,
                registros.extraida_em if registros else None,
                registros is not None and registros.find_completude((), None, None) is Completude.COMPLETA,
            )
        )
    append_rows(con, "mart_adocoes", linhas)


def create_nomes(con: duckdb.DuckDBPyConnection, nomes: Mapping[str, tuple[str, str]]) -> None:
    """Create ``mart_nomes``, the name and state of every municipality by IBGE code."""
    con.execute("CREATE OR REPLACE TABLE mart_nomes (codigo_ibge VARCHAR, nome VARCHAR, uf VARCHAR)")
    append_rows(con, "mart_nomes", [(codigo, nome, uf) for codigo, (nome, uf) in nomes.items()])
