"""The whole server: Streamlit's pages with our headers, its developer endpoints closed, its log."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest
import requests
from starlette.testclient import TestClient

from etrdash.api.access_log import LOGGER
from etrdash.api.guard import CLOSED
from etrdash.fundo import find_fundo
from etrdash.ui.paginas import PAGINAS
from tests.api.conftest import Loja

EVERY_KIND = (
    "/",
    "/mapa",
    "/mapa?lang=en",
    "/nenhuma-pagina",
    "/static/js/nada.js",
    "/media/nada.png",
    "/favicon.png",
    "/_stcore/health",
    "/_stcore/host-config",
    "/_stcore/metrics",
    "/healthz",
    "/robots.txt",
    "/mudancas.atom",
    "/api/v1/acervo",
    "/api/v1/nada",
    "/dados/atual/estacoes.csv",
    "/dados/nada/nada",
    "/relatorio/3557105",
    "/..%2f..%2fetc/passwd",
    "//exemplo.invalid",
    "/?x=" + "a" * 4000,
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize("address", EVERY_KIND)
def test_security_headers_on_every_answer(servidor: str, address: str) -> None:
    response = requests.get(servidor + address, allow_redirects=False, timeout=20)
    assert response.status_code < 500
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert "camera=()" in response.headers["permissions-policy"]
    assert re.fullmatch(r"[0-9a-f]{16}", response.headers["x-request-id"])


def test_pages_run_only_scripts_of_the_site(servidor: str) -> None:
    policy = requests.get(servidor, timeout=20).headers["content-security-policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert "'unsafe-inline'" not in directives["script-src"]
    assert "'unsafe-eval'" not in directives["script-src"].split()
    assert "*" not in policy
    hosts = {word.rstrip(";") for word in policy.split() if "://" in word}
    assert hosts == {find_fundo().origem}  # type: ignore[union-attr]
    assert all(
        "://" not in directives[name] for name in ("default-src", "script-src", "style-src", "font-src")
    )


@pytest.mark.parametrize(
    ("address", "lang", "title"),
    [
        ("/", "pt-BR", "registros municipais"),
        ("/mapa?lang=en", "en", "Map of antennas"),
        ("/?lang=x", "pt-BR", "lei"),
    ],
)
def test_pages_say_their_language(servidor: str, address: str, lang: str, title: str) -> None:
    response = requests.get(servidor + address, timeout=20)
    assert response.headers["content-language"] == lang
    assert f'<html lang="{lang}">' in response.text
    assert title in re.search(r"<title>(.*?)</title>", response.text).group(1)  # type: ignore[union-attr]
    assert "/dados/atual/LEIAME.txt" in response.text
    assert "_stcore/agent" not in response.text


@pytest.mark.parametrize(
    "prefix",
    (
        *CLOSED,
        *(
            f"/_stcore/{name}"
            for name in ("agent/interact", "metrics", "script-health-check", "upload_file/a/b")
        ),
    ),
)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
def test_developer_endpoints_are_closed(servidor: str, prefix: str, method: str) -> None:
    response = requests.request(method, f"{servidor}{prefix}", timeout=20)
    assert response.status_code in {404, 405}
    assert "erro" in response.json()


@pytest.mark.parametrize("name", ["agent/openapi.json", "agent/interact", "agent/mcp", "upload_file/a/b"])
def test_closed_endpoints_under_pages_too(servidor: str, name: str) -> None:
    for page in ("", "/mapa", "/mapa/x"):
        response = requests.get(f"{servidor}{page}/_stcore/{name}", timeout=20)
        assert response.status_code == 404


def test_ranges_and_compression_through_the_whole_stack(servidor: str, loja: Loja) -> None:
    content = (loja.pasta / loja.atual / "estacoes.csv").read_bytes()
    address = f"{servidor}/dados/{loja.atual}/estacoes.csv"
    part = requests.get(address, headers={"Range": "bytes=5-19"}, timeout=20)
    assert (part.status_code, part.content) == (206, content[5:20])
    packed = requests.get(address, headers={"Accept-Encoding": "gzip"}, timeout=20)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["etag"].startswith('W/"')
    assert packed.content == content


def test_redirect_is_followed_to_the_file(servidor: str, loja: Loja) -> None:
    response = requests.get(f"{servidor}/dados/atual/estacoes.csv", timeout=20)
    assert response.url == f"{servidor}/dados/{loja.atual}/estacoes.csv"
    assert response.status_code == 200


def test_open_data_may_be_read_from_other_sites_and_pages_may_not(servidor: str) -> None:
    for address, is_open in (("/api/v1/acervo", True), ("/dados/atual/LEIAME.txt", True), ("/", False)):
        headers = requests.get(
            servidor + address, headers={"Origin": "https://exemplo.invalid"}, timeout=20
        ).headers
        assert (headers.get("access-control-allow-origin") == "*") == is_open
        assert headers["cross-origin-resource-policy"] == ("cross-origin" if is_open else "same-origin")


def test_log_lines_are_structured_and_hold_no_question(
    cliente: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER.name)
    LOGGER.propagate = True
    cliente.get("/api/v1/estacoes/1004", headers={"x-request-id": "pedido-0001"})
    cliente.get("/api/v1/municipios/3557105/estacoes.json?q=maria")
    cliente.get("/api/v1/maria/maria")
    lines = [json.loads(record.message) for record in caplog.records if record.name == LOGGER.name]
    assert [line["rota"] for line in lines] == [
        "/api/v1/estacoes/{numero}",
        "/api/v1/municipios/{ibge}/estacoes.{formato}",
        "/api/{resto:path}",
    ]
    assert lines[0] | {"ms": 0, "bytes": 0} == {
        "id": "pedido-0001",
        "metodo": "GET",
        "rota": "/api/v1/estacoes/{numero}",
        "status": 200,
        "bytes": 0,
        "ms": 0,
    }
    assert not any(word in caplog.text for word in ("maria", "1004", "testclient"))


def test_a_request_id_that_is_no_id_is_replaced(cliente: TestClient) -> None:
    for given in ("a", "a b c d e f g h", "<script>alert(1)</script>", "a" * 65):
        answered = cliente.get("/robots.txt", headers={"x-request-id": given}).headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{16}", answered)


def test_a_failure_is_a_sentence(
    cliente: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("segredo de Maria")

    monkeypatch.setattr("etrdash.published.acervo.Acervo.list_municipios", fail)
    caplog.set_level(logging.INFO, LOGGER.name)
    LOGGER.propagate = True
    response = cliente.get("/api/v1/municipios")
    assert response.status_code == 500
    assert response.json()["erro"]["mensagem"] == "O servidor falhou ao responder."
    assert response.headers["x-frame-options"] == "DENY"
    assert "RuntimeError" in caplog.text
    assert "Maria" not in caplog.text + response.text


def test_the_store_reaches_the_server(servidor: str, loja: Loja) -> None:
    assert requests.get(f"{servidor}/healthz", timeout=20).json()["acervo"] == loja.atual
    assert Path(loja.pasta, "atual").read_text().strip() == loja.atual


def test_other_sites_may_ask_before_reading_open_data_only(servidor: str) -> None:
    headers = {"Origin": "https://exemplo.invalid", "Access-Control-Request-Method": "GET"}
    allowed = requests.options(f"{servidor}/api/v1/acervo", headers=headers, timeout=20)
    assert (allowed.status_code, allowed.headers["access-control-allow-methods"]) == (204, "GET, HEAD")
    assert allowed.headers["access-control-allow-origin"] == "*"
    assert requests.options(f"{servidor}/mapa", headers=headers, timeout=20).status_code == 405


@pytest.mark.parametrize("address", ["/", "/mapa", "/dados"])
def test_the_address_of_a_page_is_answered_with_it(servidor: str, address: str) -> None:
    response = requests.get(servidor + address, timeout=20)
    assert response.status_code == 200
    waiting = re.search(r'<div id="root"><p class="etr-espera" role="status">(.*?)</p>', response.text)
    assert waiting is not None, "what is there until the front end's code has come"
    assert "Carregando…" in waiting[1]


@pytest.mark.parametrize(
    ("address", "lang", "said"),
    [
        ("/nada", "pt-BR", "Não há página neste endereço"),
        ("/mapa/x?lang=en", "en", "There is no page at this address"),
    ],
)
def test_an_address_that_is_no_page_says_so_and_names_the_pages(
    servidor: str, address: str, lang: str, said: str
) -> None:
    response = requests.get(servidor + address, timeout=20)
    assert response.status_code == 404
    assert f'<html lang="{lang}">' in response.text
    assert said in response.text
    for page in PAGINAS:
        assert f'href="/{page.endereco}?lang=' in response.text
    assert "<script" not in response.text


def test_one_slash_too_many_leads_to_the_page(servidor: str) -> None:
    response = requests.get(f"{servidor}/cidade/?ibge=3557105", allow_redirects=False, timeout=20)
    assert (response.status_code, response.headers["location"]) == (308, "/cidade?ibge=3557105")
    assert requests.get(f"{servidor}//exemplo.invalid/", timeout=20).status_code in {400, 404}
