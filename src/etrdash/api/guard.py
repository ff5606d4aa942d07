"""What is refused before any handler runs: writing, Streamlit's developer endpoints, oversized requests."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from etrdash.api.answers import refuse
from etrdash.api.headers import OPEN_DATA

MAX_PATH_BYTES = 512
MAX_QUERY_BYTES = 2048
READING = {"GET", "HEAD"}
PREFLIGHT = {
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "If-None-Match, If-Range, Range, X-Request-ID",
    "access-control-max-age": "86400",
    "cache-control": "public, max-age=86400",
}
DATA_PREFIXES = ("/api", "/dados/")
# What Streamlit's pages need of its own routes. Agents, metrics, uploads and script health stay closed, under
# any page's address too.
STREAMLIT = "/_stcore/"
OPEN = {"/_stcore/health", "/_stcore/host-config", "/_stcore/stream"}
CLOSED = ("/auth/", "/oauth2callback", "/component/")
HOST = re.compile(rb"[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
CONTROL = re.compile(rb"[\x00-\x1f\x7f]")


class Guard:
    """ASGI middleware that answers refusals itself, as JSON.

    Args:
        app: the application inside.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass the request on."""
        refusal = _find_refusal(scope) if scope["type"] == "http" else None
        if refusal is None and scope["type"] == "http" and scope["method"] == "OPTIONS":
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, send)
            return
        if refusal is None:
            await self.app(scope, receive, send)
            return
        status, mensagem = refusal
        response = refuse(status, mensagem)
        if status == 405:
            response.headers["allow"] = ", ".join(sorted(READING))
        await response(scope, receive, send)


def _find_refusal(scope: Scope) -> tuple[int, str] | None:
    path: str = scope["path"]
    query: bytes = scope["query_string"]
    may_ask = path.startswith(OPEN_DATA)
    if scope["method"] not in READING and not (may_ask and scope["method"] == "OPTIONS"):
        return 405, "Este serviço é só de leitura."
    if len(scope.get("raw_path") or path) > MAX_PATH_BYTES or len(query) > MAX_QUERY_BYTES:
        return 414, "O endereço é longo demais."
    if any(not HOST.fullmatch(value) for name, value in scope["headers"] if name == b"host"):
        return 400, "O nome do servidor não é válido."
    if CONTROL.search(path.encode()) or CONTROL.search(unquote_to_bytes(query)):
        return 400, "O endereço contém caracteres de controle."
    hides = path.startswith(DATA_PREFIXES) and (".." in path or "//" in path or "\\" in path)
    if hides or path.startswith(CLOSED) or (STREAMLIT in path and path not in OPEN):
        return 404, "Não há nada neste endereço."
    return None
