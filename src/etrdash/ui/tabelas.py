"""The table of stations with the same content as the map, its keyboard alternative and its downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui import rotulos
from etrdash.ui.filtros import choose_one, choose_page, kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_number
from etrdash.ui.idioma import N_, t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.paginas import link_to
from etrdash.ui.situacoes import mark_of, name_situacao

POR_PAGINA = 25
ORDENS = {
    "gravidade": N_("situação, as pendentes primeiro"),
    "prazo_em": N_("prazo ou validade"),
    "primeiro_licenciamento": N_("licenciada desde"),
    "prestadora": N_("prestadora"),
    "bairro": N_("bairro"),
}


def show_stations(filtro: Filtro) -> None:
    """Show the stations that a filter lets through, a page at a time, and a choice for the keyboard."""
    total = ask("read_totais", filtro)["estacoes"]
    if not total:
        st.info(t("Nenhuma estação com estes filtros. Desligue algum para ver mais."))
        return
    ordem = choose_one("ordem", t("Em ordem de"), list(ORDENS), lambda o: t(ORDENS[o]))
    inicio = choose_page("pagina", total, POR_PAGINA)
    rows = ask("list_estacoes", filtro, ordem, POR_PAGINA, inicio)
    st.caption(
        tn("{n} estação.", "{n} estações.", total, n=write_number(total))
        + (
            t(
                " Nesta página, da {a}ª à {b}ª; o arquivo traz todas.",
                a=write_number(inicio + 1),
                b=write_number(inicio + len(rows)),
            )
            if total > POR_PAGINA
            else ""
        )
    )
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
    por_numero = {row["numero_estacao"]: row for row in rows}
    chosen = st.selectbox(
        t("Abrir a página de uma estação desta lista"),
        list(por_numero),
        index=None,
        placeholder=t("Digite ou escolha um número"),
        format_func=lambda n: (
            f"{n} · {por_numero[n]['prestadora']} · {name_situacao(por_numero[n]['situacao'])}"
        ),
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


def show_table(titulo: str, nome: str, build: Callable[[], Sequence[Mapping[str, Any]]]) -> None:
    """Show the table equivalent of a chart, folded; its rows are made and sent only when it is opened.

    Args:
        titulo: what to click.
        nome: of the table on its page; ``?nome=true`` in the address opens it.
        build: makes the rows.
    """
    with st.expander(titulo, key=nome, bind="query-params", on_change="rerun") as folded:
        if folded.open:
            st.dataframe(pd.DataFrame(build()), hide_index=True)
