"""How long the city takes to decide on a request, beside the term that its law gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from etrdash.ui.formatos import write_date, write_number, write_term
from etrdash.ui.graficos import draw_chart, write_title
from etrdash.ui.idioma import t, tn
from etrdash.ui.leis import find_lei, write_provisions
from etrdash.ui.leitura import ask
from etrdash.ui.rotulos import label
from etrdash.ui.tabelas import show_table

FAIXA_DIAS = 15
MAXIMO_DIAS = 180
DECIDIDO, ESPERA = "#1f5f99", "#b9a76a"


def show_times(municipio: Mapping[str, Any]) -> None:
    """Show, for each instrument whose decision has a term in the law, how many days decisions took.

    Nothing where the law gives no term in days or no request is on record.
    """
    lei = find_lei(municipio["lei"])
    if lei is None:
        return
    rows = ask("list_tempos", municipio["codigo_ibge"])
    titulo = t("Quanto a prefeitura leva para decidir")
    for instrumento, regra in (lei["ficha"].get("instrumento") or {}).items():
        decisao = regra.get("decisao") or {}
        dias = count_days(decisao.get("prazo"))
        delas = [row for row in rows if row["instrumento"] == instrumento]
        if dias and delas:
            if titulo:
                st.header(titulo, anchor="tempos")
                titulo = ""
            artigo = write_provisions(municipio["lei"], decisao["dispositivos"])
            _show_instrument(instrumento, delas, dias, write_term(decisao["prazo"]), artigo)


def count_days(prazo: object) -> int | None:
    """Return the days of a term like ``60d``; None for terms in other units or none."""
    texto = str(prazo or "")
    return int(texto[:-1]) if texto.endswith("d") and texto[:-1].isdigit() else None


def divide_days(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Count requests by stretches of days and by whether they were decided.

    Args:
        rows: ``dias, resposta``.

    Returns:
        ``de, ate`` (days; the last stretch holds all longer ones)``, decidido, pedidos, base, topo``: the
        undecided ones stand on the decided ones.
    """
    contagem: dict[tuple[int, bool], int] = {}
    for row in rows:
        faixa = min(int(row["dias"]), MAXIMO_DIAS) // FAIXA_DIAS
        chave = (faixa, row["resposta"] is not None)
        contagem[chave] = contagem.get(chave, 0) + 1
    linhas = []
    for (faixa, decidido), pedidos in sorted(contagem.items()):
        base = 0 if decidido else contagem.get((faixa, True), 0)
        linhas.append(
            {
                "de": faixa * FAIXA_DIAS,
                "ate": (faixa + 1) * FAIXA_DIAS,
                "decidido": decidido,
                "pedidos": pedidos,
                "base": base,
                "topo": base + pedidos,
            }
        )
    return linhas


def _show_instrument(
    instrumento: str, rows: Sequence[Mapping[str, Any]], dias: int, prazo: str, artigo: str
) -> None:
    nome = label("instrumento", instrumento)
    decididos = [row["dias"] for row in rows if row["resposta"] is not None]
    st.markdown(
        tn(
            "**{nome}**: {n} pedido decidido",
            "**{nome}**: {n} pedidos decididos",
            len(decididos),
            nome=nome.capitalize(),
            n=write_number(len(decididos)),
        )
        + (t(", mediana de {d} dias", d=write_number(median(decididos))) if decididos else "")
        + tn(
            "; {n} sem decisão na base. A lei dá {prazo} ({artigo}).",
            "; {n} sem decisão na base. A lei dá {prazo} ({artigo}).",
            len(rows) - len(decididos),
            n=write_number(len(rows) - len(decididos)),
            prazo=prazo,
            artigo=artigo,
        )
    )
    nomes = {True: t("decidido"), False: t("sem decisão")}
    tabela = pd.DataFrame(divide_days(rows))
    tabela["estado"] = tabela["decidido"].map(nomes)
    barras = (
        alt.Chart(tabela)
        .mark_rect(stroke="gray", strokeWidth=0.5)
        .encode(
            x=alt.X(
                "de:Q",
                title=t("dias (no último, também os mais longos)"),
                scale=alt.Scale(domain=[0, MAXIMO_DIAS + FAIXA_DIAS]),
                axis=alt.Axis(values=list(range(0, MAXIMO_DIAS + 1, 2 * FAIXA_DIAS))),
            ),
            x2="ate:Q",
            y=alt.Y("base:Q", title=t("pedidos"), axis=alt.Axis(format="d", tickMinStep=1)),
            y2="topo:Q",
            color=alt.Color(
                "estado:N",
                scale=alt.Scale(domain=list(nomes.values()), range=[DECIDIDO, ESPERA]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            tooltip=[
                alt.Tooltip("de:Q", title=t("de (dias)")),
                alt.Tooltip("ate:Q", title=t("até (dias)")),
                alt.Tooltip("estado:N", title=" "),
                alt.Tooltip("pedidos:Q", title=t("pedidos")),
            ],
        )
    )
    linha = alt.Chart(pd.DataFrame({"dias": [dias]})).mark_rule(
        strokeWidth=2, strokeDash=[6, 4], color="#c2410c"
    )
    titulo = t("Dias até a decisão; a linha é o prazo da lei")
    draw_chart((barras + linha.encode(x="dias:Q")).properties(title=write_title(titulo)), 260)
    show_table(
        t("Ver em tabela ou baixar (CSV)"),
        f"tabela_tempos_{instrumento.lower()}",
        lambda: [
            {
                t("Processo"): row["registro_id"],
                t("pedido em"): write_date(row["pedido_em"]),
                t("decisão"): label("ato", row["resposta"]) if row["resposta"] else nomes[False],
                t("decisão em"): write_date(row["resposta_em"]),
                t("dias"): row["dias"],
            }
            for row in rows
        ],
    )
    st.caption(
        t(
            "Dias corridos. Exigências e recursos podem suspender o prazo, e a base pode não trazer todos os"
            " atos: passar da linha não quer dizer, por si, que houve atraso."
        )
    )
