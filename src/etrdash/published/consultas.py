"""Named queries: one SQL file each under ``published/sql``."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_PARAMETRO = re.compile(r"\$([a-z_]+)")


@cache
def load_consulta(nome: str) -> str:
    """Return the text of ``published/sql/<nome>.sql``, comments of the first lines included."""
    return (files("etrdash.published") / "sql" / f"{nome}.sql").read_text(encoding="utf-8")


@cache
def load_filtrada(nome: str) -> str:
    """Return a query whose source ``filtradas`` is the stations that a filter lets through."""
    corpo = load_consulta(nome)
    filtro = f"filtradas AS (\n{load_consulta('filtradas')})"
    if re.search(r"^WITH ", corpo, re.MULTILINE):
        return re.sub(
            r"^WITH ", f"WITH {filtro},\n\n".replace("\\", "\\\\"), corpo, count=1, flags=re.MULTILINE
        )
    return f"WITH {filtro}\n\n{corpo}"


@cache
def list_parametros(sql: str) -> frozenset[str]:
    """Return the names of the ``$parameters`` of a query."""
    return frozenset(_PARAMETRO.findall(sql))
