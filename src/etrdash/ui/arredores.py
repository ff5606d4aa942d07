"""Antennas around a point: the reader's place, rounded by the browser, or coordinates that were typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.ui.arquivos import offer_rows
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_address, write_metres, write_number
from etrdash.ui.frases import say_basis, say_counts
from etrdash.ui.html import draw_link, draw_shape, draw_table, fill, show
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.paginas import link_to
from etrdash.ui.situacoes import name_situacao

PARAMETRO = "perto"
RECUSADO = "negado"
RAIOS_M = (1_000, 3_000, 10_000, 50_000)
MAXIMO = 500
PRIMEIRAS = 12
_PONTO = re.compile(r"\s*(-?\d{1,2}[.,]\d+)\s*[;,\s]\s*(-?\d{1,3}[.,]\d+)\s*")


def parse_point(text: str) -> tuple[float, float] | None:
    """Return latitude and longitude of a text like ``-20.42,-49.97``, None for anything else."""
    found = _PONTO.fullmatch(text)
    if found is None:
        return None
    latitude, longitude = (float(part.replace(",", ".")) for part in found.groups())
    return (latitude, longitude) if -35 <= latitude <= 6 and -75 <= longitude <= -28 else None


def offer_near() -> None:
    """Offer "near me": the shell's script asks the browser and puts the rounded place into the address."""
    show(
        fill(
            '<p class="etr-baixar"><a class="etr-perto" href="?{query}">{rotulo}</a>'
            '<span class="etr-sobre">{nota}</span></p>',
            query=urlencode(kept_parameters(perto=RECUSADO)),
            rotulo=t("Usar minha localização"),
            nota=t("Só se você permitir; arredondada a cerca de 100 m, fica no endereço e não é guardada."),
        )
    )


def show_near() -> bool:
    """Answer ``?perto=``; return whether it was asked."""
    asked = st.query_params.get(PARAMETRO, "")
    if not asked:
        return False
    point = parse_point(asked)
    if point is None:
        st.warning(
            t("O navegador não informou a localização. Permita o acesso a ela ou escreva o endereço acima.")
            if asked == RECUSADO
            else t("O lugar deste endereço não pôde ser lido. Escreva o nome da cidade, do bairro ou da rua.")
        )
        return True
    show_around(*point)
    return True


def show_around(latitude: float, longitude: float) -> None:
    """Say in one sentence what stands around a point, list the nearest stations and offer the rows."""
    raio, rows = find_around(latitude, longitude)
    if not rows:
        st.warning(
            t(
                "Este acervo não tem antena a até {raio} deste lugar. Ele traz {n} municípios; a lista está"
                " abaixo.",
                raio=_write_km(raio),
                n=write_number(len(ask("list_municipios"))),
            )
        )
        return
    with st.container(border=True):
        st.markdown(say_counts(count_around(rows), t("A até {raio} deste lugar", raio=_write_km(raio))))
        if len(rows) == MAXIMO:
            st.caption(t("Contadas as {n} mais próximas.", n=write_number(MAXIMO)))
        codigos = list(dict.fromkeys(row["codigo_ibge"] for row in rows))
        for codigo in codigos[:3]:
            municipio = ask("find_municipio", codigo)
            st.caption(
                f"{municipio['municipio']} ({municipio['uf']}): {say_basis(municipio, current_acervo().em)}"
            )
        show(draw_table([_describe(row) for row in rows[:PRIMEIRAS]], t("Antenas mais próximas")))
        offer_rows("perto", lambda: rows)
        for codigo in codigos[:3]:
            municipio = ask("find_municipio", codigo)
            link_to("cidade", t("Os números de {m}", m=municipio["municipio"]), ibge=codigo)


def find_around(latitude: float, longitude: float) -> tuple[int, list[dict[str, Any]]]:
    """Return the smallest radius, in metres, that holds an evaluated station, and the stations inside it."""
    for raio in RAIOS_M:
        rows: list[dict[str, Any]] = ask("list_proximas", latitude, longitude, float(raio), MAXIMO)
        if any(row["avaliada"] for row in rows):
            return raio, rows
    return RAIOS_M[-1], []


def count_around(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the evaluated stations of some rows, in all and by group."""
    grupos = Counter(str(row["grupo"]) for row in rows if row["avaliada"])
    return {"avaliadas": grupos.total(), **{g: grupos[g] for g in ("verde", "amarelo", "vermelho", "cinza")}}


def _describe(row: Mapping[str, Any]) -> dict[str, object]:
    situacao: Markup = fill("{a} {b}", a=draw_shape(row["grupo"]), b=name_situacao(row["situacao"]))
    return {
        t("Distância"): write_metres(row["metros"]),
        t("Estação"): draw_link(
            "/estacao?" + urlencode(kept_parameters(numero=row["numero_estacao"])), row["numero_estacao"]
        ),
        t("Situação"): situacao if row["avaliada"] else t("serviço não avaliado"),
        t("Prestadora"): row["prestadora"],
        t("Endereço"): write_address(row["endereco"], row.get("bairro")),
    }


def _write_km(metros: int) -> str:
    return f"{write_number(metros / 1000)} km"
