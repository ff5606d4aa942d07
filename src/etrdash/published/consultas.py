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
def load_filtrada(nome: str, mes: str | None = None) -> str:
    """Return a query whose source ``filtradas`` is the stations that a filter lets through.

    Args:
        nome: of the query.
        mes: any month to see the stations as they stood at its end; None for the as-of date.
    """
    corpo = load_consulta(nome)
    filtradas = load_consulta("filtradas")
    antes = ""
    if mes is not None:
        antes = f"estacoes_no_mes AS (\n{load_consulta('estacoes_no_mes')}),\n\n"
        filtradas = filtradas.replace("FROM estacoes\n", "FROM estacoes_no_mes\n")
    filtro = f"WITH {antes}filtradas AS (\n{filtradas})"
    achado = _WITH.search(corpo)
    if achado is None:
        return f"{filtro}\n\n{corpo}"
    return f"{corpo[: achado.start()]}{filtro},\n\n{corpo[achado.end() :]}"
