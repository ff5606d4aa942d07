"""Street lines as registries write them, split by hand."""

from __future__ import annotations

import pandas as pd
import pytest

from etrdash.dados import PastaDeDados
from etrdash.matching.enderecos import Vias, normalize_bairro, normalize_enderecos


@pytest.fixture(scope="module")
def vias() -> Vias:
    return Vias.load(PastaDeDados.open())


def split(vias: Vias, logradouro: str | None, numero: str | None = None, **outros: str | None) -> pd.Series:
    linha = {"logradouro": logradouro, "numero": numero, "complemento": None, "bairro": None, "cep": None}
    return normalize_enderecos(pd.DataFrame([{**linha, **outros}], dtype=object), vias).iloc[0]


@pytest.mark.parametrize(
    ("logradouro", "numero", "via", "casa"),
    [
        ("Rua Dona Inácia, nº 144", None, "INACIA", 144),
        ("AV GOV. NELSON MORAES 671", None, "NELSON MORAES", 671),
        ("R. DES. ELIETE ROSSI", "0603", "ELIETE ROSSI", 603),
        ("Tv Vereador Ângelo Müller,S/N,Santa Tereza", None, "ANGELO MULLER", None),
        ("RUA DEZ, LOTE 33 QUADRA 37, Nº S/N", None, "DEZ", None),
        ("RUA MANOEL MARTINS QD 45 LT 32", "S/N", "MANOEL MARTINS", None),
        ("AV. DO COMÉRCIO 0", None, "COMERCIO", None),
        ("RUA DOS IMIGRANTES, Nº 99999", None, "IMIGRANTES", None),
        ("R. QUINZE 61", None, "QUINZE", 61),
        ("RUA 2", "45", "DOIS", 45),
        ("RUA PIO XII", None, "PIO DOZE", None),
    ],
)
def test_a_street_line_is_split(
    vias: Vias, logradouro: str, numero: str | None, via: str, casa: int | None
) -> None:
    linha = split(vias, logradouro, numero)
    assert linha["via"] == via
    assert (None if pd.isna(linha["casa"]) else linha["casa"]) == casa


def test_numerals_and_words_name_one_street(vias: Vias) -> None:
    assert split(vias, "RUA 7 DE SETEMBRO")["via"] == split(vias, "R SETE DE SETEMBRO")["via"]


def test_two_house_numbers_are_a_range(vias: Vias) -> None:
    linha = split(vias, "RUA BENEDITO CARDOSO, 440 E 442")
    assert (linha["casa"], linha["casa_fim"]) == (440, 442)


def test_a_road_keeps_its_number_and_its_kilometre(vias: Vias) -> None:
    linha = split(vias, "RODOVIA BR-376 KM 659, S/N")
    assert linha["via"].startswith("BR ")
    assert linha["km"] == 659
    assert pd.isna(linha["casa"])


def test_the_district_inside_the_line_counts_where_the_column_is_empty(vias: Vias) -> None:
    assert split(vias, "Rua Quinze,S/N,Jd. das Flores")["bairro"] == "JARDIM FLORES"


def test_a_complement_tells_the_corner_and_the_house_opposite(vias: Vias) -> None:
    assert (
        split(vias, "RUA B", complemento="ESQ. COM PRESIDENTE LEVINDO TEIXEIRA")["esquina"]
        == "LEVINDO TEIXEIRA"
    )
    assert split(vias, "RUA B", complemento="EM FRENTE AO Nº1482")["frente"] == 1482


@pytest.mark.parametrize(("cep", "esperado"), [("37275-288", "37275288"), ("00000-000", None), ("123", None)])
def test_a_postal_code_has_eight_digits_or_is_missing(vias: Vias, cep: str, esperado: str | None) -> None:
    achado = split(vias, "RUA A", cep=cep)["cep"]
    assert (None if pd.isna(achado) else achado) == esperado


def test_an_empty_line_says_nothing(vias: Vias) -> None:
    assert split(vias, None)[["via", "casa", "frente", "esquina", "km", "bairro", "cep"]].isna().all()


def test_districts_are_written_out() -> None:
    assert normalize_bairro("N. Sra. das Dores") == normalize_bairro("NOSSA SENHORA DAS DORES")
