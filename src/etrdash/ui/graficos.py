"""Charts: each with a title that says what it shows, one colour and one order for the groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any
from urllib.parse import urlencode

import altair as alt
import pandas as pd
import streamlit as st
from altair.utils.schemapi import disable_debug_mode
from markupsafe import Markup

from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_date, write_month
from etrdash.ui.html import draw_shape, fill, show
from etrdash.ui.idioma import t
from etrdash.ui.leitura import current_acervo, derive
from etrdash.ui.rotulos import label
from etrdash.ui.situacoes import MARCAS, name_grupo, name_situacao
from etrdash.vocabulario import Situacao

# Altair checks every chart against its schema at every rerun: a tenth of the page. The tests check instead.
disable_debug_mode()

GRUPOS = [grupo.value for grupo in MARCAS]
COLUNAS = ("grupo", "ordem", "estacoes")


def group_scale() -> alt.Scale:
    """Return the colour scale of the groups, in legend order, by their names."""
    return alt.Scale(domain=[name_grupo(g) for g in GRUPOS], range=[marca.cor for marca in MARCAS.values()])


def melt_groups(rows: Iterable[Mapping[str, Any]], chave: str, vazio: str) -> pd.DataFrame:
    """Turn rows with one column per group into ``chave, grupo, ordem, estacoes``."""
    return pd.DataFrame(
        [
            {
                chave: row[chave] or vazio,
                "grupo": name_grupo(grupo),
                "ordem": ordem,
                "estacoes": int(row[grupo]),
            }
            for row in rows
            for ordem, grupo in enumerate(GRUPOS)
            if row[grupo]
        ],
        columns=[chave, *COLUNAS],
    )


def draw_bars(tabela: pd.DataFrame, chave: str, titulo: str, em_partes: bool = False) -> None:
    """Draw one horizontal bar per key, divided by group.

    Args:
        tabela: what ``melt_groups`` returns.
        chave: column of the bars.
        titulo: what the chart shows, one sentence.
        em_partes: every bar is the whole of its key, not its number of stations.
    """
    bars = tabela[chave].nunique()
    linhas = tuple(tabela.itertuples(index=False, name=None))
    draw_chart(
        derive(_write_vega, _build_bars, linhas, chave, titulo, em_partes), 30 * bars + 80, legenda=True
    )


def _build_bars(linhas: Sequence[tuple[Any, ...]], chave: str, titulo: str, em_partes: bool) -> alt.Chart:
    tabela = pd.DataFrame(linhas, columns=[chave, *COLUNAS])
    if em_partes:
        x = alt.X(
            "estacoes:Q",
            stack="normalize",
            title=t("parte das estações avaliadas"),
            axis=alt.Axis(format="%"),
        )
    else:
        x = alt.X("estacoes:Q", title=t("estações avaliadas"), axis=alt.Axis(tickMinStep=1, format="d"))
    chart: alt.Chart = (
        alt.Chart(tabela, title=write_title(titulo))
        .mark_bar()
        .encode(
            y=alt.Y(
                f"{chave}:N",
                sort=list(dict.fromkeys(tabela[chave])),
                title=None,
                axis=alt.Axis(labelLimit=130, labelOverlap=False),
            ),
            x=x,
            color=alt.Color("grupo:N", scale=group_scale(), legend=None),
            order="ordem:O",
            tooltip=[
                alt.Tooltip(f"{chave}:N", title=" "),
                alt.Tooltip("grupo:N", title=t("situação")),
                alt.Tooltip("estacoes:Q", title=t("estações")),
            ],
        )
    )
    return chart


def draw_course(serie: Iterable[Mapping[str, Any]], titulo: str) -> None:
    """Draw the monthly course of the groups as stacked columns.

    Args:
        serie: rows ``mes, situacao, estacoes``.
        titulo: what the chart shows.
    """
    linhas = tuple((row["mes"], row["situacao"], int(row["estacoes"])) for row in serie)
    draw_chart(derive(_write_vega, _build_course, linhas, titulo), 300, legenda=True)


def _build_course(linhas: Sequence[tuple[str, str, int]], titulo: str) -> alt.Chart:
    tabela = pd.DataFrame(
        [
            (f"{mes}-01", name_grupo(grupo), GRUPOS.index(grupo), estacoes)
            for mes, situacao, estacoes in linhas
            for grupo in (Situacao(situacao).grupo.value,)
        ],
        columns=["mes", *COLUNAS],
    )
    tabela = tabela.groupby(["mes", "grupo", "ordem"])["estacoes"].sum().reset_index()
    return stack_months(tabela, titulo, t("estações avaliadas"))


def stack_months(tabela: pd.DataFrame, titulo: str, contadas: str) -> alt.Chart:
    """Build one bar per month, divided by group.

    Args:
        tabela: ``mes`` (ISO date), ``grupo`` (its name), ``ordem``, ``estacoes``.
        titulo: what the chart shows.
        contadas: what the vertical axis counts.
    """
    chart: alt.Chart = (
        alt.Chart(tabela, title=write_title(titulo))
        .mark_bar()
        .encode(
            x=alt.X(
                "yearmonth(mes):O",
                title=None,
                axis=alt.Axis(format="%m/%Y", labelAngle=-45, labelOverlap=True),
            ),
            y=alt.Y("estacoes:Q", title=contadas, axis=alt.Axis(format="d", tickMinStep=1)),
            color=alt.Color("grupo:N", scale=group_scale(), legend=None),
            order="ordem:O",
            tooltip=[
                alt.Tooltip("yearmonth(mes):T", title=t("mês"), format="%m/%Y"),
                alt.Tooltip("grupo:N", title=t("situação")),
                alt.Tooltip("estacoes:Q", title=t("estações")),
            ],
        )
    )
    return chart


def draw_evidence(evidencias: Iterable[Mapping[str, Any]], titulo: str) -> None:
    """Draw the weights of a link's evidence as a waterfall that ends in their sum.

    Args:
        evidencias: ``fato, estacao, registro, peso`` in order.
        titulo: what the chart shows.
    """
    pesos = tuple((item["fato"], float(item.get("peso") or 0)) for item in evidencias)
    draw_chart(derive(_write_vega, _build_evidence, pesos, titulo), 34 * (len(pesos) + 1) + 80)


def _build_evidence(pesos: Sequence[tuple[str, float]], titulo: str) -> alt.Chart:
    linhas, soma = [], 0.0
    for ordem, (fato, peso) in enumerate(pesos):
        linhas.append(
            {
                "fato": label("fato", fato),
                "ordem": ordem,
                "de": soma,
                "ate": soma + peso,
                "peso": peso,
            }
        )
        soma += peso
    linhas.append({"fato": t("soma"), "ordem": len(linhas), "de": 0.0, "ate": soma, "peso": soma})
    tabela = pd.DataFrame(linhas)
    tabela["sentido"] = [t("a favor") if p >= 0 else t("contra") for p in tabela["peso"]]
    chart: alt.Chart = (
        alt.Chart(tabela, title=write_title(titulo))
        .mark_bar()
        .encode(
            y=alt.Y(
                "fato:N",
                sort=list(tabela["fato"]),
                title=None,
                axis=alt.Axis(labelLimit=170, labelOverlap=False),
            ),
            x=alt.X("de:Q", title=t("peso")),
            x2="ate:Q",
            color=alt.Color(
                "sentido:N",
                scale=alt.Scale(domain=[t("a favor"), t("contra")], range=["#3b6ea5", "#a8572c"]),
                legend=None,
            ),
            tooltip=[alt.Tooltip("fato:N", title=" "), alt.Tooltip("peso:Q", title=t("peso"), format="+.2f")],
        )
    )
    return chart


def _write_vega(build: Callable[..., alt.Chart], *args: Any) -> dict[str, Any]:
    """Return what ``build`` makes of its arguments, as Vega-Lite: worth keeping, for it is slow to make.

    Args:
        build: makes the chart.
        *args: its arguments, rows as tuples.
    """
    return _describe(build(*args))


def _describe(chart: alt.Chart | alt.LayerChart) -> dict[str, Any]:
    """Return a chart as Vega-Lite, named by its title for who hears the page.

    The parts name themselves in English, column by column, one by one: the table below the chart says them.
    """
    spec: dict[str, Any] = chart.to_dict()
    spec["description"] = " ".join(spec["title"]["text"])
    # Altair's own sizes left out: Streamlit's theme has others
    spec["config"] = {parte: {"aria": False} for parte in ("mark", "axis", "legend", "title")}
    spec["datasets"] = {nome: pd.DataFrame(linhas) for nome, linhas in spec["datasets"].items()}
    return spec


def draw_chart(
    chart: alt.Chart | alt.LayerChart | dict[str, Any], height: int, legenda: bool = False
) -> None:
    """Put a chart on the page with its source below, a link to the files and one that saves it as an image.

    Args:
        chart: with a title that says what it shows; or its Vega-Lite.
        height: in pixels.
        legenda: name the groups above it, each with its shape, in the order in which they are stacked.
    """
    if legenda:
        nomes = (fill("{forma} {nome}", forma=draw_shape(g), nome=name_grupo(g)) for g in MARCAS)
        show(fill('<p class="etr-sobre">{nomes}</p>', nomes=Markup(" &nbsp; ").join(nomes)))
    st.vega_lite_chart(dict(chart) if isinstance(chart, dict) else _describe(chart), height=height)
    show(_write_source(legenda))


def _write_source(legenda: bool) -> Markup:
    """Return the source line, with links to the files behind the chart and to the chart as a picture.

    Args:
        legenda: the chart is coloured by group: the picture needs the names.
    """
    acervo = current_acervo()
    return fill(
        '<p class="etr-sobre">{fonte} <a href="{dados}">{abrir}</a> · <a class="etr-png" href="#"'
        ' role="button" data-legenda="{legenda}">{salvar}</a></p>',
        fonte=t(
            "Fonte: ANATEL e registros municipais, acervo {id}, {dia}.",
            id=acervo.id,
            dia=write_date(acervo.em),
        ),
        dados="/dados?" + urlencode(kept_parameters(acervo=acervo.id)),
        abrir=t("Arquivos"),
        legenda="|".join(f"{m.cor} {t(m.nome)}" for m in MARCAS.values()) if legenda else "",
        salvar=t("Salvar imagem (PNG)"),
    )


def write_title(titulo: str) -> alt.TitleParams:
    """Return a chart title at the left, small and bold, in lines that a telephone shows whole."""
    return alt.TitleParams(wrap(titulo, 46), anchor="start", fontSize=14, offset=12)


def group_rows(rows: Iterable[Mapping[str, Any]], chave: str, vazio: str) -> list[dict[str, Any]]:
    """Return the rows of ``count_by`` with the groups named, for the table under a chart.

    Args:
        rows: ``chave, avaliadas`` and one column per group.
        chave: heading of the first column.
        vazio: what stands for an unknown key.
    """
    return [
        {
            chave: row["chave"] or vazio,
            t("Avaliadas"): row["avaliadas"],
            **{f"{marca.simbolo} {t(marca.nome)}": row[grupo.value] for grupo, marca in MARCAS.items()},
        }
        for row in rows
    ]


def course_rows(serie: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the monthly course with months and situações named, for the table under the chart."""
    return [
        {
            t("mês"): write_month(row["mes"]),
            t("situação"): name_situacao(row["situacao"]),
            t("estações"): int(row["estacoes"]),
        }
        for row in serie
    ]


def situation_rows(contagens: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return ``count_situacoes`` with names beside the codes, for the table under a chart."""
    return [
        {
            t("grupo"): name_grupo(row["grupo"]),
            t("situação"): name_situacao(row["situacao"]),
            t("código"): row["situacao"],
            t("estações"): int(row["estacoes"]),
        }
        for row in contagens
    ]
