"""``/dados``: whole files, ranges, conditional requests, redirects, traversal, withdrawals."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from etrdash.published.publicacao import list_files
from etrdash.published.store import Store
from tests.acervo_minimo import build_minimo
from tests.api.conftest import Loja

IDENTITY = {"accept-encoding": "identity"}


def test_every_published_file_answers_its_bytes(cliente: TestClient, loja: Loja) -> None:
    pasta = loja.pasta / loja.atual
    for name in list_files(pasta):
        response = cliente.get(f"/dados/{loja.atual}/{name}", headers=IDENTITY)
        assert response.status_code == 200
        assert response.content == (pasta / name).read_bytes()
        assert "immutable" in response.headers["cache-control"]
        if name != "SHA256SUMS":
            assert response.headers["etag"] == f'"{hashlib.sha256((pasta / name).read_bytes()).hexdigest()}"'


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("estacoes.csv", "text/csv; charset=utf-8; header=present"),
        ("estacoes.excel.csv", "text/csv; charset=utf-8; header=present"),
        ("estacoes.geojson", "application/geo+json"),
        ("estacoes.parquet", "application/vnd.apache.parquet"),
        ("estacoes.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("datapackage.json", "application/json"),
        ("LEIAME.txt", "text/plain; charset=utf-8"),
        ("SHA256SUMS", "text/plain; charset=utf-8"),
    ],
)
def test_media_types(cliente: TestClient, loja: Loja, name: str, media_type: str) -> None:
    assert cliente.head(f"/dados/{loja.atual}/{name}").headers["content-type"] == media_type


def test_conditional_request(cliente: TestClient, loja: Loja) -> None:
    address = f"/dados/{loja.atual}/estacoes.csv"
    tag = cliente.head(address, headers=IDENTITY).headers["etag"]
    for asked in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        assert cliente.get(address, headers={"if-none-match": asked}).status_code == 304
    assert cliente.get(address, headers={"if-none-match": '"x"'}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "status", "expected"),
    [
        ("bytes=0-9", 206, slice(0, 10)),
        ("bytes=10-", 206, slice(10, None)),
        ("bytes=-5", 206, slice(-5, None)),
        ("bytes=999999999-", 416, None),
        ("bytes=9-2", 400, None),
    ],
)
def test_ranges(cliente: TestClient, loja: Loja, asked: str, status: int, expected: slice | None) -> None:
    content = (loja.pasta / loja.atual / "estacoes.csv").read_bytes()
    response = cliente.get(f"/dados/{loja.atual}/estacoes.csv", headers={"range": asked, **IDENTITY})
    assert response.status_code == status
    if expected is not None:
        assert response.content == content[expected]
        assert response.headers["content-range"].endswith(f"/{len(content)}")


def test_if_range_of_another_version_sends_the_whole(cliente: TestClient, loja: Loja) -> None:
    headers = {"range": "bytes=0-9", "if-range": '"outra"', **IDENTITY}
    assert cliente.get(f"/dados/{loja.atual}/estacoes.csv", headers=headers).status_code == 200


def test_current_redirects(cliente: TestClient, loja: Loja) -> None:
    response = cliente.get("/dados/atual/estacoes.csv")
    assert response.status_code == 307
    assert response.headers["location"] == f"/dados/{loja.atual}/estacoes.csv"
    assert response.headers["cache-control"] == "no-cache"
    assert cliente.get("/dados/atual/nada.csv").status_code == 404


def test_a_slash_leads_to_the_page(cliente: TestClient) -> None:
    response = cliente.get("/dados/")
    assert (response.status_code, response.headers["location"]) == (308, "/dados")


@pytest.mark.parametrize(
    "path",
    [
        "{id}/acervo.duckdb",
        "{id}/.trava",
        "{id}/nada.csv",
        "{id}/",
        "{id}",
        "{id}/..%2Fatual",
        "{id}/%2e%2e/atual",
        "{id}/..%5catual",
        "{id}%2f..%2fatual/x",
        "..%2f..%2fetc/passwd",
        "%2e%2e/atual",
        "{id}/%2fetc%2fpasswd",
        "{id}//etc/passwd",
        "{id}/estacoes.csv%2f..",
        "{id}/C:%5cwindows",
        "{id}/./estacoes.csv/x",
        ".construcao-x/estacoes.csv",
    ],
)
def test_nothing_else_is_reachable(cliente: TestClient, loja: Loja, path: str) -> None:
    response = cliente.get("/dados/" + path.format(id=loja.atual))
    assert response.status_code == 404
    assert "erro" in response.json()


def test_a_name_that_breaks_lines_is_refused(cliente: TestClient, loja: Loja) -> None:
    for path in ("estacoes.csv%0d%0aSet-Cookie:x", "estacoes.csv%00"):
        response = cliente.get(f"/dados/{loja.atual}/{path}")
        assert response.status_code == 400
        assert "set-cookie" not in response.headers


def test_a_new_pointer_needs_no_restart(
    loja: Loja, open_client: Callable[[Path], TestClient], tmp_path: Path
) -> None:
    shutil.copytree(loja.pasta, tmp_path / "s")
    cliente = open_client(tmp_path / "s")
    assert cliente.get("/healthz").json()["acervo"] == loja.atual
    Store(tmp_path / "s").point(loja.antigo)
    assert cliente.get("/healthz").json()["acervo"] == loja.antigo
    assert cliente.get("/api/v1/acervo").json()["acervo"] == loja.antigo
    assert cliente.get("/dados/atual/LEIAME.txt").headers["location"].startswith(f"/dados/{loja.antigo}/")
    assert cliente.get(f"/dados/{loja.atual}/LEIAME.txt").status_code == 200


def test_a_withdrawn_acervo_answers_gone(
    loja: Loja, open_client: Callable[[Path], TestClient], tmp_path: Path
) -> None:
    shutil.copytree(loja.pasta, tmp_path / "s")
    cliente = open_client(tmp_path / "s")
    Store(tmp_path / "s").withdraw(loja.antigo, date(2026, 12, 1), "dados_pessoais")
    for address in (f"/dados/{loja.antigo}/estacoes.csv", f"/api/v1/municipios?acervo={loja.antigo}"):
        response = cliente.get(address)
        assert response.status_code == 410
        error = response.json()["erro"]
        assert (error["substituto"], error["motivo"]) == (loja.atual, "dados_pessoais")


def test_the_successor_named_is_one_that_answers(
    loja: Loja, open_client: Callable[[Path], TestClient], tmp_path: Path
) -> None:
    store = Store(tmp_path / "s")
    shutil.copytree(loja.pasta, store.pasta)
    store.withdraw(loja.antigo, date(2026, 12, 1), "dados_pessoais")
    novo = build_minimo(store.pasta, versao="2")
    novo.close()
    store.withdraw(loja.atual, date(2026, 12, 2), "dados_pessoais")
    cliente = open_client(store.pasta)
    for retirado in (loja.antigo, loja.atual):
        response = cliente.get(f"/dados/{retirado}/estacoes.csv")
        assert response.status_code == 410
        assert response.json()["erro"]["substituto"] == novo.id


@pytest.mark.parametrize(
    "damage", ["empty store", "pointer to nowhere", "malformed pointer", "broken database"]
)
def test_without_a_usable_acervo(
    loja: Loja, open_client: Callable[[Path], TestClient], tmp_path: Path, damage: str
) -> None:
    pasta = tmp_path / "s"
    if damage == "empty store":
        pasta.mkdir()
    else:
        shutil.copytree(loja.pasta, pasta)
    if damage == "pointer to nowhere":
        (pasta / "atual").write_text("2026-01-01-00000000\n")
    if damage == "malformed pointer":
        (pasta / "atual").write_text("../../etc\n")
    if damage == "broken database":
        (pasta / loja.atual / "acervo.duckdb").write_bytes(b"not a database" * 1000)
    cliente = open_client(pasta)
    for address in (
        "/healthz",
        "/api/v1/acervo",
        "/api/v1/municipios",
        "/relatorio/3557105",
        "/mudancas.atom",
    ):
        response = cliente.get(address)
        assert response.status_code == 503
        assert "erro" in response.json()
    assert cliente.get("/robots.txt").status_code == 200
