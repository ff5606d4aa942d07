"""The table of stations with the same content as the map, its keyboard alternative and its downloads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui import rotulos
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_number
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.paginas import link_to
from etrdash.ui.situacoes import mark_of, name_situacao

LIMITE = 2000


def show_stations(filtro: Filtro, ordem: str = "gravidade") -> None:
    """Show the stations that a filter lets through, with a link to each and a choice for the keyboard."""
    total = ask("read_totais", filtro)["estacoes"]
    if not total:
        st.info(t("Nenhuma estação com estes filtros. Desligue algum para ver mais."))
        return
    rows = ask("list_estacoes", filtro, ordem, LIMITE)
    nota = (
        t(" Mostradas as primeiras {n}; o arquivo traz todas.", n=write_number(LIMITE))
        if total > LIMITE
        else ""
    )
    st.caption(tn("{n} estação.", "{n} estações.", total, n=write_number(total)) + nota)
    st.dataframe(
        describe_stations(rows),
        hide_index=True,
        height=min(430, 38 + 35 * len(rows)),
        column_config={
            "link": st.column_config.LinkColumn(
                t("Estação"), display_text=r"numero=(\d+)", help=t("Abre a página da estação"), pinned=True
            )
        },
    )
    chosen = st.selectbox(
        t("Abrir a página de uma estação desta lista"),
        [row["numero_estacao"] for row in rows],
        index=None,
        placeholder=t("Digite ou escolha um número"),
        format_func=lambda n: _name(n, rows),
        key="abrir_estacao",
    )
    if chosen:
        link_to("estacao", t("Abrir a estação {numero}", numero=chosen), numero=chosen)


def describe_stations(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Return the rows as people read them, first column ``link`` (address of the station's page)."""
    extra = "".join(f"&{k}={v}" for k, v in kept_parameters().items())
    return pd.DataFrame(
        [
            {
                "link": f"/estacao?numero={row['numero_estacao']}{extra}",
                t("Situação"): f"{mark_of(row['grupo']).simbolo} {name_situacao(row['situacao'])}",
                t("Prestadora"): row["prestadora"] or VAZIO,
                t("Bairro"): row["bairro"] or VAZIO,
                t("Endereço"): row["endereco"] or VAZIO,
                t("Prazo ou validade"): write_date(row["prazo_em"]),
                t("Licenciada desde"): write_date(row["primeiro_licenciamento"]),
                t("Tecnologias"): ", ".join(rotulos.label("tecnologia", x) for x in row["tecnologias"] or []),
                t("Detentora"): row["detentora"] or VAZIO,
                t("Processo"): row["registro_id"] or VAZIO,
                t("Tipo"): rotulos.label("tipo", row["tipo"]),
                t("Código da situação"): row["situacao"],
            }
            for row in rows
        ]
    )


def _name(numero: str, rows: Sequence[Mapping[str, Any]]) -> str:
    row = next(r for r in rows if r["numero_estacao"] == numero)
    return f"{numero} · {row['prestadora']} · {name_situacao(row['situacao'])}"


def show_table(titulo: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Show the table equivalent of a chart, folded."""
    with st.expander(titulo):
        st.dataframe(pd.DataFrame(rows), hide_index=True)
