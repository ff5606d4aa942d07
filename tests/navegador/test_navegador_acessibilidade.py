"""Automatic accessibility audit of every page, light and dark, and what a keyboard can reach."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.navegador.conftest import Aba, Servidor
from tests.navegador.test_navegador_paginas import VISTAS

pytestmark = pytest.mark.navegador

GRAVES = {"serious", "critical"}
REGRAS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def list_findings(aba: Aba) -> list[str]:
    """Return the serious findings, one line each."""
    return [
        f"{regra['id']}: {no['html'][:160]} {no['target']} {no['failureSummary'][:160]}"
        for regra in Axe().run(aba.page, options=REGRAS).response["violations"]
        if regra["impact"] in GRAVES
        for no in regra["nodes"]
    ]


@pytest.mark.parametrize("esquema", ["light", "dark"])
@pytest.mark.parametrize("vista", VISTAS)
def test_no_serious_finding(
    abre_aba: Callable[..., Aba], servidor: Servidor, vista: str, esquema: str
) -> None:
    aba = abre_aba(1280 if esquema == "light" else 390, esquema)
    aba.open(servidor.url + VISTAS[vista])
    aba.page.wait_for_timeout(800)
    assert list_findings(aba) == []


def test_headings_do_not_skip_levels(abre_aba: Callable[..., Aba], servidor: Servidor) -> None:
    aba = abre_aba()
    for endereco in ("/", "/cidade?ibge=3557105", "/estacao?numero=1004", "/metodologia", "/dados"):
        page = aba.open(servidor.url + endereco)
        niveis = page.locator("h1, h2, h3, h4").evaluate_all("hs => hs.map(h => +h.tagName[1])")
        assert niveis[0] == 1
        assert all(b - a <= 1 for a, b in pairwise(niveis)), (endereco, niveis)
