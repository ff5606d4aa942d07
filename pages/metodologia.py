"""How the answers are made, and what they do not say."""

import streamlit as st

from etrdash.ui.idioma import t
from etrdash.ui.metodo import show_situacoes, show_text
from etrdash.ui.ressalvas import say_measurement

st.title(t("Metodologia"))
show_text("metodologia")
st.header(t("Com que frequência acerta"), anchor="confiabilidade")
st.markdown(say_measurement())
st.header(t("As dezoito situações"), anchor="situacoes")
show_situacoes()
