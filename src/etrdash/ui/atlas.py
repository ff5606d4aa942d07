"""The views of the map page: states, municipalities of a state, stations of a municipality."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from markupsafe import Markup

from etrdash.fundo import Fundo, find_fundo
from etrdash.published.filtro import Filtro
from etrdash.ui.agregados import build_circles, join_municipios, join_ufs
from etrdash.ui.arquivos import map_url, outlines_url
from etrdash.ui.camadas import (
    CAMADAS,
    build_outline_layer,
    build_places_layer,
    build_radius_layers,
    build_selection_layer,
    build_sites_layers,
)
from etrdash.ui.filtros import choose_marks
from etrdash.ui.html import fill, join, show
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask
from etrdash.ui.mapa import Mapa, build_station_layer
from etrdash.ui.moldura import METROS_POR_GRAU, Caixa
from etrdash.ui.selecao import (
    PARAMETRO,
    choose_radius,
    find_place,
    read_selection,
    show_around,
    show_selection,
    take_click,
)
from etrdash.ui.situacoes import NOMES
from etrdash.ui.vista import offer_moves, read_vista

PASSO_VISTO = "passo_visto"

# Names of situações change with the language: the tooltip carries the code, the style names it.
DICA = (
    "<b>{prestadora}</b> · {numero_estacao}<br>{endereco}<br>"
    '<span class="etr-dica" data-situacao="{situacao}"></span> <small>{situacao}</small>'
)
DICA_DE_LUGAR = "<b>{nome}</b><br>{resumo}<br>{pendencias}<br><small>{cobertura}</small>"


def style_tooltip() -> Markup:
    """Return the style that names each situação in the tooltip, in the current language."""
    regras = join(
        fill(
            '.etr-dica[data-situacao="{codigo}"]::before {{ content: "{nome}"; }}', codigo=s.value, nome=t(n)
        )
        for s, n in NOMES.items()
    )
    return fill("<style>{regras}</style>", regras=regras)


def show_lugares(municipios: Sequence[Mapping[str, Any]], filtro: Filtro, uf: str | None) -> None:
    """Draw the states or, inside one, its municipalities; a click goes one step in.

    Args:
        municipios: rows of ``list_municipios``, all of them.
        filtro: which stations are counted.
        uf: state, None for the country.
    """
    if uf is None:
        rows = join_ufs(municipios, ask("count_by", "uf", filtro))
    else:
        dela = [m for m in municipios if m["uf"] == uf]
        rows = join_municipios(dela, ask("count_by", "municipio", filtro))
    if not rows:
        st.info(t("Nenhum município com coordenada para desenhar; veja a tabela."))
        return
    caixa = fit_box(rows)
    vista = read_vista(caixa)
    quadro = st.container()
    fundo, ruas = _choose_streets()
    contornos = _draw_outlines(f"ufs/{uf}", uf=uf) if uf else []
    mapa = Mapa(
        caixa=caixa,
        vista=vista,
        camadas=[*contornos, *build_circles(rows, vista.zoom)],
        dica=DICA_DE_LUGAR,
        estilo=fundo.estilo if fundo and ruas else None,
    )
    with quadro:
        event = draw_map(
            mapa, t("Mapa; a tabela abaixo tem o mesmo conteúdo."), f"mapa-lugares-{uf or 'brasil'}"
        )
        st.caption(
            t(
                "Círculo: estações avaliadas; o círculo de dentro, as com pendência. Círculo vazado: lugar"
                " sem lei catalogada ou sem registros municipais, onde nada se conclui."
            )
        )
        if uf:
            _credit_outlines(uf=uf)
        offer_moves(vista, None)
    chosen = event.get("lugares")
    if chosen and chosen[0]["chave"] != st.session_state.get(PASSO_VISTO):
        st.session_state[PASSO_VISTO] = chosen[0]["chave"]
        _enter("uf" if uf is None else "ibge", chosen[0]["chave"])
    st.session_state[PASSO_VISTO] = chosen[0]["chave"] if chosen else None


def show_estacoes(filtro: Filtro, perto: tuple[float, float] | None = None) -> None:
    """Draw the stations of one municipality from a published address, and the place that was chosen.

    Args:
        filtro: with a municipality.
        perto: latitude and longitude of the reader, if given.
    """
    ibge = str(filtro.codigo_ibge)
    caixa = find_box(ibge)
    if caixa is None:
        st.info(t("Nenhuma estação com coordenada para desenhar; veja a tabela."))
        return
    show(style_tooltip())
    key = f"mapa-estacoes-{ibge}"
    take_click(st.session_state.get(key))
    escolhidas = read_selection(ibge, filtro.mes)
    lugar = find_place(escolhidas)
    vista = read_vista(caixa)
    pontos = [p for p in ask("list_pontos", ibge) if p["latitude"] is not None]
    centro = lugar or perto
    quadro, ajustes = st.container(), st.container()
    with ajustes:
        ligadas, fundo = _choose_layers(bool(pontos))
        raio = choose_radius("1000" if perto and not lugar else "") if centro else None
    camadas = _draw_outlines(f"municipios/{ibge}", codigo_ibge=ibge)
    if "sitios" in ligadas:
        camadas += build_sites_layers(ask("list_sitios", ibge))
    if "pontos" in ligadas:
        camadas.append(build_places_layer(pontos))
    if centro and raio:
        camadas += build_radius_layers(*centro, raio)
    camadas.append(build_station_layer(map_url(filtro)))
    if lugar:
        camadas.append(build_selection_layer(*lugar))
    mapa = Mapa(
        caixa=caixa,
        vista=vista,
        camadas=camadas,
        dica=DICA,
        estilo=fundo.estilo if fundo and "ruas" in ligadas else None,
    )
    with quadro:
        draw_map(mapa, t("Mapa das estações; a tabela abaixo tem o mesmo conteúdo."), key)
        _credit_outlines(codigo_ibge=ibge)
        offer_moves(vista, lugar)
        if escolhidas:
            show_selection(escolhidas, filtro)
        elif st.query_params.get(PARAMETRO):
            st.info(t("O local escolhido não está neste acervo ou neste município."))
    if centro and raio:
        dentro = sum(_distance_m(*centro, p["latitude"], p["longitude"]) <= raio for p in pontos)
        show_around(*centro, raio, dentro)


def _draw_outlines(caminho: str, **onde: str) -> list[Any]:
    """Return the layer of a place's outlines; none where the acervo has none."""
    return [build_outline_layer(outlines_url(caminho))] if ask("list_malhas", **onde) else []


def _credit_outlines(**onde: str) -> None:
    """Say where the outlines come from, where there are any."""
    arquivos = [row["arquivo"] for row in ask("list_malhas", **onde)]
    if arquivos:
        st.caption(
            t(
                "Contorno dos municípios: {arquivo}. Só desenho: nenhuma estação é localizada por ele.",
                arquivo=", ".join(arquivos),
            )
        )


def find_box(codigo_ibge: str) -> Caixa | None:
    """Return the box of a municipality's stations, the same whatever the filters: the view never jumps."""
    todas = Filtro(codigo_ibge=codigo_ibge)
    achada = ask("find_caixa", replace(todas, avaliada=True))
    if not achada["estacoes"]:
        achada = ask("find_caixa", todas)
    if not achada["estacoes"]:
        return None
    return Caixa(achada["oeste"], achada["sul"], achada["leste"], achada["norte"]).grow()


def draw_map(mapa: Mapa, alternativa: str, key: str) -> dict[str, list[dict[str, Any]]]:
    """Put a map on the page and return the objects picked, by layer."""
    event = st.pydeck_chart(
        mapa.build(), height=480, on_select="rerun", selection_mode="single-object", key=key, alt=alternativa
    )
    st.caption(
        t(
            "Arraste para mover; dois cliques ou dois dedos aproximam. A roda do mouse e o dedo que sobe ou"
            " desce continuam rolando a página."
        )
    )
    fundo = find_fundo()
    if mapa.estilo and fundo:
        st.caption(
            t(
                "Ruas de {host}. Se não aparecerem, esse servidor não respondeu: antenas, grade e escala não"
                " dependem dele.",
                host=fundo.host or t("este servidor"),
            )
        )
    objects: dict[str, list[dict[str, Any]]] = dict(event["selection"]["objects"])
    return objects


def _choose_layers(com_pontos: bool) -> tuple[list[str], Fundo | None]:
    """Show the layers as toggles bound to ``?camada=`` and return those that are on."""
    fundo = find_fundo()
    opcoes = ["sitios"] + (["pontos"] if com_pontos else [])
    if fundo and not fundo.ligado:
        opcoes.append("ruas")
    ligadas = choose_marks("camada", t("Também mostrar"), opcoes, _name_layer)
    return ([*ligadas, "ruas"] if fundo and fundo.ligado else ligadas), fundo


def _choose_streets() -> tuple[Fundo | None, bool]:
    """Show the toggle of the background, where the reader decides, and return whether it is on."""
    fundo = find_fundo()
    if fundo is None or fundo.ligado:
        return fundo, fundo is not None
    return fundo, "ruas" in choose_marks("camada", t("Também mostrar"), ["ruas"], _name_layer)


def _name_layer(camada: str) -> str:
    fundo = find_fundo()
    if camada == "ruas" and fundo and fundo.host:
        return t("{nome}, de {host}", nome=t(CAMADAS[camada]), host=fundo.host)
    return t(CAMADAS[camada])


def _enter(nome: str, valor: str) -> None:
    """Go one step in: the place changes, filters and month stay."""
    st.query_params[nome] = valor
    for vista in ("zoom", "centro"):
        st.query_params.pop(vista, None)
    st.rerun()


def _distance_m(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    dx = (lon_b - lon_a) * math.cos(math.radians(lat_a))
    return math.hypot(dx, lat_b - lat_a) * METROS_POR_GRAU


def fit_box(rows: Sequence[Mapping[str, Any]]) -> Caixa:
    """Return the box around rows with ``latitude`` and ``longitude``, with room for their names."""
    lons = [row["longitude"] for row in rows]
    lats = [row["latitude"] for row in rows]
    return Caixa(min(lons), min(lats), max(lons), max(lats)).grow(0.5, 0.3)
