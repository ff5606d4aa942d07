"""The deadlines as a wall calendar: one grid of months for each year, each month with its counts by group."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.ui.formatos import name_month, write_month, write_number
from etrdash.ui.graficos import GRUPOS
from etrdash.ui.html import draw_shape, fill, join
from etrdash.ui.idioma import tn
from etrdash.ui.situacoes import name_grupo

PARAMETRO = "mes"
_MES = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")


def read_month(desde: date, ate: date) -> tuple[date, date] | None:
    """Return the first and last day of the month in the address inside a window; None where none is asked.

    Args:
        desde: first day of the window.
        ate: last day of the window.
    """
    asked = _MES.fullmatch(st.query_params.get(PARAMETRO, ""))
    if asked is None or not 1 <= int(asked[1]) < date.max.year:
        return None
    first = date(int(asked[1]), int(asked[2]), 1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return (max(first, desde), min(last, ate)) if first <= ate and last >= desde else None


def draw_calendar(rows: Iterable[Mapping[str, Any]], escolhido: date | None) -> Markup:
    """Return the years of a window, twelve months each; a month with deadlines opens its own list.

    Args:
        rows: ``mes, grupo, estacoes`` of ``count_prazos``; ``mes`` is the first day of a month.
        escolhido: first day of the month now open.
    """
    contagens: dict[date, dict[str, int]] = defaultdict(dict)
    for row in rows:
        contagens[row["mes"]][row["grupo"]] = row["estacoes"]
    anos = sorted({mes.year for mes in contagens})
    return join(
        fill(
            '<h2 class="etr-grupo">{ano}</h2><ol class="etr-meses">{meses}</ol>',
            ano=str(ano),
            meses=join(
                _draw_month(mes, contagens.get(mes, {}), mes == escolhido)
                for mes in (date(ano, n, 1) for n in range(1, 13))
            ),
        )
        for ano in anos
    )


def _draw_month(mes: date, contagem: Mapping[str, int], aberto: bool) -> Markup:
    total = sum(contagem.values())
    if not total:
        return fill('<li class="etr-vazio">{mes}</li>', mes=name_month(mes))
    return fill(
        '<li><a href="?{query}"{atual} aria-label="{rotulo}">{mes} <b>{n}</b><span>{grupos}</span></a></li>',
        query=urlencode({**st.query_params.to_dict(), PARAMETRO: f"{mes:%Y-%m}"}),
        atual=Markup(' aria-current="true"') if aberto else "",
        rotulo=_say_month(mes, total, contagem),
        mes=name_month(mes),
        n=write_number(total),
        grupos=Markup(" ").join(
            fill("{forma}{n}", forma=draw_shape(grupo), n=write_number(contagem[grupo]))
            for grupo in GRUPOS
            if grupo in contagem
        ),
    )


def _say_month(mes: date, total: int, contagem: Mapping[str, int]) -> str:
    """Say a month's counts in words, for those who cannot see shapes."""
    grupos = ", ".join(f"{name_grupo(g)}: {write_number(contagem[g])}" for g in GRUPOS if g in contagem)
    quantos = tn("{n} prazo ou validade", "{n} prazos ou validades", total, n=write_number(total))
    return f"{write_month(mes)}: {quantos} ({grupos})"
