"""How the answers are made, and what they do not say."""

import streamlit as st

from etrdash.ui.idioma import t
from etrdash.ui.metodo import show_situacoes, show_text

st.title(t("Metodologia"))
show_text("metodologia")
st.header(t("As dezoito situações"), anchor="situacoes")
show_situacoes()
