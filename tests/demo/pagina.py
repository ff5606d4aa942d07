"""Reads the documentation page that follows one datum: its queries with their tables, its raw lines."""

from __future__ import annotations

import re
from pathlib import Path

PAGINA = Path(__file__).parents[2] / "docs/vida-de-um-dado.md"
_CONSULTA = re.compile(r"```sql\n([^`]+)```\n\n((?:\|[^\n]*\n)+)")
_LINHA = re.compile(r"```text\n(.*)\n```")
_COLUNA = re.compile(r"(?<!\\)\|")


def read_consultas() -> list[tuple[str, list[list[str]]]]:
    """Return each SQL block with the cells of the table after it, the header first."""
    return [(sql, _read_cells(tabela)) for sql, tabela in _CONSULTA.findall(_read_page())]


def read_linhas() -> list[str]:
    """Return the raw lines that the page quotes, in its order."""
    return _LINHA.findall(_read_page())


def write_cell(value: object) -> str:
    """Return a value of the database as the page writes it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_page() -> str:
    return PAGINA.read_text(encoding="utf-8")


def _read_cells(tabela: str) -> list[list[str]]:
    cabecalho, _, *linhas = tabela.splitlines()
    return [
        [celula.strip().replace("\\|", "|") for celula in _COLUNA.split(linha)[1:-1]]
        for linha in (cabecalho, *linhas)
    ]
