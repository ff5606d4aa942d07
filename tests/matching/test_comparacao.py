"""Levels of agreement: equal, alike, vague, other; and missing, which is none of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from etrdash.matching.comparacao import (
    CEP_AUSENTE,
    CEP_GERAL,
    CEP_IGUAL,
    CEP_OUTRO,
    CEP_PREFIXO,
    VIA_AUSENTE,
    VIA_IGUAL,
    VIA_OUTRA,
    VIA_PARECIDA,
    compare,
    compare_vias,
)

LADO = {
    "latitude": -23.5,
    "longitude": -46.6,
    "caixa_lat_m": 0.0,
    "caixa_lon_m": 0.0,
    "via": "ACACIAS",
    "casa": 100.0,
    "casa_fim": 100.0,
    "frente": np.nan,
    "esquina": None,
    "bairro": "CENTRO",
    "cep": "01310123",
}


def compare_um(**outro: object) -> dict[str, float]:
    zero = np.zeros(1, np.int64)
    saida = compare(pd.DataFrame([LADO]), zero, pd.DataFrame([{**LADO, **outro}]), zero)
    return {nome: getattr(saida, nome)[0] for nome in saida.__slots__}


@pytest.mark.parametrize(
    ("a", "b", "nivel"),
    [
        ("DIAMANTE", "DIAMANTE", VIA_IGUAL),
        ("DIAMANTE", "DIAMANTI", VIA_PARECIDA),  # one letter changed
        ("PEROLA", "PEROLLA", VIA_PARECIDA),  # one letter more
        ("HERMES FIGUEIREDO MENDES", "HERMES MENDES", VIA_PARECIDA),  # shortened
        ("EVARISTO B LEITE", "EVARISTO BARBOSA LEITE", VIA_PARECIDA),  # initial
        ("MARIA SILVA", "JOSE SILVA", VIA_OUTRA),
        ("DEZ", "SEIS", VIA_OUTRA),
        (None, "DIAMANTE", VIA_AUSENTE),
    ],
)
def test_street_names(a: str | None, b: str | None, nivel: int) -> None:
    assert compare_vias(np.array([a], object), np.array([b], object)).tolist() == [nivel]


@pytest.mark.parametrize(
    ("cep", "nivel"),
    [("01310123", CEP_IGUAL), ("01310999", CEP_PREFIXO), ("09999000", CEP_OUTRO), (None, CEP_AUSENTE)],
)
def test_postal_codes(cep: str | None, nivel: int) -> None:
    assert compare_um(cep=cep)["cep"] == nivel


def test_a_general_postal_code_says_less() -> None:
    zero = np.zeros(1, np.int64)
    lado = pd.DataFrame([{**LADO, "cep": "13000000"}])
    assert compare(lado, zero, lado, zero).cep.tolist() == [CEP_GERAL]


def test_rounding_explains_part_of_a_distance() -> None:
    saida = compare_um(latitude=-23.5 + 40 / 110_574, caixa_lat_m=15.0)
    assert saida["metros"] == pytest.approx(40, abs=0.01)
    assert saida["metros_livres"] == pytest.approx(25, abs=0.01)
    assert saida["folga"] == 15.0


def test_house_numbers_overlap_as_ranges_and_a_facade_stands_in() -> None:
    assert compare_um(casa=98.0, casa_fim=102.0)["casa"] == 0
    assert compare_um(casa=110.0, casa_fim=112.0)["casa"] == 10
    assert compare_um(casa=np.nan, casa_fim=np.nan, frente=104.0)["casa"] == 4


def test_the_corner_street_is_recognised_from_either_side() -> None:
    assert compare_um(via="OUTRA", esquina="ACACIAS")["esquina"] == 1
    assert compare_um(via="OUTRA")["esquina"] == 0


def test_nothing_said_is_nothing_different() -> None:
    saida = compare_um(latitude=np.nan, via=None, casa=np.nan, casa_fim=np.nan, bairro=None, cep=None)
    assert np.isnan(saida["metros"])
    assert np.isnan(saida["casa"])
    assert (saida["via"], saida["bairro"], saida["cep"]) == (-1, -1, -1)
