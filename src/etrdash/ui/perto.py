"""The reader's place on the map: ``?perto=latitude,longitude`` chooses the nearest municipality."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, hypot, radians
from typing import Any

import streamlit as st

from etrdash.ui.arredores import PARAMETRO, parse_point


def find_municipio_near(municipios: Iterable[Mapping[str, Any]]) -> tuple[float, float] | None:
    """Return the point of ``?perto=``, if any; where no place is chosen yet, choose the nearest municipality.

    Args:
        municipios: rows of ``list_municipios``.

    Returns:
        Latitude and longitude in degrees.
    """
    point = parse_point(st.query_params.get(PARAMETRO, ""))
    if point is None:
        return None
    placed = [m for m in municipios if m["latitude"] is not None]
    if placed and "ibge" not in st.query_params and "uf" not in st.query_params:
        nearest = min(
            placed,
            key=lambda m: hypot(
                m["latitude"] - point[0], (m["longitude"] - point[1]) * cos(radians(point[0]))
            ),
        )
        st.query_params["ibge"] = nearest["codigo_ibge"]
    return point
