"""The printable report and the feed of changes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import duckdb
import pytest
from starlette.testclient import TestClient

from etrdash.api import feed
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, build_minimo, fill_minimo
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


def test_feed_has_an_entry_per_acervo_last_published_first(
    loja: Loja, open_client: Callable[[Path], TestClient], tmp_path: Path
) -> None:
    pasta = tmp_path / "s"
    shutil.copytree(loja.pasta, pasta)
    for acervo, seconds in ((loja.antigo, 1_790_000_000), (loja.atual, 1_800_000_000)):
        os.utime(pasta / acervo / "manifesto.json", (seconds, seconds))
    feed = ET.fromstring(open_client(pasta).get("/mudancas.atom").text)
    entries = list(feed.iter(f"{ATOM}entry"))
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        f"Acervo {loja.atual}: 0 mudaram de situação, 0 entraram, 0 saíram",
        f"Acervo {loja.antigo}: o mais antigo guardado",
    ]
    assert [entry.findtext(f"{ATOM}updated") for entry in entries] == [
        "2027-01-15T08:00:00Z",
        "2026-09-21T14:13:20Z",
    ]
    assert feed.findtext(f"{ATOM}updated") == "2027-01-15T08:00:00Z"
    identifiers = [element.findtext(f"{ATOM}id") for element in (feed, *entries)]
    assert len(set(identifiers)) == 3
    assert all(str(identifier).startswith("urn:uuid:") for identifier in identifiers)


def test_feed_counts_what_changed(tmp_path: Path, open_client: Callable[[Path], TestClient]) -> None:
    antes = build_minimo(tmp_path, versao="0")
    antes.close()
    os.utime(antes.pasta / "manifesto.json", (1, 1))
    identidade = Identidade(em=EM, entradas=(), versao="outra")

    def fill(con: duckdb.DuckDBPyConnection, _trabalho: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("UPDATE estacoes SET latitude = latitude + 0.01 WHERE numero_estacao IN ('1001', '2001')")
        return avisos

    publish_acervo(Store(tmp_path), identidade, fill)
    text = open_client(tmp_path).get("/mudancas.atom").text
    assert "2 mudaram de lugar" in text
    assert "Votuporanga (SP): 1." in text
    assert "Lavras (MG): 1." in text


def test_feed_goes_on_where_an_acervo_is_removed_meanwhile(
    tmp_path: Path, open_client: Callable[[Path], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    for versao in ("0", "1", "2"):
        build_minimo(tmp_path, versao=versao).close()
    compare = feed.compare_acervos
    removidos: list[Path] = []

    def remove_first(antes: Path, depois: Path) -> object:
        if not removidos:
            removidos.append(antes)
            shutil.rmtree(antes)
        return compare(antes, depois)

    monkeypatch.setattr(feed, "compare_acervos", remove_first)
    entries = list(ET.fromstring(open_client(tmp_path).get("/mudancas.atom").text).iter(f"{ATOM}entry"))
    assert len(removidos) == 1
    assert len(entries) == 2
