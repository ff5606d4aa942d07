"""Announces the map's code with the page: else the browser learns of those 3 MB only when the map arrives."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAP_CODE = "js/DeckGlJsonChart.*.js"


def find_map_code(static: Path) -> tuple[str, ...]:
    """Return the addresses of the map's code among Streamlit's files, none where it has another name.

    Args:
        static: the folder that Streamlit serves as ``/static``.
    """
    return tuple(f"/static/{found.relative_to(static).as_posix()}" for found in sorted(static.glob(MAP_CODE)))


class PreloadMapCode:
    """ASGI middleware that adds a ``Link: …; rel=modulepreload`` to the pages that draw a map.

    Args:
        app: the application inside.
        code: addresses to announce.
        pages: paths of the pages with a map.
    """

    def __init__(self, app: ASGIApp, code: tuple[str, ...], pages: frozenset[str]) -> None:
        self.app = app
        self.link = ", ".join(f"<{address}>; rel=modulepreload" for address in code)
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; complete the answer of a page with a map."""
        if not self.link or scope["type"] != "http" or scope["path"] not in self.pages:
            await self.app(scope, receive, send)
            return

        async def send_with_link(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("link", self.link)
            await send(message)

        await self.app(scope, receive, send_with_link)
