"""Language of the page: Portuguese is the source text, English a gettext catalogue read with Babel."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from pathlib import Path

import streamlit as st
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from streamlit.runtime.scriptrunner import get_script_run_ctx

PASTA = Path(__file__).parent / "idiomas"
IDIOMAS = {"pt": "pt_BR", "en": "en"}
_da_vez: ContextVar[str | None] = ContextVar("idioma", default=None)
"""Language of the run in course, set once: a page asks for it hundreds of times."""


def fix_language() -> None:
    """Read the language from the address once, for the rest of this run of the script."""
    _da_vez.set(None)
    _da_vez.set(current_language())


def current_language() -> str:
    """Return ``pt`` or ``en``: what the address asks for (``?lang=``), Portuguese by default."""
    if (fixed := _da_vez.get()) is not None:
        return fixed
    if get_script_run_ctx(suppress_warning=True) is None:
        return "pt"
    lang = st.query_params.get("lang", "pt")
    return lang if lang in IDIOMAS else "pt"


def current_locale() -> str:
    """Return the Babel locale of the current language."""
    return IDIOMAS[current_language()]


@cache
def load_catalogue(lang: str) -> Catalog:
    """Read the catalogue of a language other than Portuguese."""
    with (PASTA / f"{lang}.po").open("rb") as file:
        return read_po(file, locale=IDIOMAS[lang])


def N_(message: str) -> str:  # noqa: N802 - gettext's customary name
    """Mark a message for the catalogue without translating it yet."""
    return message


def t(message: str, /, **values: object) -> str:
    """Translate one message into the current language and fill its ``{names}``."""
    lang = current_language()
    text = message
    if lang != "pt":
        entry = load_catalogue(lang).get(message)
        if entry is not None and isinstance(entry.string, str) and entry.string:
            text = entry.string
    return text.format(**values) if values else text


def tn(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Translate a message that depends on a number; ``{n}`` is not filled by itself.

    Args:
        singular: Portuguese for one (and zero, as Portuguese grammar of CLDR has it).
        plural: Portuguese for the rest.
        n: the number that decides.
        **values: what fills the ``{names}``.
    """
    lang = current_language()
    text = singular if n in {0, 1} else plural
    if lang != "pt":
        entry = load_catalogue(lang).get(singular)
        if entry is not None and isinstance(entry.string, tuple) and all(entry.string):
            text = entry.string[0 if n == 1 else 1]
    return text.format(**values) if values else text
