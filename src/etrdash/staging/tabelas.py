"""The staging tables that every loader fills, and the layer's SQL by table name."""

from __future__ import annotations

from importlib.resources import files

import duckdb


def read_sql(tabela: str) -> str:
    """Return the text of ``sql/<tabela>.sql``."""
    return (files("etrdash.staging") / "sql" / f"{tabela}.sql").read_text(encoding="utf-8")


def create_tabelas(con: duckdb.DuckDBPyConnection) -> None:
    """Create ``stg_arquivos`` and ``stg_rejeitos`` where they do not exist yet."""
    for tabela in ("stg_arquivos", "stg_rejeitos"):
        con.execute(read_sql(tabela))
