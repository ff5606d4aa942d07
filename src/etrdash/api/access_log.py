"""One structured line per request, without personal data: no address of the visitor, no query text."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from etrdash.api.answers import refuse
from etrdash.api.counts import count_request, count_session

LOGGER = logging.getLogger("etrdash.acesso")
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
ASSETS = "/static/"
STREAMLIT = ("/_stcore/", "/media/", ASSETS)
SESSION = "/_stcore/stream"


class AccessLog:
    """ASGI middleware that gives each request an id, answers it in ``X-Request-ID``, logs and counts it.

    A failure inside becomes a 500 in JSON, with the name of the exception in the log and nowhere else.

    The line holds the route's template (``/api/v1/estacoes/{numero}``), never the address as typed: what
    people look for is nobody's business, and an unknown address may carry anything.

    Args:
        app: the application inside.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and log how it went, even when it failed."""
        if scope["type"] == "websocket" and scope["path"] == SESSION:
            with count_session():
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        sent = {"status": 0, "bytes": 0}

        async def send_and_count(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent["status"] = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = request_id
            elif message["type"] == "http.response.body":
                sent["bytes"] += len(message.get("body", b""))
            await send(message)

        start = time.perf_counter()
        erro = ""
        try:
            await self.app(scope, receive, send_and_count)
        except Exception as failure:
            erro = type(failure).__name__
            if sent["status"]:
                raise
            await refuse(500, "O servidor falhou ao responder.")(scope, receive, send_and_count)
        finally:
            seconds = time.perf_counter() - start
            count_request(name_route(scope), sent["status"], seconds)
            _log(scope, request_id, sent, seconds, erro)


def _log(scope: Scope, request_id: str, sent: dict[str, int], seconds: float, erro: str) -> None:
    if scope["path"].startswith(ASSETS) and sent["status"] < 400:
        return  # a page's hundred scripts, cached for a year by the browser
    line = {
        "id": request_id,
        "metodo": scope["method"],
        "rota": name_route(scope),
        "status": sent["status"],
        "bytes": sent["bytes"],
        "ms": round(seconds * 1000, 1),
        **({"erro": erro} if erro else {}),
    }
    LOGGER.info(json.dumps(line, ensure_ascii=False))


def name_route(scope: Scope) -> str:
    """Return the kind of address of a request, one of a fixed few: never what was typed."""
    template = getattr(scope.get("route"), "path", None)
    if template:
        return str(template)
    prefix = next((prefix for prefix in STREAMLIT if scope["path"].startswith(prefix)), None)
    return f"{prefix}…" if prefix else "página"


def configure_access_log() -> None:
    """Write the lines to standard error as they are, once; the service manager keeps them."""
    if not LOGGER.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(message)s"))
        LOGGER.addHandler(handler)
        LOGGER.setLevel(logging.INFO)
        LOGGER.propagate = False
