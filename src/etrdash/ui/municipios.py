"""The table of municipalities: what the map of municipalities shows, in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.ui import rotulos
from etrdash.ui.comparacao import COMPARAVEIS
from etrdash.ui.filtros import choose_page, kept_parameters
from etrdash.ui.formatos import VAZIO, write_date
from etrdash.ui.html import draw_link, draw_shape, draw_table, fill, show
from etrdash.ui.idioma import t
from etrdash.ui.situacoes import MARCAS, name_grupo
from etrdash.vocabulario import Grupo

POR_PAGINA = 30


def show_municipios_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Show one row per municipality of ``?uf=``, in alphabetical order, with a link, a page at a time."""
    uf = st.query_params.get("uf")
    ordenados = sorted(
        (row for row in rows if uf in {None, row["uf"]}), key=lambda r: (r["municipio"], r["codigo_ibge"])
    )
    inicio = choose_page("lista", len(ordenados), POR_PAGINA)
    show(draw_table([_describe(row) for row in ordenados[inicio : inicio + POR_PAGINA]], t("Municípios")))
    st.caption(
        t(
            "Os grupos contam só estações de serviços avaliados. Sem registros municipais, nenhuma é dada"
            " como pendente."
        )
    )


def _describe(row: Mapping[str, Any]) -> dict[str, object]:
    endereco = "/cidade?" + urlencode(kept_parameters(ibge=row["codigo_ibge"]))
    return {
        t("Município"): draw_link(endereco, f"{row['municipio']} ({row['uf']})"),
        t("Estações"): row["estacoes"],
        t("Avaliadas"): row["avaliadas"],
        **{
            fill("{a} {b}", a=draw_shape(g), b=name_grupo(g)): (
                VAZIO if g is Grupo.VERMELHO and row["cobertura"] not in COMPARAVEIS else row[g.value]
            )
            for g in MARCAS
        },
        t("Registros municipais"): rotulos.label("cobertura", row["cobertura"]),
        t("Recebidos em"): write_date(row["base_recebida_em"]),
    }
