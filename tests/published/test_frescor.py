"""Sources older than configured: which, from when, how many."""

from __future__ import annotations

from datetime import date

import pytest

from etrdash.erros import EntradaIlegivel
from etrdash.published.frescor import PADROES, VARIAVEIS, Velhice, find_velhices, read_limites

MANIFESTO = {
    "em": "2026-11-30",
    "entradas": [
        {
            "arquivo": "a.csv",
            "papel": "anatel",
            "codigo_ibge": None,
            "proveniencia": {"baixado_em": "2026-11-01T12:00:00+00:00"},
        },
        {
            "arquivo": "b.csv",
            "papel": "anatel",
            "codigo_ibge": None,
            "proveniencia": {
                "baixado_em": "2026-01-01T00:00:00+00:00",
                "conferido_em": "2026-11-20T00:00:00+00:00",
            },
        },
        {"arquivo": "c.csv", "papel": "municipal", "codigo_ibge": "3557105", "proveniencia": None},
    ],
}
MUNICIPIOS = [
    {"base_recebida_em": date(2026, 11, 1)},
    {"base_recebida_em": date(2026, 10, 1)},
    {"base_recebida_em": None},
]
LIMITES = {"anatel": 30, "municipal": 60}


def find(hoje: date) -> list[Velhice]:
    return find_velhices(MANIFESTO, MUNICIPIOS, hoje, LIMITES)


def test_the_last_day_allowed_is_not_old() -> None:
    municipal = Velhice("municipal", date(2026, 10, 1), 1, 60)
    assert find(date(2026, 11, 30)) == []
    assert find(date(2026, 12, 1)) == [municipal]
    assert find(date(2026, 12, 2)) == [Velhice("anatel", date(2026, 11, 1), 1, 30), municipal]


def test_all_that_are_old_are_counted_and_the_oldest_is_named() -> None:
    assert find(date(2027, 6, 1)) == [
        Velhice("anatel", date(2026, 11, 1), 2, 30),
        Velhice("municipal", date(2026, 10, 1), 2, 60),
    ]


def test_a_file_without_download_date_counts_from_the_as_of_date() -> None:
    manifesto = {"em": "2026-11-30", "entradas": [{**MANIFESTO["entradas"][0], "proveniencia": None}]}  # type: ignore[dict-item]
    limites = {"anatel": 30}
    assert find_velhices(manifesto, [], date(2026, 12, 30), limites) == []
    assert find_velhices(manifesto, [], date(2026, 12, 31), limites) == [
        Velhice("anatel", date(2026, 11, 30), 1, 30)
    ]


def test_zero_allows_any_age() -> None:
    assert find_velhices(MANIFESTO, MUNICIPIOS, date(2046, 1, 1), {"anatel": 0, "municipal": 0}) == []


def test_limits_come_from_the_environment() -> None:
    assert read_limites({}) == PADROES
    assert read_limites({VARIAVEIS["anatel"]: " 7 "}) == {**PADROES, "anatel": 7}


@pytest.mark.parametrize("texto", ["-1", "um mês", "1.5", "٣", "9" * 9])
def test_a_limit_that_is_no_number_of_days_is_refused(texto: str) -> None:
    with pytest.raises(EntradaIlegivel) as erro:
        read_limites({VARIAVEIS["municipal"]: texto})
    assert VARIAVEIS["municipal"] in str(erro.value)
