"""What people come to do: find their city, open a station from the map, take the rows away."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from pathlib import Path

import playwright.sync_api as playwright
import pytest
from playwright.sync_api import Page, expect

from etrdash.published.abertos import open_acervo
from etrdash.published.filtro import Filtro
from etrdash.ui.moldura import Caixa
from tests.navegador.conftest import LARGURAS, Aba, Servidor

pytestmark = pytest.mark.navegador


def click_station(page: Page, loja: Path, servidor: Servidor, numero: str) -> None:
    """Click where a station is drawn: Web Mercator by hand, from the box and zoom that the page fits."""
    acervo = open_acervo(loja, servidor.acervo)
    rows = acervo.list_estacoes(Filtro(codigo_ibge="3557105", avaliada=True)).to_pylist()
    pontos = {r["numero_estacao"]: (r["longitude"], r["latitude"]) for r in rows if r["latitude"] is not None}
    lons, lats = [p[0] for p in pontos.values()], [p[1] for p in pontos.values()]
    caixa = Caixa(min(lons), min(lats), max(lons), max(lats)).grow()
    escala = 512 * 2 ** caixa.zoom() / 360

    def mercator(lat: float) -> float:
        return math.degrees(math.log(math.tan(math.pi / 4 + math.radians(lat) / 2)))

    tela = page.get_by_test_id("stDeckGlJsonChart")
    tela.scroll_into_view_if_needed()
    moldura = tela.bounding_box()
    assert moldura is not None
    (lon, lat), (lon_0, lat_0) = pontos[numero], caixa.centro
    x = moldura["x"] + moldura["width"] / 2 + (lon - lon_0) * escala
    y = moldura["y"] + moldura["height"] / 2 - (mercator(lat) - mercator(lat_0)) * escala
    page.mouse.move(x - 30, y - 30)
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def retry_click(page: Page, loja: Path, servidor: Servidor, numero: str, seen: str) -> None:
    """Click until ``seen`` (a selector) shows: the first click right after drawing can miss."""
    for _ in range(6):
        click_station(page, loja, servidor, numero)
        try:
            page.locator(seen).first.wait_for(timeout=4000)
        except playwright.TimeoutError:
            continue
        return
    pytest.fail(f"no click on station {numero} was noticed")


@pytest.mark.parametrize("largura", LARGURAS)
def test_click_on_a_station_opens_its_page(
    abre_aba: Callable[..., Aba], servidor: Servidor, loja_do_servidor: Path, largura: int
) -> None:
    aba = abre_aba(largura)
    page = aba.open(f"{servidor.url}/mapa?ibge=3557105")
    page.wait_for_timeout(1500)
    retry_click(page, loja_do_servidor, servidor, "1004", "text=Uma estação neste ponto")
    page.get_by_role("link", name="1004 · VIVO").click()
    page.get_by_role("heading", name="Estação 1004").wait_for()
    assert "/estacao" in page.url
    assert "numero=1004" in page.url
    expect(page.get_by_text("180 dias de 28/06/2017")).to_be_visible()
    page.go_back()
    page.get_by_role("heading", name="Mapa das antenas").wait_for()
    assert aba.erros == []


def test_stations_on_one_point_are_all_reachable(
    abre_aba: Callable[..., Aba], servidor: Servidor, loja_do_servidor: Path
) -> None:
    aba = abre_aba()
    page = aba.open(f"{servidor.url}/mapa?ibge=3557105")
    page.wait_for_timeout(1500)
    retry_click(page, loja_do_servidor, servidor, "1001", "text=2 estações neste mesmo ponto")
    page.get_by_role("link", name="1002 · CLARO").click()
    page.get_by_role("heading", name="Estação 1002").wait_for()


@pytest.mark.parametrize("largura", LARGURAS)
@pytest.mark.parametrize(("nome", "sep"), [("CSV para Excel brasileiro", ";"), ("CSV para programas", ",")])
def test_downloaded_rows_are_those_of_the_database(
    abre_aba: Callable[..., Aba],
    servidor: Servidor,
    loja_do_servidor: Path,
    largura: int,
    nome: str,
    sep: str,
) -> None:
    aba = abre_aba(largura)
    page = aba.open(f"{servidor.url}/cidade?ibge=3557105&grupo=vermelho")
    with page.expect_download() as espera:
        page.get_by_role("link", name=nome).click()
    conteudo = Path(espera.value.path()).read_text(encoding="utf-8-sig")
    linhas = list(csv.DictReader(io.StringIO(conteudo), delimiter=sep))
    acervo = open_acervo(loja_do_servidor, servidor.acervo)
    esperadas = acervo.list_estacoes(
        Filtro(codigo_ibge="3557105", avaliada=True, grupos=("vermelho",))
    ).to_pylist()
    assert {(r["numero_estacao"], r["situacao"]) for r in linhas} == {
        (r["numero_estacao"], r["situacao"]) for r in esperadas
    }
    assert len(linhas) == 3
    assert {r["acervo"] for r in linhas} == {servidor.acervo}


@pytest.mark.parametrize("largura", LARGURAS)
def test_citizen_goes_from_a_name_to_the_article(
    abre_aba: Callable[..., Aba], servidor: Servidor, largura: int
) -> None:
    aba = abre_aba(largura)
    page = aba.open(f"{servidor.url}/")
    campo = page.get_by_label("Seu endereço, bairro, cidade ou o número da estação")
    campo.fill("votuporamga")
    campo.press("Enter")
    expect(page.get_by_text("3 de 8 estações avaliadas (38%) estão com pendência").first).to_be_visible(
        timeout=15_000
    )
    page.get_by_role("link", name="Ver números, prazos e lista").click()
    page.get_by_role("link", name="1 Prazo vencido").click()
    page.get_by_role("heading", name="Mapa das antenas").wait_for()
    aba.wait()
    page.get_by_role("region", name="Estações").get_by_role("link", name="1004").press("Enter")
    page.get_by_role("heading", name="Estação 1004").wait_for()
    expect(page.get_by_text("art. 39").first).to_be_visible()
    expect(page.get_by_text("Último dia do prazo: 26/12/2017").first).to_be_visible()
    assert aba.erros == []


def test_hostile_names_are_inert_everywhere(
    abre_aba: Callable[..., Aba], servidor: Servidor, loja_do_servidor: Path
) -> None:
    aba = abre_aba()
    for endereco in (
        "/mapa?ibge=3557105",
        "/cidade?ibge=3557105",
        "/estacao?numero=1004",
        "/?q=img",
        "/leis?lei=lei_exemplo",
        "/conferencia",
    ):
        page = aba.open(f"{servidor.url}{endereco}{'&' if '?' in endereco else '?'}acervo={servidor.hostil}")
        page.wait_for_timeout(800)
        assert page.evaluate("window.__hostil") is None, endereco
        assert page.locator("img[src='x']").count() == 0, endereco


def test_tooltip_shows_hostile_text_as_text(
    abre_aba: Callable[..., Aba], servidor: Servidor, loja_do_servidor: Path
) -> None:
    aba = abre_aba()
    page = aba.open(f"{servidor.url}/mapa?ibge=3557105&acervo={servidor.hostil}")
    page.wait_for_timeout(1500)
    retry_click(page, loja_do_servidor, servidor, "1001", "text=2 estações neste mesmo ponto")
    dica = page.locator(".deck-tooltip")
    dica.wait_for(state="attached")
    assert "onerror" in (dica.text_content() or "")
    assert dica.locator("img").count() == 0
    assert page.evaluate("window.__hostil") is None


def test_every_filter_of_the_page_is_one_of_the_api(abre_aba: Callable[..., Aba], servidor: Servidor) -> None:
    aba = abre_aba()
    page = aba.open(
        f"{servidor.url}/mapa?ibge=3557105&bairro=Centro&grupo=vermelho&prestadora=VIVO&tecnologia=LTE&tipo=ETR"
        "&situacao=PRAZO_VENCIDO&q=acacias&detentora=TORRES+EXEMPLO+S.A."
    )
    page.wait_for_timeout(500)
    assert aba.erros == []
    aba.open(
        f"{servidor.url}/mapa?ibge=3557105&bairro=Centro&prestadora=VIVO&tecnologia=LTE&tipo=ETR&q=acacias"
    )
    page.wait_for_timeout(1500)
    assert aba.erros == []


@pytest.mark.parametrize(("lang", "rotulo"), [("pt", "Salvar imagem (PNG)"), ("en", "Save as image (PNG)")])
def test_chart_is_saved_as_a_picture_in_the_language_of_the_page(
    abre_aba: Callable[..., Aba], servidor: Servidor, lang: str, rotulo: str
) -> None:
    aba = abre_aba()
    page = aba.open(f"{servidor.url}/cidade?ibge=3557105&lang={lang}")
    grafico = page.locator(".stVegaLiteChart").first.locator("svg.marks")
    grafico.wait_for()
    titulo = " ".join(grafico.locator(".role-title text tspan").all_text_contents())
    with page.expect_download() as espera:
        page.get_by_role("button", name=rotulo).first.click()
    assert espera.value.suggested_filename == f"{titulo}.png"
    dados = Path(espera.value.path()).read_bytes()
    assert dados.startswith(b"\x89PNG\r\n")
    largura, altura = (int.from_bytes(dados[i : i + 4], "big") for i in (16, 20))
    caixa = grafico.bounding_box()
    assert caixa is not None
    assert largura >= 2 * int(caixa["width"])
    assert altura > 2 * int(caixa["height"]), "the legend and the source stand under the chart"
    assert page.get_by_role("button", name="Download as PNG").count() == 0
    assert aba.erros == []
    assert aba.fora == []
