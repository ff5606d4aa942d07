"""The wheel holds what the checkout runs from: code, data, pages."""

from __future__ import annotations

import zipfile
from pathlib import Path

from hatchling.build import build_wheel

from tests.repositorio.arvore import RAIZ, tracked

MUDANCAS = {
    ("src",): "",
    ("data",): "etrdash/_data/",
    ("pages",): "etrdash/_pages/",
    (".streamlit",): "etrdash/_app/.streamlit/",
}


def test_everything_that_runs_is_in_the_wheel(tmp_path, monkeypatch):
    monkeypatch.chdir(RAIZ)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as roda:
        nomes = set(roda.namelist())
    esperados = {"etrdash/_app/app.py"}
    for caminho in tracked():
        for raiz, destino in MUDANCAS.items():
            if caminho.parts[:1] == raiz:
                esperados.add(destino + Path(*caminho.parts[1:]).as_posix())
    assert len(esperados) > 100
    assert esperados - nomes == set()
    assert {nome for nome in nomes if ".dist-info/" not in nome} - esperados == set()
