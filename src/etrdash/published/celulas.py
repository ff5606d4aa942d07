"""How a column becomes a text cell, in each flavour of CSV: SQL expressions over the acervo's tables.

A cell of a text column that a spreadsheet would run as a formula gets an apostrophe in front; the same is
done after a ``;``, a tab or a line break inside the cell, where another separator would start a new cell.
Numeric columns, and text that is only a number, stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from etrdash.marts.dicionario import Coluna, Tabela

_FORMULA = r"(^|[;\t\r\n])([\s\x{00A0}]*)([=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}])"
# DuckDB's engine writes a code point as \x{00A0}, Python's as \u00A0.
_FORMULA_EM_PYTHON = re.compile(re.sub(r"\\x\{(\w{4})\}", r"\\u\1", _FORMULA))
_SO_NUMERO = r"[+-]?[0-9]+([.,][0-9]+)*"


@dataclass(frozen=True, slots=True)
class Sabor:
    """A flavour of CSV.

    Attributes:
        sufixo: what follows the table's name in the file name.
        separador: field separator.
        bom: the file starts with a byte-order mark.
        excel: decimal comma, dd/mm/aaaa, sim/não.
    """

    sufixo: str
    separador: str
    bom: bool
    excel: bool


CANONICO = Sabor(".csv", ",", bom=False, excel=False)
EXCEL = Sabor(".excel.csv", ";", bom=True, excel=True)
SABORES = (CANONICO, EXCEL)


def quote(nome: str) -> str:
    """Return a quoted SQL identifier."""
    return '"' + nome.replace('"', '""') + '"'


def write_celula(coluna: Coluna, sabor: Sabor) -> str:
    """Return the SQL expression that turns ``coluna`` into a VARCHAR cell, NULL where it is empty."""
    nome = quote(coluna.nome)
    match coluna.tipo:
        case "inteiro":
            return f"CAST({nome} AS VARCHAR)"
        case "numero":
            return (
                f"replace(CAST({nome} AS VARCHAR), '.', ',')" if sabor.excel else f"CAST({nome} AS VARCHAR)"
            )
        case "data":
            return f"strftime({nome}, '%d/%m/%Y')" if sabor.excel else f"CAST({nome} AS VARCHAR)"
        case "logico":
            verdadeiro, falso = ("sim", "não") if sabor.excel else ("true", "false")
            return f"CASE {nome} WHEN true THEN '{verdadeiro}' WHEN false THEN '{falso}' END"
        case "lista":
            return _neutralise(
                f"array_to_string(list_transform({nome}, lambda x: replace(x, '|', '/')), '|')"
            )
        case _:
            return _neutralise(nome)


def select_celulas(tabela: Tabela, sabor: Sabor, origem: str) -> str:
    """Return the query of a table as text cells, rows in the order of ``origem`` (a table or subquery)."""
    celulas = ", ".join(f"{write_celula(coluna, sabor)} AS {quote(coluna.nome)}" for coluna in tabela.colunas)
    return f"SELECT {celulas} FROM {origem}"


def write_linhas(linhas: Sequence[Mapping[str, Any]], sabor: Sabor) -> bytes:
    """Write rows that are no published table as a CSV file, cells as the published files have them.

    Args:
        linhas: one mapping a row, the same names in every row; values are text, numbers, dates, booleans,
            lists of text or None.
        sabor: which flavour.
    """
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=sabor.separador, lineterminator="\n")
    if linhas:
        writer.writerow(linhas[0])
    writer.writerows([_write_valor(valor, sabor) for valor in linha.values()] for linha in linhas)
    return (("\ufeff" if sabor.bom else "") + buffer.getvalue()).encode()


def _write_valor(valor: object, sabor: Sabor) -> str:
    match valor:
        case None:
            return ""
        case bool():
            verdadeiro, falso = ("sim", "não") if sabor.excel else ("true", "false")
            return verdadeiro if valor else falso
        case int() | float():
            return str(valor).replace(".", ",") if sabor.excel else str(valor)
        case date():
            return valor.strftime("%d/%m/%Y") if sabor.excel else valor.isoformat()
        case list() | tuple():
            texto = "|".join(str(item).replace("|", "/") for item in valor)
        case _:
            texto = str(valor)
    if re.fullmatch(_SO_NUMERO, texto):
        return texto
    return _FORMULA_EM_PYTHON.sub(r"\1'\2\3", texto)


def _neutralise(texto: str) -> str:
    return (
        f"nullif(CASE WHEN regexp_full_match({texto}, '{_SO_NUMERO}') THEN {texto} "
        f"ELSE regexp_replace({texto}, '{_FORMULA}', '\\1''\\2\\3', 'g') END, '')"
    )
