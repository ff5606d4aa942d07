"""Cities side by side, by published criteria, never as a ranking."""

import streamlit as st

from etrdash.ui.comparacao import choose_cities, show_comparison
from etrdash.ui.idioma import t

st.title(t("Comparar cidades"))
st.markdown(
    t(
        "As cidades aparecem em ordem alfabética. Uma cidade só entra nas proporções quando a lei dela"
        " está catalogada e os registros municipais foram recebidos; onde eles faltam, a coluna diz por"
        " quê, em vez de um número."
    )
)
show_comparison(choose_cities())
