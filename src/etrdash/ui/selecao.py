"""The place chosen on the map: it stays in the address while filters, month and view change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.filtros import choose_one, kept_parameters
from etrdash.ui.formatos import write_metres, write_number
from etrdash.ui.html import draw_chip, draw_link, fill, join, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask

PARAMETRO = "sitio"
RAIOS_M = ("50", "100", "300", "500", "1000", "3000")
VISTA = "selecao_vista"
PROXIMAS = 500


def take_click(evento: Mapping[str, Any] | None) -> None:
    """Put the site of a new click into the address; a click already taken changes nothing.

    Args:
        evento: state of the map widget, None before its first run.
    """
    objetos = (evento or {}).get("selection", {}).get("objects", {})
    clicado = next((objetos[camada][0] for camada in ("estacoes", "sitios") if objetos.get(camada)), None)
    propriedades = (clicado or {}).get("properties", clicado or {})
    marca = [propriedades.get("numero_estacao"), propriedades.get(PARAMETRO + "_id")]
    if marca == st.session_state.get(VISTA):
        return
    st.session_state[VISTA] = marca
    if marca[1]:
        st.query_params[PARAMETRO] = str(marca[1])


def read_selection(codigo_ibge: str, mes: str | None) -> list[dict[str, Any]]:
    """Return the stations of the chosen site, empty where none is chosen or it stands elsewhere."""
    sitio = st.query_params.get(PARAMETRO)
    if not sitio:
        return []
    rows: list[dict[str, Any]] = ask(
        "list_estacoes", Filtro(codigo_ibge=codigo_ibge, sitio_id=sitio, mes=mes), "gravidade"
    )
    return rows


def find_place(rows: Sequence[Mapping[str, Any]]) -> tuple[float, float] | None:
    """Return latitude and longitude of the first station that has them."""
    return next(((r["latitude"], r["longitude"]) for r in rows if r["latitude"] is not None), None)


def show_selection(rows: Sequence[Mapping[str, Any]], filtro: Filtro) -> None:
    """List the stations of the chosen site, each with its situação and a link; say which are filtered out."""
    filtradas = ask("list_estacoes", replace(filtro, sitio_id=rows[0]["sitio_id"]))
    dentro = {row["numero_estacao"] for row in filtradas}
    with st.container(border=True, key="selecao"):
        st.markdown(
            t("**Uma estação neste ponto.**")
            if len(rows) == 1
            else t("**{n} estações neste mesmo ponto.** Escolha qual abrir:", n=write_number(len(rows)))
        )
        linhas = join(
            fill(
                "<li>{chip} {link} <span class='etr-sobre'>{nota}</span></li>",
                chip=draw_chip(row["situacao"]),
                link=draw_link(
                    "/estacao?" + urlencode(kept_parameters(numero=row["numero_estacao"])),
                    f"{row['numero_estacao']} · {row['prestadora']}",
                ),
                nota="" if row["numero_estacao"] in dentro else t("fora dos filtros"),
            )
            for row in rows
        )
        show(fill("<ul class='etr-lista'>{linhas}</ul>", linhas=linhas))
        if st.button(t("Fechar"), key="selecao_fechar"):
            st.query_params.pop(PARAMETRO, None)
            st.rerun()


def choose_radius(padrao: str = "") -> int | None:
    """Show the radius bound to ``?raio=``, in metres; None for none.

    Args:
        padrao: radius where the address has none, empty for no circle.
    """
    opcoes = sorted({*RAIOS_M, *([padrao] if padrao else [])}, key=int)
    chosen = choose_one(
        "raio", t("Círculo ao redor"), opcoes, lambda r: write_metres(int(r)), placeholder=t("nenhum")
    )
    return int(chosen or padrao or 0) or None


def show_around(latitude: float, longitude: float, raio_m: int, locais: int) -> None:
    """Say how many stations and places stand inside the circle.

    Args:
        latitude: of the centre.
        longitude: of the centre.
        raio_m: in metres.
        locais: places that laws name inside it.
    """
    n = len(ask("list_proximas", latitude, longitude, raio_m, PROXIMAS))
    st.caption(
        tn(
            "{n} estação licenciada a até {d} do centro do círculo",
            "{n} estações licenciadas a até {d} do centro do círculo",
            n,
            n=write_number(n) if n < PROXIMAS else f"{write_number(n)}+",
            d=write_metres(raio_m),
        )
        + (
            "; "
            + tn("{n} local que leis citam.", "{n} locais que leis citam.", locais, n=write_number(locais))
            if locais
            else "."
        )
    )
