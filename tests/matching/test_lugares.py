"""Batches: one process, one day, several addresses; and what only looks like one."""

from __future__ import annotations

import numpy as np
import pandas as pd

from etrdash.matching.lugares import split_lotes


def place(**linha: object) -> dict[str, object]:
    padrao = {
        "registro": 1,
        "registro_grafia": "1/2020",
        "ato": "comunicacao",
        "data": pd.Timestamp("2020-01-02"),
        "instrumento": "COMUNICACAO",
        "via": None,
        "casa": np.nan,
        "bairro": None,
        "numeros_estacao": [],
        "latitude": np.nan,
        "longitude": np.nan,
    }
    return padrao | linha


def split(*linhas: dict[str, object]) -> list[int]:
    return split_lotes(pd.DataFrame(list(linhas))).tolist()


def test_several_addresses_on_one_day_are_several_places() -> None:
    assert split(place(via="ACACIAS", casa=1.0), place(via="PALMEIRAS", casa=2.0), place(via="IPES")) == [
        0,
        1,
        2,
    ]


def test_the_same_address_misspelt_is_one_place() -> None:
    assert split(place(via="HERMES FIGUEIREDO MENDES"), place(via="HERMES MENDES")) == [0, 0]


def test_an_address_comes_back_on_another_day() -> None:
    outro_dia = pd.Timestamp("2020-03-01")
    assert split(
        place(via="ACACIAS", casa=1.0),
        place(via="PALMEIRAS", casa=2.0),
        place(via="ACACIAS", casa=1.0, data=outro_dia),
    ) == [0, 1, 0]


def test_repeats_under_another_spelling_are_not_a_batch() -> None:
    assert split(place(via="ACACIAS"), place(via="PALMEIRAS", registro_grafia="1 / 2020")) == [0, 0]


def test_two_streets_of_one_corner_are_one_place() -> None:
    canto = {"latitude": -23.5, "longitude": -46.6}
    assert split(place(via="ACACIAS", **canto), place(via="PALMEIRAS", **canto)) == [0, 0]


def test_points_far_apart_are_two_places_even_without_a_street() -> None:
    assert split(place(latitude=-23.5, longitude=-46.6), place(latitude=-23.51, longitude=-46.6)) == [0, 1]


def test_a_row_without_a_place_stays_with_the_first() -> None:
    assert split(place(via="ACACIAS"), place(), place(via="PALMEIRAS")) == [0, 0, 1]


def test_a_point_without_a_street_is_a_place_of_its_own_in_a_batch() -> None:
    ponto = {"latitude": -23.5, "longitude": -46.6}
    assert split(place(via="ACACIAS", casa=1.0), place(**ponto), place(via="PALMEIRAS", casa=2.0)) == [
        0,
        1,
        2,
    ]


def test_two_lines_of_one_street_are_two_places_in_a_batch() -> None:
    linhas = [
        place(via="BELEM", casa=722.0, bairro="BOA VISTA"),
        place(via="BELEM", bairro="JACARANDAS"),
        place(via="PALMEIRAS", casa=2.0),
    ]
    assert split(*linhas) == [0, 1, 2]
    assert split(*linhas, linhas[0]) == [0, 1, 2, 0]


def test_a_line_that_only_names_a_station_is_a_place_in_a_batch() -> None:
    linhas = [place(via="ACACIAS", casa=1.0), place(numeros_estacao=["7"]), place(via="PALMEIRAS", casa=2.0)]
    assert split(*linhas) == [0, 1, 2]
    outro_dia = place(numeros_estacao=["7"], data=pd.Timestamp("2020-03-01"))
    assert split(*linhas, outro_dia) == [0, 1, 2, 1]
