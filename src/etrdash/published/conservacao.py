"""What an acervo must keep of the one before it: most rows of each file, and where the stations stand.

A file cut short or with its columns exchanged reads like a good one; only the acervo before tells.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from etrdash.erros import DadosInvalidos, Problema
from etrdash.published.banco import attach_banco
from etrdash.published.consultas import load_consulta

QUEDA = 0.2
"""Largest share of a file's rows that may be gone."""
METROS = 500.0
"""A station further away than this has changed place."""

_REMEDIO = "Confira o arquivo na origem. Se a mudança é verdadeira, repita com --accept-changes."


def check_conservacao(con: duckdb.DuckDBPyConnection, anterior: Path) -> None:
    """Compare a build's tables with the acervo before it.

    Args:
        con: the build's database, holding the tables of the dictionary.
        anterior: folder of the acervo before.

    Raises:
        DadosInvalidos: a file of the same name lost more than 20 % of its rows, or most of a file's stations
            changed place.
    """
    attach_banco(con, anterior, "anterior")
    try:
        problemas = _find_quedas(con) + _find_mudancas(con)
    finally:
        con.execute("DETACH anterior")
    if problemas:
        raise DadosInvalidos(problemas)


def _find_quedas(con: duckdb.DuckDBPyConnection) -> list[Problema]:
    linhas = con.execute(load_consulta("conservacao/linhas"), {"queda": QUEDA}).fetchall()
    return [
        Problema(
            "o arquivo perdeu linhas demais desde o acervo anterior",
            arquivo=arquivo,
            encontrado=f"{agora} linhas",
            esperado=f"cerca de {antes}, e não menos de {1 - QUEDA:.0%} disso",
            remedio=_REMEDIO,
        )
        for arquivo, antes, agora in linhas
    ]


def _find_mudancas(con: duckdb.DuckDBPyConnection) -> list[Problema]:
    linhas = con.execute(load_consulta("conservacao/lugares"), {"metros": METROS}).fetchall()
    return [
        Problema(
            "a maioria das estações do arquivo mudou de lugar desde o acervo anterior",
            arquivo=arquivo,
            encontrado=f"{mudaram} de {comuns} a mais de {METROS:.0f} m",
            esperado="as mesmas coordenadas, com poucas exceções",
            remedio=_REMEDIO,
        )
        for arquivo, comuns, mudaram in linhas
    ]
