"""Dates, numbers and null markers, one cell at a time."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etrdash.staging.celulas import (
    NULOS,
    CelulaIlegivel,
    clean_celula,
    parse_booleano,
    parse_data,
    parse_numero,
)

MENSAGENS = {
    "não é uma data",
    "ano impossível",
    "data que não existe",
    "não é um número",
    "não é sim nem não",
}
dias = st.dates(date(1950, 1, 1), date(2149, 12, 31))


@given(dias, st.sampled_from(("%Y-%m-%d", "%d/%m/%Y", "%Y-%m-%d 11:28:23.687", "%d/%m/%Y 00:00", "%Y%m%d")))
def test_a_day_survives_every_form(dia, forma):
    assert parse_data(f"  {dia.strftime(forma)} ") == dia


@given(st.dates(date(1970, 1, 1), date(2069, 12, 31)))
def test_two_digit_years_are_of_1970_to_2069(dia):
    assert parse_data(dia.strftime("%d/%m/%y")) == dia


@given(dias)
def test_an_excel_serial_is_its_day(dia):
    serial = (dia - date(1899, 12, 30)).days
    assert parse_data(str(serial)) == dia
    assert parse_data(f"{serial}.5") == dia


@pytest.mark.parametrize(
    "texto",
    [
        "2021-02-29",
        "31/04/2020",
        "04/29/2016",
        "2020-13-01",
        "0201-05-05",
        "3021-01-01",
        "ontem",
        "12",
        "2020",
        "1/2",
        "2020-01-01 lixo",
        "123456789",
        "99999",
    ],
)
def test_a_day_that_does_not_exist_is_refused(texto):
    with pytest.raises(CelulaIlegivel):
        parse_data(texto)


def test_29_february_exists_in_leap_years_only():
    assert parse_data("29/02/2020") == date(2020, 2, 29)
    with pytest.raises(CelulaIlegivel):
        parse_data("29/02/2021")


@given(st.floats(-1e6, 1e6), st.integers(0, 6), st.sampled_from((".", ",")))
def test_a_number_survives_both_decimal_marks(numero, casas, marca):
    escrito = f"{numero:.{casas}f}"
    assert parse_numero(escrito.replace(".", marca)) == float(escrito)


@pytest.mark.parametrize(
    ("texto", "valor"),
    [
        ("17,00", 17.0),
        ("1.234", 1.234),
        ("1.587,97", 1587.97),
        ("1,587.97", 1587.97),
        ("1.234.567", 1234567.0),
        ("−3", -3.0),
        (" 4 ", 4.0),
    ],
)
def test_numbers_as_people_write_them(texto, valor):
    assert parse_numero(texto) == valor


@pytest.mark.parametrize("texto", ["abc", "1,2,3", "12 m", "1.23.4", "0x10", "infinity", "1e999x"])
def test_what_is_no_number_is_refused(texto):
    with pytest.raises(CelulaIlegivel):
        parse_numero(texto)


@pytest.mark.parametrize("nulo", sorted(NULOS))
def test_null_markers_are_nothing_in_every_reader(nulo):
    for texto in (nulo, f" {nulo.upper()} ", f"\xa0{nulo}"):
        assert clean_celula(texto) is None
        assert parse_data(texto) is parse_numero(texto) is parse_booleano(texto) is None


@given(st.text(max_size=40))
def test_no_text_breaks_a_reader_nor_reaches_its_message(texto):
    for parse in (parse_data, parse_numero, parse_booleano):
        try:
            parse(texto)
        except CelulaIlegivel as erro:
            assert str(erro) in MENSAGENS


def test_yes_and_no():
    assert [parse_booleano(t) for t in ("S", "sim", "TRUE", "1")] == [True] * 4
    assert [parse_booleano(t) for t in ("n", "Não", "nao", "0")] == [False] * 4
    with pytest.raises(CelulaIlegivel):
        parse_booleano("talvez")


@pytest.mark.parametrize(
    ("escrito", "lido"),
    [
        ("RUA\u200b A\u00ad", "RUA A"),
        ("\u202ea\u202c \u2066b\u2069", "a b"),
        ("a\x1b[31mb\x07\x7f\0", "a[31mb"),
        ("a\u2028b\x85c\td\xa0", "a b c d"),
        ("\ufeffN/I\u200b", None),
        ("São João — nº 1ª", "São João — nº 1ª"),
    ],
)
def test_what_cannot_be_seen_is_dropped(escrito, lido):
    assert clean_celula(escrito) == lido
