"""Circles of states and municipalities, by hand, and the months of the map against the database."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.ui.agregados import build_circles, choose_labels, join_municipios, join_ufs
from tests.ui.conftest import read_text

LUGARES = [("1", "A", "SP", -20.0, -50.0, "completa"), ("2", "B", "SP", -22.0, -48.0, "sem_lei")]
COLUNAS = ("codigo_ibge", "municipio", "uf", "latitude", "longitude", "cobertura")
MUNICIPIOS: list[dict[str, Any]] = [
    dict(zip(COLUNAS, lugar, strict=True)) for lugar in [*LUGARES, ("3", "C", "MG", None, None, "sem_lei")]
]


def count(chave: str, avaliadas: int, vermelho: int) -> dict[str, Any]:
    return {
        "chave": chave,
        "estacoes": avaliadas + 1,
        "avaliadas": avaliadas,
        "verde": 0,
        "amarelo": 0,
        "vermelho": vermelho,
        "cinza": avaliadas - vermelho,
    }


def test_state_stands_between_its_municipalities_and_one_without_place_is_left_to_the_table() -> None:
    (sp,) = join_ufs(MUNICIPIOS, [count("SP", 9, 2), count("MG", 3, 0)])
    assert (sp["nome"], sp["latitude"], sp["longitude"], sp["avaliadas"]) == ("SP", -21.0, -49.0, 9)
    assert sp["comparavel"]


def test_no_inner_circle_and_no_count_where_nothing_is_known() -> None:
    rows = join_municipios(MUNICIPIOS, [count("1", 100, 25), count("2", 25, 0)])
    lugares, pendentes, _nomes = (json.loads(c.to_json())["data"] for c in build_circles(rows, 6.0))
    a, b = lugares
    assert (a["nome"], b["nome"]) == ("A", "B")
    assert a["raio"] == 2 * b["raio"]  # four times the stations, twice the radius
    assert [p["nome"] for p in pendentes] == ["A"]
    assert pendentes[0]["pendente"] == a["raio"] / 2  # a quarter of the area
    assert b["pendencias"] == ""
    assert b["cor"] != a["cor"]


def test_names_that_would_cover_a_larger_one_are_left_out() -> None:
    pontos = [
        {"ponto": [-50.0, -20.0], "raio": 10.0, "rotulo": "Primeira"},
        {"ponto": [-50.001, -20.001], "raio": 10.0, "rotulo": "Segunda"},
        {"ponto": [-45.0, -20.0], "raio": 10.0, "rotulo": "Longe"},
    ]
    assert [p.texto for p in choose_labels(pontos, 6.0)] == ["Primeira", "Longe"]
    assert len(choose_labels(pontos, 18.0)) == 3


@pytest.mark.parametrize(
    ("parametros", "lugar"), [({"ibge": "3557105"}, "municipios/3557105"), ({"uf": "SP"}, "ufs/SP")]
)
def test_outlines_are_drawn_by_address_below_everything_with_their_source(
    abre: Callable[..., AppTest], acervo: Acervo, parametros: dict[str, str], lugar: str
) -> None:
    app = abre("mapa", **parametros)
    assert not app.exception
    (deck,) = app.get("deck_gl_json_chart")
    camadas = json.loads(deck.proto.json)["layers"]
    nomes = [c["id"] for c in camadas]
    contorno = camadas[nomes.index("contornos")]
    assert contorno["data"] == f"/api/v1/{lugar}/contornos.geojson?acervo={acervo.id}"
    assert contorno["filled"] is False
    assert nomes.index("contornos") < min(nomes.index(n) for n in ("lugares", "estacoes") if n in nomes)
    assert "malha.json" in read_text(app)


@pytest.mark.parametrize("parametros", [{"ibge": "3138203"}, {"uf": "MG"}, {}])
def test_without_a_mesh_the_map_is_as_before(
    abre: Callable[..., AppTest], parametros: dict[str, str]
) -> None:
    app = abre("mapa", **parametros)
    assert not app.exception
    (deck,) = app.get("deck_gl_json_chart")
    assert "contornos" not in deck.proto.json
    assert "Contorno dos municípios" not in read_text(app)


def test_map_of_a_month_asks_for_that_month_and_counts_it(
    abre: Callable[..., AppTest], acervo: Acervo
) -> None:
    mes = acervo.list_meses()[3]
    app = abre("mapa", ibge="3557105", mes=mes)
    assert not app.exception
    (deck,) = app.get("deck_gl_json_chart")
    camada = next(c for c in json.loads(deck.proto.json)["layers"] if c["id"] == "estacoes")
    assert f"mes={mes}" in camada["data"]
    totais = acervo.read_totais(Filtro(codigo_ibge="3557105", mes=mes))
    esperado = {g: totais[g] for g in ("vermelho", "amarelo", "verde", "cinza")}
    serie = {
        r["situacao"]: r["estacoes"] for r in acervo.list_serie("3557105").to_pylist() if r["mes"] == mes
    }
    assert sum(esperado.values()) == sum(serie.values())


def test_an_unknown_month_in_the_address_shows_the_as_of_date(
    abre: Callable[..., AppTest], acervo: Acervo
) -> None:
    app = abre("mapa", ibge="3557105", mes="1999-01")
    assert not app.exception
    (deck,) = app.get("deck_gl_json_chart")
    assert "mes=" not in deck.proto.json


def test_chosen_site_lists_its_stations_whatever_the_filters(abre: Callable[..., AppTest]) -> None:
    app = abre("mapa", ibge="3557105", sitio="3557105-1", grupo="vermelho")
    textos = "\n".join(e.proto.body for e in app.get("html"))
    assert "1001 · VIVO" in textos
    assert "1002 · CLARO" in textos
    assert textos.count("fora dos filtros") == 2
    (deck,) = app.get("deck_gl_json_chart")
    assert any(c["id"] == "escolhido" for c in json.loads(deck.proto.json)["layers"])
