"""The date control of the map: any month of the series, one after the other on request."""

from __future__ import annotations

import streamlit as st

from etrdash.ui.filtros import choose_step
from etrdash.ui.formatos import write_month
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask, current_acervo

PARAMETRO = "mes"
TOCANDO = "meses_tocando"
BATIDA = "meses_batida"
SEGUNDOS = 2.0


def choose_month() -> str | None:
    """Show the months as a slider bound to ``?mes=`` and return the one chosen, None for the as-of date."""
    meses = ask("list_meses")
    if len(meses) < 2:
        return None
    with st.container(horizontal=True, vertical_alignment="bottom", key="meses"):
        mes = choose_step(PARAMETRO, t("Situação ao fim de"), meses, write_month)
        tocando = st.session_state.get(TOCANDO, False)
        if st.button(
            t("Parar") if tocando else t("Ver mês a mês"),
            icon=":material/stop:" if tocando else ":material/play_arrow:",
            key="meses_botao",
        ):
            _switch(meses, not tocando)
    if st.session_state.get(TOCANDO):
        st.session_state[BATIDA] = 0
        st.fragment(_advance, run_every=SEGUNDOS)(meses)
    if mes is not None:
        st.caption(
            t(
                "Como as estações de hoje estavam ao fim de {mes}, pela lei e pelos atos que constam neste"
                " acervo; prazos e motivos valem só para {em}.",
                mes=write_month(mes),
                em=write_month(current_acervo().em),
            )
        )
    return mes


def _switch(meses: list[str], tocar: bool) -> None:
    """Start from the first month, or stop where it is."""
    st.session_state[TOCANDO] = tocar
    if tocar and st.query_params.get(PARAMETRO) is None:
        st.query_params[PARAMETRO] = meses[0]
    st.rerun()


def _advance(meses: list[str]) -> None:
    """Go to the next month at every beat but the first, which is the page's own run."""
    st.session_state[BATIDA] = st.session_state.get(BATIDA, 0) + 1
    if st.session_state[BATIDA] == 1:
        return
    atual = st.query_params.get(PARAMETRO)
    seguinte = meses.index(atual) + 1 if atual in meses else len(meses)
    if seguinte >= len(meses) - 1:
        st.session_state[TOCANDO] = False
        st.query_params.pop(PARAMETRO, None)
    else:
        st.query_params[PARAMETRO] = meses[seguinte]
    st.rerun()
