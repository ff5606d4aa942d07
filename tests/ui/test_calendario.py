"""The calendar of deadlines: counts of the acervo, a month that opens, and addresses that ask for none."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from tests.ui.conftest import list_numbers, read_text

Abre = Callable[..., AppTest]
JANELA = timedelta(days=3650)


def list_months(acervo: Acervo) -> dict[str, int]:
    meses: dict[str, int] = {}
    filtro = Filtro(avaliada=True)
    for row in acervo.count_prazos(acervo.em - JANELA, acervo.em + JANELA, filtro).to_pylist():
        meses[f"{row['mes']:%Y-%m}"] = meses.get(f"{row['mes']:%Y-%m}", 0) + row["estacoes"]
    return meses


def test_each_month_shows_its_count_and_opens(abre: Abre, acervo: Acervo) -> None:
    meses = list_months(acervo)
    assert len(meses) > 1
    texto = read_text(abre("prazos", janela="tudo"))
    found = re.findall(r'href="\?[^"]*mes=(\d{4}-\d\d)"[^>]*>[^<]* <b>(\d+)</b>', texto)
    assert {mes: int(n) for mes, n in found} == meses


def test_open_month_lists_and_offers_only_its_stations(abre: Abre, acervo: Acervo) -> None:
    mes = next(iter(list_months(acervo)))
    de = date.fromisoformat(f"{mes}-01")
    ate = (de + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    app = abre("prazos", janela="tudo", mes=mes)
    esperadas = acervo.list_prazos(de, ate, Filtro(avaliada=True)).to_pylist()
    assert sorted(list_numbers(app)) == sorted(row["numero_estacao"] for row in esperadas)
    texto = read_text(app)
    assert 'aria-current="true"' in texto
    assert "Todos os meses do período" in texto
    assert f"prazo_desde={de}&amp;prazo_ate={ate}" in texto


@pytest.mark.parametrize("mes", ["2026-13", "9999-12", "0000-01", "1900-01", "<b>", "2026-1"])
def test_a_month_that_is_none_or_outside_the_window_lists_the_window(abre: Abre, mes: str) -> None:
    assert list_numbers(abre("prazos", janela="tudo", mes=mes)) == list_numbers(abre("prazos", janela="tudo"))
