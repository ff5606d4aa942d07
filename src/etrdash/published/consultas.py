"""Named queries: one SQL file each under ``published/sql``."""

from __future__ import annotations

import re
from functools import cache

from etrdash.marts.consultas import load_sql

_WITH = re.compile(r"^WITH ", re.MULTILINE)


def load_consulta(nome: str) -> str:
    """Return the text of ``published/sql/<nome>.sql``."""
    return load_sql("etrdash.published", nome)


@cache
def load_filtrada(nome: str) -> str:
    """Return a query whose source ``filtradas`` is the stations that a filter lets through."""
    corpo = load_consulta(nome)
    filtro = f"WITH filtradas AS (\n{load_consulta('filtradas')})"
    achado = _WITH.search(corpo)
    if achado is None:
        return f"{filtro}\n\n{corpo}"
    return f"{corpo[: achado.start()]}{filtro},\n\n{corpo[achado.end() :]}"
