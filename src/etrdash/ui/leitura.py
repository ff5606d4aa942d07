"""Reading for pages: the acervo of this session and cached answers of its named queries."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

import pyarrow as pa
import streamlit as st

from etrdash.erros import AcervoError
from etrdash.published.abertos import open_acervo, open_current
from etrdash.published.acervo import Acervo
from etrdash.published.store import find_store
from etrdash.ui.idioma import current_language

T = TypeVar("T")
MAXIMO = 500
_SESSAO = "acervo_da_sessao"
_da_vez: ContextVar[Acervo | None] = ContextVar("acervo", default=None)
"""Acervo of the run in course, looked for once: a page asks it dozens of times."""


def fix_acervo() -> Acervo:
    """Choose the acervo once, for the rest of this run of the script.

    Raises:
        AcervoError: as ``current_acervo``.
    """
    _da_vez.set(None)
    acervo = current_acervo()
    _da_vez.set(acervo)
    return acervo


def current_acervo() -> Acervo:
    """Return the acervo of this session: the one in ``?acervo=``, else the current one when it began.

    Raises:
        AcervoError: there is none, or none of that id.
    """
    if (fixed := _da_vez.get()) is not None:
        return fixed
    store = find_store().pasta
    asked = st.query_params.get("acervo")
    if asked:
        return open_acervo(store, asked)
    kept = st.session_state.get(_SESSAO)
    if kept:
        try:
            return open_acervo(store, kept)
        except AcervoError:  # withdrawn or retired meanwhile: go on with the current one
            del st.session_state[_SESSAO]
    acervo = open_current(store)
    st.session_state[_SESSAO] = acervo.id
    return acervo


def is_earlier(acervo: Acervo) -> bool:
    """Whether the acervo shown is another than the one the store points to."""
    return find_store().find_current() != acervo.id


def ask(metodo: str, *args: Any, **kwargs: Any) -> Any:
    """Ask the session's acervo a named query; the answer is kept with the acervo.

    Args:
        metodo: method of ``published.acervo.Acervo``.
        *args: its arguments.
        **kwargs: its named arguments.

    Returns:
        A list of rows (mappings) where the method returns a table, else what it returns. The answer is shared
        by all sessions: it is read, never changed.
    """
    return _find_answers(current_acervo())(metodo, args, tuple(sorted(kwargs.items())))


def derive(build: Callable[..., T], *args: Any) -> T:
    """Return what ``build`` makes of the session's acervo; kept with it by language, for all sessions.

    Args:
        build: a function that reads nothing of the session but its acervo and its language.
        *args: its arguments.
    """
    made: T = _find_answers(current_acervo())(build, args, current_language())
    return made


ANSWERS: WeakKeyDictionary[Acervo, Callable[..., Any]] = WeakKeyDictionary()
"""What each open acervo has answered, the most recent ``MAXIMO``; gone with the acervo's last user."""


def _find_answers(acervo: Acervo) -> Callable[..., Any]:
    found = ANSWERS.get(acervo)
    if found is None:
        found = ANSWERS[acervo] = lru_cache(MAXIMO)(partial(_answer, ref(acervo)))
    return found


def _answer(
    handle: ref[Acervo],
    asked: str | Callable[..., Any],
    args: tuple[Any, ...],
    more: Any,
) -> Any:
    if callable(asked):
        return asked(*args)
    answer = getattr(handle(), asked)(*args, **dict(more))
    return answer.to_pylist() if isinstance(answer, pa.Table) else answer
