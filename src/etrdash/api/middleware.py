"""The stack around every request, outermost first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from starlette.middleware import Middleware

from etrdash.api.access_log import AccessLog
from etrdash.api.assets import PREFIX, Assets
from etrdash.api.compression import WeakTags
from etrdash.api.guard import Guard
from etrdash.api.headers import SecurityHeaders, build_policy
from etrdash.api.preload import PreloadMap, find_map_code
from etrdash.api.shell import LocalisedShell, hash_inline_scripts
from etrdash.fundo import find_fundo

WITH_MAP = frozenset({"/mapa"})
OWN_PREFIXES = (
    "/api/",
    "/dados/",
    "/relatorio/",
    "/healthz",
    "/metrics",
    "/robots.txt",
    "/mudancas.atom",
    PREFIX,
)


def build_middleware(shell: Path, pages: Iterable[str], assets: Assets) -> list[Middleware]:
    """Return the middleware of the application; Streamlit's own (compression included) comes inside it.

    Args:
        shell: the HTML file that Streamlit serves for every page.
        pages: addresses of the pages, without the slash; empty for the first one.
        assets: style sheet of the pages and picture of their previews.
    """
    fundo = find_fundo()
    policy = build_policy(hash_inline_scripts(shell), fundo.origem if fundo else "")
    return [
        Middleware(SecurityHeaders, policy=policy),
        Middleware(AccessLog),
        Middleware(Guard),
        Middleware(
            LocalisedShell,
            own_prefixes=OWN_PREFIXES,
            pages=frozenset(f"/{p}" for p in pages),
            assets=assets,
        ),
        Middleware(PreloadMap, code=find_map_code(shell.parent / "static"), pages=WITH_MAP),
        Middleware(WeakTags),
    ]
