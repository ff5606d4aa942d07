"""The map's code is announced with the pages that draw a map, and only if it is there."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from etrdash.api.preload import PreloadMapCode, find_map_code


def answer(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok", headers={"link": "</x>; rel=canonical"})


def build_client(code: tuple[str, ...]) -> TestClient:
    inner = Starlette(routes=[Route("/mapa", answer), Route("/leis", answer)])
    return TestClient(PreloadMapCode(inner, code, frozenset({"/mapa"})))


def test_installed_streamlit_has_the_code_where_we_look() -> None:
    static = Path(st.__file__).parent / "static" / "static"
    (code,) = find_map_code(static)
    assert (static / code.removeprefix("/static/")).stat().st_size > 1_000_000


def test_only_pages_with_a_map_announce_it() -> None:
    client = build_client(("/static/js/a.js",))
    assert client.get("/mapa").headers["link"] == "</x>; rel=canonical, </static/js/a.js>; rel=modulepreload"
    assert client.get("/leis").headers["link"] == "</x>; rel=canonical"


def test_without_the_code_nothing_is_announced(tmp_path: Path) -> None:
    assert find_map_code(tmp_path) == ()
    assert build_client(()).get("/mapa").headers["link"] == "</x>; rel=canonical"
