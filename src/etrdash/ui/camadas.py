"""The layers that a reader may lay over the stations: sites, places that laws name, a radius."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pydeck as pdk

from etrdash.ui.idioma import N_, t, tn
from etrdash.ui.mapa import LADO
from etrdash.ui.palavras import Palavra, build_words_layer, encode_svg
from etrdash.ui.rotulos import label

AZUL = "#1f5f99"
CAMADAS = {
    "sitios": N_("locais com antenas"),
    "pontos": N_("hospitais, escolas e outros locais que leis citam"),
    "ruas": N_("ruas ao fundo"),
}
FORMAS = {
    "saude": '<path d="M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z"/>',
    "ensino": '<path d="M12 2 22 10V22H2V10Z"/>',
    "combustivel": '<path d="M6 2h12l5 10-5 10H6L1 12Z"/>',
}
FORMA_DA_ESPECIE = {"escola": "ensino", "creche": "ensino", "posto_combustiveis": "combustivel"}


@cache
def build_places_atlas() -> tuple[str, dict[str, dict[str, int]]]:
    """Return the icons of places as a data URI and their mapping: shapes that no group of stations has."""
    cells, mapping = [], {}
    for i, (nome, forma) in enumerate(FORMAS.items()):
        cells.append(
            f'<g transform="translate({i * LADO} 0) scale({LADO / 28}) translate(2 2)" fill="#fff"'
            f' stroke="{AZUL}" stroke-width="3" stroke-linejoin="round">{forma}</g>'
        )
        mapping[nome] = {"x": i * LADO, "y": 0, "width": LADO, "height": LADO}
    return encode_svg("".join(cells), LADO * len(cells), LADO), mapping


def build_outline_layer(url: str) -> Any:
    """Return the outlines of municipalities from a GeoJSON address: lines only, nothing to pick."""
    return pdk.Layer(
        "GeoJsonLayer",
        pdk.types.String(url),
        id="contornos",
        filled=False,
        stroked=True,
        get_line_color=[70, 84, 98, 210],
        line_width_min_pixels=1.5,
    )


def build_places_layer(pontos: Iterable[Mapping[str, Any]]) -> Any:
    """Return the layer of places from rows of ``pontos``; those without a position are left out."""
    atlas, mapping = build_places_atlas()
    data = [
        {
            "ponto": [row["longitude"], row["latitude"]],
            "forma": FORMA_DA_ESPECIE.get(row["especie"], "saude"),
            "prestadora": row["nome"] or label("especie", row["especie"]),
            "numero_estacao": label("especie", row["especie"]),
            "endereco": label("cadastro", row["fonte"]),
            "situacao": "",
        }
        for row in pontos
        if row["latitude"] is not None
    ]
    return pdk.Layer(
        "IconLayer",
        data,
        id="pontos",
        pickable=True,
        icon_atlas=pdk.types.String(atlas),
        icon_mapping=mapping,
        get_icon="forma",
        get_position="ponto",
        get_size=17,
        size_units=pdk.types.String("pixels"),
    )


def build_sites_layers(sitios: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return a ring around every site and, where several stations stand on one, how many."""
    data = [
        {
            "ponto": [row["longitude"], row["latitude"]],
            "prestadora": tn(
                "{n} estação neste local", "{n} estações neste local", row["estacoes"], n=row["estacoes"]
            ),
            "numero_estacao": row["detentora"] or t("detentora não informada"),
            "endereco": ", ".join(row["prestadoras"] or []),
            "situacao": "",
            "sitio_id": row["sitio_id"],
        }
        for row in sitios
    ]
    aneis = pdk.Layer(
        "ScatterplotLayer",
        data,
        id="sitios",
        pickable=True,
        get_position="ponto",
        get_radius=13,
        radius_units=pdk.types.String("pixels"),
        filled=True,
        get_fill_color=[255, 255, 255, 60],
        stroked=True,
        get_line_color=[28, 38, 48, 220],
        line_width_min_pixels=1.5,
    )
    numeros = build_words_layer(
        "sitios-numeros",
        [
            Palavra((row["longitude"], row["latitude"]), str(row["estacoes"]), (15, -13))
            for row in sitios
            if row["estacoes"] > 1
        ],
        12,
    )
    return [aneis, numeros]


def build_radius_layers(latitude: float, longitude: float, raio_m: float) -> list[Any]:
    """Return a circle in metres around a point, and the point."""
    ponto = [{"ponto": [longitude, latitude]}]
    return [
        pdk.Layer(
            "ScatterplotLayer",
            ponto,
            id="raio",
            get_position="ponto",
            get_radius=raio_m,
            radius_units=pdk.types.String("meters"),
            get_fill_color=[31, 95, 153, 28],
            stroked=True,
            get_line_color=[31, 95, 153, 255],
            line_width_min_pixels=2,
        ),
        pdk.Layer(
            "ScatterplotLayer",
            ponto,
            id="raio-centro",
            get_position="ponto",
            get_radius=4,
            radius_units=pdk.types.String("pixels"),
            get_fill_color=[31, 95, 153, 255],
        ),
    ]


def build_selection_layer(latitude: float, longitude: float) -> Any:
    """Return the ring around the place that was chosen."""
    return pdk.Layer(
        "ScatterplotLayer",
        [{"ponto": [longitude, latitude]}],
        id="escolhido",
        get_position="ponto",
        get_radius=18,
        radius_units=pdk.types.String("pixels"),
        filled=False,
        stroked=True,
        get_line_color=[23, 64, 109, 255],
        line_width_min_pixels=4,
    )
