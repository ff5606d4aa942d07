"""The report on paper: one A4 page, whatever the municipality, and nothing cut off on a narrow screen."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser

from etrdash.api.labels import Labels
from etrdash.api.relatorio import (
    MAX_DEADLINES,
    MAX_OPERATORS,
    MAX_PENDING,
    MAX_SOURCES,
    NOTE_ROWS,
    POPULATION_ROWS,
    ROWS,
    render_report,
)
from etrdash.published.confiabilidade import load_confiabilidade
from etrdash.ui import rotulos, situacoes
from etrdash.vocabulario import Grupo, Situacao
from tests.navegador.conftest import Servidor

pytestmark = pytest.mark.navegador

LONG = "Companhia Nacional de Infraestrutura Compartilhada para Telecomunicações e Serviços S.A."


def count_pages(browser: Browser, url: str | None = None, html: str | None = None) -> int:
    page = browser.new_page()
    try:
        if url is not None:
            page.goto(url)
        else:
            page.set_content(html or "")
        return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    finally:
        page.close()


def make_worst_case(situations: int) -> dict[str, Any]:
    """What the fullest municipality shows: as many rows as the report admits, every name long."""
    shown = list(Situacao)[:situations]
    taken = POPULATION_ROWS + max(len(shown), MAX_OPERATORS + NOTE_ROWS) + MAX_SOURCES
    pending = min(MAX_PENDING, (ROWS - taken) * 3 // 5)
    deadlines = min(MAX_DEADLINES, ROWS - taken - pending)
    row = {
        "numero_estacao": "1234567890", "prestadora": LONG, "bairro": LONG, "grupo": "vermelho",
        "situacao": "SEM_REGISTRO", "prazo_em": date(2026, 12, 31), "base_legal": [LONG, LONG],
    }  # fmt: skip
    source = {"arquivo": LONG, "sha256": "a" * 64} | dict.fromkeys(
        ("lidas", "carregadas", "repetidas", "rejeitadas"), 123_456_789
    )
    municipality = {
        "municipio": "Vila Bela da Santíssima Trindade", "uf": "MT", "codigo_ibge": "5105507",
        "estacoes": 99_999,
        "avaliadas": 88_888, "sitios": 77_777, "sem_registro": 3, "base_recebida_em": date(2026, 11, 1),
        "lei": "municipio_lei_complementar_12345_2025", "vigencia": "confirmada", "cobertura": "completa",
        "registros": 99_999, "orfaos": 9_999, "prazo_em": date(2026, 12, 31),
        **dict.fromkeys(("verde", "amarelo", "vermelho", "cinza"), 22_222),
    }  # fmt: skip
    omissions = dict.fromkeys(("processos", "sem_coordenada", "sem_numero_estacao", "sem_prestadora"), 99_999)
    operator = {"chave": LONG, "avaliadas": 99_999} | dict.fromkeys(
        ("verde", "amarelo", "vermelho", "cinza"), 22_222
    )
    population = {"por_100_mil": 1234.5, "habitantes": 99_999_999, "ano": 2026, "fonte": LONG}
    return {
        "populacao": population,
        "acervo": "demo-2026-11-30-01234567", "aviso": f"DADOS FICTÍCIOS: {LONG} {LONG}",
        "em": date(2026, 11, 30),
        "municipio": municipality, "grupos": list(Grupo), "situacoes": [(s, 99_999) for s in shown],
        "omissoes": [omissions], "confiabilidade": load_confiabilidade().fora_da_revisao,
        "prestadoras": [operator] * MAX_OPERATORS, "outras_prestadoras": 9, "pendencias": [row] * pending,
        "outras_pendencias": 99_999, "prazos": [row] * deadlines, "outros_prazos": 99_999,
        "arquivos": [source] * MAX_SOURCES, "outros_arquivos": 99, "manifestacoes": 99,
    }  # fmt: skip


@pytest.mark.parametrize("situations", [4, 10, 18])
def test_the_fullest_report_fits_on_one_page(chromium: Browser, situations: int) -> None:
    labels = Labels(
        situacoes=situacoes.NOMES,
        grupos={grupo: marca.nome for grupo, marca in situacoes.MARCAS.items()},
        simbolos={grupo: marca.simbolo for grupo, marca in situacoes.MARCAS.items()},
        coberturas=rotulos.COBERTURAS,
        vigencias=rotulos.VIGENCIAS,
        sem_registro=situacoes.say_situacao(Situacao.SEM_REGISTRO, "{base}", "pt"),
    )
    assert count_pages(chromium, html=render_report(labels, make_worst_case(situations))) == 1


def test_the_served_report_fits_and_breaks_no_policy(chromium: Browser, servidor: Servidor) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto(f"{servidor.url}/relatorio/3557105")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse") == "collapse"
    page.close()
    assert messages == []
    assert count_pages(chromium, f"{servidor.url}/relatorio/3557105") == 1


def test_hostile_text_stays_text_in_the_report(chromium: Browser, servidor: Servidor) -> None:
    page = chromium.new_page()
    page.goto(f"{servidor.url}/relatorio/3557105?acervo={servidor.hostil}")
    assert page.evaluate("window.__hostil") is None
    assert page.locator("img, script, iframe").count() == 0
    assert page.get_by_text("{{7*7}}${7*7}").first.is_visible()
    page.close()
