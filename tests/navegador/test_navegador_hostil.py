"""Texts that try to run, through a real build of both sources: every page and answer carries them inert."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
import requests
from playwright.sync_api import Page

from bench.paginas_servidor import start_etrdash
from etrdash.marts.dicionario import load_dicionario
from etrdash.published.celulas import SABORES
from etrdash.published.store import Store
from etrdash.ui.paginas import PAGINAS
from tests.cli.conftest import call_environment
from tests.entradas_hostis import CARGAS, FORA, IBGE, list_completas, write_hostis
from tests.navegador.conftest import Aba

pytestmark = pytest.mark.navegador

POUCAS = ("imagem", "svg", "markdown", "formula", "direcao", "controle", "enorme")
INVISIVEL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
ATIVOS = f"""() => [...document.querySelectorAll(
    "img[src='x'], svg[onload], iframe, base, object, embed, [onerror], [onload], .katex,"
    + " a[href^='javascript:' i], a[href*='//{FORA}'], img[src*='{FORA}'], form[action]"
)].map(e => e.outerHTML.slice(0, 200))"""
RODADA = (
    "/mapa?ibge={ibge}", "/cidade?ibge={ibge}", "/prazos?ibge={ibge}", "/conferencia?ibge={ibge}",
    "/comparar?a={ibge}", "/?q=script", "/?q=http", "/?q=markdown", "/?q=" + quote(CARGAS["markdown"]),
    "/?q=" + quote(CARGAS["imagem"]), "/cidade?ibge={ibge}&q=" + quote(CARGAS["svg"]),
)  # fmt: skip


class Hostil:
    """A store built from hostile inputs, its stations that are hostile in every text, and its server."""

    def __init__(self, pasta: Path, cargas: dict[str, str]) -> None:
        self.store = Store(pasta / "store")
        self.cargas = cargas
        self.completas = list_completas(cargas)
        comando = [
            sys.executable,
            "-c",
            "from etrdash.cli import main; main()",
            "build",
            "--as-of",
            "2026-11-30",
        ]
        comando += [*write_hostis(pasta, cargas), "--store", str(self.store.pasta)]
        self.saida = subprocess.run(
            comando, env=call_environment(), capture_output=True, text=True, check=False, timeout=300
        )
        assert self.saida.returncode == 0, self.saida.stderr
        self.url = ""

    @contextmanager
    def serve(self) -> Iterator[Hostil]:
        with start_etrdash(self.store.pasta) as servidor:
            self.url = servidor.url
            yield self


@pytest.fixture(scope="module")
def poucas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostil]:
    """A few texts, one of each kind."""
    cargas = {nome: CARGAS[nome] for nome in POUCAS}
    with Hostil(tmp_path_factory.mktemp("poucas"), cargas).serve() as hostil:
        yield hostil


@pytest.fixture(scope="module")
def todas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostil]:
    """Every text."""
    with Hostil(tmp_path_factory.mktemp("todas"), CARGAS).serve() as hostil:
        yield hostil


def assert_build_inert(hostil: Hostil) -> None:
    """The build accounts for every row, and what it says does not drive the terminal."""
    dito = hostil.saida.stdout + hostil.saida.stderr
    assert not INVISIVEL.search(dito.replace("\r\n", "\n"))
    assert "Traceback" not in dito
    acervo = requests.get(f"{hostil.url}/api/v1/acervo", timeout=30).json()
    arquivos = [a for a in acervo["arquivos"] if a["papel"] != "dados"]
    assert len(arquivos) == 3
    for arquivo in arquivos:
        assert arquivo["lidas"] == arquivo["carregadas"] + arquivo["repetidas"] + arquivo["rejeitadas"]
        assert arquivo["carregadas"] > arquivo["lidas"] / 2


def assert_files_inert(hostil: Hostil) -> None:
    """No cell of a published file is a formula or holds what cannot be seen."""
    pasta = hostil.store.find_pasta_current()
    csv.field_size_limit(10_000_000)
    lidas = 0
    for tabela in load_dicionario().values():
        for sabor in SABORES:
            caminho = pasta / f"{tabela.nome}{sabor.sufixo}"
            if not caminho.exists():
                continue
            texto = caminho.read_text(encoding="utf-8-sig")
            textos = {c.nome for c in tabela.colunas if c.tipo in {"texto", "lista"}}
            for linha in csv.DictReader(texto.splitlines(keepends=True), delimiter=sabor.separador):
                lidas += 1
                for coluna in textos & linha.keys():
                    assert not re.match(r"\s*[=+@＝]", linha[coluna]), (caminho.name, coluna)
                    assert not INVISIVEL.search(linha[coluna]), (caminho.name, coluna)
    assert lidas > 100
    for livro in pasta.glob("*.xlsx"):
        with zipfile.ZipFile(livro) as pacote:
            for nome in pacote.namelist():
                assert "externalLink" not in nome
                if nome.startswith("xl/worksheets/"):
                    raiz = ET.fromstring(pacote.read(nome))
                    assert not [e for e in raiz.iter() if e.tag.rpartition("}")[2] in {"f", "hyperlink"}]


def assert_answers_inert(hostil: Hostil) -> None:
    """No JSON answer holds a letter of markup; the feed is well formed; nothing breaks out of a header."""
    for caminho in (
        "acervo", "municipios", f"municipios/{IBGE}", f"municipios/{IBGE}/estacoes.json?limit=1000",
        *(f"estacoes/{n}" for n in hostil.completas),
    ):  # fmt: skip
        resposta = requests.get(f"{hostil.url}/api/v1/{caminho}", timeout=60)
        assert resposta.status_code == 200, caminho
        assert not re.search("[<>&\u2028\u2029]", resposta.text), caminho
        assert not resposta.cookies
    resposta = requests.get(f"{hostil.url}/api/v1/municipios/{IBGE}/estacoes.geojson", timeout=60)
    assert len(resposta.json()["features"]) > 100
    assert resposta.headers["X-Content-Type-Options"] == "nosniff"
    ET.fromstring(requests.get(f"{hostil.url}/mudancas.atom", timeout=60).content)


def walk(hostil: Hostil, aba: Aba, caminhos: list[str]) -> None:
    """Open pages: nothing runs, is injected, is asked of another host or breaks the policy."""
    avisos: list[str] = []
    aba.page.on("dialog", lambda caixa: (avisos.append(caixa.message), caixa.dismiss()))
    for caminho in caminhos:
        aba.page.goto(hostil.url + caminho)
        if not caminho.startswith("/relatorio/"):
            aba.wait()
        aba.page.wait_for_timeout(200)
        assert aba.page.evaluate("window.__hostil") is None, caminho
        assert aba.page.evaluate(ATIVOS) == [], caminho
        assert aba.page.locator("h1").first.is_visible(), caminho
        assert aba.page.evaluate("document.documentElement.scrollWidth") <= 1280, caminho
        assert (avisos, aba.erros, aba.fora) == ([], [], []), caminho


def find_text(page: Page, texto: str) -> bool:
    """Whether the page shows a text letter by letter."""
    return texto in " ".join(page.locator("body").inner_text().split())


def test_a_few_hostile_texts_come_out_inert(poucas: Hostil, abre_aba: Callable[..., Aba]) -> None:
    assert_build_inert(poucas)
    assert_files_inert(poucas)
    assert_answers_inert(poucas)
    aba = abre_aba()
    numero = poucas.completas[POUCAS.index("markdown")]
    walk(poucas, aba, [f"/relatorio/{IBGE}", "/?q=script", f"/estacao?numero={numero}"])
    assert find_text(aba.page, "**n** `c` :red[x] $x^2$")


@pytest.mark.longo
def test_every_hostile_text_comes_out_inert_on_every_page(
    todas: Hostil, abre_aba: Callable[..., Aba]
) -> None:
    assert_build_inert(todas)
    assert_files_inert(todas)
    assert_answers_inert(todas)
    aba = abre_aba()
    caminhos = [f"/{pagina.endereco}" for pagina in PAGINAS] + [r.format(ibge=IBGE) for r in RODADA]
    caminhos += [
        f"/relatorio/{IBGE}",
        *(f"{c}&lang=en" for c in ("/cidade?ibge=" + IBGE, "/mapa?ibge=" + IBGE)),
    ]
    walk(todas, aba, caminhos + [f"/estacao?numero={n}" for n in todas.completas])
