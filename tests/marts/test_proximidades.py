"""Distances of the laws: measured by hand on one meridian, and never a colour."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.marts.conftest import Base

IBGE = "3519055"
METRO = 1 / 111_195.08
"""Degrees of latitude, on a sphere of 6,371,008.8 m."""

EM = date(2026, 11, 30)


@pytest.fixture
def com_distancias(base: Base) -> Base:
    """A municipality whose law mentions 50 m, 100 m and 300 m, with one tower at -22.63."""
    base.municipio["lei"] = "votuporanga_lei_5992_2017"
    for onde, palavra, especie in (
        ("lei", "ESCOLA", "escola"),
        ("lei", "TORRE", "torre"),
        ("infraestrutura", "GREENFIELD", "torre"),
    ):
        base.insert("stg_especies", onde=onde, palavra=palavra, especie=especie)
    base.add_estacao("1001", classe_infra=["Greenfield"])
    return base


def add_escola(base: Base, ponto: str, metros: float, **valores: object) -> None:
    base.insert("stg_pontos", **{
        "ponto_id": ponto, "codigo_ibge": IBGE, "especie": "escola", "nome": f"Escola {ponto}",
        "latitude": -22.63 + metros * METRO, "longitude": -47.06, "qualidade_coordenada": "ok",
        "fonte": "inep", "arquivo": "p.csv", "linha": 2, **valores,
    })  # fmt: skip


def test_nearer_than_the_law_mentions(com_distancias: Base) -> None:
    add_escola(com_distancias, "a", 49.0)
    add_escola(com_distancias, "b", 51.0)
    add_escola(com_distancias, "c", 10.0, qualidade_coordenada="fora_do_municipio")
    add_escola(com_distancias, "d", 10.0, especie="saude")
    com_distancias.build(EM)
    (perto,) = com_distancias.read("proximidades")
    assert (perto["distancia"], perto["ponto_id"], perto["distancia_m"]) == ("area_critica", "a", 49.0)
    assert perto["minimo_m"] == 50.0
    assert len(com_distancias.read("pontos")) == 4


def test_between_towers_but_not_on_one_site_nor_to_a_rooftop(com_distancias: Base) -> None:
    base = com_distancias
    base.add_estacao("1002", classe_infra=["Greenfield"])
    for numero, sitio, metros, classe in (
        ("1003", "s2", 299.0, "Greenfield"),
        ("1004", "s3", -301.0, "Greenfield"),
        ("1005", "s4", -100.0, "Rooftop"),
    ):
        latitude = -22.63 + metros * METRO
        base.insert("int_sitios", codigo_ibge=IBGE, sitio_id=sitio, latitude=latitude, longitude=-47.06)
        base.add_estacao(numero, sitio, classe_infra=[classe], latitude=latitude)
    base.build(EM)
    pares = {(linha["numero_estacao"], linha["vizinho"]) for linha in base.read("proximidades")}
    assert pares == {("1001", "s2"), ("1002", "s2"), ("1003", "s1")}


def test_no_distance_changes_a_colour(com_distancias: Base) -> None:
    com_distancias.build(EM)
    antes = com_distancias.read_estacao("1001")
    for tabela in ("proximidades", "pontos"):
        assert com_distancias.read(tabela) == []
    assert antes["grupo"] in {"cinza", "amarelo", "verde", "vermelho"}
    assert not any("distancia" in motivo.lower() for motivo in antes["motivos"])


def test_a_law_without_distances_shows_none(base: Base) -> None:
    base.insert("stg_especies", onde="lei", palavra="ESCOLA", especie="escola")
    base.add_estacao("1001")
    add_escola(base, "a", 1.0)
    base.build(EM)
    assert base.read("proximidades") == []
    assert len(base.read("pontos")) == 1
