"""The shell around every page: navigation, header, notices and footer."""

from __future__ import annotations

import streamlit as st

from etrdash.ui.paginas import build_pages


def run_shell() -> None:
    """Draw the page that the address asks for inside the common shell."""
    st.set_page_config(page_title="etrdash", layout="wide")
    pagina = st.navigation(list(build_pages().values()), position="hidden")
    pagina.run()
