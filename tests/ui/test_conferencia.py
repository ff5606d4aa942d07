"""The work list: order by consequence, both sides of a link, the line that decides it."""

from __future__ import annotations

import csv
from datetime import date
from typing import Any

import pytest

from etrdash.ui.conferencia import find_points, write_decision
from tests.ui.conftest import Abre, read_text


def link(numero: str, registro: str, escore: float = 0.3) -> dict[str, Any]:
    return {"codigo_ibge": "1", "numero_estacao": numero, "registro_id": registro, "escore": escore}


def test_the_line_has_the_columns_of_a_decision() -> None:
    linha = write_decision(link("1", 'PA "7", 2020'), "confirmado", date(2026, 12, 1))
    [campos] = csv.reader([linha])
    assert campos == ["1", 'PA "7", 2020', "confirmado", "SEU NOME", "2026-12-01", "MOTIVO"]


def test_both_points_come_from_the_evidence_or_none_is_drawn() -> None:
    fato = {
        "fato": "distância",
        "estacao": "-23.500000; -46.600000",
        "registro": "-23.501000; -46.600000 (111 m)",
    }
    assert find_points({"evidencias": [fato]}) == [(-23.5, -46.6), (-23.501, -46.6)]
    assert find_points({"evidencias": [fato | {"registro": "—"}]}) == [(-23.5, -46.6)]
    assert find_points({"evidencias": []}) == []


def test_the_page_counts_both_sides_and_offers_the_line(abre: Abre) -> None:
    app = abre("conferencia")
    texto = read_text(app)
    assert not app.exception
    for trecho in ("Dos dois lados", "Decisões de pessoas a rever", "Esta página nada grava"):
        assert trecho in texto
    [linhas] = [codigo.value for codigo in app.code]
    assert [linha.split(",")[2] for linha in linhas.splitlines()] == ["confirmado", "rejeitado"]


@pytest.mark.parametrize(
    ("endereco", "parametros", "trechos"),
    [
        (
            "cidade",
            {"ibge": "3557105"},
            ("Nos processos municipais recebidos (", "estações deixadas sem registro"),
        ),
        ("cidade", {"ibge": "3557105", "lang": "en"}, ("lack the coordinate", "truly had none")),
        ("metodologia", {}, ("Com que frequência acerta", "estações que ficaram sem processo aceito")),
        ("conferencia", {}, ("estações deixadas sem registro",)),
    ],
)
def test_counts_without_record_tell_what_the_records_lack_and_how_often_they_err(
    abre: Abre, endereco: str, parametros: dict[str, str], trechos: tuple[str, ...]
) -> None:
    texto = read_text(abre(endereco, **parametros))
    for trecho in trechos:
        assert trecho in texto


def test_a_place_without_processes_gets_no_caveat(abre: Abre) -> None:
    assert "estações deixadas sem registro" not in read_text(abre("cidade", ibge="3138203"))
