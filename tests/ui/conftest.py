"""Pages opened without a browser, on the tiny acervo, through the real main script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from altair.utils.schemapi import enable_debug_mode
from streamlit.testing.v1 import AppTest

from etrdash.published.abertos import open_current
from etrdash.published.acervo import Acervo
from etrdash.published.store import VARIAVEL
from etrdash.ui import paginas
from tests.acervo_minimo import build_minimo

PRINCIPAL = Path(paginas.__file__).with_name("principal.py")
Abre = Callable[..., AppTest]
enable_debug_mode()  # every chart of every page test is checked against Vega-Lite's schema
DEFEITO = ("defeito nosso", "a fault of ours")
"""What a page says, in each language, where it failed: the shell lets no exception through to be seen."""


@pytest.fixture(scope="session")
def loja(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two acervos, the second one current."""
    pasta = tmp_path_factory.mktemp("loja")
    build_minimo(pasta, versao="0").close()
    build_minimo(pasta, ficticio=True, versao="1").close()
    return pasta


@pytest.fixture(scope="session")
def acervo(loja: Path) -> Acervo:
    """The current acervo, to compare pages with."""
    return open_current(loja)


@pytest.fixture
def abre(loja: Path, monkeypatch: pytest.MonkeyPatch) -> Abre:
    """Open a page by address with query parameters and run it."""
    monkeypatch.setenv(VARIAVEL, str(loja))
    st.cache_resource.clear()

    def open_page(endereco: str, **parametros: str | list[str]) -> AppTest:
        app = AppTest.from_file(str(PRINCIPAL), default_timeout=20)
        for nome, valor in parametros.items():
            app.query_params[nome] = valor
        if endereco:
            app.run()
            arquivo = next(p.arquivo for p in paginas.PAGINAS if p.endereco == endereco)
            app.switch_page(str(Path("../../../pages") / arquivo))
            for nome, valor in parametros.items():
                app.query_params[nome] = valor
        app.run()
        assert not any(word in item.value for item in app.warning for word in DEFEITO), "the page failed"
        return app

    return open_page


def read_text(app: AppTest) -> str:
    """Return all the words of a page, markup included."""
    partes = [elemento.value for elemento in app.get("title") + app.get("header") + app.get("subheader")]
    partes += [elemento.value for elemento in app.get("markdown") + app.get("caption") + app.get("code")]
    partes += [elemento.proto.body for elemento in app.get("html")]
    partes += [elemento.value for elemento in app.get("info") + app.get("warning")]
    return "\n".join(str(parte) for parte in partes)


def list_numbers(app: AppTest) -> list[str]:
    """Return the numbers in the table of stations of a page, in order."""
    tabela = next(html.proto.body for html in app.get("html") if 'aria-label="Estações"' in html.proto.body)
    return re.findall(r'href="/estacao\?numero=(\d+)', tabela)
