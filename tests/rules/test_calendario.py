"""National holidays are exactly the listed ones, for forty years; the municipality adds its own."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from etrdash.rules.calendario import Calendario, list_feriados_nacionais

FIXOS = ((1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (12, 25))


def compute_pascoa(ano: int) -> date:
    """Easter Sunday by the anonymous Gregorian rule, written from its arithmetic."""
    seculo, resto = divmod(ano, 100)
    lua = (19 * (ano % 19) + seculo - seculo // 4 - (seculo - (seculo + 8) // 25 + 1) // 3 + 15) % 30
    semana = (32 + 2 * (seculo % 4) + 2 * (resto // 4) - lua - resto % 4) % 7
    ajuste = lua + semana - 7 * ((ano % 19 + 11 * lua + 22 * semana) // 451) + 114
    return date(ano, ajuste // 31, ajuste % 31 + 1)


@pytest.mark.parametrize("ano", range(2000, 2041))
def test_national_list(ano: int) -> None:
    esperados = {date(ano, mes, dia) for mes, dia in FIXOS} | {compute_pascoa(ano) - timedelta(days=2)}
    if ano >= 2024:
        esperados.add(date(ano, 11, 20))
    assert set(list_feriados_nacionais(ano)) == esperados


def test_known_easters() -> None:
    assert compute_pascoa(2021) == date(2021, 4, 4)
    assert compute_pascoa(2024) == date(2024, 3, 31)


def test_carnival_and_corpus_christi_are_business_days_unless_the_municipality_says_otherwise() -> None:
    carnaval, corpus = date(2024, 2, 13), date(2024, 5, 30)
    assert Calendario().is_dia_util(carnaval)
    assert Calendario().is_dia_util(corpus)
    assert not Calendario([carnaval]).is_dia_util(carnaval)
    assert Calendario([corpus]).roll(corpus) == date(2024, 5, 31)


def test_roll_crosses_weekend_and_holiday() -> None:
    assert Calendario().roll(date(2023, 4, 30)) == date(2023, 5, 2)
    assert Calendario().roll(date(2023, 4, 28)) == date(2023, 4, 28)
    assert Calendario().roll(date(2023, 12, 30)) == date(2024, 1, 2)


def test_20_november_counts_from_2024() -> None:
    assert Calendario().is_dia_util(date(2023, 11, 20))
    assert not Calendario().is_dia_util(date(2024, 11, 20))


def test_names() -> None:
    calendario = Calendario([date(2026, 8, 7)])
    assert calendario.name_dia(date(2026, 8, 7)) == "feriado municipal"
    assert calendario.name_dia(date(2026, 8, 8)) == "sábado"
    assert calendario.name_dia(date(2026, 12, 25)) == "feriado (Natal)"
    assert calendario.name_dia(date(2026, 12, 25), "en") == "holiday (Natal)"
    assert calendario.name_dia(date(2026, 8, 6)) == "quinta-feira"
