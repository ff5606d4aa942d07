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
# Notes when a layer of exactly so many objects is on the screen: deck.gl draws each object as an instance,
# and the fence passes once the graphics process has carried out the call, its programs compiled.
_ESPIAO = """
window.__desenhado = null;
let cercado = false;
for (const nome of ["drawArraysInstanced", "drawElementsInstanced"]) {
  const original = WebGL2RenderingContext.prototype[nome];
  WebGL2RenderingContext.prototype[nome] = function (...a) {
    original.apply(this, a);
    if (cercado || a[a.length - 1] !== OBJETOS) return;
    cercado = true;
    const cerca = this.fenceSync(this.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.flush();
    const ver = () => {
      if (this.clientWaitSync(cerca, 0, 0) === this.TIMEOUT_EXPIRED) setTimeout(ver, 10);
      else window.__desenhado = performance.now();
    };
    setTimeout(ver, 0);
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


def visit(browser: Browser, url: str, objetos: int, largura: int = 1280) -> Visita:
    """Visit an address with an empty cache and wait until a layer of ``objetos`` objects is drawn."""
    contexto = browser.new_context(viewport={"width": largura, "height": 900})
    page = contexto.new_page()
    watch_points(page, objetos)
    contagem = _count_bytes(page)
    page.goto(url)
    segundos = wait_for_points(page)
    contexto.close()
    return Visita(segundos, contagem["http"] / 1000, contagem["ws"] / 1000)


def watch_points(page: Page, objetos: int) -> None:
    """Have the page note when a layer of ``objetos`` objects is drawn; called before it opens an address."""
    page.add_init_script(_ESPIAO.replace("OBJETOS", str(objetos)))


def wait_for_points(page: Page) -> float:
    """Wait until what ``watch_points`` was told of is drawn; return the seconds since the visit."""
    while (desenhado := page.evaluate("window.__desenhado")) is None:
        page.wait_for_timeout(50)
    return float(desenhado) / 1000


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
