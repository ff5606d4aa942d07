"""Cells as people write them: null markers, numbers, dates and booleans.

Every ``parse_*`` takes the text of one cell and returns a value, None for a null marker, and raises
``CelulaIlegivel`` for anything else: a cell is never half read.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from etrdash.staging.identificadores import LEMBRADOS

NULOS = frozenset(
    {
        "",
        "#ref!",
        "#n/a",
        "#n/d",
        "#valor!",
        "#value!",
        "#nome?",
        "na",
        "n/a",
        "n/d",
        "nd",
        "n/i",
        "ni",
        "nan",
        "nat",
        "null",
        "nulo",
        "none",
        "-",
        "--",
        "---",
        "*",
        "**",
        "***",
        "erro",
        "error",
        "s/i",
        "não informado",
        "nao informado",
        "usuário informou errado",
        "usuario informou errado",
    }
)
"""Lower-case texts that mean "nothing here" in ANATEL's and municipal files."""

ANO_MINIMO, ANO_MAXIMO = 1900, 2199
_EPOCA_EXCEL = date(1899, 12, 30)
_SERIAIS = range(18_264, 91_312)
"""Excel serials of 1950 to 2149; smaller and larger integers are not taken for dates."""

_HORA = r"(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*(?:Z|[AP]M|[+-]\d{2}:?\d{2}))?)?"
_ISO = re.compile(rf"(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}}){_HORA}", re.IGNORECASE)
_BRASILEIRA = re.compile(rf"(\d{{1,2}})[-/.](\d{{1,2}})[-/.](\d{{4}}|\d{{2}}){_HORA}", re.IGNORECASE)
_COMPACTA = re.compile(r"((?:19|20|21)\d{2})(\d{2})(\d{2})")
_SERIAL = re.compile(r"(\d{5})(?:[.,]\d+)?")
_NUMERO = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?")
_MILHARES_BR = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+,\d+|[+-]?\d{1,3}(?:\.\d{3}){2,}")
_MILHARES_US = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+\.\d+|[+-]?\d{1,3}(?:,\d{3}){2,}")
_SIM = frozenset({"s", "sim", "true", "t", "1", "verdadeiro", "y", "yes"})
_NAO = frozenset({"n", "não", "nao", "false", "f", "0", "falso", "no"})


class CelulaIlegivel(ValueError):  # noqa: N818
    """A cell that holds something, and not what its column holds; the text is not part of the message."""


def clean_celula(texto: str | None) -> str | None:
    """Return the cell without padding and without what cannot be seen, or None for a null marker."""
    if texto is None:
        return None
    limpo = drop_invisiveis(texto)
    return None if limpo.lower() in NULOS else limpo


def drop_invisiveis(texto: str) -> str:
    """Return a text without padding, every kind of blank a space, and without what cannot be seen.

    Controls, marks of direction and letters of no width would disguise a document from who looks for it, or
    turn around the words beside the cell.
    """
    if not texto.isprintable():
        visto = (
            " " if letra.isspace() else letra for letra in texto if letra.isspace() or letra.isprintable()
        )
        texto = "".join(visto)
    return texto.strip()


@lru_cache(maxsize=LEMBRADOS)
def parse_data(texto: str | None) -> date | None:
    """Read a date: ISO (with time or not), dd/mm/yyyy, dd/mm/yy, yyyymmdd or an Excel serial.

    Two-digit years below 70 are of this century. Months never come first.

    Raises:
        CelulaIlegivel: another form, a day that does not exist, a year outside 1900–2199.
    """
    limpo = clean_celula(texto)
    if limpo is None:
        return None
    if achado := _ISO.fullmatch(limpo) or _COMPACTA.fullmatch(limpo):
        ano, mes, dia = (int(parte) for parte in achado.groups())
    elif achado := _BRASILEIRA.fullmatch(limpo):
        dia, mes, ano = (int(parte) for parte in achado.groups())
        if len(achado.group(3)) == 2:
            ano += 2000 if ano < 70 else 1900
    elif (achado := _SERIAL.fullmatch(limpo)) and int(achado.group(1)) in _SERIAIS:
        return _EPOCA_EXCEL + timedelta(days=int(achado.group(1)))
    else:
        raise CelulaIlegivel("não é uma data")
    if not ANO_MINIMO <= ano <= ANO_MAXIMO:
        raise CelulaIlegivel("ano impossível")
    try:
        return date(ano, mes, dia)
    except ValueError:
        raise CelulaIlegivel("data que não existe") from None


def parse_numero(texto: str | None) -> float | None:
    """Read a number with a dot or a comma as decimal mark, with or without thousands marks.

    One mark alone is decimal (``1.234`` is 1.234); thousands are recognised only where the other mark or a
    second group of three digits makes them certain.

    Raises:
        CelulaIlegivel: anything else.
    """
    limpo = clean_celula(texto)
    if limpo is None:
        return None
    limpo = limpo.replace("\N{MINUS SIGN}", "-").replace(" ", "")
    if _NUMERO.fullmatch(limpo):
        return float(limpo.replace(",", "."))
    if _MILHARES_BR.fullmatch(limpo):
        return float(limpo.replace(".", "").replace(",", "."))
    if _MILHARES_US.fullmatch(limpo):
        return float(limpo.replace(",", ""))
    raise CelulaIlegivel("não é um número")


def parse_booleano(texto: str | None) -> bool | None:
    """Read ``S/N``, ``sim/não``, ``true/false`` or ``1/0``, whatever the case.

    Raises:
        CelulaIlegivel: anything else.
    """
    limpo = clean_celula(texto)
    if limpo is None:
        return None
    if limpo.lower() in _SIM:
        return True
    if limpo.lower() in _NAO:
        return False
    raise CelulaIlegivel("não é sim nem não")
