"""Reading for pages: the acervo of this session and cached answers of its named queries."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import streamlit as st

from etrdash.erros import AcervoError
from etrdash.published.abertos import open_acervo, open_current
from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.published.store import find_store

_SESSAO = "acervo_da_sessao"


def current_acervo() -> Acervo:
    """Return the acervo of this session: the one in ``?acervo=``, else the current one when it began.

    Raises:
        AcervoError: there is none, or none of that id.
    """
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
    """Ask the session's acervo a named query, cached on the acervo's id.

    Args:
        metodo: method of ``published.acervo.Acervo``.
        *args: its arguments.
        **kwargs: its named arguments.

    Returns:
        A list of rows (mappings) where the method returns a table, else what it returns. The answer is shared
        by all sessions: it is read, never changed.
    """
    acervo = current_acervo()
    return _ask(acervo.id, acervo, metodo, args, tuple(sorted(kwargs.items())))


@st.cache_resource(max_entries=500, show_spinner=False, hash_funcs={Filtro: repr})
def _ask(
    acervo_id: str, _acervo: Acervo, metodo: str, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]
) -> Any:
    """Answer one query; ``acervo_id`` is the key under which the answer is kept."""
    del acervo_id
    answer = getattr(_acervo, metodo)(*args, **dict(kwargs))
    return answer.to_pylist() if isinstance(answer, pa.Table) else answer
