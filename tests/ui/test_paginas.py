"""Every page opens, says which data it shows, and says so when it has nothing to show."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.published.retiradas import Retirada, log_retirada
from etrdash.published.store import VARIAVEL
from etrdash.ui.paginas import PAGINAS, find_folder
from tests.acervo_minimo import build_minimo
from tests.ui.conftest import read_text

Abre = Callable[..., AppTest]
ENDERECOS = [pagina.endereco for pagina in PAGINAS]
PROIBIDAS = ("ilegal", "irregular", "clandestin")


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("endereco", ENDERECOS)
def test_page_opens_and_names_its_data(abre: Abre, acervo: Acervo, endereco: str, lang: str) -> None:
    app = abre(endereco, lang=lang)
    texto = read_text(app)
    assert not app.exception
    assert len(app.title) == 1
    assert acervo.id in texto
    assert ("Dados fictícios" if lang == "pt" else "Fictitious data") in texto
    assert not any(palavra in texto.lower() for palavra in PROIBIDAS)


def test_addresses_are_those_of_the_contract() -> None:
    assert {f"/{endereco}" for endereco in ENDERECOS} == {
        "/",
        "/mapa",
        "/cidade",
        "/estacao",
        "/prazos",
        "/comparar",
        "/conferencia",
        "/leis",
        "/dados",
        "/metodologia",
    }


def test_pages_are_short_and_know_no_query() -> None:
    for arquivo in find_folder().glob("*.py"):
        texto = arquivo.read_text(encoding="utf-8")
        assert len(texto.splitlines()) <= 60, arquivo.name
        assert "SELECT" not in texto
        assert "execute" not in texto


@pytest.mark.parametrize("endereco", ENDERECOS)
def test_without_an_acervo_the_page_says_what_to_do(
    abre: Abre, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endereco: str
) -> None:
    abre("")  # the fixture sets the store; this test points elsewhere
    monkeypatch.setenv(VARIAVEL, str(tmp_path / "vazia"))
    app = abre(endereco)
    texto = read_text(app)
    assert not app.exception
    assert "ainda não há acervo" in texto
    assert "etrdash demo" in texto
    assert str(tmp_path) not in texto


def test_unknown_acervo_leads_to_the_same_view_of_the_current_one(abre: Abre) -> None:
    texto = read_text(abre("cidade", acervo="2020-01-01-00000000", ibge="3557105"))
    assert "Não há acervo 2020-01-01-00000000" in texto
    assert "etrdash status" not in texto
    assert '<a href="?ibge=3557105&amp;lang=pt">Ver no acervo atual</a>' in texto


def test_withdrawn_acervo_names_its_successor(
    abre: Abre, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    atual = build_minimo(tmp_path)
    atual.close()
    log_retirada(tmp_path, Retirada("2020-01-01-00000000", "2026-11-29", "dados_pessoais", atual.id))
    abre("")  # the fixture sets the store; this test points elsewhere
    monkeypatch.setenv(VARIAVEL, str(tmp_path))
    texto = read_text(abre("cidade", acervo="2020-01-01-00000000"))
    assert "foi retirado em 29/11/2026" in texto
    assert f'<a href="?acervo={atual.id}&amp;lang=pt">Ver no acervo que o substitui</a>' in texto


def test_earlier_acervo_is_shown_and_said(abre: Abre, loja: Path, acervo: Acervo) -> None:
    antigo = next(item.name for item in loja.iterdir() if item.is_dir() and item.name != acervo.id)
    texto = read_text(abre("", acervo=antigo))
    assert antigo in texto
    assert "acervo anterior" in texto
    assert "Dados fictícios" not in texto


def test_the_current_acervo_is_asked_the_same_as_the_earlier_one(
    abre: Abre, loja: Path, acervo: Acervo
) -> None:
    antigo = next(item.name for item in loja.iterdir() if item.is_dir() and item.name != acervo.id)
    texto = read_text(abre("cidade", acervo=antigo, ibge="3557105", grupo=["vermelho", "cinza"]))
    atual = re.search(r'<a href="\?([^"]*)">Ver o atual</a>', texto)
    assert atual is not None
    assert parse_qs(unescape(atual[1])) == {
        "lang": ["pt"],
        "ibge": ["3557105"],
        "grupo": ["vermelho", "cinza"],
    }


def test_a_provision_has_an_address_of_its_own(abre: Abre) -> None:
    artigo = "<cite>art. 21, § 1º</cite>"
    inteira = read_text(abre("leis", lei="lei_exemplo"))
    assert artigo not in inteira
    elo = re.search(r'<a href="/leis\?([^"]*)">art. 21, § 1º</a>', inteira)
    assert elo is not None
    pedido = {nome: valores[0] for nome, valores in parse_qs(unescape(elo[1])).items()}
    assert artigo in read_text(abre("leis", **pedido))
    assert artigo not in read_text(abre("leis", **(pedido | {"dispositivo": "art_0"})))


def test_data_page_tells_how_to_make_the_same_figures_again(abre: Abre, loja: Path, acervo: Acervo) -> None:
    real = next(item.name for item in loja.iterdir() if item.is_dir() and item.name != acervo.id)
    texto = read_text(abre("dados", acervo=real))
    assert "etrdash build --anatel " in texto
    assert "--as-of 2026-11-30" in texto
    assert f"etrdash. Acervo {real}, situação em 30/11/2026." in texto
    assert "etrdash demo" in [codigo.value for codigo in abre("dados").code]
