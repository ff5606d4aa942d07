"""An optional outside service that turns an address into a point; without configuration nothing is sent."""

from __future__ import annotations

import os
from urllib.parse import quote, urlsplit

import requests
import streamlit as st

VARIAVEL = "ETRDASH_GEOCODIFICADOR"
CAMPO = "{texto}"
ESPERA_S = 4.0


def find_service() -> str | None:
    """Return the configured address, with ``{texto}`` where the search goes; None where there is none."""
    endereco = os.environ.get(VARIAVEL, "").strip()
    return endereco if CAMPO in endereco and urlsplit(endereco).scheme in {"http", "https"} else None


def name_service(endereco: str) -> str:
    """Return the host of the service, as readers are told."""
    return urlsplit(endereco).hostname or endereco


def geocode(endereco: str, texto: str) -> tuple[float, float] | None:
    """Ask the service for one place (a JSON list of objects with ``lat`` and ``lon``, as Nominatim answers).

    Returns:
        Latitude and longitude in degrees; None where the service fails, times out or knows no such place.
    """
    try:
        return _ask_service(endereco.replace(CAMPO, quote(texto, safe="")))
    except (requests.RequestException, ValueError, KeyError, TypeError):
        return None


@st.cache_data(ttl=3600, max_entries=500, show_spinner=False)
def _ask_service(url: str) -> tuple[float, float] | None:
    answer = requests.get(url, timeout=ESPERA_S, headers={"User-Agent": "etrdash"})
    answer.raise_for_status()
    places = answer.json()
    return (float(places[0]["lat"]), float(places[0]["lon"])) if places else None
