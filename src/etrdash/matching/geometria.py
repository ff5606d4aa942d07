"""Distances on the ground, vectorised, with the uncertainty that the form of a coordinate carries."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

EIXOS = ["x", "y", "z"]
_METROS_POR_GRAU_LAT = 110_574.0
_METROS_POR_GRAU_LON = 111_320.0
_RAIO_DA_TERRA_M = 6_371_000.0
_MAX_CASAS = 6


def distance_m(lat_a: Any, lon_a: Any, lat_b: Any, lon_b: Any) -> NDArray[np.float64]:
    """Return the distance in metres between points in degrees (equirectangular, good below 50 km).

    Nulls give NaN.
    """
    lat_1, lon_1, lat_2, lon_2 = (np.asarray(v, dtype=np.float64) for v in (lat_a, lon_a, lat_b, lon_b))
    norte = (lat_1 - lat_2) * _METROS_POR_GRAU_LAT
    leste = (lon_1 - lon_2) * _METROS_POR_GRAU_LON * np.cos(np.radians((lat_1 + lat_2) / 2))
    return np.hypot(norte, leste)


def project_m(latitude: Any, longitude: Any) -> NDArray[np.float64]:
    """Return an (n, 3) array of metres on the sphere: straight distances are ground distances below 50 km."""
    lat = np.radians(np.asarray(latitude, np.float64))
    lon = np.radians(np.asarray(longitude, np.float64))
    eixos = [np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)]
    return _RAIO_DA_TERRA_M * np.column_stack(eixos)


def box_m(latitude: Any, longitude: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return half the sides (north, east; metres) of the box within which a written coordinate may lie.

    Few decimals and whole seconds of arc are forms of rounding: -23,95 may be 550 m away, 23°57'00" 15 m.
    """
    lat = np.asarray(latitude, dtype=np.float64)
    lon = np.asarray(longitude, dtype=np.float64)
    graus = np.full(lat.shape, 0.5 * 10.0**-_MAX_CASAS)
    segundos = _is_whole(lat * 3600, 0.02) & _is_whole(lon * 3600, 0.02)
    graus[segundos] = 0.5 / 3600
    for casas in range(_MAX_CASAS - 1, 0, -1):
        redondas = _is_whole(lat * 10.0**casas, 1e-4) & _is_whole(lon * 10.0**casas, 1e-4)
        graus[redondas] = np.maximum(0.5 * 10.0**-casas, np.where(segundos[redondas], 0.5 / 3600, 0.0))
    graus[np.isnan(lat)] = np.nan
    return graus * _METROS_POR_GRAU_LAT, graus * _METROS_POR_GRAU_LON * np.cos(np.radians(lat))


def _is_whole(valores: NDArray[np.float64], folga: float) -> NDArray[np.bool_]:
    return np.abs(valores - np.round(valores)) < folga
