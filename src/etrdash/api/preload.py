"""Announces with a map's page what the browser otherwise learns of late: the map's code and its stations."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs

import duckdb
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from etrdash.erros import AcervoError
from etrdash.published.abertos import open_acervo, open_current
from etrdash.published.store import find_store

MAP_CODE = ("js/DeckGlJsonChart.*.js", "js/webgl-device.*.js")
IMPORT = re.compile(r'(?:from|import)"\./([\w.-]+\.js)"')
IMPORTS_WITHIN = 20_000
STATIONS = (
    "/api/v1/municipios/{ibge}/estacoes.geojson?acervo={acervo}&avaliada=true"
    "&campo=numero_estacao&campo=prestadora&campo=endereco&campo=grupo&campo=situacao&campo=sitio_id"
)
"""The address that the page will ask for, letter by letter (`etrdash.ui.arquivos.map_url`)."""
PLAIN = frozenset({"ibge", "uf", "lang", "acervo"})
IBGE = re.compile(r"\d{7}", re.ASCII)


def find_map_code(static: Path) -> tuple[str, ...]:
    """Return the addresses of the map's code among Streamlit's files and of what only it imports, if found.

    What the page itself names is left out: the browser sees it there.

    Args:
        static: the folder that Streamlit serves as ``/static``, beside the page.
    """
    shell = static.parent / "index.html"
    named = shell.read_text(encoding="utf-8") if shell.is_file() else ""
    found = {path.name: path for pattern in MAP_CODE for path in sorted(static.glob(pattern))}
    waiting = list(found.values())
    while waiting:
        with waiting.pop().open(encoding="utf-8") as file:
            head = file.read(IMPORTS_WITHIN)  # a module's imports stand first
        for name in IMPORT.findall(head):
            path = static / "js" / name
            if name not in found and name not in named and path.is_file():
                found[name] = path
                waiting.append(path)
    return tuple(f"/static/{path.relative_to(static).as_posix()}" for path in found.values())


def find_stations(query_string: bytes) -> str | None:
    """Return the address of the stations that a map's page will ask for.

    None where filters may change it, or the acervo has no such municipality.

    Args:
        query_string: of the page.
    """
    query = parse_qs(query_string.decode("latin-1"), keep_blank_values=True)
    ibge = query.get("ibge", [""])[0]
    if not IBGE.fullmatch(ibge) or not query.keys() <= PLAIN:
        return None
    store, asked = find_store().pasta, query.get("acervo", [""])[0]
    try:
        acervo = open_acervo(store, asked) if asked else open_current(store)
        known = acervo.find_municipio(ibge) is not None
    except (AcervoError, duckdb.Error):  # the page itself says what is wrong with this acervo
        return None
    return STATIONS.format(ibge=ibge, acervo=acervo.id) if known else None


class PreloadMap:
    """ASGI middleware that adds ``Link: …; rel=modulepreload`` and ``rel=preload`` to pages that draw a map.

    Args:
        app: the application inside.
        code: addresses of the map's code.
        pages: paths of the pages with a map.
    """

    def __init__(self, app: ASGIApp, code: tuple[str, ...], pages: frozenset[str]) -> None:
        self.app = app
        self.code = [f"<{address}>; rel=modulepreload" for address in code]
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; complete the answer of a page with a map."""
        if scope["type"] != "http" or scope["path"] not in self.pages:
            await self.app(scope, receive, send)
            return
        stations = await run_in_threadpool(find_stations, scope["query_string"])
        links = [*self.code, *([f"<{stations}>; rel=preload; as=fetch; crossorigin"] if stations else [])]

        async def send_with_links(message: Message) -> None:
            if message["type"] == "http.response.start" and links:
                MutableHeaders(scope=message).append("link", ", ".join(links))
            await send(message)

        await self.app(scope, receive, send_with_links)
