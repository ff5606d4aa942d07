"""Draw the README's pictures: the demonstration's pages in a real browser, into ``docs/imagens/``.

Run by ``make imagens``, which builds the demonstration and names the browser.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import sync_playwright

RAIZ = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(RAIZ))

from bench.paginas_navegador import OPCOES, wait_for_points, watch_points  # noqa: E402
from bench.paginas_servidor import start_etrdash  # noqa: E402
from etrdash.cli.principal import main as run_command  # noqa: E402
from etrdash.published.abertos import open_current  # noqa: E402
from etrdash.published.filtro import Filtro  # noqa: E402

PASTA = RAIZ / "docs" / "imagens"
MAXIMO_BYTES = 200_000
ESPERA_MS = 6_000  # charts and the map draw after the page says that it is done
TELEFONE, MESA, ALTA = (390, 844), (1280, 860), (1280, 1180)


def list_pictures(store: Path) -> dict[str, tuple[str, tuple[int, int], int]]:
    """Return file name → address, size, stations on its map: of the municipality with most pending."""
    acervo = open_current(store)
    municipio = max(acervo.list_municipios().to_pylist(), key=lambda m: (m["vermelho"], m["codigo_ibge"]))
    ibge = municipio["codigo_ibge"]
    numero = acervo.list_manifestacoes(codigo_ibge=ibge).to_pylist()
    estacao = next((m["numero_estacao"] for m in numero if m["numero_estacao"]), "")
    no_mapa = acervo.find_caixa(Filtro(codigo_ibge=ibge, avaliada=True))["estacoes"]
    return {
        "inicio.png": ("/", MESA, 0),
        "cidade.png": (f"/cidade?ibge={ibge}", MESA, 0),
        "cidade-telefone.png": (f"/cidade?ibge={ibge}", TELEFONE, 0),
        "estacao-telefone.png": (f"/estacao?numero={estacao}", TELEFONE, 0),
        "mapa.png": (f"/mapa?ibge={ibge}", ALTA, no_mapa),
    }


def main() -> None:
    """Build the demonstration in a temporary folder, serve it and take the pictures."""
    PASTA.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        pasta = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        try:
            run_command(["demo", "--store", str(pasta / "loja")])
        except SystemExit as saida:
            if saida.code:
                raise
        url = stack.enter_context(start_etrdash(pasta / "loja", pasta / "servidor.txt")).url
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=os.environ["ETRDASH_CHROMIUM"], args=OPCOES)
        for nome, (endereco, (largura, altura), no_mapa) in list_pictures(pasta / "loja").items():
            page = browser.new_page(viewport={"width": largura, "height": altura}, locale="pt-BR")
            watch_points(page, no_mapa)
            page.goto(url + endereco)
            page.locator(".etr-rodape").wait_for(timeout=60_000)
            page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
            if no_mapa:
                wait_for_points(page)
            page.wait_for_timeout(ESPERA_MS)
            page.screenshot(path=PASTA / nome)
            page.close()
            tamanho = (PASTA / nome).stat().st_size
            print(f"docs/imagens/{nome}: {tamanho} bytes")
            if tamanho > MAXIMO_BYTES:
                sys.exit(f"docs/imagens/{nome} passa de {MAXIMO_BYTES} bytes")
        browser.close()


if __name__ == "__main__":
    main()
