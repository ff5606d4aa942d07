"""The two views of the map page: municipalities as circles, stations of one municipality as shapes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pydeck as pdk
import streamlit as st
from markupsafe import Markup

from etrdash.published.filtro import Filtro
from etrdash.ui.arquivos import stations_url
from etrdash.ui.formatos import write_number
from etrdash.ui.html import draw_chip, fill, join, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.mapa import FONTE, Mapa, build_station_layer
from etrdash.ui.moldura import Caixa
from etrdash.ui.paginas import go_to, link_to
from etrdash.ui.situacoes import NOMES

ESTILO = "ETRDASH_MAPA_ESTILO"
BRASIL = Caixa(-74.0, -33.8, -34.8, 5.3)


# Names of situações change with the language: the tooltip carries the code, the style names it.
DICA = (
    "<b>{prestadora}</b> · {numero_estacao}<br>{endereco}<br>"
    '<span class="etr-dica" data-situacao="{situacao}"></span> <small>{situacao}</small>'
)


def style_tooltip() -> Markup:
    """Return the style that names each situação in the tooltip, in the current language."""
    regras = join(
        fill(
            '.etr-dica[data-situacao="{codigo}"]::before {{ content: "{nome}"; }}', codigo=s.value, nome=t(n)
        )
        for s, n in NOMES.items()
    )
    return fill("<style>{regras}</style>", regras=regras)


def show_municipios(rows: Sequence[Mapping[str, Any]]) -> None:
    """Draw one circle per municipality, as large as its evaluated stations; a click opens its map."""
    placed = [row for row in rows if row["latitude"] is not None]
    points = [
        {
            "codigo_ibge": row["codigo_ibge"],
            "ponto": [row["longitude"], row["latitude"]],
            "nome": f"{row['municipio']} ({row['uf']})",
            "raio": 8 + min(34.0, (row["avaliadas"] or 0) ** 0.5),
            "resumo": tn(
                "{n} estação avaliada",
                "{n} estações avaliadas",
                row["avaliadas"],
                n=write_number(row["avaliadas"]),
            ),
            "pendencias": t("{n} com pendência", n=write_number(row["vermelho"])),
        }
        for row in placed
    ]
    circulos = pdk.Layer(
        "ScatterplotLayer",
        points,
        id="municipios",
        pickable=True,
        auto_highlight=True,
        get_position="ponto",
        get_radius="raio",
        radius_units=pdk.types.String("pixels"),
        get_fill_color=[47, 95, 143, 130],
        stroked=True,
        get_line_color=[23, 64, 109, 255],
        line_width_min_pixels=1,
    )
    nomes = pdk.Layer(
        "TextLayer",
        points,
        id="nomes",
        get_position="ponto",
        get_text="nome",
        get_size=13,
        get_color=[28, 38, 48, 255],
        outline_width=3,
        outline_color=[255, 255, 255, 220],
        font_settings={"sdf": True, "buffer": 6},
        font_family=FONTE,
        get_pixel_offset=[0, 30],
        character_set=pdk.types.String("auto"),
    )
    mapa = Mapa(
        caixa=_box(points, BRASIL),
        camadas=[circulos, nomes],
        dica="<b>{nome}</b><br>{resumo}<br>{pendencias}",
        estilo=os.environ.get(ESTILO) or None,
    )
    event = draw_map(mapa, t("Mapa de municípios; a tabela abaixo tem o mesmo conteúdo."), "mapa-municipios")
    chosen = event.get("municipios")
    if chosen:
        go_to("mapa", ibge=chosen[0]["codigo_ibge"])


def show_estacoes(filtro: Filtro) -> None:
    """Draw the stations of one municipality from a published address; a click opens it or its site."""
    achada = ask("find_caixa", filtro)
    if not achada["estacoes"]:
        st.info(t("Nenhuma estação com coordenada para desenhar; veja a tabela."))
        return
    show(style_tooltip())
    mapa = Mapa(
        caixa=Caixa(achada["oeste"], achada["sul"], achada["leste"], achada["norte"]).grow(),
        camadas=[build_station_layer(stations_url(filtro, "geojson"))],
        dica=DICA,
        estilo=os.environ.get(ESTILO) or None,
    )
    event = draw_map(mapa, t("Mapa das estações; a tabela abaixo tem o mesmo conteúdo."), "mapa-estacoes")
    chosen = event.get("estacoes")
    if chosen:
        open_station(chosen[0].get("properties", chosen[0]), filtro)


def open_station(properties: Mapping[str, Any], filtro: Filtro) -> None:
    """Open the station that was clicked, or list all of the filter that stand on its site."""
    sitio = properties.get("sitio_id")
    juntas = ask("list_estacoes", replace(filtro, sitio_id=sitio)) if sitio else []
    if len(juntas) <= 1:
        go_to("estacao", numero=str(properties["numero_estacao"]))
    with st.container(border=True):
        st.markdown(t("**{n} estações neste mesmo ponto.** Escolha qual abrir:", n=write_number(len(juntas))))
        for row in juntas:
            with st.container(horizontal=True, vertical_alignment="center"):
                show(fill("{chip}", chip=draw_chip(row["situacao"])))
                link_to(
                    "estacao", f"{row['numero_estacao']} · {row['prestadora']}", numero=row["numero_estacao"]
                )


def draw_map(mapa: Mapa, alternativa: str, key: str) -> dict[str, list[dict[str, Any]]]:
    """Put a map on the page and return the objects picked, by layer."""
    event = st.pydeck_chart(
        mapa.build(), height=480, on_select="rerun", selection_mode="single-object", key=key, alt=alternativa
    )
    st.caption(
        t(
            "Arraste para mover; dois cliques ou dois dedos aproximam. Os filtros ajustam o mapa ao que"
            " mostram."
        )
    )
    objects: dict[str, list[dict[str, Any]]] = dict(event["selection"]["objects"])
    return objects


def _box(points: Sequence[Mapping[str, Any]], default: Caixa) -> Caixa:
    if not points:
        return default
    lons = [p["ponto"][0] for p in points]
    lats = [p["ponto"][1] for p in points]
    return Caixa(min(lons), min(lats), max(lons), max(lats)).grow()
