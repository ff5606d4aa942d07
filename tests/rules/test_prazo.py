"""Legal terms: days, months and years apart; the missing day; the move to a business day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etrdash.rules.calendario import Calendario
from etrdash.rules.prazo import (
    Prazo,
    RegraDoMes,
    Termo,
    add_termo,
    count_termo,
    extend_prazo,
    parse_termo,
)


@pytest.mark.parametrize(
    ("inicio", "termo", "fim"),
    [
        (date(2017, 6, 28), "180d", date(2017, 12, 25)),
        (date(2017, 6, 28), "6m", date(2017, 12, 28)),
        (date(2024, 2, 29), "2y", date(2026, 3, 1)),
        (date(2024, 2, 29), "10y", date(2034, 3, 1)),
        (date(2024, 2, 29), "4y", date(2028, 2, 29)),
        (date(2028, 2, 29), "2y", date(2030, 3, 1)),
        (date(2023, 1, 31), "1m", date(2023, 3, 1)),
        (date(2024, 1, 31), "1m", date(2024, 3, 1)),
        (date(2023, 12, 31), "2m", date(2024, 3, 1)),
        (date(2024, 3, 10), "12m", date(2025, 3, 10)),
        (date(2020, 12, 30), "60d", date(2021, 2, 28)),
    ],
)
def test_nominal_end(inicio: date, termo: str, fim: date) -> None:
    assert add_termo(inicio, parse_termo(termo)) == fim


def test_last_day_reading_ends_on_the_last_day_of_the_month() -> None:
    assert add_termo(date(2024, 2, 29), Termo(2, "y"), RegraDoMes.ULTIMO_DIA) == date(2026, 2, 28)
    assert add_termo(date(2023, 1, 31), Termo(1, "m"), RegraDoMes.ULTIMO_DIA) == date(2023, 2, 28)


@pytest.mark.parametrize("texto", ["180", "d", "0d", "-3d", "2a", "1.5y", "", "dois anos"])
def test_term_without_number_or_unit_is_refused(texto: str) -> None:
    with pytest.raises(ValueError, match="número e unidade"):
        parse_termo(texto)


def test_words_of_the_arithmetic() -> None:
    cal = Calendario()
    assert count_termo(date(2022, 3, 10), Termo(2, "y"), cal).describe() == [
        "2 anos de 10/03/2022 = 10/03/2024, domingo → 11/03/2024"
    ]
    assert count_termo(date(2017, 6, 28), Termo(180, "d"), cal).describe() == [
        "180 dias de 28/06/2017 = 25/12/2017, feriado (Natal) → 26/12/2017"
    ]
    assert count_termo(date(2024, 2, 29), Termo(2, "y"), cal).describe() == [
        "2 anos de 29/02/2024 = 01/03/2026 (não há dia 29 naquele mês), domingo → 02/03/2026"
    ]


def test_extension_continues_from_the_nominal_end_and_moves_once() -> None:
    primeiro = count_termo(date(2017, 6, 28), Termo(180, "d"), Calendario())
    prazo = extend_prazo(primeiro, Termo(180, "d"), RegraDoMes.DIA_SEGUINTE)
    assert primeiro.em == date(2017, 12, 26)
    assert (prazo.nominal, prazo.em) == (date(2018, 6, 23), date(2018, 6, 25))


def test_validity_does_not_move() -> None:
    prazo = count_termo(date(2020, 6, 8), Termo(10, "y"), None)
    assert prazo.em == prazo.nominal == date(2030, 6, 8)
    assert not prazo.movido


@given(
    st.dates(date(1990, 1, 1), date(2060, 1, 1)),
    st.integers(1, 60),
    st.sampled_from("dmy"),
    st.sampled_from(RegraDoMes),
)
def test_terms_never_shrink_and_months_are_not_days(
    inicio: date, quantidade: int, unidade: str, regra: RegraDoMes
) -> None:
    fim = add_termo(inicio, Termo(quantidade, unidade), regra)
    assert inicio < fim < add_termo(inicio, Termo(quantidade + 1, unidade), regra)
    if unidade == "y":
        assert fim == add_termo(inicio, Termo(12 * quantidade, "m"), regra)
        assert fim.year == inicio.year + quantidade
    if unidade == "d":
        assert fim - inicio == timedelta(days=quantidade)


def test_equal_terms_do_not_depend_on_the_calendar_object() -> None:
    dia = date(2024, 5, 10)
    assert Prazo(dia, dia, (), Calendario()) == Prazo(dia, dia, (), Calendario())
