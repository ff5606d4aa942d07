"""What the pending stations of a municipality lack, under which article, and which stations they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.published.filtro import Filtro
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_date, write_number
from etrdash.ui.html import draw_link, draw_shape, fill, join, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leis import write_provisions
from etrdash.ui.leitura import ask
from etrdash.ui.situacoes import COM_PRAZO, name_situacao, parse_situacao, say_pending
from etrdash.vocabulario import Grupo

NOMEADAS = 3
"""Stations named under each situação: the oldest terms."""


def show_pending(municipio: Mapping[str, Any]) -> None:
    """List what the pending stations lack, under which article, each with a link to its stations."""
    filtro = Filtro(codigo_ibge=municipio["codigo_ibge"], avaliada=True, grupos=(Grupo.VERMELHO.value,))
    por_situacao: dict[str, Counter[str]] = defaultdict(Counter)
    for row in ask("count_bases", filtro):
        citacao = write_provisions(municipio["lei"], row["base_legal"])
        por_situacao[row["situacao"]][citacao] += row["estacoes"]
    if not por_situacao:
        return
    st.header(t("O que falta e qual artigo pede"), anchor="pendencias")
    em_ordem = sorted(por_situacao.items(), key=lambda par: (-par[1].total(), par[0]))
    show(
        fill(
            '<ul class="etr-lista etr-pendencias">{itens}</ul>',
            itens=join(_describe(municipio, situacao, artigos) for situacao, artigos in em_ordem),
        )
    )


def _describe(municipio: Mapping[str, Any], situacao: str, artigos: Counter[str]) -> Markup:
    """Return one situação: how many, under which articles, what that means and the first stations."""
    ibge, total = municipio["codigo_ibge"], artigos.total()
    todas = "/mapa?" + urlencode(kept_parameters(ibge=ibge, situacao=situacao))
    primeiras = ask(
        "list_estacoes",
        Filtro(codigo_ibge=ibge, avaliada=True, situacoes=(situacao,)),
        "prazo_em",
        NOMEADAS,
    )
    return fill(
        '<li>{forma} <a href="{href}"><b>{n}</b> {nome}</a> <b class="etr-artigos">{artigos}</b>'
        '<p class="etr-sobre">{frase}. {prazo}{estacoes}</p></li>',
        href=todas,
        forma=draw_shape(Grupo.VERMELHO.value),
        n=write_number(total),
        nome=name_situacao(situacao),
        artigos=" · ".join(
            f"{artigo} ({write_number(n)})" if len(artigos) > 1 else artigo
            for artigo, n in artigos.most_common()
        ),
        frase=say_pending(situacao, municipio["base_recebida_em"]),
        prazo=_say_oldest(situacao, primeiras),
        estacoes=_name_stations(primeiras, total, todas),
    )


def _say_oldest(situacao: str, primeiras: list[Mapping[str, Any]]) -> str:
    """Say on which day the oldest term of a situação that rests on terms ended."""
    if parse_situacao(situacao) not in COM_PRAZO or not primeiras or not primeiras[0]["prazo_em"]:
        return ""
    return t("O mais antigo, em {dia}.", dia=write_date(primeiras[0]["prazo_em"])) + " "


def _name_stations(primeiras: list[Mapping[str, Any]], total: int, todas: str) -> Markup:
    """Return links to the first stations of a situação, the oldest term first, and to the others.

    Args:
        primeiras: rows of the stations to name.
        total: how many there are.
        todas: address that lists them all.
    """
    links = Markup(", ").join(
        draw_link("/estacao?" + urlencode(kept_parameters(numero=r["numero_estacao"])), r["numero_estacao"])
        for r in primeiras
    )
    if resto := total - len(primeiras):
        links += Markup(" ") + draw_link(todas, t("e mais {n}", n=write_number(resto)))
    return fill("{titulo} {links}", titulo=tn("Estação:", "Estações:", total), links=links)
