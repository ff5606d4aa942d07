"""Text that tries to run comes out inert in every answer that carries it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import duckdb
import pytest
from starlette.testclient import TestClient

from etrdash.published.identidade import Entrada, Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, fill_minimo

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE estacoes; --",
    "{{ 7*7 }} {% raw %} ${7*7} #{7*7}",
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd",
    "[texto](javascript:alert(1))",
    "]]></summary><script>alert(1)</script>",
    "\u2028\u2029</title>",
    "%0d%0aSet-Cookie: a=b",
]


def fill_hostile(con: duckdb.DuckDBPyConnection, acervo: str) -> list[str]:
    """Fill the tiny acervo and write something hostile into every free text that is published."""
    fill_minimo(con, acervo)
    con.execute(
        "CREATE TABLE h AS SELECT i, t FROM (SELECT unnest($t) AS t, unnest(range(len($t))) AS i)",
        {"t": HOSTILE},
    )
    for column in ("prestadora", "detentora", "bairro", "endereco", "registro_id", "classe", "arquivo"):
        which = f"(estacoes.linha + {len(column)}) % {len(HOSTILE)}"
        con.execute(f"UPDATE estacoes SET {column} = (SELECT t FROM h WHERE i = {which})")
    con.execute("UPDATE estacoes SET base_legal = (SELECT list(t) FROM h), motivos = (SELECT list(t) FROM h)")
    con.execute(
        "UPDATE municipios SET municipio = (SELECT t FROM h WHERE i = 0), lei = (SELECT t FROM h WHERE i = 1)"
    )
    con.execute(
        "UPDATE manifestacoes SET autor = (SELECT t FROM h WHERE i = 0),"
        " texto = (SELECT t FROM h WHERE i = 1)"
    )
    con.execute("UPDATE arquivos SET arquivo = (SELECT t FROM h WHERE i = 0) WHERE papel = 'anatel'")
    con.execute("DROP TABLE h")
    return []


def publish_hostile(acervo: str, con: duckdb.DuckDBPyConnection, _trabalho: Path) -> list[str]:
    return fill_hostile(con, acervo)


@pytest.fixture(scope="module")
def hostil(tmp_path_factory: pytest.TempPathFactory, open_client: Callable[[Path], TestClient]) -> TestClient:
    pasta = tmp_path_factory.mktemp("hostil")
    for versao in ("0", "1"):
        identidade = Identidade(
            em=EM, entradas=(Entrada("a.csv", "anatel", "a" * 64, 1),), versao=versao, ficticio=True
        )
        publish_acervo(Store(pasta), identidade, partial(publish_hostile, identidade.acervo))
    return open_client(pasta)


class Scanner(HTMLParser):
    """Collects tags and event attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_report_shows_it_as_text(hostil: TestClient) -> None:
    response = hostil.get("/relatorio/3557105")
    assert response.status_code == 200
    scanner = Scanner()
    scanner.feed(response.text)
    assert not scanner.tags & {"script", "img", "iframe", "object", "a", "form"}
    assert not any(name.startswith("on") or name in {"style", "src", "href"} for name in scanner.attributes)
    shown = "".join(scanner.text)
    assert "<script>alert(1)</script>" in shown
    assert "{{ 7*7 }}" in shown
    assert "49" not in re.sub(r"[^ ]*7\*7[^ ]*", "", shown).split()


def test_report_policy_runs_nothing(hostil: TestClient) -> None:
    policy = hostil.get("/relatorio/3557105").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "script" not in policy
    assert "unsafe" not in policy


def test_json_has_no_tag_characters(hostil: TestClient) -> None:
    for address in (
        "/api/v1/acervo",
        "/api/v1/municipios",
        "/api/v1/municipios/3557105",
        "/api/v1/municipios/3557105/estacoes.json",
        "/api/v1/estacoes/1004",
    ):
        response = hostil.get(address)
        assert response.status_code == 200
        assert not re.search("[<>&\u2028\u2029]", response.text)
    rows = hostil.get("/api/v1/municipios/3557105/estacoes.json").json()["estacoes"]
    assert {row["prestadora"] for row in rows} <= set(HOSTILE)


def test_filters_take_hostile_text_as_text(hostil: TestClient) -> None:
    for text in HOSTILE:
        response = hostil.get("/api/v1/municipios/3557105/estacoes.json", params={"prestadora": text})
        if any(ord(character) < 32 for character in text):
            continue
        assert response.status_code == 200
        assert {row["prestadora"] for row in response.json()["estacoes"]} <= {text}
    assert hostil.get("/api/v1/municipios/3557105/estacoes.json").json()["total"] == 9


def test_csv_runs_no_formula(hostil: TestClient) -> None:
    for flavour, delimiter in (("csv", ","), ("excel.csv", ";")):
        text = hostil.get(f"/api/v1/municipios/3557105/estacoes.{flavour}").text
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter))
        assert len(rows) == 10
        columns = {name: i for i, name in enumerate(rows[0])}
        for row in rows[1:]:
            assert len(row) == len(rows[0])
            for name, i in columns.items():
                if name not in {"latitude", "longitude", "distancia_m"}:
                    assert not row[i].startswith(("=", "+", "-", "@", "\t"))


def test_feed_is_well_formed_and_holds_it_as_text(hostil: TestClient) -> None:
    response = hostil.get("/mudancas.atom")
    assert response.headers["content-type"].startswith("application/atom+xml")
    feed = ET.fromstring(response.text)
    names = {element.tag.rpartition("}")[2] for element in feed.iter()}
    assert "script" not in names
    assert "FICTÍCIOS" in response.text


def test_links_do_not_break_headers(hostil: TestClient) -> None:
    address = "/api/v1/municipios/3557105/estacoes.json"
    response = hostil.get(address, params={"q": '>; rel="next", <https://x.invalid>', "limit": "1"})
    assert response.status_code == 200
    assert "x.invalid>" not in response.headers["link"]


@pytest.mark.parametrize(
    "address", ["/healthz", "/api/v1/acervo", "/api/x", "/relatorio/3557105", "/robots.txt"]
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "FOO"])
def test_nothing_can_be_written(hostil: TestClient, address: str, method: str) -> None:
    response = hostil.request(method, address)
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, HEAD"


def test_oversized_addresses_are_refused(hostil: TestClient) -> None:
    assert hostil.get("/api/v1/" + "a" * 600).status_code == 414
    assert hostil.get("/api/v1/acervo?x=" + "a" * 3000).status_code == 414


@pytest.mark.parametrize("host", ['x"><script>', "a b", "exemplo.test/caminho", "a,b", "exemplo.test:porta"])
def test_a_malformed_host_is_refused_and_never_named(hostil: TestClient, host: str) -> None:
    response = hostil.get("/healthz", headers={"host": host})
    assert response.status_code == 400
    assert host not in response.text
