"""Invented outlines and populations: marked so, the same every time, around every invented tower."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path

from etrdash.dados import PastaDeDados
from etrdash.demo import write_demo
from etrdash.demo.roteiro import load_roteiro
from etrdash.demo.torres import build_torres


def is_inside(longitude: float, latitude: float, anel: list[list[float]]) -> bool:
    """Count the edges that a ray to the east crosses."""
    cruzadas = 0
    for (x1, y1), (x2, y2) in pairwise(anel):
        if (y1 > latitude) != (y2 > latitude):
            cruzadas += longitude < x1 + (latitude - y1) * (x2 - x1) / (y2 - y1)
    return cruzadas % 2 == 1


def test_every_tower_stands_inside_its_municipality_and_no_other(tmp_path: Path) -> None:
    malha = json.loads(write_demo(tmp_path).malha.read_text(encoding="utf-8"))
    aneis = {f["properties"]["codarea"]: f["geometry"]["coordinates"][0] for f in malha["features"]}
    assert all(feicao["properties"]["ficticio"] for feicao in malha["features"])
    torres = build_torres(load_roteiro(PastaDeDados.open()))
    assert len(torres) > 100
    for torre in torres:
        dentro = {
            c for c, anel in aneis.items() if is_inside(torre.lugar.longitude, torre.lugar.latitude, anel)
        }
        assert dentro == {torre.cidade.codigo_ibge}


def test_every_population_says_that_it_is_invented(tmp_path: Path) -> None:
    entradas = write_demo(tmp_path)
    with entradas.populacao.open(encoding="utf-8", newline="") as arquivo:
        linhas = list(csv.DictReader(arquivo))
    assert len(linhas) == len(entradas.municipal)
    assert all("fictício" in linha["fonte"] and int(linha["habitantes"]) % 1000 == 0 for linha in linhas)
    outra = write_demo(tmp_path / "outra")
    assert outra.malha.read_bytes() == entradas.malha.read_bytes()
    assert outra.populacao.read_bytes() == entradas.populacao.read_bytes()
