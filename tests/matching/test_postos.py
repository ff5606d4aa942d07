"""The town hall as a placeholder, and a shared tower that is none."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from etrdash.matching.postos import clear_postos


def points(*vias: str | None, municipios: tuple[str, ...] = ("3519055",)) -> pd.DataFrame:
    n = len(vias)
    return pd.DataFrame(
        {
            "codigo_ibge": [municipios[i % len(municipios)] for i in range(n)],
            "registro": range(n),
            "via": vias,
            "latitude": -23.5,
            "longitude": -46.6,
            **dict.fromkeys(("x", "y", "z", "caixa_lat_m", "caixa_lon_m"), 1.0),
        }
    )


@pytest.mark.parametrize(
    ("vias", "sobram"),
    [
        (("ACACIAS", "PALMEIRAS", "IPES", None), 0),  # unrelated streets: a placeholder, whoever states it
        (("ACACIAS", "PALMEIRAS", "ACACIAS"), 3),  # a corner
        (("ANGELO MULLER", "ANGELO MULLET", "ANGELO MILLER"), 3),  # one street, misspelt
        (("ACACIAS", "PALMEIRAS"), 2),  # two streets are not enough
    ],
)
def test_a_point_of_unrelated_streets_is_no_point(vias: tuple[str | None, ...], sobram: int) -> None:
    limpas = clear_postos(points(*vias))
    assert limpas["latitude"].notna().sum() == sobram
    assert limpas["x"].notna().sum() == sobram


def test_one_registro_with_many_streets_is_not_a_placeholder() -> None:
    assert clear_postos(points("ACACIAS", "PALMEIRAS", "IPES").assign(registro=1))["latitude"].notna().all()


def test_towns_do_not_mix() -> None:
    linhas = points("ACACIAS", "PALMEIRAS", "IPES", municipios=("3519055", "3519056", "3519057"))
    assert clear_postos(linhas)["latitude"].notna().all()


def test_missing_points_stay_missing() -> None:
    linhas = points("ACACIAS", "PALMEIRAS", "IPES").assign(latitude=np.nan, longitude=np.nan)
    assert clear_postos(linhas)["latitude"].isna().all()
