"""The database of an acervo, opened to be read."""

from __future__ import annotations

from pathlib import Path

import duckdb

from etrdash.marts.dicionario import load_dicionario

BANCO = "acervo.duckdb"
_GUARDADO = "guardado"


def open_banco(pasta: Path) -> duckdb.DuckDBPyConnection:
    """Open the database of an acervo's folder, read-only.

    Raises:
        duckdb.Error: the file is missing or damaged.
    """
    return duckdb.connect(str(pasta / BANCO), read_only=True)


def open_completo(pasta: Path) -> tuple[duckdb.DuckDBPyConnection, frozenset[str]]:
    """Open an acervo's database with every table and column of today's dictionary.

    What the acervo of an earlier version lacks reads as empty: a table without rows, a column of nulls. The
    file itself is never written.

    Returns:
        The connection, and the names of the tables that the acervo lacks.

    Raises:
        duckdb.Error: the file is missing or damaged.
    """
    con = open_banco(pasta)
    linhas = con.execute("SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal").fetchall()
    existentes: dict[str, set[str]] = {}
    for tabela, coluna in linhas:
        existentes.setdefault(tabela, set()).add(coluna)
    dicionario = load_dicionario()
    faltantes = frozenset(dicionario.keys() - existentes.keys())
    if all({c.nome for c in t.colunas} <= existentes.get(t.nome, set()) for t in dicionario.values()):
        return con, faltantes
    con.close()
    con = duckdb.connect()
    attach_banco(con, pasta, _GUARDADO)
    for tabela in dicionario.values():
        if tabela.nome in faltantes:
            con.execute(tabela.ddl)
            continue
        colunas = ", ".join(
            f'"{coluna.nome}"'
            if coluna.nome in existentes[tabela.nome]
            else f'CAST(NULL AS {coluna.sql}) AS "{coluna.nome}"'
            for coluna in tabela.colunas
        )
        con.execute(f'CREATE VIEW "{tabela.nome}" AS SELECT {colunas} FROM {_GUARDADO}."{tabela.nome}"')
    return con, faltantes


def lock_banco(con: duckdb.DuckDBPyConnection) -> None:
    """Shut a connection in its own database: no other file, no setting can be touched from then on.

    Connections of one process to one file share their settings, so another may have locked them already.
    """
    (trancado,) = con.execute("SELECT current_setting('lock_configuration')").fetchone() or (False,)
    if not trancado:
        con.execute("SET enable_external_access = false")
        con.execute("SET lock_configuration = true")


def attach_banco(con: duckdb.DuckDBPyConnection, pasta: Path, nome: str) -> None:
    """Put the database of an acervo beside the ones of a connection, read-only, under a name.

    Raises:
        duckdb.Error: the file is missing or damaged.
    """
    con.execute(f"ATTACH {quote_texto(str(pasta / BANCO))} AS {nome} (READ_ONLY)")


def quote_texto(texto: str) -> str:
    """Return a SQL string literal, for the statements that bind no values (ATTACH, COPY)."""
    return "'" + texto.replace("'", "''") + "'"
