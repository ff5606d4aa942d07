"""Identifiers as people write them."""

from __future__ import annotations

import pytest

from etrdash.staging.identificadores import (
    complete_ibge,
    find_numeros_estacao,
    is_processo_pessoal,
    key_processo,
    normalise_cep,
    normalise_cnpj,
    normalise_cpf,
)

MUNICIPIOS = {"3557105": "Votuporanga", "4113700": "Londrina"}


@pytest.mark.parametrize(
    ("texto", "cnpj"),
    [
        ("02.421.421/0001-11", "02421421000111"),
        ("2421421000111", "02421421000111"),
        ("2421421000111.0", "02421421000111"),
        ("12.ABC.345/01DE-35", "12ABC34501DE35"),
        ("12abc34501de35", "12ABC34501DE35"),
        ("02.421.421/0001-12", None),
        ("12345678909", None),
        ("", None),
        (None, None),
    ],
)
def test_cnpj_numeric_and_alphanumeric(texto: str | None, cnpj: str | None) -> None:
    assert normalise_cnpj(texto) == cnpj


def test_cpf() -> None:
    assert normalise_cpf("123.456.789-09") == "12345678909"
    assert normalise_cpf("12345678900") is None
    assert normalise_cpf("11111111111") is None


def test_cep() -> None:
    assert normalise_cep("15500-000") == "15500000"
    assert normalise_cep("1310-100") == "01310100"
    assert normalise_cep("00000-000") is None
    assert normalise_cep("casa") is None


def test_ibge_codes_are_checked_against_the_name() -> None:
    assert complete_ibge("3557105", MUNICIPIOS) == "3557105"
    assert complete_ibge("355710", MUNICIPIOS) == "3557105"
    assert complete_ibge("355710", MUNICIPIOS, "VOTUPORANGA") == "3557105"
    assert complete_ibge("3557105", MUNICIPIOS, "Taubaté") is None
    assert complete_ibge("3557106", MUNICIPIOS) is None
    assert complete_ibge("35571", MUNICIPIOS) is None


@pytest.mark.parametrize(
    ("texto", "numeros"),
    [
        ("683107019", ["683107019"]),
        ("1.016.260.643", ["1016260643"]),
        ("69743321-1", ["697433211"]),
        ("000689482876", ["689482876"]),
        ("696968809.0", ["696968809"]),
        ("ERB 684289617 (licença)", ["684289617"]),
        ("1011951599;1.011.951.605", ["1011951599", "1011951605"]),
        ("101170961-6 e 1013542333 e 1013532843", ["1011709616", "1013542333", "1013532843"]),
        ("1001935235|1001935235", ["1001935235"]),
        ("123.456.789-09", []),
        ("12345678909", []),
        ("17991234567", []),
        ("(17) 99123-4567", []),
        ("17 99123-4567", []),
        ("1734211234", []),
        ("joao683107019@exemplo.com", []),
        ("não informado", []),
        (None, []),
    ],
)
def test_station_numbers_inside_text(texto: str | None, numeros: list[str]) -> None:
    assert find_numeros_estacao(texto) == numeros


@pytest.mark.parametrize(
    ("uma", "outra"),
    [
        ("0000-2014-0.289.410-0", "2014-0.289.410-0"),
        ("0000-2014-0.289.410-0", "0000 2014 0289410 0"),
        ("PA 04611/2005", "pa 4611-2005"),
        ("PA 04611/2005", "Proc. PA 04611/2005 "),
        ("19.052.004660/2004-28", "190520046602004 28"),
    ],
)
def test_spellings_of_one_process_share_a_key(uma: str, outra: str) -> None:
    assert key_processo(uma) == key_processo(outra)


@pytest.mark.parametrize(
    ("uma", "outra"), [("PA 4611/2005", "PA 4612/2005"), ("AI 12/2020", "CCO 12/2020"), ("1/2005", "1/2006")]
)
def test_different_processes_have_different_keys(uma: str, outra: str) -> None:
    assert key_processo(uma) != key_processo(outra)


def test_process_cells_that_hold_a_person() -> None:
    for texto in (
        "123.456.789-09",
        "12345678909",
        "(17) 99123-4567",
        "a@b.com",
        "17991234567",
        "CPF 12345678909",
    ):
        assert is_processo_pessoal(texto)
    for texto in ("PA 98314-2019", "20060029628", "19065007008200771", "200436464 67", "2010-0.225.775-8"):
        assert not is_processo_pessoal(texto)
