"""The database of an acervo, opened to be read."""

from __future__ import annotations

from pathlib import Path

import duckdb

BANCO = "acervo.duckdb"


def open_banco(pasta: Path) -> duckdb.DuckDBPyConnection:
    """Open the database of an acervo's folder, read-only.

    Raises:
        duckdb.Error: the file is missing or damaged.
    """
    return duckdb.connect(str(pasta / BANCO), read_only=True)


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
