"""Outlines of municipalities, and figures per inhabitant, by address."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.acervo_minimo import COM_LEI, CONTORNO, SEM_LEI
from tests.api.conftest import Loja

CIDADE = f"/api/v1/municipios/{COM_LEI['codigo_ibge']}"


@pytest.mark.parametrize("lugar", [CIDADE, f"/api/v1/ufs/{COM_LEI['uf']}"])
def test_outlines_are_geojson_with_a_tag_and_a_day_of_cache(
    cliente: TestClient, loja: Loja, lugar: str
) -> None:
    endereco = f"{lugar}/contornos.geojson?acervo={loja.antigo}"
    resposta = cliente.get(endereco)
    assert resposta.status_code == 200
    assert resposta.headers["content-type"] == "application/geo+json"
    assert "max-age=86400" in resposta.headers["cache-control"]
    lida = resposta.json()
    assert (lida["type"], lida["acervo"], lida["fontes"]) == (
        "FeatureCollection",
        loja.antigo,
        ["malha.json"],
    )
    (feicao,) = lida["features"]
    assert feicao["properties"] == {k: COM_LEI[k] for k in ("codigo_ibge", "municipio")}
    assert feicao["geometry"]["coordinates"] == [CONTORNO]
    de_novo = cliente.get(endereco, headers={"if-none-match": resposta.headers["etag"]})
    assert (de_novo.status_code, de_novo.content) == (304, b"")


@pytest.mark.parametrize(
    "lugar",
    [
        f"/api/v1/municipios/{SEM_LEI['codigo_ibge']}",
        f"/api/v1/ufs/{SEM_LEI['uf']}",
        "/api/v1/ufs/XX",
        "/api/v1/ufs/sp",
        "/api/v1/ufs/SP'--",
        "/api/v1/municipios/355710",
    ],
)
def test_a_place_without_outlines_is_told_so(cliente: TestClient, lugar: str) -> None:
    resposta = cliente.get(f"{lugar}/contornos.geojson")
    assert resposta.status_code == 404
    assert resposta.json()["erro"]["mensagem"]


def test_the_population_goes_with_its_year_and_source(cliente: TestClient) -> None:
    populacao = cliente.get(CIDADE).json()["populacao"]
    assert (populacao["ano"], populacao["habitantes"]) == (2025, 36000)
    assert populacao["fonte"] == "IBGE, estimativa de exemplo"
    assert populacao["por_100_mil"] == 25.0
    assert cliente.get(f"/api/v1/municipios/{SEM_LEI['codigo_ibge']}").json()["populacao"] is None


def test_the_report_gives_the_figure_with_its_source_or_not_at_all(cliente: TestClient) -> None:
    com = cliente.get(f"/relatorio/{COM_LEI['codigo_ibge']}").text
    assert "por 100 mil habitantes: 25,0 (36.000 habitantes em 2025; fonte da população: IBGE" in com
    assert "habitantes" not in cliente.get(f"/relatorio/{SEM_LEI['codigo_ibge']}").text
