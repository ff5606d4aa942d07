"""Numbers and dates as people in Brazil write them."""

from __future__ import annotations

from datetime import date

import pytest

from etrdash.ui.formatos import (
    parse_date,
    write_address,
    write_bytes,
    write_date,
    write_metres,
    write_month,
    write_name,
    write_number,
    write_share,
)


@pytest.mark.parametrize(
    ("valor", "esperado"),
    [(date(2026, 11, 30), "30/11/2026"), ("2024-02-29", "29/02/2024"), (None, "—"), ("", "—")],
)
def test_dates(valor: object, esperado: str) -> None:
    assert write_date(valor) == esperado


def test_a_month_is_read_from_seven_characters() -> None:
    assert write_month("2026-11") == "nov. 2026"
    assert parse_date(float("nan")) is None


@pytest.mark.parametrize(
    ("valor", "casas", "esperado"),
    [
        (1234567, 0, "1.234.567"),
        (0.5, 2, "0,50"),
        (-22.95, 2, "-22,95"),
        (None, 0, "—"),
        (float("nan"), 0, "—"),
    ],
)
def test_numbers(valor: object, casas: int, esperado: str) -> None:
    assert write_number(valor, casas) == esperado


@pytest.mark.parametrize(
    ("parte", "todo", "esperado"),
    [(1, 4, "25%"), (0, 4, "0%"), (4, 4, "100%"), (1, 1000, "< 1%"), (999, 1000, "> 99%"), (0, 0, "—")],
)
def test_shares_never_round_something_to_nothing(parte: int, todo: int, esperado: str) -> None:
    assert write_share(parte, todo) == esperado


def test_metres_and_bytes() -> None:
    assert (write_metres(0.4), write_metres(27.4), write_metres(None)) == ("0,4 m", "27 m", "—")
    assert (write_bytes(999), write_bytes(12_345), write_bytes(1_234_567)) == ("999 B", "12 kB", "1,2 MB")


@pytest.mark.parametrize(
    ("fonte", "pessoas"),
    [
        ("RUA XV DE NOVEMBRO, 10, CENTRO", "Rua XV de Novembro, 10, Centro"),
        ("Avenida das Nações", "Avenida das Nações"),
        ("—", "—"),
    ],
)
def test_names_in_capitals_are_written_as_people_do(fonte: str, pessoas: str) -> None:
    assert write_name(fonte) == pessoas


@pytest.mark.parametrize(
    ("endereco", "bairro", "escrito"),
    [
        ("RUA DA AMOSTRA, 518, CENTRO", "CENTRO", "Rua da Amostra, 518"),
        ("RUA DA AMOSTRA, 518, Centro", "CENTRO", "Rua da Amostra, 518"),
        ("Rua da Amostra, 518", "CENTRO", "Rua da Amostra, 518"),
        ("CENTRO", "CENTRO", "Centro"),
        ("RUA DO CENTRO, CENTRO SUL", "SUL", "Rua do Centro, Centro Sul"),
        ("RUA DA AMOSTRA, 518,", None, "Rua da Amostra, 518,"),
        (None, "CENTRO", "—"),
        ("", None, "—"),
    ],
)
def test_address_without_the_neighbourhood_beside_it(
    endereco: str | None, bairro: str | None, escrito: str
) -> None:
    assert write_address(endereco, bairro) == escrito
