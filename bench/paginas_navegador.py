"""Headless Chromium under measurement: when the first points are drawn, how many bytes came for them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, sync_playwright

OPCOES = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]
# Notes when a layer of at least so many objects is drawn: deck.gl draws each object as an instance.
_ESPIAO = """
window.__desenhado = null;
for (const nome of ["drawArraysInstanced", "drawElementsInstanced"]) {
  const original = WebGL2RenderingContext.prototype[nome];
  WebGL2RenderingContext.prototype[nome] = function (...a) {
    if (window.__desenhado === null && a[a.length - 1] >= MINIMO) window.__desenhado = performance.now();
    return original.apply(this, a);
  };
}
"""


@dataclass(frozen=True, slots=True)
class Visita:
    """One visit: seconds to the first points, kB over HTTP and over the websocket, both as transferred."""

    segundos: float
    http_kb: float
    ws_kb: float


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """Start the browser of ``ETRDASH_CHROMIUM``, else the one on the PATH."""
    caminho = os.environ.get("ETRDASH_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=caminho, args=OPCOES)
        yield browser
        browser.close()


def visit(browser: Browser, url: str, minimo: int, largura: int = 1280) -> Visita:
    """Visit an address with an empty cache and wait until ``minimo`` objects of one layer are drawn."""
    contexto = browser.new_context(viewport={"width": largura, "height": 900})
    page = contexto.new_page()
    page.add_init_script(_ESPIAO.replace("MINIMO", str(minimo)))
    contagem = _count_bytes(page)
    page.goto(url)
    while (desenhado := page.evaluate("window.__desenhado")) is None:
        page.wait_for_timeout(50)
    contexto.close()
    return Visita(desenhado / 1000, contagem["http"] / 1000, contagem["ws"] / 1000)


def _count_bytes(page: Page) -> dict[str, float]:
    contagem = {"http": 0.0, "ws": 0.0}

    def add_http(evento: dict[str, float]) -> None:
        contagem["http"] += evento["encodedDataLength"]

    def add_ws(evento: dict[str, dict[str, str]]) -> None:
        contagem["ws"] += len(evento["response"]["payloadData"]) * 3 / 4  # base64

    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.loadingFinished", add_http)
    cdp.on("Network.webSocketFrameReceived", add_ws)
    return contagem
