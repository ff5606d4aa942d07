"""The SQL of this layer, one file a table."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def load_sql(nome: str) -> str:
    """Return the text of `sql/<nome>.sql`."""
    return files("etrdash.matching").joinpath("sql", f"{nome}.sql").read_text(encoding="utf-8")
