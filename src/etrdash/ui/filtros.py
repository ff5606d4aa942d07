"""Choices that live in the address: each widget reads its query parameter and writes it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from etrdash.ui.html import write_plain
from etrdash.ui.idioma import t

KEPT = ("lang", "acervo")
PAGINA = "pagina_atual"


def kept_parameters(**more: str) -> dict[str, str]:
    """Return the parameters that every internal link carries (language, acervo) plus ``more``."""
    kept = {name: st.query_params[name] for name in KEPT if name in st.query_params}
    return kept | {name: value for name, value in more.items() if value}


def choose_many(
    nome: str, rotulo: str, opcoes: Sequence[str], write: Callable[[str], str] = str
) -> list[str]:
    """Show a multiple choice bound to ``?nome=a&nome=b`` and return the chosen codes, none meaning all.

    Args:
        nome: query parameter.
        rotulo: visible label.
        opcoes: codes on offer; the reader is told of others in the address.
        write: code → text shown.
    """
    _say_unknown(nome, rotulo, opcoes)
    key = _prepare(nome, [v for v in st.query_params.get_all(nome) if v in opcoes])
    st.session_state[key] = [v for v in st.session_state[key] if v in opcoes]
    chosen: list[str] = list(
        st.multiselect(rotulo, opcoes, format_func=write, key=key, placeholder=t("Todos"))
    )
    return _remember(nome, chosen)


def choose_marks(nome: str, rotulo: str, opcoes: Sequence[str], write: Callable[[str], str]) -> list[str]:
    """Show a row of toggles bound to ``?nome=a&nome=b`` and return those that are on, none meaning all."""
    _say_unknown(nome, rotulo, opcoes)
    key = _prepare(nome, [v for v in st.query_params.get_all(nome) if v in opcoes])
    chosen: list[str] = list(
        st.pills(rotulo, opcoes, selection_mode="multi", format_func=write, key=key) or []
    )
    return _remember(nome, chosen)


def choose_one(
    nome: str,
    rotulo: str,
    opcoes: Sequence[str],
    write: Callable[[str], str] = str,
    placeholder: str | None = None,
    lista: bool = True,
    avisar: bool = True,
) -> str | None:
    """Show a single choice bound to ``?nome=a``; None while nothing is chosen.

    Args:
        nome: query parameter.
        rotulo: visible label.
        opcoes: codes on offer.
        write: code → text shown.
        placeholder: text of the empty choice; without it the first option is the default.
        lista: a list to open; False for a few options side by side.
        avisar: tell of a code in the address that is not on offer.
    """
    if avisar:
        _say_unknown(nome, rotulo, opcoes)
    asked = st.query_params.get(nome)
    key = _prepare(nome, [asked] if asked and asked in opcoes else [], single=True)
    if st.session_state[key] not in opcoes:
        st.session_state[key] = None if placeholder or not opcoes else opcoes[0]
    chosen: str | None
    if lista:
        chosen = st.selectbox(rotulo, opcoes, index=None, format_func=write, key=key, placeholder=placeholder)
    else:
        chosen = st.segmented_control(rotulo, opcoes, format_func=write, key=key)
    silent = not chosen or (not placeholder and chosen == opcoes[0])
    _remember(nome, [] if silent else [str(chosen)])
    return chosen


def choose_step(nome: str, rotulo: str, opcoes: Sequence[str], write: Callable[[str], str]) -> str | None:
    """Show a slider over options bound to ``?nome=a``; the last one is the default and gives None.

    Args:
        nome: query parameter.
        rotulo: visible label.
        opcoes: two codes or more, in order.
        write: code → text shown.
    """
    _say_unknown(nome, rotulo, opcoes)
    asked = st.query_params.get(nome)
    key = _prepare(nome, [asked] if asked and asked in opcoes else [], single=True)
    if st.session_state[key] not in opcoes:
        st.session_state[key] = opcoes[-1]
    chosen = str(st.select_slider(rotulo, opcoes, format_func=write, key=key))
    _remember(nome, [chosen] if chosen != opcoes[-1] else [])
    return chosen if chosen != opcoes[-1] else None


def choose_page(nome: str, total: int, por_pagina: int) -> int:
    """Show the pages of a list bound to ``?nome=n``, nothing where one is enough; return the rows to skip.

    Args:
        nome: query parameter, absent on the first page.
        total: rows of the list.
        por_pagina: rows of a page.
    """
    pages = max(1, -(-total // por_pagina))
    key = _prepare(nome, st.query_params.get_all(nome)[:1], single=True)
    asked = str(st.session_state[key] or "")
    st.session_state[key] = min(int(asked), pages) if asked.isdecimal() and int(asked) else 1
    page = int(st.pagination(pages, key=key)) if pages > 1 else 1
    _remember(nome, [str(page)] if page > 1 else [])
    return (page - 1) * por_pagina


def write_text(nome: str, rotulo: str, placeholder: str = "") -> str:
    """Show a text field bound to ``?nome=…`` and return what it holds, trimmed."""
    key = _prepare(nome, st.query_params.get_all(nome)[:1], single=True)
    st.session_state[key] = st.session_state[key] or ""
    text = st.text_input(rotulo, key=key, placeholder=placeholder, max_chars=120).strip()
    _remember(nome, [text] if text else [])
    return text


def _say_unknown(nome: str, rotulo: str, opcoes: Sequence[str]) -> None:
    """Tell which values of a parameter are not on offer, before the choice drops them from the address."""
    unknown = [value for value in st.query_params.get_all(nome) if value not in opcoes]
    if unknown:
        st.info(
            t(
                "{filtro}: “{valores}” não é uma das opções aqui e foi deixado de lado.",
                filtro=rotulo,
                valores="”, “".join(write_plain(value[:40]) for value in unknown[:5]),
            )
        )


def _prepare(nome: str, from_url: list[str], single: bool = False) -> str:
    """Set the widget's state from the address when the address changed under it; return its key."""
    key, seen = _key("campo", nome), _key("visto", nome)
    now = st.query_params.get_all(nome)
    if key not in st.session_state or st.session_state.get(seen) != now:
        st.session_state[key] = (from_url[0] if from_url else None) if single else from_url
    return key


def _remember(nome: str, values: list[str]) -> list[str]:
    if st.query_params.get_all(nome) != values:
        if values:
            st.query_params[nome] = values
        else:
            st.query_params.pop(nome, None)
    st.session_state[_key("visto", nome)] = values
    return values


def _key(papel: str, nome: str) -> str:
    """Return a key of this page alone: Streamlit forgets a widget's value when its page changes."""
    return f"{papel}_{st.session_state.get(PAGINA, '')}_{nome}"
