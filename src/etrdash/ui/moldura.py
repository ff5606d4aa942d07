"""The frame that makes a map readable without any tile server: graticule, coordinates and scale bar."""

from __future__ import annotations

import math
from dataclasses import dataclass

from etrdash.ui.formatos import write_number

METROS_POR_GRAU = 111_320.0
PASSOS = (10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
BEIRA = 0.01
"""Share of the box between its sides and what is written in its margin."""
RODAPE = 0.06
"""Share of the box at its foot where the longitudes are written: no latitude is."""
ESCALAS_M = (
    1_000_000,
    500_000,
    200_000,
    100_000,
    50_000,
    20_000,
    10_000,
    5_000,
    2_000,
    1_000,
    500,
    200,
    100,
    50,
)


@dataclass(frozen=True, slots=True)
class Caixa:
    """A box in decimal degrees."""

    oeste: float
    sul: float
    leste: float
    norte: float

    @property
    def centro(self) -> tuple[float, float]:
        """Longitude and latitude of the middle."""
        return (self.oeste + self.leste) / 2, (self.sul + self.norte) / 2

    def grow(self, share: float = 0.15, least: float = 0.004) -> Caixa:
        """Return the box with a margin on every side, in shares of its size, at least ``least`` degrees."""
        dx = max((self.leste - self.oeste) * share, least)
        dy = max((self.norte - self.sul) * share, least)
        return Caixa(self.oeste - dx, self.sul - dy, self.leste + dx, self.norte + dy)

    def zoom(self, width_px: int = 356, height_px: int = 460) -> float:
        """Return the Web Mercator zoom at which the box fits into a canvas of that size.

        The width is that of a narrow telephone: the page cannot know the reader's, and nothing may be lost
        beyond an edge.
        """
        if self.leste <= self.oeste or self.norte <= self.sul:
            return 14.0
        across = math.log2(360 * width_px / (512 * (self.leste - self.oeste)))
        down = math.log2(360 * height_px / (512 * (_mercator(self.norte) - _mercator(self.sul))))
        return round(min(across, down, 16.0), 2)


def project(longitude: float, latitude: float, zoom: float) -> tuple[float, float]:
    """Return the Web Mercator place of a point, in pixels to the right and down, at a zoom."""
    scale = 512 * 2**zoom / 360
    return longitude * scale, -_mercator(latitude) * scale


def _mercator(latitude: float) -> float:
    """Return the Web Mercator ordinate of a latitude, in degrees of the equator."""
    return math.degrees(math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)))


def draw_graticule(
    caixa: Caixa,
) -> tuple[list[tuple[list[float], list[float]]], list[tuple[list[float], str]]]:
    """Return the lines and the labels of a graticule: lines run past the box, labels stand in its margin.

    Returns:
        lines by their ends, ``[lon, lat]`` each, and labels by their place: ``([lon, lat], "22,95° S")``.
    """
    wide = caixa.grow(2.0)
    span = max(caixa.leste - caixa.oeste, caixa.norte - caixa.sul)
    step = next((p for p in PASSOS if span / p >= 4), PASSOS[-1])
    decimals = max(0, -math.floor(math.log10(step)))
    lines = [([lon, wide.sul], [lon, wide.norte]) for lon in _ticks(wide.oeste, wide.leste, step)]
    lines += [([wide.oeste, lat], [wide.leste, lat]) for lat in _ticks(wide.sul, wide.norte, step)]
    labels = [
        ([lon, caixa.sul], f"{write_number(abs(lon), decimals)}° {'O' if lon < 0 else 'L'}")
        for lon in _ticks(caixa.oeste, caixa.leste, step)
    ]
    labels += [
        (
            [caixa.oeste + (caixa.leste - caixa.oeste) * BEIRA, lat],
            f"{write_number(abs(lat), decimals)}° {'S' if lat < 0 else 'N'}",
        )
        for lat in _ticks(caixa.sul + (caixa.norte - caixa.sul) * RODAPE, caixa.norte, step)
    ]
    return lines, labels


def draw_scale(caixa: Caixa) -> tuple[list[list[float]], str]:
    """Return a scale bar about a fifth as wide as the box, at its head: its two ends and its label."""
    lat = caixa.norte - (caixa.norte - caixa.sul) * RODAPE
    metres_per_degree = METROS_POR_GRAU * math.cos(math.radians(lat))
    width_m = (caixa.leste - caixa.oeste) * metres_per_degree
    length = next((e for e in ESCALAS_M if e <= width_m / 4), ESCALAS_M[-1])
    start = caixa.leste - (caixa.leste - caixa.oeste) * BEIRA - length / metres_per_degree
    label = f"{length // 1000} km" if length >= 1000 else f"{length} m"
    return [[start, lat], [start + length / metres_per_degree, lat]], label


def _ticks(low: float, high: float, step: float) -> list[float]:
    first = math.ceil(low / step)
    return [round(i * step, 6) for i in range(first, math.floor(high / step) + 1)]
