"""Distances that laws mention, as information: what stands nearer, and why that decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from etrdash.ui.formatos import write_metres, write_number
from etrdash.ui.html import draw_table, fill, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leis import find_lei, write_provisions
from etrdash.ui.leitura import ask
from etrdash.ui.rotulos import label
from etrdash.ui.tabelas import show_table

MOSTRADAS = 20


def show_distances(estacao: Mapping[str, Any]) -> None:
    """Show what stands nearer to a station than its law mentions; nothing where the law mentions none."""
    regras = _list_regras(estacao["lei"])
    if not regras:
        return
    st.header(t("Distâncias que a lei menciona"), anchor="distancias")
    _show_note(regras, estacao["lei"], estacao["codigo_ibge"])
    rows = ask("list_proximidades", estacao["numero_estacao"])
    if not rows:
        show(fill("<p>{a}</p>", a=t("Nada consta a menos dessas distâncias, nos cadastros recebidos.")))
        return
    titulo = t("Distâncias que a lei menciona")
    show(draw_table([_describe(row) for row in rows[:MOSTRADAS]], titulo))
    if len(rows) > MOSTRADAS:
        st.caption(t("Estas são {n} de {m}.", n=write_number(MOSTRADAS), m=write_number(len(rows))))


def show_city_distances(municipio: Mapping[str, Any]) -> None:
    """Show how many stations of a municipality stand nearer than its law mentions, and which."""
    regras = _list_regras(municipio["lei"])
    if not regras:
        return
    st.header(t("Distâncias que a lei menciona"), anchor="distancias")
    _show_note(regras, municipio["lei"], municipio["codigo_ibge"])
    rows = ask("list_proximidades", codigo_ibge=municipio["codigo_ibge"])
    for regra in regras:
        estacoes = {row["numero_estacao"] for row in rows if row["distancia"] == regra["id"]}
        frase = tn(
            "{n} estação a menos de {d} de {alvo}.",
            "{n} estações a menos de {d} de {alvo}.",
            len(estacoes),
            n=write_number(len(estacoes)),
            d=write_metres(float(regra["minimo_m"])),
            alvo=", ".join(regra["ate"]),
        )
        show(fill("<p>{a}</p>", a=frase))
    if rows:
        show_table(
            t("Ver em tabela ou baixar (CSV)"),
            "tabela_distancias",
            lambda: [{t("Estação"): row["numero_estacao"], **_describe(row)} for row in rows],
        )


def _list_regras(lei: str | None) -> Sequence[Mapping[str, Any]]:
    row = find_lei(lei)
    return (row["ficha"].get("distancia") or []) if row else []


def _show_note(regras: Sequence[Mapping[str, Any]], lei: str, codigo_ibge: str) -> None:
    """Say what the law mentions, that it is information, and which registers the places come from."""
    for regra in regras:
        texto = t(
            "{d} de {alvo} ({artigo}).",
            d=write_metres(float(regra["minimo_m"])),
            alvo=", ".join(regra["ate"]),
            artigo=write_provisions(lei, regra["dispositivos"]),
        )
        nota = f" {regra['nota'].capitalize()}." if regra.get("nota") else ""
        show(fill('<p class="etr-sobre">{a}{b}</p>', a=texto, b=nota))
    st.caption(
        t(
            "Só informação: não muda a situação de nenhuma estação. O STF já declarou inconstitucionais"
            " distâncias mínimas fixadas por município (ADPF 732; Tema 1.235). As medidas são entre"
            " coordenadas de cadastros, que podem errar por dezenas de metros, e o cadastro não diz quais"
            " hospitais têm CTI."
        )
    )
    fontes = sorted({row["fonte"] for row in ask("list_pontos", codigo_ibge)})
    if fontes:
        st.caption(t("Locais: {fontes}.", fontes=", ".join(label("cadastro", fonte) for fonte in fontes)))
    else:
        st.caption(t("Este acervo não recebeu cadastro de locais deste município."))


def _describe(row: Mapping[str, Any]) -> dict[str, object]:
    return {
        t("O que está perto"): row["nome"] or label("especie", row["especie"]),
        t("Tipo"): label("especie", row["especie"]),
        t("Distância medida"): write_metres(row["distancia_m"]),
        t("Distância da lei"): write_metres(row["minimo_m"]),
    }
