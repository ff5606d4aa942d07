"""The map's code and stations are announced with the pages that draw a map, and only if they are there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from etrdash.api.preload import PreloadMap, find_map_code, find_stations
from etrdash.published.filtro import Filtro
from etrdash.published.store import VARIAVEL
from etrdash.ui import arquivos
from etrdash.ui.arquivos import map_url
from tests.acervo_minimo import build_minimo


def answer(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok", headers={"link": "</x>; rel=canonical"})


def build_client(code: tuple[str, ...]) -> TestClient:
    inner = Starlette(routes=[Route("/mapa", answer), Route("/leis", answer)])
    return TestClient(PreloadMap(inner, code, frozenset({"/mapa"})))


def test_installed_streamlit_has_the_code_where_we_look() -> None:
    static = Path(st.__file__).parent / "static" / "static"
    code = find_map_code(static)
    sizes = [(static / address.removeprefix("/static/")).stat().st_size for address in code]
    assert sizes[0] > 1_000_000
    shell = (static.parent / "index.html").read_text(encoding="utf-8")
    assert 1 < len(code) < 40
    assert not [address for address in code if address.rpartition("/")[2] in shell]


def test_only_pages_with_a_map_announce_it() -> None:
    client = build_client(("/static/js/a.js",))
    assert client.get("/mapa").headers["link"] == "</x>; rel=canonical, </static/js/a.js>; rel=modulepreload"
    assert client.get("/leis").headers["link"] == "</x>; rel=canonical"


def test_without_the_code_nothing_is_announced(tmp_path: Path) -> None:
    assert find_map_code(tmp_path) == ()
    assert build_client(()).get("/mapa").headers["link"] == "</x>; rel=canonical"


def test_stations_are_announced_at_the_address_that_the_page_asks(
    monkeypatch: pytest.MonkeyPatch, acervo_atual: str
) -> None:
    monkeypatch.setattr(arquivos, "current_acervo", lambda: SimpleNamespace(id=acervo_atual))
    asked = map_url(Filtro(codigo_ibge="3557105", avaliada=True))
    assert find_stations(b"ibge=3557105") == find_stations(b"lang=en&ibge=3557105") == asked
    link = build_client(()).get("/mapa?ibge=3557105").headers["link"]
    assert link == f"</x>; rel=canonical, <{asked}>; rel=preload; as=fetch; crossorigin"


@pytest.mark.parametrize(
    "query",
    [
        b"",
        b"ibge=3557105&grupo=verde",
        b"ibge=355",
        b"ibge=9999999",
        b"ibge=3557105&acervo=%3E%22",
        b"ibge=3557105&q=",
    ],
)
def test_no_station_is_announced_where_filters_or_nonsense_stand(acervo_atual: str, query: bytes) -> None:
    assert acervo_atual
    assert find_stations(query) is None


@pytest.fixture
def acervo_atual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the acervo that the store points to."""
    acervo = build_minimo(tmp_path)
    acervo.close()
    monkeypatch.setenv(VARIAVEL, str(tmp_path))
    return acervo.id
