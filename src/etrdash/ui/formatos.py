"""Numbers, dates and shares as the current language writes them (Babel)."""

from __future__ import annotations

import math
import re
from datetime import date, datetime
from functools import lru_cache

import pandas as pd
from babel.dates import format_date as babel_date
from babel.numbers import format_decimal, format_percent

from etrdash.ui.idioma import current_language, current_locale, tn

VAZIO = "—"
_LIGACOES = {"DA", "DE", "DO", "DAS", "DOS", "E", "A", "O"}
_ROMANO = re.compile(r"[IVXLC]+,?")


def parse_date(value: object) -> date | None:
    """Return the date of an ISO text, a date or a timestamp; None for anything empty."""
    if value is None or pd.isna(value):  # type: ignore[call-overload]
        return None
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def write_date(value: object) -> str:
    """Write a date as 30/11/2026 in Portuguese and 30 Nov 2026 in English; a dash when absent."""
    day = parse_date(value)
    if day is None:
        return VAZIO
    pattern = "dd/MM/yyyy" if current_language() == "pt" else "d MMM yyyy"
    return _write_day(day, pattern, current_locale())


def write_month(value: object) -> str:
    """Write a month as ``nov. 2026`` from a date or a ``2026-11`` text."""
    day = parse_date(value if not isinstance(value, str) or len(value) > 7 else f"{value}-01")
    return VAZIO if day is None else _write_day(day, "MMM yyyy", current_locale())


def name_month(value: date) -> str:
    """Name a month without its year, abbreviated: ``nov.``."""
    return _write_day(value, "LLL", current_locale())


def write_name(text: str) -> str:
    """Write a place that its source has in capitals as people do: ``RUA XV DE MAIO`` → ``Rua XV de Maio``."""
    if not text.isupper():
        return text
    words = [
        word.lower() if word in _LIGACOES else word if _ROMANO.fullmatch(word) else word.capitalize()
        for word in text.split()
    ]
    return " ".join(words)


def write_address(endereco: str | None, bairro: str | None) -> str:
    """Write an address as people do, without the neighbourhood that stands beside it; a dash when absent.

    Args:
        endereco: as its source has it, often ``RUA, NÚMERO, BAIRRO``.
        bairro: shown in a place of its own.
    """
    if not endereco:
        return VAZIO
    rua, virgula, fim = endereco.rpartition(",")
    repetido = virgula and bairro and fim.strip().casefold() == bairro.strip().casefold()
    return write_name(rua.strip() if repetido else endereco)


def write_number(value: object, decimals: int = 0) -> str:
    """Write a number with the language's separators; a dash when absent.

    Args:
        value: int, float or anything ``float`` takes.
        decimals: digits after the decimal sign.
    """
    number = _as_float(value)
    if number is None:
        return VAZIO
    return _write_decimal(number, decimals, current_locale())


def write_share(part: float, whole: float) -> str:
    """Write part ÷ whole as a whole percentage; a dash where there is no whole."""
    if not whole:
        return VAZIO
    share = part / whole
    if 0 < share < 0.01:
        return "< " + str(format_percent(0.01, locale=current_locale()))
    if 0.99 < share < 1:
        return "> " + str(format_percent(0.99, locale=current_locale()))
    return str(format_percent(share, locale=current_locale()))


def write_metres(value: object) -> str:
    """Write a length in metres without decimals from 10 m up, with one below."""
    number = _as_float(value)
    if number is None:
        return VAZIO
    return f"{write_number(number, 0 if number >= 10 or number == 0 else 1)} m"


def write_term(value: object) -> str:
    """Write a term of the data files (``60d``, ``6m``, ``2y``) in words; a dash when absent."""
    text = str(value or "")
    if not text[:-1].isdigit():
        return text or VAZIO
    n = int(text[:-1])
    match text[-1]:
        case "d":
            return tn("{n} dia", "{n} dias", n, n=write_number(n))
        case "m":
            return tn("{n} mês", "{n} meses", n, n=write_number(n))
        case "y":
            return tn("{n} ano", "{n} anos", n, n=write_number(n))
    return text


def write_bytes(value: object) -> str:
    """Write a file size in kB or MB."""
    number = _as_float(value)
    if number is None:
        return VAZIO
    if number < 1000:
        return f"{write_number(number)} B"
    if number < 1_000_000:
        return f"{write_number(number / 1000)} kB"
    return f"{write_number(number / 1_000_000, 1)} MB"


@lru_cache(maxsize=10_000)
def _write_day(day: date, pattern: str, locale: str) -> str:
    return babel_date(day, pattern, locale=locale)


@lru_cache(maxsize=10_000)
def _write_decimal(number: float, decimals: int, locale: str) -> str:
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return str(format_decimal(number, format=pattern, locale=locale))


def _as_float(value: object) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number
