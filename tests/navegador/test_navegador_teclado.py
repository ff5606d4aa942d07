"""Without a mouse and with letters twice as big: every main control is reached and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.navegador.conftest import Aba, Servidor

pytestmark = pytest.mark.navegador
MAXIMO = 160
IBGE = "3557105"
VISTAS = {
    "/": ("Mapa", "English", "Seu endereço, bairro", "Votuporanga (SP)", "CSV para programas"),
    f"/cidade?ibge={IBGE}": (
        "Município",
        "Ver no mapa",
        "Relatório de uma página",
        "Prestadora",
        "Pendências com prazo passado, da mais antiga",
        "1004",
        "CSV para Excel brasileiro",
    ),
    f"/mapa?ibge={IBGE}": (
        "Município",
        "Brasil",
        "Com pendência",
        "Mais filtros",
        "Aproximar",
        "Ver os números",
        "1004",
        "GeoJSON",
    ),
}
NOME = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return "";
  const labels = e.labels ? [...e.labels].map(l => l.innerText) : [];
  return [e.getAttribute("aria-label"), ...labels, e.innerText].filter(Boolean).join(" ");
}"""
VISIVEL = """() => {
  const e = document.activeElement, c = e.closest("[data-baseweb], label") || e;
  return [e, c, e.parentElement].some(x => {
    const s = getComputedStyle(x);
    return (s.outlineStyle !== "none" && s.outlineWidth !== "0px") || s.boxShadow !== "none"
      || s.textDecorationLine.includes("underline") || x.matches(":focus-within") && s.borderColor !== "";
  });
}"""


def walk(page: Page) -> list[str]:
    """Press Tab until the focus has been at the page's end; return the name of each stop."""
    nomes: list[str] = []
    page.locator("body").press("Tab")
    for _ in range(MAXIMO):
        nomes.append(page.evaluate(NOME))
        assert page.evaluate(VISIVEL), f"no sign of focus on {nomes[-1]!r}"
        if page.evaluate("document.activeElement.closest('.st-key-rodape-menu') !== null"):
            return nomes
        page.keyboard.press("Tab")
    pytest.fail(f"the end of the page is not reached in {MAXIMO} stops: {nomes[-5:]}")


@pytest.mark.parametrize("endereco", VISTAS)
def test_tab_reaches_every_main_control_and_the_end(
    abre_aba: Callable[..., Aba], servidor: Servidor, endereco: str
) -> None:
    page = abre_aba().open(servidor.url + endereco)
    page.wait_for_function(
        "nomes => nomes.every(n => document.body.innerText.includes(n))", arg=list(VISTAS[endereco])
    )  # Streamlit fetches the code of some controls after the page says that it is done
    page.wait_for_timeout(1500)
    nomes = walk(page)
    assert [c for c in VISTAS[endereco] if not any(c in nome for nome in nomes)] == [], nomes


def list_clipped(page: Page) -> list[str]:
    """Name the buttons, links and headings whose own words do not fit into them."""
    return page.evaluate(
        """() => [...document.querySelectorAll("h1, h2, h3, p, dt, dd, button, a")]
          .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 4
            && getComputedStyle(e).overflowX !== "visible" && getComputedStyle(e).display !== "inline")
          .map(e => e.tagName + ": " + e.innerText.slice(0, 60))"""
    )


@pytest.mark.parametrize("endereco", [*list(VISTAS)[1:], "/estacao?numero=1004"])
def test_letters_twice_as_big_lose_nothing(chromium: Browser, servidor: Servidor, endereco: str) -> None:
    contexto = chromium.new_context(
        viewport={"width": 640, "height": 450}, device_scale_factor=2, locale="pt-BR"
    )
    aba = Aba(contexto.new_page())
    page = aba.open(servidor.url + endereco)
    page.wait_for_timeout(700)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert list_clipped(page) == []
    page.add_style_tag(content="html { font-size: 200% !important }")
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert list_clipped(page) == []
    contexto.close()
