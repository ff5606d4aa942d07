"""The map's background: what the setting may say, and what the policy then admits."""

from __future__ import annotations

import pytest

from etrdash.api.headers import build_policy
from etrdash.erros import EntradaIlegivel
from etrdash.fundo import PADRAO, VARIAVEL, find_fundo, read_fundo


def test_without_a_setting_the_usual_background_waits_for_the_reader() -> None:
    fundo = read_fundo(None)
    assert fundo is not None
    assert (fundo.estilo, fundo.origem, fundo.ligado) == (PADRAO, "https://tiles.openfreemap.org", False)


def test_none_is_none() -> None:
    assert read_fundo("nenhum") is None


@pytest.mark.parametrize(
    ("valor", "origem"),
    [
        ("https://mapas.exemplo.org:8443/estilo.json?x=1", "https://mapas.exemplo.org:8443"),
        ("http://127.0.0.1:8000/estilo.json", "http://127.0.0.1:8000"),
        ("/app/static/estilo.json", ""),
    ],
)
def test_an_own_style_is_on_and_names_its_host_alone(valor: str, origem: str) -> None:
    fundo = read_fundo(valor)
    assert fundo is not None
    assert (fundo.estilo, fundo.origem, fundo.ligado) == (valor, origem, True)


@pytest.mark.parametrize(
    "valor",
    [
        "http://mapas.exemplo.org/estilo.json",
        "//mapas.exemplo.org/estilo.json",
        "https://u:s@mapas.exemplo.org/e.json",
        "https://a.org/x; script-src *",
        "https://a.org/'unsafe-eval'",
        "ftp://a.org/x",
        "https://a.org:porta/",
        "estilo.json",
    ],
)
def test_anything_else_is_refused_and_the_pages_go_without(
    valor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EntradaIlegivel, match=VARIAVEL):
        read_fundo(valor)
    monkeypatch.setenv(VARIAVEL, valor)
    assert find_fundo() is None


def test_policy_admits_exactly_the_host_of_the_style() -> None:
    com = dict(d.split(" ", 1) for d in build_policy("'sha256-x'", "https://m.org").split("; "))
    sem = dict(d.split(" ", 1) for d in build_policy("'sha256-x'").split("; "))
    assert com["connect-src"] == "'self' data: https://m.org"
    assert com["img-src"] == "'self' data: blob: https://m.org"
    assert {nome for nome in com if com[nome] != sem[nome]} == {"connect-src", "img-src"}
    assert "http" not in " ".join(sem.values())
