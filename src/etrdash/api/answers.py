"""Answers: JSON bodies, refusals, entity tags and conditional requests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

REVALIDATE = "public, max-age=0, must-revalidate"
SHORT = "public, max-age=60"
DAY = "public, max-age=86400"
IMMUTABLE = "public, max-age=31536000, immutable"


class Refusal(Exception):  # noqa: N818
    """Ends a request with a refusal.

    Args:
        status: HTTP status.
        mensagem: sentence in Portuguese.
        **detalhes: further fields of the JSON body.
    """

    def __init__(self, status: int, mensagem: str, **detalhes: Any) -> None:
        super().__init__(mensagem)
        self.status = status
        self.mensagem = mensagem
        self.detalhes = detalhes

    def as_response(self) -> Response:
        """Return the answer to send."""
        return refuse(self.status, self.mensagem, **self.detalhes)


def render_json(content: Any) -> bytes:
    """Return UTF-8 JSON that is inert inside HTML: ``<``, ``>``, ``&`` and U+2028/9 are escaped."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str, allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode()


def answer_json(
    request: Request,
    content: Any,
    *,
    status: int = 200,
    cache: str = REVALIDATE,
    headers: Mapping[str, str] | None = None,
    media_type: str = "application/json",
) -> Response:
    """Return ``content`` as JSON with an entity tag, or 304 when the client has it already."""
    return answer_bytes(
        request, render_json(content), media_type=media_type, status=status, cache=cache, headers=headers
    )


def answer_bytes(
    request: Request,
    body: bytes,
    *,
    media_type: str,
    status: int = 200,
    cache: str = REVALIDATE,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a whole body with an entity tag over its bytes, or 304 when the client has it already."""
    sent = {"cache-control": cache, "etag": f'"{hashlib.sha256(body).hexdigest()[:32]}"', **(headers or {})}
    if status == 200 and matches_etag(request, sent["etag"]):
        return Response(status_code=304, headers=sent)
    return Response(body, status_code=status, media_type=media_type, headers=sent)


def matches_etag(request: Request, etag: str) -> bool:
    """Tell whether ``If-None-Match`` names this entity tag (weak comparison, RFC 9110 § 13.1.2)."""
    asked = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    return "*" in asked or etag.removeprefix("W/") in asked


def refuse(status: int, mensagem: str, **detalhes: Any) -> Response:
    """Return a refusal as JSON: ``{"erro": {"status": …, "mensagem": …, …}}``; nothing of the request in it.

    Args:
        status: HTTP status.
        mensagem: sentence in Portuguese for whoever reads it.
        **detalhes: further fields, such as the parameter or the acervo that replaces a withdrawn one.
    """
    return Response(
        render_json({"erro": {"status": status, "mensagem": mensagem, **detalhes}}),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
