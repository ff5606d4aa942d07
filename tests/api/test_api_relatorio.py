"""The printable report and the feed of changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

from starlette.testclient import TestClient

from tests.acervo_minimo import build_minimo
from tests.api.conftest import Loja

ATOM = "{http://www.w3.org/2005/Atom}"


def test_report_says_numbers_source_and_acervo(cliente: TestClient, loja: Loja) -> None:
    response = cliente.get("/relatorio/3557105")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    text = response.text
    assert '<html lang="pt-BR">' in text
    for words in (
        "Votuporanga (SP)",
        "30/11/2026",
        loja.atual,
        "8</b> estações avaliadas, de 9",
        "Não consta registro municipal na base recebida em",
        "anatel.csv",
        "página Metodologia",
    ):
        assert words in text
    assert "FICTÍCIOS" not in text


def test_report_never_accuses(cliente: TestClient) -> None:
    text = cliente.get("/relatorio/3557105").text.lower()
    assert not any(word in text for word in ("ilegal", "irregular", "clandestin"))


def test_report_of_a_municipality_without_law(cliente: TestClient) -> None:
    text = cliente.get("/relatorio/3138203").text
    assert "nenhuma catalogada" in text
    assert "Nenhum nos próximos 180 dias." in text


def test_report_of_a_demonstration_says_so(tmp_path: Path, open_client: Callable[[Path], TestClient]) -> None:
    build_minimo(tmp_path, ficticio=True)
    assert "DADOS FICTÍCIOS" in open_client(tmp_path).get("/relatorio/3557105").text


def test_feed_has_an_entry_per_acervo_newest_first(cliente: TestClient, loja: Loja) -> None:
    feed = ET.fromstring(cliente.get("/mudancas.atom").text)
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in feed.iter(f"{ATOM}entry")]
    assert len(titles) == 2
    first, second = sorted((loja.antigo, loja.atual), reverse=True)
    assert titles[0] == f"Acervo {first}: 0 mudaram de situação, 0 entraram, 0 saíram"
    assert titles[1] == f"Acervo {second}: o mais antigo guardado"
    for required in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{required}")
        assert all(entry.findtext(f"{ATOM}{required}") for entry in feed.iter(f"{ATOM}entry"))
    identifiers = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(identifiers)) == 2
