"""Reading for pages: the acervo of this session and cached answers of its named queries."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st

from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.published.store import Store

VARIAVEL = "ETRDASH_STORE"
PADRAO = "data/build"
_SESSAO = "acervo_da_sessao"


def find_store() -> Store:
    """Return the store of acervos that ``ETRDASH_STORE`` names."""
    return Store(Path(os.environ.get(VARIAVEL) or PADRAO))


def current_acervo() -> Acervo:
    """Return the acervo of this session: the one in ``?acervo=``, else the current one when it began.

    Raises:
        AcervoError: there is none, or none of that id.
    """
    store = find_store()
    asked = st.query_params.get("acervo")
    if asked:
        return open_acervo(str(store.find_pasta(asked).resolve()))
    kept = st.session_state.get(_SESSAO)
    if kept is None or not Path(kept).is_dir():
        kept = str(store.find_pasta_current().resolve())
        st.session_state[_SESSAO] = kept
    return open_acervo(kept)


def is_earlier(acervo: Acervo) -> bool:
    """Whether the acervo shown is another than the one the store points to."""
    return find_store().find_current() != acervo.id


@st.cache_resource(max_entries=8, show_spinner=False)
def open_acervo(pasta: str) -> Acervo:
    """Open an acervo once for all sessions; an acervo never changes under its path."""
    return Acervo(Path(pasta))


def ask(metodo: str, *args: Any, **kwargs: Any) -> Any:
    """Ask the session's acervo a named query, cached on the acervo's id.

    Args:
        metodo: method of ``published.acervo.Acervo``.
        *args: its arguments.
        **kwargs: its named arguments.

    Returns:
        A list of rows (mappings) where the method returns a table, else what it returns.
    """
    acervo = current_acervo()
    return _ask(acervo.id, acervo, metodo, args, tuple(sorted(kwargs.items())))


def frame(metodo: str, *args: Any, **kwargs: Any) -> pd.DataFrame:
    """Ask as ``ask`` does and return a table as a frame."""
    return pd.DataFrame(ask(metodo, *args, **kwargs))


@st.cache_data(max_entries=500, show_spinner=False, hash_funcs={Filtro: repr})
def _ask(
    acervo_id: str, _acervo: Acervo, metodo: str, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]
) -> Any:
    answer = getattr(_acervo, metodo)(*args, **dict(kwargs))
    return answer.to_pylist() if isinstance(answer, pa.Table) else answer
