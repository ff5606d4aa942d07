"""What changed in a municipality since the acervo before this one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.published.abertos import open_acervo
from etrdash.published.diferenca import compare_acervos
from etrdash.published.store import find_store
from etrdash.published.sucessao import find_previous
from etrdash.ui.arquivos import offer_rows
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_date, write_number
from etrdash.ui.html import draw_link, draw_shape, draw_table, fill, join, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import current_acervo
from etrdash.ui.paginas import link_to
from etrdash.ui.situacoes import name_situacao

PRIMEIRAS = 12


def show_changes(municipio: Mapping[str, Any]) -> None:
    """Show what changed in a municipality: stations in, out and moved, and each change of situação."""
    atual, store = current_acervo(), find_store().pasta
    ibge = municipio["codigo_ibge"]
    antes = find_previous(store, atual.id)
    if antes is None:
        st.caption(t("Este é o primeiro acervo publicado aqui; ainda não há outro com que comparar."))
        return
    mudancas = _compare(store, antes, atual.id)
    nossas = {
        nome: [r for r in rows if ibge in {r["codigo_ibge"], r.get("codigo_ibge_antes")}]
        for nome, rows in mudancas.items()
    }
    show(
        fill(
            "<p>{a}</p><ul class='etr-passos'>{linhas}</ul>",
            a=t(
                "Desde o acervo {id}, com situação em {dia}:",
                id=antes,
                dia=write_date(open_acervo(store, antes).em),
            ),
            linhas=join(fill("<li>{x}</li>", x=x) for x in _say_changes(nossas)),
        )
    )
    situacoes = nossas["mudaram_de_situacao"]
    show(draw_table([_describe(r) for r in situacoes[:PRIMEIRAS]], t("Mudaram de situação")))
    if len(situacoes) > PRIMEIRAS:
        st.caption(
            t(
                "E mais {n}; o arquivo abaixo traz todas.",
                n=write_number(len(situacoes) - PRIMEIRAS),
            )
        )
    if situacoes:
        offer_rows(f"mudancas-{ibge}", lambda: [{"acervo_antes": antes, **r} for r in situacoes])
    link_to("cidade", t("Ver a cidade no acervo anterior"), ibge=ibge, acervo=antes)


def _say_changes(mudancas: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    n = {nome: len(rows) for nome, rows in mudancas.items()}
    return [
        tn(
            "{n} estação entrou na lista da ANATEL",
            "{n} estações entraram na lista da ANATEL",
            n["entraram"],
            n=write_number(n["entraram"]),
        ),
        tn(
            "{n} estação saiu da lista da ANATEL",
            "{n} estações saíram da lista da ANATEL",
            n["sairam"],
            n=write_number(n["sairam"]),
        ),
        tn(
            "{n} estação mudou de lugar",
            "{n} estações mudaram de lugar",
            n["mudaram_de_lugar"],
            n=write_number(n["mudaram_de_lugar"]),
        ),
        tn(
            "{n} estação mudou de situação",
            "{n} estações mudaram de situação",
            n["mudaram_de_situacao"],
            n=write_number(n["mudaram_de_situacao"]),
        ),
    ]


def _describe(row: Mapping[str, Any]) -> dict[str, object]:
    return {
        t("Estação"): draw_link(
            "/estacao?" + urlencode(kept_parameters(numero=row["numero_estacao"])), row["numero_estacao"]
        ),
        t("Antes"): fill("{a} {b}", a=draw_shape(row["grupo_antes"]), b=name_situacao(row["situacao_antes"])),
        t("Agora"): fill("{a} {b}", a=draw_shape(row["grupo"]), b=name_situacao(row["situacao"])),
    }


@st.cache_resource(max_entries=8, show_spinner=False)
def _compare(store: Path, antes: str, depois: str) -> dict[str, list[dict[str, Any]]]:
    """Compare two acervos once for all sessions; acervos never change, so their ids are the key."""
    return compare_acervos(store / antes, store / depois)
