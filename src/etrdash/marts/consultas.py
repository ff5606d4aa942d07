"""The SQL of this layer: one file a table under ``marts/sql``, values bound by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import duckdb
import pyarrow as pa

from etrdash.marts.dicionario import load_dicionario

_PARAMETRO = re.compile(r"\$([a-z_]+)")
_COMENTARIO = re.compile(r"--.*")


@cache
def load_sql(pacote: str, nome: str) -> str:
    """Return the text of ``<pacote>/sql/<nome>.sql``."""
    return (files(pacote) / "sql" / f"{nome}.sql").read_text(encoding="utf-8")


@cache
def list_parametros(sql: str) -> frozenset[str]:
    """Return the names of the ``$parameters`` of a query, those in comments left out."""
    return frozenset(_PARAMETRO.findall(_COMENTARIO.sub("", sql)))


def run(con: duckdb.DuckDBPyConnection, nome: str, **valores: Any) -> duckdb.DuckDBPyConnection:
    """Run ``marts/sql/<nome>.sql`` with the values that it names."""
    return _execute(con, load_sql("etrdash.marts", nome), valores)


def fill_table(con: duckdb.DuckDBPyConnection, nome: str, **valores: Any) -> None:
    """Create a table of the dictionary and fill it from ``marts/sql/<nome>.sql``, columns matched by name."""
    con.execute(load_dicionario()[nome].ddl)
    insert_rows(con, nome, nome, **valores)


def show_table(con: duckdb.DuckDBPyConnection, nome: str) -> None:
    """Create a table of the dictionary as a view of ``marts/sql/<nome>.sql``, which names no values.

    For what nothing else in a build reads: its rows are then written once, into the acervo.
    """
    colunas = ", ".join(
        f'CAST("{coluna.nome}" AS {coluna.sql}) AS "{coluna.nome}"'
        for coluna in load_dicionario()[nome].colunas
    )
    con.execute(f'CREATE VIEW "{nome}" AS SELECT {colunas} FROM ({load_sql("etrdash.marts", nome)})')


def insert_rows(con: duckdb.DuckDBPyConnection, tabela: str, nome: str, **valores: Any) -> None:
    """Insert into a table what ``marts/sql/<nome>.sql`` selects, columns matched by name."""
    _execute(con, f'INSERT INTO "{tabela}" BY NAME {load_sql("etrdash.marts", nome)}', valores)


def append_rows(con: duckdb.DuckDBPyConnection, tabela: str, linhas: Sequence[Sequence[Any]]) -> None:
    """Add rows made in Python to a table, all at once; each has a value for every column, in order.

    Row by row, as ``executemany`` sends them, tens of thousands would take longer than everything else.
    """
    if not linhas:
        return
    nomes = [nome for nome, *_ in con.execute(f'DESCRIBE "{tabela}"').fetchall()]
    colunas = zip(*linhas, strict=True)
    con.register("_linhas", pa.table(dict(zip(nomes, map(list, colunas), strict=True))))
    con.execute(f'INSERT INTO "{tabela}" BY NAME FROM _linhas')
    con.unregister("_linhas")


def create_table(con: duckdb.DuckDBPyConnection, nome: str, **valores: Any) -> None:
    """Create an intermediate table (``mart_*``) from the file of its name."""
    _execute(con, f'CREATE OR REPLACE TABLE "{nome}" AS {load_sql("etrdash.marts", nome)}', valores)


def _execute(con: duckdb.DuckDBPyConnection, sql: str, valores: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    return con.execute(sql, {nome: valores[nome] for nome in list_parametros(sql)})
