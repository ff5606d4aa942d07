"""Choosing the municipality and the filters that every view of stations shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui import rotulos
from etrdash.ui.filtros import choose_many, choose_marks, choose_one, write_text
from etrdash.ui.formatos import write_number
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask, current_acervo, derive
from etrdash.ui.situacoes import MARCAS, mark_of, name_grupo, name_situacao

PRIMEIRO_ANO = 1990
OUTROS = (
    "situacao",
    "bairro",
    "prestadora",
    "detentora",
    "tecnologia",
    "tipo",
    "desde",
    "ate",
    "q",
    "servicos",
)
"""Parameters of the filters beside the legend."""
MUITOS = 300
"""Above so many municipalities, their list comes after the state's choice."""


def choose_uf(municipios: Sequence[Mapping[str, Any]]) -> str | None:
    """Show the list of states bound to ``?uf=`` where there are too many municipalities for one list.

    The state of the municipality in the address, if any, is the one chosen.
    """
    if len(municipios) <= MUITOS:
        return None
    asked = st.query_params.get("ibge")
    if asked and "uf" not in st.query_params:
        uf = next((m["uf"] for m in municipios if m["codigo_ibge"] == asked), None)
        if uf:
            st.query_params["uf"] = uf
    return choose_one(
        "uf", t("Estado"), sorted({m["uf"] for m in municipios}), placeholder=t("Escolha um estado")
    )


def choose_municipio(rotulo: str | None = None) -> dict[str, Any] | None:
    """Show the list of municipalities bound to ``?ibge=`` and return the chosen one."""
    todos = ask("list_municipios")
    uf = choose_uf(todos)
    muitos = len(todos) > MUITOS
    nomes = {} if muitos and uf is None else derive(name_municipios, uf if muitos else None)
    asked = st.query_params.get("ibge")
    if asked and asked not in nomes and ask("find_municipio", asked) is None:
        st.warning(t("O município {codigo} não está neste acervo. Escolha um da lista.", codigo=asked[:7]))
    chosen = choose_one(
        "ibge",
        rotulo or t("Município"),
        list(nomes),
        nomes.__getitem__,
        placeholder=t("Escolha um município"),
        avisar=False,
    )
    found: dict[str, Any] | None = ask("find_municipio", chosen) if chosen else None
    return found


def name_municipios(uf: str | None) -> dict[str, str]:
    """Return the names of the municipalities of a state, or of all, by code in alphabetical order."""
    dela = [m for m in ask("list_municipios") if uf in {None, m["uf"]}]
    return {
        m["codigo_ibge"]: f"{m['municipio']} ({m['uf']})"
        for m in sorted(dela, key=lambda m: (m["municipio"], m["codigo_ibge"]))
    }


def choose_groups(filtro: Filtro) -> tuple[str, ...]:
    """Show the legend: one toggle per group with its shape and count; none on means all."""
    totais = ask("read_totais", filtro)
    return tuple(
        choose_marks(
            "grupo",
            t("Legenda e filtro (estações avaliadas)"),
            [g.value for g in MARCAS],
            lambda g: f"{mark_of(g).marcado} {name_grupo(g)}: {write_number(totais[g])}",
        )
    )


def choose_filters(base: Filtro) -> Filtro:
    """Show the filters of a view of stations, all in the address, and return the filter they make.

    Most readers use the legend alone: the rest is asked and drawn when it is opened, or where the address
    sets any of it.

    Args:
        base: place that the view is about, and the month.
    """
    filtro = replace(base, avaliada=True, grupos=choose_groups(base))
    com_outros = any(nome in st.query_params for nome in OUTROS)
    with st.expander(t("Mais filtros"), expanded=com_outros, key="mais_filtros", on_change="rerun") as dobra:
        return _choose_others(filtro) if dobra.open or com_outros else filtro


def _choose_others(base: Filtro) -> Filtro:
    """Show the filters beside the legend and return ``base`` with them."""
    todos = replace(base, avaliada=None, grupos=())
    a, b, c = st.columns(3)
    with a:
        situacoes = choose_many(
            "situacao",
            t("Situação"),
            [row["situacao"] for row in ask("count_situacoes", todos)],
            name_situacao,
        )
        local = base.codigo_ibge is not None
        bairros = choose_many("bairro", t("Bairro"), _keys("bairro", todos)) if local else []
    with b:
        prestadoras = choose_many("prestadora", t("Prestadora (opera o serviço)"), _keys("prestadora", todos))
        detentoras = choose_many("detentora", t("Detentora (dona da estrutura)"), _keys("detentora", todos))
        desde, ate = choose_years()
    with c:
        tecnologias = choose_many(
            "tecnologia",
            t("Tecnologia"),
            _keys("tecnologia", todos),
            lambda c: rotulos.label("tecnologia", c),
        )
        tipos = choose_many("tipo", t("Tipo"), _keys("tipo", todos), lambda c: rotulos.label("tipo", c))
    texto = write_text("q", t("Palavra no endereço, número, empresa ou processo"))
    servicos = choose_one(
        "servicos",
        t("Serviços"),
        ["avaliados", "todos"],
        lambda v: t("só os serviços avaliados") if v == "avaliados" else t("todos os serviços licenciados"),
    )
    return replace(
        base,
        avaliada=None if servicos == "todos" else True,
        situacoes=tuple(situacoes),
        prestadoras=tuple(prestadoras),
        detentoras=tuple(detentoras),
        tecnologias=tuple(tecnologias),
        tipos=tuple(tipos),
        bairros=tuple(bairros),
        desde=date(int(desde), 1, 1) if desde else None,
        ate=date(int(ate), 12, 31) if ate else None,
        texto=texto or None,
    )


def choose_years() -> tuple[str | None, str | None]:
    """Show the first and the last year of first licence, bound to ``?desde=`` and ``?ate=``."""
    anos = [str(ano) for ano in range(current_acervo().em.year, PRIMEIRO_ANO - 1, -1)]
    qualquer = t("qualquer ano")
    a, b = st.columns(2)
    with a:
        desde = choose_one("desde", t("Licenciada desde"), anos, placeholder=qualquer)
    with b:
        ate = choose_one("ate", t("Licenciada até"), anos, placeholder=qualquer)
    return desde, ate


def _keys(por: str, base: Filtro) -> list[str]:
    return [row["chave"] for row in ask("count_by", por, base) if row["chave"]]
