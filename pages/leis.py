"""The laws on file, with their own words."""

import streamlit as st

from etrdash.ui.idioma import t
from etrdash.ui.leis import choose_lei, show_adopters, show_sheet

st.title(t("Leis"))
st.markdown(
    t(
        "Cada lei está guardada como dado: o que pede de cada tipo de estação, em que prazo e com que"
        " palavras. Onde o texto admite mais de uma leitura, a adotada aqui está escrita, com a razão."
    )
)
lei = choose_lei()
if lei is not None:
    show_adopters(lei)
    show_sheet(lei)
