"""A real server on a free port and a headless Chromium that can reach nothing else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from bench.paginas_navegador import OPCOES
from bench.paginas_servidor import start_etrdash
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, build_minimo, fill_minimo

RAIZ = Path(__file__).resolve().parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
LARGURAS = (1280, 390)
HOSTIL = '<img src=x onerror="window.__hostil=1">{{7*7}}${7*7}'


@dataclass(frozen=True, slots=True)
class Servidor:
    """Address of the server, the id of its current acervo and of the one with hostile strings."""

    url: str
    acervo: str
    hostil: str


@dataclass(slots=True)
class Aba:
    """A page of the browser and what went wrong in it."""

    page: Page
    erros: list[str] = field(default_factory=list)
    fora: list[str] = field(default_factory=list)

    def open(self, url: str) -> Page:
        """Open an address of the dashboard and wait until its footer, the last thing drawn, is there."""
        self.page.goto(url)
        self.wait()
        return self.page

    def wait(self) -> None:
        """Wait until the run in course has finished."""
        self.page.locator(".etr-rodape").wait_for(timeout=30_000)
        self.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=30_000)


@pytest.fixture(scope="session")
def loja_do_servidor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the tiny acervo, and one like it in which every name is hostile."""
    pasta = tmp_path_factory.mktemp("loja-do-servidor")
    identidade = Identidade(em=EM, entradas=(), versao="hostil", ficticio=False)

    def fill(con: duckdb.DuckDBPyConnection, _pasta: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("UPDATE estacoes SET prestadora = $h, endereco = $h, bairro = $h", {"h": HOSTIL})
        con.execute("UPDATE manifestacoes SET autor = $h, texto = $h", {"h": HOSTIL})
        con.execute("UPDATE leis SET nome = $h", {"h": HOSTIL})
        return avisos

    publish_acervo(Store(pasta), identidade, fill)
    build_minimo(pasta, ficticio=True, versao="1").close()
    return pasta


@pytest.fixture(scope="session")
def servidor(loja_do_servidor: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servidor]:
    """The server over the tiny acervos, until the session ends."""
    log = tmp_path_factory.mktemp("log") / "servidor.txt"
    with start_etrdash(loja_do_servidor, log) as aberto:
        atual = (loja_do_servidor / "atual").read_text().strip()
        hostil = next(n for n in Store(loja_do_servidor).list_ids() if n != atual)
        yield Servidor(aberto.url, atual, hostil)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Headless Chromium: ``ETRDASH_CHROMIUM``, else the first one on the PATH."""
    caminho = os.environ.get("ETRDASH_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if caminho is None:
        pytest.fail("no Chromium: set ETRDASH_CHROMIUM or install the package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=caminho, args=OPCOES)
        yield browser
        browser.close()


@pytest.fixture
def abre_aba(chromium: Browser) -> Iterator[Callable[..., Aba]]:
    """Open a tab of a given width and colour scheme that records errors and requests to other hosts."""
    contextos = []

    def open_tab(largura: int = 1280, esquema: str = "light") -> Aba:
        contexto = chromium.new_context(
            viewport={"width": largura, "height": 844 if largura < 600 else 900},
            color_scheme="dark" if esquema == "dark" else "light",
            locale="pt-BR",
            accept_downloads=True,
        )
        contextos.append(contexto)
        aba = Aba(contexto.new_page())

        def note_console(mensagem: ConsoleMessage) -> None:
            if mensagem.type == "error":
                aba.erros.append(mensagem.text)

        def note_request(pedido: Request) -> None:
            if not pedido.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
                aba.fora.append(pedido.url)

        aba.page.on("console", note_console)
        aba.page.on("pageerror", lambda erro: aba.erros.append(str(erro)))
        aba.page.on("request", note_request)
        return aba

    yield open_tab
    for contexto in contextos:
        contexto.close()


@pytest.fixture(scope="session")
def telas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of screenshots, kept as an artefact where ``ETRDASH_TELAS`` names one."""
    nomeada = os.environ.get("ETRDASH_TELAS")
    pasta = Path(nomeada) if nomeada else tmp_path_factory.mktemp("telas")
    pasta.mkdir(parents=True, exist_ok=True)
    return pasta
