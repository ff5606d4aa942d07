"""The map's frame by hand, and what its JSON may and may not carry."""

from __future__ import annotations

import json

import pydeck as pdk

from etrdash.ui.mapa import Mapa, build_atlas, build_station_layer
from etrdash.ui.moldura import Caixa, draw_graticule, draw_scale
from etrdash.vocabulario import Grupo

CAIXA = Caixa(-50.02, -20.46, -49.92, -20.38)


def test_graticule_has_round_coordinates_and_labels_inside() -> None:
    linhas, rotulos = draw_graticule(CAIXA)
    textos = [texto for _, texto in rotulos]
    assert "49,98° O" in textos
    assert "20,42° S" in textos
    assert len(linhas) > len(rotulos) >= 6


def test_scale_bar_is_a_round_length_shorter_than_the_map() -> None:
    (inicio, fim), texto = draw_scale(CAIXA)
    assert texto == "2 km"
    metros = (fim[0] - inicio[0]) * 111_320 * 0.9372
    assert abs(metros - 2000) < 10


def test_zoom_of_the_whole_equator_in_its_own_width_is_zero() -> None:
    assert Caixa(-180, -10, 180, 10).zoom(width_px=512, height_px=512) == 0


def test_a_box_without_size_still_has_a_view() -> None:
    ponto = Caixa(-50, -20, -50, -20)
    assert ponto.zoom() == 14
    assert ponto.grow().zoom() > 10


def test_deck_calls_nobody_and_carries_no_station() -> None:
    mapa = Mapa(CAIXA, [build_station_layer("/api/v1/municipios/1/estacoes.geojson")]).build()
    texto = mapa.to_json()
    deck = json.loads(texto)
    assert ", " not in texto
    assert "basemaps" not in texto
    assert deck.get("mapProvider") is None
    assert deck["mapStyle"] == json.loads(pdk.Deck(map_provider=None).to_json())["mapStyle"]
    camada = next(c for c in deck["layers"] if c["id"] == "estacoes")
    assert camada["data"] == "/api/v1/municipios/1/estacoes.geojson"
    assert "http" not in texto.replace("http://www.w3.org", "")


def test_atlas_has_one_cell_per_group_side_by_side() -> None:
    uri, celulas = build_atlas()
    assert uri.startswith("data:image/svg+xml;base64,")
    assert set(celulas) == {g.value for g in Grupo}
    assert sorted(c["x"] for c in celulas.values()) == [0, 64, 128, 192]
