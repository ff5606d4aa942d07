"""Language of the page that is being drawn: what its address asks for (``?lang=``)."""

from __future__ import annotations

from contextvars import ContextVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from etrdash.traducao import N_, ORIGEM, choose_idioma, list_idiomas, translate, translate_plural

__all__ = ["N_", "current_language", "current_locale", "fix_language", "t", "tn"]

_da_vez: ContextVar[str | None] = ContextVar("idioma", default=None)
"""Language of the run in course, set once: a page asks for it hundreds of times."""


def fix_language() -> None:
    """Read the language from the address once, for the rest of this run of the script."""
    _da_vez.set(None)
    _da_vez.set(current_language())


def current_language() -> str:
    """Return what the address asks for (``?lang=``), Portuguese by default."""
    if (fixed := _da_vez.get()) is not None:
        return fixed
    if get_script_run_ctx(suppress_warning=True) is None:
        return ORIGEM
    return choose_idioma(st.query_params.get("lang", ORIGEM))


def current_locale() -> str:
    """Return the Babel locale of the current language."""
    return list_idiomas()[current_language()]


def t(message: str, /, **values: object) -> str:
    """Translate one message into the current language and fill its ``{names}``."""
    return translate(current_language(), message, **values)


def tn(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Translate a message that depends on a number; ``{n}`` is not filled by itself."""
    return translate_plural(current_language(), singular, plural, n, **values)
