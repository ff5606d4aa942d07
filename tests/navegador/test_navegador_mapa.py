"""The map in a real browser: it draws and counts what the database has, and its view is in the address."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Response, expect

from bench.paginas_servidor import start_etrdash
from etrdash.fundo import VARIAVEL as FUNDO
from etrdash.published.abertos import open_acervo
from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.ui.agregados import join_municipios, join_ufs
from etrdash.ui.atlas import fit_box
from etrdash.ui.moldura import Caixa, project
from tests.navegador.conftest import Aba, Servidor

pytestmark = pytest.mark.navegador

IBGE = "3557105"
LEGENDA = {
    "vermelho": "Com pendência",
    "amarelo": "Em andamento",
    "verde": "Em ordem",
    "cinza": "Sem conclusão",
}
VERMELHO = (194, 65, 12)
MAPA = "stDeckGlJsonChart"


def catch_stations(page: Page, act: Callable[[], object]) -> list[tuple[str, str]]:
    """Return number and situação of every station in the answer that the map draws after an act."""

    def is_stations(resposta: Response) -> bool:
        return "/estacoes.geojson" in resposta.url

    with page.expect_response(is_stations, timeout=30_000) as pedido:
        act()
    corpo = json.loads(pedido.value.body())
    return sorted((f["properties"]["numero_estacao"], f["properties"]["situacao"]) for f in corpo["features"])


def list_stations(acervo: Acervo, filtro: Filtro) -> list[tuple[str, str]]:
    rows = acervo.list_estacoes(filtro).to_pylist()
    return sorted((r["numero_estacao"], r["situacao"]) for r in rows)


def click_place(page: Page, caixa: Caixa, longitude: float, latitude: float, seen: str) -> None:
    """Click where a place is drawn until the address matches ``seen``: the first click can miss."""
    zoom = caixa.zoom()
    x, y = project(longitude, latitude, zoom)
    x_0, y_0 = project(*caixa.centro, zoom)
    tela = page.get_by_test_id(MAPA)
    for _ in range(6):
        tela.scroll_into_view_if_needed()
        moldura = tela.bounding_box()
        assert moldura is not None
        px = moldura["x"] + moldura["width"] / 2 + x - x_0
        py = moldura["y"] + moldura["height"] / 2 + y - y_0
        page.mouse.move(px - 25, py - 25)
        page.mouse.move(px, py)
        page.mouse.click(px, py)
        for _ in range(8):
            if re.search(seen, page.url):
                return
            page.wait_for_timeout(500)
    pytest.fail(f"no click was noticed: {page.url}")


def count_pixels(page: Page, cor: tuple[int, int, int]) -> int:
    """Count the pixels of the map near a colour."""
    tela = page.get_by_test_id(MAPA)
    tela.scroll_into_view_if_needed()
    imagem = Image.open(BytesIO(tela.screenshot())).convert("RGB")
    return sum(
        n
        for n, ponto in imagem.getcolors(imagem.width * imagem.height)
        if all(abs(a - b) < 12 for a, b in zip(ponto, cor, strict=True))
    )


def test_legend_and_map_hold_what_the_database_has(
    abre_aba: Callable[..., Aba], servidor: Servidor, loja_do_servidor: Path
) -> None:
    acervo = open_acervo(loja_do_servidor, servidor.acervo)
    aba = abre_aba(390)
    mes = acervo.list_meses()[5]
    for endereco, filtro in (
        (f"/mapa?ibge={IBGE}", Filtro(codigo_ibge=IBGE, avaliada=True)),
        (f"/mapa?ibge={IBGE}&mes={mes}", Filtro(codigo_ibge=IBGE, avaliada=True, mes=mes)),
    ):
        desenhadas = catch_stations(aba.page, partial(aba.open, servidor.url + endereco))
        assert desenhadas == list_stations(acervo, filtro)
        totais = acervo.read_totais(filtro)
        for grupo, nome in LEGENDA.items():
            expect(aba.page.get_by_role("button", name=f"{nome}: {totais[grupo]}")).to_be_visible()
    filtrado = Filtro(codigo_ibge=IBGE, avaliada=True, grupos=("vermelho",), mes=mes)
    botao = aba.page.get_by_role("button", name=re.compile("^.*Com pendência"))
    assert catch_stations(aba.page, botao.click) == list_stations(acervo, filtrado)
    assert "grupo=vermelho" in aba.page.url
    assert aba.erros == []
    assert aba.fora == []


@pytest.mark.longo
def test_steps_go_from_country_to_state_to_city_and_back(
    abre_aba: Callable[..., Aba], servidor: Servidor, loja_do_servidor: Path
) -> None:
    acervo = open_acervo(loja_do_servidor, servidor.acervo)
    municipios = acervo.list_municipios().to_pylist()
    aba = abre_aba()
    page = aba.open(f"{servidor.url}/mapa")
    page.wait_for_timeout(1500)
    ufs = join_ufs(municipios, acervo.count_by("uf").to_pylist())
    sp = next(row for row in ufs if row["chave"] == "SP")
    click_place(page, fit_box(ufs), sp["longitude"], sp["latitude"], r"uf=SP")
    aba.wait()
    page.wait_for_timeout(1500)
    delas = join_municipios(
        [m for m in municipios if m["uf"] == "SP"], acervo.count_by("municipio").to_pylist()
    )
    cidade = next(row for row in delas if row["chave"] == IBGE)
    click_place(page, fit_box(delas), cidade["longitude"], cidade["latitude"], f"ibge={IBGE}")
    aba.wait()
    passos = page.get_by_role("navigation", name="Onde você está no mapa")
    expect(passos).to_contain_text("Brasil › SP › Votuporanga (SP)")
    page.go_back()
    expect(passos).to_have_text("Brasil › SP")
    assert aba.erros == []


def test_chosen_place_survives_filter_zoom_and_a_new_visit(
    abre_aba: Callable[..., Aba], servidor: Servidor
) -> None:
    aba = abre_aba(390)
    page = aba.open(f"{servidor.url}/mapa?ibge={IBGE}&sitio={IBGE}-1")
    escolhido = page.get_by_text("2 estações neste mesmo ponto")
    expect(escolhido).to_be_visible()
    page.get_by_role("button", name=re.compile("Com pendência")).click()
    page.wait_for_url(re.compile("grupo=vermelho"))
    aba.wait()
    expect(escolhido).to_be_visible()
    page.get_by_role("button", name="Centrar no escolhido").click()
    page.wait_for_url(re.compile("centro="))
    aba.open(page.url)
    expect(escolhido).to_be_visible()
    assert aba.erros == []


def test_wheel_over_the_map_scrolls_the_page(abre_aba: Callable[..., Aba], servidor: Servidor) -> None:
    aba = abre_aba()
    page = aba.open(f"{servidor.url}/mapa?ibge={IBGE}")
    tela = page.get_by_test_id(MAPA)
    tela.hover()
    antes = tela.bounding_box()
    page.mouse.wheel(0, 250)
    page.wait_for_timeout(700)
    depois = tela.bounding_box()
    assert antes is not None
    assert depois is not None
    assert depois["y"] < antes["y"] - 100
    assert page.locator(f"[data-testid={MAPA}] canvas").first.evaluate(
        "e => getComputedStyle(e).touchAction"
    ) == ("pan-y")


@contextmanager
def serve_style() -> Iterator[tuple[str, list[str], Callable[[], None]]]:
    """Serve a MapLibre style that paints everything green; give its address, what was asked and a stop."""
    pedidos: list[str] = []
    estilo = {
        "version": 8,
        "sources": {},
        "layers": [{"id": "fundo", "type": "background", "paint": {"background-color": "#00ff00"}}],
    }

    class Estilo(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pedidos.append(self.path)
            corpo = json.dumps(estilo).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("access-control-allow-origin", "*")
            self.send_header("content-length", str(len(corpo)))
            self.end_headers()
            self.wfile.write(corpo)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    servidor = ThreadingHTTPServer(("127.0.0.1", 0), Estilo)
    threading.Thread(target=servidor.serve_forever, daemon=True).start()

    def stop() -> None:
        servidor.shutdown()
        servidor.server_close()

    try:
        yield f"http://127.0.0.1:{servidor.server_port}/estilo.json", pedidos, stop
    finally:
        if servidor.socket.fileno() >= 0:
            stop()


@pytest.mark.longo
def test_own_background_is_painted_and_without_its_server_the_map_is_still_readable(
    chromium: Browser, loja_do_servidor: Path, tmp_path: Path, telas: Path
) -> None:
    log = tmp_path / "servidor.txt"
    with (
        serve_style() as (estilo, pedidos, stop),
        start_etrdash(loja_do_servidor, log, **{FUNDO: estilo}) as servidor,
    ):
        for nome, no_ar in (("com-fundo", True), ("fundo-fora-do-ar", False)):
            if not no_ar:
                stop()
            pagina = chromium.new_page(viewport={"width": 1280, "height": 900})
            aba = Aba(pagina)
            resposta = pagina.goto(f"{servidor.url}/mapa?ibge={IBGE}")
            assert resposta is not None
            origem = estilo.rpartition("/")[0]
            assert f"connect-src 'self' data: {origem};" in resposta.headers["content-security-policy"]
            aba.wait()
            pagina.wait_for_timeout(2500)
            assert count_pixels(pagina, VERMELHO) > 100
            verdes = count_pixels(pagina, (0, 255, 0))
            assert verdes > 100_000 if no_ar else verdes == 0
            pagina.screenshot(path=telas / f"mapa-{nome}.png")
            pagina.close()
        assert pedidos
        assert set(pedidos) == {"/estilo.json"}
