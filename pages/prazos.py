"""Deadlines and validities ahead, and those that have passed."""

import streamlit as st

from etrdash.ui.idioma import t
from etrdash.ui.prazos import choose_window, offer_agenda, show_agenda, show_laws_clock

st.title(t("Prazos"))
st.markdown(
    t(
        "O último dia de cada prazo, já passado para dia útil quando a lei manda, e o fim da validade dos"
        " registros. Depois desse dia a situação da estação muda."
    )
)
filtro, desde, ate = choose_window()
offer_agenda(filtro, *show_agenda(filtro, desde, ate))
show_laws_clock()
