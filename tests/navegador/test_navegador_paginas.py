"""Every page in a real browser: no error, no outside request, no sideways scroll or barrier, its language."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from etrdash.ui.paginas import PAGINAS
from tests.navegador.auditoria import list_findings
from tests.navegador.conftest import Aba, Servidor

pytestmark = pytest.mark.navegador

VISTAS = {
    **{pagina.endereco or "inicio": f"/{pagina.endereco}" for pagina in PAGINAS},
    "busca": "/?q=centro",
    "mapa-municipio": "/mapa?ibge=3557105",
    "cidade-municipio": "/cidade?ibge=3557105",
    "estacao-numero": "/estacao?numero=1004",
}


@pytest.mark.parametrize(
    ("largura", "lang", "esquema"), [(1280, "pt", "light"), (390, "pt", "dark"), (390, "en", "light")]
)
@pytest.mark.parametrize("vista", VISTAS)
def test_page_draws_clean(
    abre_aba: Callable[..., Aba],
    servidor: Servidor,
    telas: Path,
    vista: str,
    largura: int,
    lang: str,
    esquema: str,
) -> None:
    aba = abre_aba(largura, esquema)
    endereco = VISTAS[vista]
    page = aba.open(f"{servidor.url}{endereco}{'&' if '?' in endereco else '?'}lang={lang}")
    page.wait_for_timeout(700)
    page.screenshot(path=telas / f"{vista}-{largura}-{lang}-{esquema}.png", full_page=True)
    assert aba.erros == []
    assert aba.fora == []
    assert page.evaluate("document.documentElement.scrollWidth") <= largura
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == ("pt-BR" if lang == "pt" else "en")
    assert servidor.acervo in page.locator(".etr-rodape").inner_text()
    assert page.get_by_text("Deploy").count() == 0
    niveis = page.locator("h1, h2, h3, h4").evaluate_all("hs => hs.map(h => +h.tagName[1])")
    assert niveis[0] == 1
    assert all(depois - antes <= 1 for antes, depois in pairwise(niveis)), niveis
    assert list_findings(page) == []


def test_language_switch_keeps_the_view(abre_aba: Callable[..., Aba], servidor: Servidor) -> None:
    aba = abre_aba()
    page = aba.open(f"{servidor.url}/cidade?ibge=3557105&grupo=vermelho")
    page.get_by_role("link", name="English").click()
    page.get_by_role("heading", name="List of stations").wait_for()
    assert "grupo=vermelho" in page.url
    assert "ibge=3557105" in page.url
    assert "lang=en" in page.url
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("link", name="Map", exact=True).first.click()
    page.get_by_role("heading", name="Map of antennas").wait_for()
    assert "lang=en" in page.url


def test_streamlits_own_words_are_in_the_language_of_the_page(
    abre_aba: Callable[..., Aba], servidor: Servidor
) -> None:
    page = abre_aba().open(f"{servidor.url}/cidade?ibge=3557105")
    page.get_by_role("link", name="Ir para o conteúdo", exact=True).wait_for(state="attached")
    page.get_by_label("Limpar", exact=True).first.wait_for()
    page = abre_aba().open(f"{servidor.url}/cidade?ibge=3557105&lang=en")
    page.get_by_role("link", name="Skip to main content", exact=True).wait_for(state="attached")


def test_a_chart_is_named_by_its_title_and_its_parts_are_left_to_the_table(
    abre_aba: Callable[..., Aba], servidor: Servidor
) -> None:
    page = abre_aba().open(f"{servidor.url}/cidade?ibge=3557105")
    page.locator(".stVegaLiteChart svg.marks").first.wait_for()
    assert page.get_by_label("Situação das estações de Votuporanga, mês a mês", exact=True).count() == 1
    assert page.locator(".stVegaLiteChart [aria-label*='(year-month)']").count() == 0
