"""The laws on file, with their own words."""

import streamlit as st

from etrdash.ui.ficha import (
    offer_law,
    show_asked_provision,
    show_federal,
    show_identity,
    show_index,
    show_instruments,
    show_measures,
    show_obligations,
    show_provisions,
    show_readings,
    show_side_by_side,
    show_transition,
)
from etrdash.ui.idioma import t
from etrdash.ui.leis import choose_lei, show_adopters
from etrdash.ui.modernizacao import show_modernization
from etrdash.ui.paginas import name_page

st.title(t("Leis"))
st.markdown(
    t(
        "Cada lei está guardada como dado: o que pede de cada tipo de estação, em que prazo e com que"
        " palavras. Onde o texto admite mais de uma leitura, a adotada aqui está escrita, com a razão."
    )
)
lei = choose_lei()
if lei is not None:
    name_page(str(lei["nome"]))
    show_identity(lei["ficha"])
    show_asked_provision(lei["lei"], lei["ficha"])
    show_adopters(lei)
    show_index(lei["ficha"])
    show_obligations(lei["ficha"])
    show_instruments(lei["ficha"])
    show_transition(lei["ficha"])
    show_measures(lei["ficha"])
    show_readings(lei["ficha"])
    show_provisions(lei["lei"], lei["ficha"])
    show_federal(lei["ficha"])
    show_modernization(lei["ficha"])
    show_side_by_side()
    offer_law(lei)
