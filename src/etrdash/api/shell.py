"""The HTML that Streamlit answers for every page: its language, title and text without JavaScript.

Streamlit serves one fixed file in English. Screen readers, search engines and browsers that translate need
the real language; a visitor without JavaScript needs to know where the data are.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import parse_qs, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from etrdash.api.assets import Assets
from etrdash.api.cards import SITE, Card, describe_page
from etrdash.api.missing import render_missing
from etrdash.api.pictures import PICTURE_SCRIPT
from etrdash.api.words import WORDS_SCRIPT
from etrdash.published.store import find_store
from etrdash.traducao import N_, ORIGEM, choose_idioma, place_idioma, tag_idioma, translate

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
MAX_SHELL_BYTES = 1 << 20
# What of a page's address says which view it is, and what a value may look like to be repeated.
NAMING = ("ibge", "uf", "numero", "lei", "mes", "acervo", "lang")
PLAIN = re.compile(r"[A-Za-z0-9_-]{1,80}")
# Where the server is. Without it Streamlit's page probes its own address first (``/mapa/_stcore/health``) and
# every page but the first logs two errors and starts later.
BACKEND_SCRIPT = "window.__streamlit={BACKEND_BASE_URL:window.location.origin};"

# "Near me": on a click, and only then, asks the browser where it is and puts the place, rounded to 0.001
# degree (about 100 m), into the address of the first page. Nothing is sent anywhere else, nothing is kept.
NEAR_SCRIPT = """\
document.addEventListener("click",function(e){
var a=e.target.closest&&e.target.closest("a.etr-perto");
if(!a)return;
function go(v){var u=new URL(location.href);u.pathname="/";u.searchParams.delete("q");
u.searchParams.set("perto",v);location.assign(u);}
e.preventDefault();
if(!navigator.geolocation){go("negado");return;}
a.setAttribute("aria-busy","true");
navigator.geolocation.getCurrentPosition(
function(p){go(p.coords.latitude.toFixed(3)+","+p.coords.longitude.toFixed(3));},
function(){go("negado");},{timeout:15000,maximumAge:600000});
});"""
SCRIPTS = (BACKEND_SCRIPT, NEAR_SCRIPT, PICTURE_SCRIPT, WORDS_SCRIPT)


TITLE = N_("etrdash: antenas, registros municipais e o que cada lei pede")
DESCRIPTION = N_(
    "As estações licenciadas pela ANATEL ao lado dos registros municipais que as leis de antenas pedem."
)
WAITING = N_("Carregando…")
NOSCRIPT = N_(
    'Este painel usa JavaScript. Sem ele, os mesmos dados estão em <a href="/dados/atual/LEIAME.txt">'
    'arquivos abertos</a>, na <a href="/api/v1/municipios">API</a> e em um relatório de uma página por '
    "município, em /relatorio/código-do-IBGE."
)


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses that the shell names: of the style sheet, and absolute ones of the page and its picture.

    Each is empty where it is not known, and then not named.
    """

    style: str = ""
    page: str = ""
    picture: str = ""


def hash_inline_scripts(shell: Path) -> str:
    """Return the CSP sources (``'sha256-…'``) of the inline scripts in the file ``shell`` and of our own."""
    scripts = [*INLINE_SCRIPT.findall(shell.read_text(encoding="utf-8")), *SCRIPTS]
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def rewrite_shell(html: str, lang: str, card: Card, links: Links = Links()) -> str:
    """Return Streamlit's page in the language ``lang``, with title and preview of ``card``.

    The style sheet stands at the end, after the styles that Streamlit's front end puts into the head. What
    the page is stands where the front end will draw it, for the seconds until its code has come.
    """
    title = escape(f"{card.title} · {SITE}" if card.title else translate(lang, TITLE))
    description = escape(card.description or translate(lang, DESCRIPTION))
    meta = "".join(
        f'\n    <meta {kind}="{name}" content="{content}" />'
        for kind, name, content in (
            ("name", "description", description),
            ("property", "og:type", "website"),
            ("property", "og:site_name", SITE),
            ("property", "og:locale", place_idioma(lang)),
            ("property", "og:title", title),
            ("property", "og:description", description),
            ("property", "og:url", escape(links.page)),
            ("property", "og:image", escape(links.picture)),
            ("property", "og:image:alt", title if links.picture else ""),
            ("name", "twitter:card", "summary_large_image" if links.picture else "summary"),
            ("name", "twitter:title", title),
            ("name", "twitter:description", description),
        )
        if content
    )
    said = f"<strong>{title}</strong> {description} <em>{translate(lang, WAITING)}</em>"
    waiting = f'<p class="etr-espera" role="status">{said}</p>'
    html = html.replace('<div id="root"></div>', f'<div id="root">{waiting}</div>', 1)
    if links.style:
        html = html.replace("</body>", f'<link rel="stylesheet" href="{links.style}">\n  </body>', 1)
    html = re.sub(r"<html[^>]*>", f'<html lang="{tag_idioma(lang)}">', html, count=1)
    html = html.replace(
        "<head>", "<head>" + "".join(f"\n    <script>{script}</script>" for script in SCRIPTS), 1
    )
    html = re.sub(
        r"<title>.*?</title>",
        lambda _: f"<title>{title}</title>{meta}",
        html,
        count=1,
        flags=re.DOTALL,
    )
    html = re.sub(r'\s*<link rel="service-desc"[^>]*>', "", html, count=1)
    return re.sub(
        r"<noscript>.*?</noscript>",
        lambda _: f"<noscript><p>{translate(lang, NOSCRIPT)}</p></noscript>",
        html,
        count=1,
        flags=re.DOTALL,
    )


class LocalisedShell:
    """ASGI middleware that rewrites the page shell; any other answer passes untouched.

    Args:
        app: the application inside.
        own_prefixes: paths whose HTML is ours already and stays as it is.
        pages: paths of the pages; at any other address, 404 and a page that says so; one slash too many leads
            to the page.
        assets: style sheet and picture that the shell names.
    """

    def __init__(
        self, app: ASGIApp, own_prefixes: tuple[str, ...], pages: frozenset[str], assets: Assets
    ) -> None:
        self.app = app
        self.assets = assets
        self.own_prefixes = own_prefixes
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for the page uncompressed and unconditionally, then rewrite it."""
        if scope["type"] != "http" or scope["path"].startswith(self.own_prefixes):
            await self.app(scope, receive, send)
            return
        if scope["path"] not in self.pages and scope["path"].rstrip("/") in self.pages - {"/"}:
            query_string = scope["query_string"].decode("latin-1")
            target = scope["path"].rstrip("/") + (f"?{query_string}" if query_string else "")
            await RedirectResponse(target, 308)(scope, receive, send)
            return
        if "." not in scope["path"]:
            dropped = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range"}
            kept = [(name, value) for name, value in scope["headers"] if name not in dropped]
            scope = {**scope, "headers": kept}
        query = parse_qs(scope["query_string"].decode("latin-1"))
        lang = choose_idioma(query.get("lang", [ORIGEM])[0])
        known = scope["path"] in self.pages
        card = Card()
        if known:
            store = find_store().pasta
            card = await run_in_threadpool(describe_page, store, scope["path"].strip("/"), query, lang)
        links = _name_links(scope, query, self.assets) if known else Links(self.assets.style.address)
        await self.app(scope, receive, _Rewriter(send, lang, card, links, 200 if known else 404))


def _name_links(scope: Scope, query: Mapping[str, Sequence[str]], assets: Assets) -> Links:
    """Name the page by what says which view it is; nothing absolute where the request names no host."""
    host = Headers(scope=scope).get("host", "")
    if not host:
        return Links(assets.style.address)
    kept = {name: query[name][0] for name in NAMING if PLAIN.fullmatch(query.get(name, [""])[0])}
    origin = f"{scope['scheme']}://{host}"
    page = f"{origin}{scope['path']}{'?' if kept else ''}{urlencode(kept)}"
    return Links(assets.style.address, page, f"{origin}{assets.picture.address}")


class _Rewriter:
    """Holds back an uncompressed HTML answer until it is whole, and sends it rewritten."""

    def __init__(self, send: Send, lang: str, card: Card, links: Links, status: int) -> None:
        self.send = send
        self.lang = lang
        self.card = card
        self.links = links
        self.status = status
        self.start: Message | None = None
        self.body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self.start = message
        elif self.start is None:
            await self.send(message)
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self.start)

    async def _finish(self, start: Message) -> None:
        body = bytes(self.body)
        headers = MutableHeaders(scope=start)
        if body and len(body) <= MAX_SHELL_BYTES:
            if self.status == 404:
                page = render_missing(self.lang, self.links.style)
            else:
                page = rewrite_shell(body.decode("utf-8", "replace"), self.lang, self.card, self.links)
            body = page.encode()
            headers["content-length"] = str(len(body))
            headers["content-language"] = tag_idioma(self.lang)
        for name in ("etag", "last-modified", "accept-ranges"):
            if name in headers:
                del headers[name]
        if start["status"] == 200:
            start["status"] = self.status
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})


def _is_page(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    is_html = headers.get("content-type", "").startswith("text/html")
    return is_html and start["status"] != 206 and "content-encoding" not in headers
