"""Deadlines: each municipality's transition clock, and an agenda of terms and validities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.calendario import PARAMETRO, draw_calendar, read_month
from etrdash.ui.escolha import choose_municipio
from etrdash.ui.filtros import choose_one, choose_page, kept_parameters
from etrdash.ui.formatos import write_date, write_month, write_number
from etrdash.ui.graficos import GRUPOS, draw_chart, stack_months
from etrdash.ui.html import draw_link, draw_table, fill, join, show
from etrdash.ui.idioma import N_, t, tn
from etrdash.ui.leis import name_lei_briefly
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.paginas import name_page
from etrdash.ui.rotulos import label
from etrdash.ui.situacoes import name_grupo
from etrdash.ui.tabelas import POR_PAGINA, draw_stations, show_table

JANELAS = {"12m": (0, 365), "3m": (0, 92), "vencidos": (-3650, -1), "tudo": (-3650, 3650)}


def show_laws_clock() -> None:
    """Show, for each municipality under a law, the end of the transition and how far it is."""
    st.header(t("Fim do prazo de adaptação em cada cidade"), anchor="adaptacao")
    em = current_acervo().em
    sob_lei = sorted(
        (m for m in ask("list_municipios") if m["lei"]), key=lambda m: (m["municipio"], m["codigo_ibge"])
    )
    inicio = choose_page("lista", len(sob_lei), POR_PAGINA)
    rows = [
        {
            t("Município"): draw_link(
                "/cidade?" + urlencode(kept_parameters(ibge=m["codigo_ibge"])),
                f"{m['municipio']} ({m['uf']})",
            ),
            t("Fim do prazo de adaptação"): write_date(m["prazo_em"]),
            t("Em {dia}", dia=write_date(em)): _say_distance(m["prazo_em"], em),
            t("Lei"): name_lei_briefly(m["lei"]),
            t("Vigência"): label("vigencia", m["vigencia"]),
        }
        for m in sob_lei[inicio : inicio + POR_PAGINA]
    ]
    show(draw_table(rows, t("Fim do prazo de adaptação")))


def choose_window() -> tuple[Filtro, date, date]:
    """Show the choice of municipality and period, both in the address."""
    a, b = st.columns(2)
    with a:
        municipio = choose_municipio()
        if municipio:
            name_page(t("Prazos de {m}", m=f"{municipio['municipio']} ({municipio['uf']})"))
    with b:
        janela = choose_one("janela", t("Período"), list(JANELAS), lambda j: t(NOMES[j])) or "12m"
    em = current_acervo().em
    de, ate = JANELAS[janela]
    filtro = Filtro(codigo_ibge=municipio["codigo_ibge"] if municipio else None, avaliada=True)
    return filtro, em + timedelta(days=de), em + timedelta(days=ate)


def show_agenda(filtro: Filtro, desde: date, ate: date) -> tuple[date, date]:
    """Show the terms that end inside a window, by month as a calendar and one by one as a table.

    Returns:
        First and last day of what is listed: the month of the address, else the window.
    """
    meses = ask("count_prazos", desde, ate, filtro)
    if not meses:
        st.info(t("Nenhum prazo nem validade termina neste período, com estes filtros."))
        return desde, ate
    total = sum(row["estacoes"] for row in meses)
    st.caption(
        tn(
            "{n} prazo ou validade entre {de} e {ate}, de estações avaliadas.",
            "{n} prazos ou validades entre {de} e {ate}, de estações avaliadas.",
            total,
            n=write_number(total),
            de=write_date(desde),
            ate=write_date(ate),
        )
        + " "
        + t(
            "As cores são a situação em {em}. Abra um mês para ver só os dele.",
            em=write_date(current_acervo().em),
        )
    )
    aberto = read_month(desde, ate)
    show(draw_calendar(meses, aberto[0].replace(day=1) if aberto else None))
    de, fim = aberto or (desde, ate)
    listados = total
    if aberto:
        listados = sum(row["estacoes"] for row in meses if row["mes"] == de.replace(day=1))
        _show_month(de, listados)
    inicio = choose_page("pagina", listados, POR_PAGINA)
    show(draw_stations(ask("list_prazos", de, fim, filtro, POR_PAGINA, inicio)))
    _draw_months(meses)
    return de, fim


def _show_month(mes: date, listados: int) -> None:
    """Say which month is listed, and how to list all of them again."""
    todos = {k: v for k, v in st.query_params.to_dict().items() if k not in {PARAMETRO, "pagina"}}
    show(
        fill(
            '<p><b>{mes}</b>: {n} · <a href="?{query}">{todos}</a></p>',
            mes=write_month(mes),
            n=tn("{n} prazo ou validade", "{n} prazos ou validades", listados, n=write_number(listados)),
            query=urlencode(todos),
            todos=t("Todos os meses do período"),
        )
    )


def _draw_months(meses: Sequence[Mapping[str, Any]]) -> None:
    """Draw the months as a chart, with its table."""
    titulo = t("Prazos de cada mês, por situação em {em}", em=write_date(current_acervo().em))
    contagem = pd.DataFrame(
        {
            "mes": row["mes"].isoformat(),
            "grupo": name_grupo(row["grupo"]),
            "ordem": GRUPOS.index(row["grupo"]),
            "estacoes": row["estacoes"],
        }
        for row in meses
    )
    draw_chart(
        stack_months(contagem, titulo, t("estações")),
        height=260,
        legenda=True,
    )
    show_table(
        t("Contagem por mês, em tabela e CSV"),
        "tabela_meses",
        lambda: [
            {
                t("mês"): write_month(row["mes"]),
                t("grupo"): name_grupo(row["grupo"]),
                t("estações"): row["estacoes"],
            }
            for row in meses
        ],
    )


def offer_agenda(filtro: Filtro, desde: date, ate: date) -> None:
    """Offer the agenda on screen as files, and the address by which a calendar subscribes to it.

    The files are of this acervo and this window; the subscription follows the current acervo and its whole
    agenda of the place, so that it goes on by itself.
    """
    base = f"/api/v1/municipios/{filtro.codigo_ibge}/prazos" if filtro.codigo_ibge else "/api/v1/prazos"
    query = urlencode(
        {"acervo": current_acervo().id, "avaliada": "true", "prazo_desde": desde, "prazo_ate": ate}
    )
    links = join(
        fill('<a href="{url}">{nome}</a>', url=f"{base}.{formato}?{query}", nome=t(nome))
        for formato, nome in FORMATOS
    )
    show(
        fill(
            '<div class="etr-baixar"><span>{rotulo}</span>{links}<a href="{url}">{assinar}</a></div>',
            rotulo=t("Os dados desta tela:"),
            links=links,
            url=f"{base}.ics?avaliada=true",
            assinar=t("Endereço para assinar na sua agenda"),
        )
    )


def _say_distance(prazo: date | None, em: date) -> str:
    if prazo is None:
        return t("a lei não fixa prazo, ou ele não pôde ser calculado")
    dias = (prazo - em).days
    if dias < 0:
        return tn("terminou há {n} dia", "terminou há {n} dias", -dias, n=write_number(-dias))
    if dias == 0:
        return t("termina neste dia")
    return tn("falta {n} dia", "faltam {n} dias", dias, n=write_number(dias))


FORMATOS = (
    ("excel.csv", N_("CSV para Excel brasileiro")),
    ("csv", N_("CSV para programas")),
    ("ics", N_("Agenda (ICS)")),
)
NOMES = {
    "12m": N_("Próximos 12 meses"),
    "3m": N_("Próximos 3 meses"),
    "vencidos": N_("Já terminados"),
    "tudo": N_("Todos"),
}
