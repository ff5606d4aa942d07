"""The work list: order by consequence, both sides of a link, the line that decides it."""

from __future__ import annotations

import csv
from datetime import date
from typing import Any

import pytest

from etrdash.ui.conferencia import find_points, rank_links, write_decision
from tests.ui.conftest import Abre, read_text


def link(numero: str, registro: str, escore: float = 0.3) -> dict[str, Any]:
    return {"codigo_ibge": "1", "numero_estacao": numero, "registro_id": registro, "escore": escore}


def test_what_changes_a_colour_comes_first_then_what_touches_most() -> None:
    vinculos = [link("1", "a", 0.4), link("2", "b"), link("3", "b", 0.2), link("4", "c", 0.1)]
    rows = rank_links(vinculos, {"4"})
    assert [(r["numero_estacao"], r["decisiva"], r["toca"]) for r in rows] == [
        ("4", True, 1),
        ("2", False, 2),
        ("3", False, 2),
        ("1", False, 1),
    ]
    assert rank_links(vinculos[::-1], {"4"}) == rows


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
