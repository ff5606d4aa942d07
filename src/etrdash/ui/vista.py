"""What part of the earth the map shows: fitted to its place until a button moves it, kept in the address."""

from __future__ import annotations

import re
from dataclasses import dataclass

import streamlit as st

from etrdash.ui.idioma import t
from etrdash.ui.moldura import Caixa

PASSO = 1.0
MAXIMO = 19.0
_NUMERO = re.compile(r"\d{1,2}(\.\d{1,2})?", re.ASCII)
_CENTRO = re.compile(r"(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Vista:
    """Centre and zoom of a map."""

    latitude: float
    longitude: float
    zoom: float


def read_vista(caixa: Caixa) -> Vista:
    """Return the view of the address (``?centro=lat,lon&zoom=z``), else the one that fits the box."""
    longitude, latitude = caixa.centro
    zoom = caixa.zoom()
    if achado := _CENTRO.fullmatch(st.query_params.get("centro", "")):
        latitude, longitude = max(-60.0, min(60.0, float(achado[1]))), float(achado[2])
    if _NUMERO.fullmatch(asked := st.query_params.get("zoom", "")):
        zoom = min(float(asked), MAXIMO)
    return Vista(latitude, longitude, zoom)


def offer_moves(vista: Vista, escolhido: tuple[float, float] | None) -> None:
    """Show the buttons that move the map without a mouse; each writes the view into the address.

    Args:
        vista: what the map shows now, by the address.
        escolhido: latitude and longitude of the chosen site, if any.
    """
    with st.container(horizontal=True, key="mover"):
        if st.button(t("Aproximar"), icon=":material/add:", key="mover_mais"):
            _move(min(vista.zoom + PASSO, MAXIMO), escolhido)
        if st.button(t("Afastar"), icon=":material/remove:", key="mover_menos"):
            _move(max(vista.zoom - PASSO, 2.0), None)
        if escolhido and st.button(
            t("Centrar no escolhido"), icon=":material/my_location:", key="mover_centro"
        ):
            _move(max(vista.zoom, 15.0), escolhido)
        if st.button(t("Ver tudo"), icon=":material/fit_screen:", key="mover_tudo"):
            st.query_params.pop("zoom", None)
            st.query_params.pop("centro", None)
            st.rerun()


def _move(zoom: float, centro: tuple[float, float] | None) -> None:
    st.query_params["zoom"] = f"{zoom:.2f}"
    if centro is not None:
        st.query_params["centro"] = f"{centro[0]:.5f},{centro[1]:.5f}"
    st.rerun()
