"""Amounts updated by whole years, with the months and the factor shown."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from etrdash.dados import PastaDeDados
from etrdash.rules.carga import load_indices
from etrdash.rules.indice import IndiceMensal
from etrdash.rules.prazo import Termo

ANO = Termo(1, "y")
UM_POR_CENTO = IndiceMensal("IPCA", {f"2022-{mes:02d}": Decimal(1) for mes in range(1, 13)})


def test_nothing_before_the_first_whole_year() -> None:
    atual = UM_POR_CENTO.update(Decimal(2000), date(2022, 1, 15), date(2023, 1, 14), ANO)
    assert (atual.valor, atual.fator, atual.de, atual.ate) == (
        Decimal("2000.00"),
        Decimal("1.0000"),
        None,
        None,
    )


def test_twelve_months_of_one_per_cent() -> None:
    """1.01 to the twelfth is 1.126825…, by hand."""
    atual = UM_POR_CENTO.update(Decimal(2000), date(2022, 1, 15), date(2023, 1, 15), ANO)
    assert (atual.valor, atual.fator) == (Decimal("2253.65"), Decimal("1.1268"))
    assert (atual.de, atual.ate) == ("2022-01", "2022-12")


def test_a_year_that_the_index_does_not_hold_is_not_applied() -> None:
    atual = UM_POR_CENTO.update(Decimal(2000), date(2022, 1, 15), date(2026, 1, 15), ANO)
    assert atual.ate == "2022-12"


def test_shipped_index_is_whole_and_names_its_source() -> None:
    ipca = load_indices(PastaDeDados.open())["IPCA"]
    meses = list(ipca.variacoes)
    esperados = [f"{ano}-{mes:02d}" for ano in range(1980, 2027) for mes in range(1, 13)]
    assert meses == esperados[esperados.index("1980-02") : esperados.index("2026-09") + 1]
    assert "SGS 433" in ipca.fonte
    # IBGE's published accumulation for the calendar year of 2023: 4.62 %
    acumulado = Decimal(1)
    for mes in range(1, 13):
        acumulado *= 1 + ipca.variacoes[f"2023-{mes:02d}"] / 100
    assert abs((acumulado - 1) * 100 - Decimal("4.62")) < Decimal("0.02")
