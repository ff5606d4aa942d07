"""Coordinates of municipal files: what ``coordenadas`` reads, and UTM metres, WKT points and other datums.

``qualidade`` says what was done and ``forma`` how the pair was written (``decimal_N``, ``dms_N``, ``utm``),
so that whoever compares positions knows how far off the form alone may be.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError

from etrdash.staging.coordenadas import BRASIL, Regiao, distance_km, read_posicao
from etrdash.staging.identificadores import LEMBRADOS
from etrdash.vocabulario import QualidadeCoordenada

EPSG_DO_ACERVO = 4674
"""SIRGAS 2000, geographic: the reference system of every published coordinate."""

_WGS84 = 4326
_ZONAS = range(18, 26)
_SIRGAS_UTM_SUL = 31960
"""EPSG 31960 + zone is SIRGAS 2000 / UTM south, zones 17 to 25."""

_METROS = re.compile(r"(\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{5,8}(?:[.,]\d+)?)\s*m?[NSELOW]?", re.IGNORECASE)
_WKT = re.compile(r"(?:SRID=\d+;)?\s*POINT\s*Z?\s*\(\s*([+-]?[\d.]+)\s+([+-]?[\d.]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Coordenada:
    """Where a municipal record says that it is.

    Attributes:
        latitude: decimal degrees, SIRGAS 2000, or None.
        longitude: likewise.
        forma: ``decimal_N``, ``dms_N`` (see ``coordenadas.Angulo``), ``utm``; None where nothing was read.
        qualidade: what is known about the pair.
        utm: east and north, metres, of a pair whose zone is not known yet.
    """

    latitude: float | None = None
    longitude: float | None = None
    forma: str | None = None
    qualidade: QualidadeCoordenada = QualidadeCoordenada.AUSENTE
    utm: tuple[float, float] | None = None


AUSENTE = Coordenada()


@lru_cache(maxsize=LEMBRADOS)
def read_coordenada(
    latitude: str, longitude: str, regiao: Regiao = BRASIL, epsg: int | None = None
) -> Coordenada:
    """Return the position that two cells state; ``AUSENTE`` where they cannot be read.

    Args:
        latitude: latitude, or north in metres; a WKT point may stand here alone. The two may be exchanged.
        longitude: longitude, or east in metres.
        regiao: where the position is expected.
        epsg: CRS of the values; without it degrees are SIRGAS 2000 and metres wait in ``utm`` for their zone.
    """
    if achado := _WKT.match(latitude or longitude):
        latitude, longitude = achado.group(2), achado.group(1)
    norte, leste = _METROS.fullmatch(latitude), _METROS.fullmatch(longitude)
    if norte and leste:
        return _read_utm(_to_metros(norte[1]), _to_metros(leste[1]), regiao, epsg)
    posicao = read_posicao(latitude, longitude, regiao)
    if posicao.latitude is None or posicao.longitude is None:
        return Coordenada(forma=posicao.forma, qualidade=posicao.qualidade)
    if epsg in {None, EPSG_DO_ACERVO, _WGS84} or not CRS.from_epsg(epsg).is_geographic:
        return Coordenada(posicao.latitude, posicao.longitude, posicao.forma, posicao.qualidade)
    par = _transform(int(epsg or 0), posicao.longitude, posicao.latitude)
    boa = posicao.qualidade is QualidadeCoordenada.OK
    return _place(par, posicao.forma, QualidadeCoordenada.CONVERTIDA if boa else posicao.qualidade)


def settle_utm(utm: tuple[float, float], regiao: Regiao) -> Coordenada:
    """Return the position of a UTM pair in the zone that fits ``regiao``, or an absent one.

    The zone is the one that puts the pair nearest to the region's centre; without a centre, the only one that
    puts it in the region's box.
    """
    pares = [_transform(_SIRGAS_UTM_SUL + zona, *utm) for zona in _ZONAS]
    centro = regiao.centro
    if centro is not None:
        par = min(pares, key=lambda par: distance_km(par, centro))
        return _place(par, "utm", _judge(par, regiao))
    dentro = [par for par in pares if regiao.has(par)]
    return _place(dentro[0], "utm", QualidadeCoordenada.CONVERTIDA) if len(dentro) == 1 else AUSENTE


def find_centro(coordenadas: Sequence[Coordenada]) -> tuple[float, float] | None:
    """Return the median latitude and longitude of the positions that can be trusted, or None."""
    boas = [
        (coordenada.latitude, coordenada.longitude)
        for coordenada in coordenadas
        if coordenada.latitude is not None
        and coordenada.longitude is not None
        and coordenada.qualidade in {QualidadeCoordenada.OK, QualidadeCoordenada.CONVERTIDA}
    ]
    if not boas:
        return None
    return median(par[0] for par in boas), median(par[1] for par in boas)


def is_epsg(codigo: int) -> bool:
    """Say whether pyproj knows an EPSG code."""
    try:
        CRS.from_epsg(codigo)
    except CRSError:
        return False
    return True


def _to_metros(texto: str) -> float:
    if texto.count(".") > 1 or "," in texto:
        texto = texto.replace(".", "").replace(",", ".")
    return float(texto)


def _read_utm(um: float, outro: float, regiao: Regiao, epsg: int | None) -> Coordenada:
    """Tell east (100 to 900 km) from north; north of the equator the north is below 900 km."""
    trocados = 100_000 <= um <= 900_000 and outro > 900_000
    leste, norte = (um, outro) if trocados else (outro, um)
    if not (100_000 <= leste <= 900_000 and norte <= 10_700_000):
        return AUSENTE
    if epsg is None or CRS.from_epsg(epsg).is_geographic:
        return Coordenada(forma="utm", utm=(leste, norte))
    par = _transform(epsg, leste, norte)
    return _place(par, "utm", _judge(par, regiao))


def _judge(par: tuple[float, float], regiao: Regiao) -> QualidadeCoordenada:
    if not BRASIL.has(par):
        return QualidadeCoordenada.FORA_DO_BRASIL
    return QualidadeCoordenada.CONVERTIDA if regiao.has(par) else QualidadeCoordenada.FORA_DO_MUNICIPIO


def _place(par: tuple[float, float], forma: str | None, qualidade: QualidadeCoordenada) -> Coordenada:
    return Coordenada(round(par[0], 7), round(par[1], 7), forma, qualidade)


def _transform(epsg: int, x: float, y: float) -> tuple[float, float]:
    longitude, latitude = _transformer(epsg).transform(x, y)
    return (latitude, longitude) if math.isfinite(latitude) and math.isfinite(longitude) else (90.0, 0.0)


@lru_cache(maxsize=64)
def _transformer(epsg: int) -> Transformer:
    return Transformer.from_crs(epsg, EPSG_DO_ACERVO, always_xy=True)
