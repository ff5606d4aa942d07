"""Draw the picture of link previews, ``ui/estatico/cartao.png``: name, purpose and the four marks.

Run by ``make imagens``, which names the browser.
"""

from __future__ import annotations

import base64
import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

RAIZ = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(RAIZ))

from bench.paginas_navegador import OPCOES  # noqa: E402
from etrdash.ui.situacoes import MARCAS  # noqa: E402

ESTATICO = RAIZ / "src" / "etrdash" / "ui" / "estatico"
LARGURA, ALTURA = 1200, 630  # what the previews of most networks show uncropped
LEMA = "Antenas licenciadas, registros municipais e o que cada lei pede"
PAGINA = """\
<body style="margin:0;background:#f3f5f7;color:#1c2630;font-family:'Source Sans 3','Noto Sans',sans-serif">
<div style="box-sizing:border-box;width:{largura}px;height:{altura}px;padding:96px 72px;display:flex;
  flex-direction:column;justify-content:space-between;border-left:24px solid #17406d">
<div style="display:flex;align-items:center;gap:36px">
<img style="width:150px" src="data:image/svg+xml;base64,{marca}">
<b style="font-size:104px;letter-spacing:-2px;color:#17406d">etrdash</b></div>
<div style="font-size:46px;line-height:1.3">{lema}</div>
<div style="font-size:30px;display:flex;justify-content:space-between;color:#3d4853;white-space:nowrap">
{grupos}</div>
</div></body>"""


def write_page() -> str:
    """Return the picture as a page, the marks drawn as the dashboard draws them."""
    grupos = "".join(
        f'<span><svg width="26" height="26" viewBox="0 0 24 24" fill="{marca.cor}"'
        f' style="vertical-align:-3px">{marca.forma}</svg> {marca.nome.lower()}</span>'
        for marca in MARCAS.values()
    )
    svg = base64.b64encode((ESTATICO / "marca.svg").read_bytes()).decode()
    return PAGINA.format(largura=LARGURA, altura=ALTURA, marca=svg, lema=LEMA, grupos=grupos)


def main() -> None:
    """Draw the picture in the browser; end where something runs out of it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["ETRDASH_CHROMIUM"], args=OPCOES)
        page = browser.new_page(viewport={"width": LARGURA, "height": ALTURA})
        page.set_content(write_page())
        if page.evaluate("document.documentElement.scrollWidth") > LARGURA:
            sys.exit("o cartão não cabe na largura")
        page.screenshot(path=ESTATICO / "cartao.png")
        browser.close()
    print(f"cartao.png: {(ESTATICO / 'cartao.png').stat().st_size} bytes")


if __name__ == "__main__":
    main()
