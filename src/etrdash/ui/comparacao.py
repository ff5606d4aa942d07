"""Municipalities side by side: the same figures for each, and a word where there can be no figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.ui.arquivos import offer_rows
from etrdash.ui.escolha import MUITOS
from etrdash.ui.filtros import choose_many, kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_number, write_share
from etrdash.ui.graficos import draw_bars, melt_groups
from etrdash.ui.habitantes import find_populacao, say_sources, write_per_inhabitant
from etrdash.ui.html import draw_link, draw_shape, draw_table, fill, show
from etrdash.ui.idioma import t
from etrdash.ui.leis import name_lei_briefly
from etrdash.ui.leitura import ask
from etrdash.ui.rotulos import label
from etrdash.ui.situacoes import MARCAS, name_grupo
from etrdash.vocabulario import Grupo, Situacao

COMPARAVEIS = ("completa", "parcial")
PRIMEIRAS = 12
"""Cities shown before any is chosen."""
POPULACAO = {
    "habitantes": "habitantes",
    "ano_da_populacao": "ano",
    "fonte_da_populacao": "fonte",
    "estacoes_por_100_mil": "por_100_mil",
}
"""Column of the file → column of ``list_populacoes``."""


def choose_cities() -> list[dict[str, Any]]:
    """Show the choice of cities bound to ``?ibge=a&ibge=b`` and return their rows, the first by default.

    Where there are too many for one list, it offers those that can be compared and those of the address.
    """
    municipios = {m["codigo_ibge"]: m for m in ask("list_municipios")}
    pedidas = st.query_params.get_all("ibge")
    codigos = [
        codigo
        for codigo in sorted(municipios, key=lambda c: (municipios[c]["municipio"], c))
        if len(municipios) <= MUITOS or municipios[codigo]["cobertura"] in COMPARAVEIS or codigo in pedidas
    ]
    chosen = choose_many("ibge", t("Cidades"), codigos, lambda c: _name(municipios[c]))
    return [municipios[c] for c in codigos if c in (chosen or codigos[:PRIMEIRAS])]


def show_comparison(municipios: Sequence[Mapping[str, Any]]) -> None:
    """Show one bar and one row per city; a city without law or records has a word instead of shares."""
    comparaveis = [m for m in municipios if m["cobertura"] in COMPARAVEIS]
    if comparaveis:
        rows = [{**m, "cidade": _name(m)} for m in comparaveis]
        draw_bars(
            melt_groups(rows, "cidade", "—"),
            "cidade",
            t("Parte das estações avaliadas em cada situação, por cidade"),
            em_partes=True,
        )
    fora = [m for m in municipios if m["cobertura"] not in COMPARAVEIS]
    for m in fora:
        st.caption(f"{_name(m)}: {label('cobertura', m['cobertura'])}. {t('Sem comparação possível.')}")
    populacoes = {m["codigo_ibge"]: p for m in municipios if (p := find_populacao(m["codigo_ibge"]))}
    show(draw_table([_describe(m, populacoes) for m in municipios], t("Comparar cidades")))
    st.caption(
        t(
            "Proporções sobre as estações de serviços avaliados. Leis diferentes pedem coisas diferentes:"
            " o mesmo número não quer dizer o mesmo nas duas cidades."
        )
    )
    if populacoes:
        st.caption(say_sources(populacoes.values()))
    offer_rows("comparar", lambda: [write_row(m, populacoes.get(m["codigo_ibge"])) for m in municipios])


def write_row(m: Mapping[str, Any], populacao: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a city's row for a file, with all that the page shows of it.

    Args:
        m: row of ``list_municipios``.
        populacao: its row of ``list_populacoes``; its columns are empty where none was loaded.
    """
    comparavel = m["cobertura"] in COMPARAVEIS and m["avaliadas"]
    return {
        **blank_groups(m),
        **{f"parte_{g.value}": round(m[g.value] / m["avaliadas"], 4) if comparavel else None for g in MARCAS},
        **{coluna: populacao[campo] if populacao else None for coluna, campo in POPULACAO.items()},
    }


def blank_groups(m: Mapping[str, Any]) -> dict[str, Any]:
    """Return a city's row: groups and pending situações empty where no comparison is possible, never zero."""
    counts = {*(s.value.lower() for s in Situacao if s.grupo is Grupo.VERMELHO), *(g.value for g in MARCAS)}
    comparavel = m["cobertura"] in COMPARAVEIS
    return {k: v if comparavel or k not in counts else None for k, v in m.items() if k != "ficha"}


def _describe(m: Mapping[str, Any], populacoes: Mapping[str, Mapping[str, Any]]) -> dict[str, object]:
    """Return a city's row; the column per inhabitant is there only where some city has a population."""
    comparavel = m["cobertura"] in COMPARAVEIS
    populacao = populacoes.get(m["codigo_ibge"])
    habitantes = write_per_inhabitant(populacao) if populacao else VAZIO
    return {
        t("Cidade"): draw_link("/cidade?" + urlencode(kept_parameters(ibge=m["codigo_ibge"])), _name(m)),
        t("Avaliadas"): write_number(m["avaliadas"]),
        **{
            fill("{a} {b}", a=draw_shape(g), b=name_grupo(g)): (
                f"{write_number(m[g.value])} ({write_share(m[g.value], m['avaliadas'])})"
                if comparavel
                else "—"
            )
            for g in MARCAS
        },
        t("Lei"): name_lei_briefly(m["lei"]),
        t("Registros municipais"): label("cobertura", m["cobertura"]),
        t("Recebidos em"): write_date(m["base_recebida_em"]),
        t("Processos sem estação"): write_number(m["orfaos"]),
        **({t("Estações por 100 mil habitantes"): habitantes} if populacoes else {}),
    }


def _name(m: Mapping[str, Any]) -> str:
    return f"{m['municipio']} ({m['uf']})"
