"""Three people, each from the first page to the end of a task on the demonstration: screen against data."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from bench.paginas_servidor import start_etrdash
from etrdash.cli.principal import main
from etrdash.published.abertos import open_current
from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.traducao import translate
from tests.navegador.conftest import LARGURAS, Aba
from tests.navegador.test_navegador_impressao import count_pages

pytestmark = pytest.mark.navegador
LARGURA_E_LINGUA = [
    *((largura, "pt") for largura in LARGURAS),
    *(pytest.param(largura, "en", marks=pytest.mark.longo) for largura in LARGURAS),
]


@dataclass(frozen=True, slots=True)
class Demonstracao:
    """The demonstration, served: address, acervo, and the municipality with the most pending stations."""

    url: str
    acervo: Acervo
    municipio: dict[str, Any]

    @property
    def pendentes(self) -> Filtro:
        """The pending stations of the municipality."""
        return Filtro(codigo_ibge=self.municipio["codigo_ibge"], avaliada=True, grupos=("vermelho",))


@pytest.fixture(scope="module")
def demonstracao(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demonstracao]:
    """Build the demonstration by its command and serve it."""
    loja = tmp_path_factory.mktemp("demonstracao")
    with pytest.raises(SystemExit) as saida:
        main(["demo", "--store", str(loja)])
    assert saida.value.code == 0
    acervo = open_current(loja)
    municipio = max(acervo.list_municipios().to_pylist(), key=lambda m: (m["vermelho"], m["codigo_ibge"]))
    with start_etrdash(loja, tmp_path_factory.mktemp("log") / "demonstracao.txt") as servidor:
        yield Demonstracao(servidor.url, acervo, municipio)


def say(lingua: str, mensagem: str) -> str:
    """Return a message of the pages in one language, its ``{names}`` unfilled."""
    return translate(lingua, mensagem)


def keep(page: Page, telas: Path, nome: str) -> None:
    """Keep what the person sees now, and check that nothing runs out sideways."""
    page.screenshot(path=telas / f"{nome}.png")
    largura = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= largura


@pytest.mark.parametrize(("largura", "lingua"), LARGURA_E_LINGUA)
def test_citizen_from_a_misspelt_city_to_a_request_for_the_document(
    abre_aba: Callable[..., Aba], demonstracao: Demonstracao, telas: Path, largura: int, lingua: str
) -> None:
    municipio, acervo = demonstracao.municipio, demonstracao.acervo
    aba = abre_aba(largura)
    page = aba.open(f"{demonstracao.url}/?lang={lingua}")
    campo = page.get_by_label(say(lingua, "Seu endereço, bairro, cidade ou o número da estação"))
    campo.fill(municipio["municipio"].upper()[:-1])
    campo.press("Enter")
    cinza = f" {municipio['cinza']} "
    resposta = page.get_by_text(
        re.compile(rf"{municipio['vermelho']} (de|of) {municipio['avaliadas']} .*{cinza}")
    ).first
    expect(resposta).to_be_visible(timeout=15_000)
    keep(page, telas, f"cidada-1-{largura}-{lingua}")
    page.get_by_role("link", name=say(lingua, "Ver números, prazos e lista")).click()
    page.get_by_role("heading", name=municipio["municipio"], level=1).wait_for()
    aba.wait()
    elo = page.locator(".etr-pendencias a[href*='numero=']").first
    numero = elo.inner_text()
    elo.click()
    page.get_by_role("heading", name=numero, level=1).wait_for()
    aba.wait()
    estacao = acervo.find_estacao(numero)
    assert estacao is not None
    assert estacao["grupo"] == "vermelho"
    pedido = page.locator(".st-key-pedido pre").first
    expect(pedido).to_contain_text(numero, timeout=15_000)
    expect(pedido).to_contain_text("Lei 12.527/2011")
    corpo = page.locator(".stMain").inner_text()
    assert estacao["prestadora"] in corpo
    assert all(item["rotulo"] in corpo for item in estacao["explicacao"]["base_legal"])
    assert municipio["base_recebida_em"].strftime("%d/%m/%Y") in corpo or lingua == "en"
    keep(page, telas, f"cidada-2-{largura}-{lingua}")
    page.go_back()
    page.get_by_role("heading", name=municipio["municipio"], level=1).wait_for()
    assert aba.erros == []
    assert aba.fora == []


@pytest.mark.parametrize(("largura", "lingua"), LARGURA_E_LINGUA)
def test_councillor_reads_the_city_on_one_screen_and_prints_it(
    abre_aba: Callable[..., Aba], demonstracao: Demonstracao, telas: Path, largura: int, lingua: str
) -> None:
    municipio, acervo = demonstracao.municipio, demonstracao.acervo
    aba = abre_aba(largura)
    page = aba.open(f"{demonstracao.url}/?lang={lingua}")
    page.get_by_role("link", name=f"{municipio['municipio']} ({municipio['uf']})").click()
    page.get_by_role("heading", name=municipio["municipio"], level=1).wait_for()
    aba.wait()
    situacoes = {
        r["situacao"]: r["estacoes"] for r in acervo.count_situacoes(demonstracao.pendentes).to_pylist()
    }
    itens = page.locator(".etr-pendencias li")
    expect(itens).to_have_count(len(situacoes), timeout=15_000)
    keep(page, telas, f"vereadora-1-{largura}-{lingua}")
    numeros = [int(n) for n in page.locator(".etr-numeros dd b").all_inner_texts()]
    com_registro = sum(
        row["avaliadas"]
        for row in acervo.count_by(
            "nivel", Filtro(codigo_ibge=municipio["codigo_ibge"], avaliada=True)
        ).to_pylist()
        if row["chave"]
    )
    assert numeros == [
        municipio["avaliadas"], com_registro, municipio["vermelho"], municipio["amarelo"], municipio["verde"],
        municipio["cinza"],
    ]  # fmt: skip
    linhas = itens.all_inner_texts()
    assert sorted(int(re.findall(r"\d+", linha)[0]) for linha in linhas) == sorted(situacoes.values())
    assert all(re.search(r"art\.", x) for x in page.locator(".etr-artigos").all_inner_texts())
    altura = page.viewport_size["height"] if page.viewport_size else 0
    caixa = itens.last.bounding_box()
    assert caixa is not None
    assert caixa["y"] + caixa["height"] <= altura, "all that is missing, with its articles, on one screen"
    endereco = page.get_by_role("link", name=say(lingua, "Relatório de uma página, para imprimir"))
    relatorio = requests.get(demonstracao.url + str(endereco.get_attribute("href")), timeout=20)
    assert relatorio.status_code == 200
    assert acervo.id in relatorio.text
    assert re.search(rf">\W*{municipio['vermelho']}</b>", relatorio.text)
    assert aba.erros == []
    assert aba.fora == []


def test_every_report_of_the_demonstration_prints_on_one_page(
    chromium: Browser, demonstracao: Demonstracao
) -> None:
    codigos = [m["codigo_ibge"] for m in demonstracao.acervo.list_municipios().to_pylist()]
    paginas = {ibge: count_pages(chromium, f"{demonstracao.url}/relatorio/{ibge}") for ibge in codigos}
    assert paginas == dict.fromkeys(codigos, 1)


@pytest.mark.parametrize(("largura", "lingua"), LARGURA_E_LINGUA)
def test_journalist_takes_the_rows_checks_their_sum_and_cites_the_view(
    abre_aba: Callable[..., Aba], demonstracao: Demonstracao, telas: Path, largura: int, lingua: str
) -> None:
    acervo, ibge = demonstracao.acervo, demonstracao.municipio["codigo_ibge"]
    aba = abre_aba(largura)
    page = aba.open(f"{demonstracao.url}/?lang={lingua}")
    page.locator(".st-key-menu a", has_text=say(lingua, "Dados")).click()
    page.get_by_role("heading", name=say(lingua, "Dados abertos"), level=1).wait_for()
    aba.wait()
    keep(page, telas, f"jornalista-1-{largura}-{lingua}")
    corpo = page.locator(".stMain").inner_text()
    for item in acervo.list_publicados():
        assert item["arquivo"] in corpo
        assert item["sha256"] in corpo
    item = next(i for i in acervo.list_publicados() if i["arquivo"] == "municipios.csv")
    baixado = requests.get(f"{demonstracao.url}/dados/{acervo.id}/municipios.csv", timeout=20).content
    assert hashlib.sha256(baixado).hexdigest() == item["sha256"]
    aba.open(f"{demonstracao.url}/cidade?ibge={ibge}&grupo=vermelho&lang={lingua}")
    with page.expect_download() as espera:
        page.get_by_role("link", name=say(lingua, "CSV para programas")).click()
    linhas = list(csv.DictReader(io.StringIO(Path(espera.value.path()).read_text(encoding="utf-8"))))
    esperadas = acervo.list_estacoes(demonstracao.pendentes).to_pylist()
    assert {(r["numero_estacao"], r["situacao"], r["acervo"]) for r in linhas} == {
        (r["numero_estacao"], r["situacao"], acervo.id) for r in esperadas
    }
    citacao = re.search(
        r"http://127\.0\.0\.1:\d+/cidade\?\S+[^.\s]", page.locator(".etr-rodape").inner_text()
    )
    assert citacao is not None
    assert parse_qs(urlsplit(citacao[0]).query)["acervo"] == [acervo.id]
    aba.open(citacao[0])
    assert page.get_by_role("link", name=say(lingua, "CSV para programas")).get_attribute("href") == (
        f"/api/v1/municipios/{ibge}/estacoes.csv?acervo={acervo.id}&grupo=vermelho&avaliada=true"
    )
    keep(page, telas, f"jornalista-2-{largura}-{lingua}")
    assert aba.erros == []
    assert aba.fora == []
