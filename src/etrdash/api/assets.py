"""Files of the pages' look, under addresses that name their content: fetched once, kept for a year."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from etrdash.api.answers import IMMUTABLE, answer_bytes

PREFIX = "/estatico/"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file in memory.

    Attributes:
        address: path with the start of the content's SHA-256, so that it never changes under one address.
        body: content.
        media_type: for the answer.
    """

    address: str
    body: bytes
    media_type: str

    def answer(self, request: Request) -> Response:
        """Answer the file, or 304."""
        return answer_bytes(request, self.body, media_type=self.media_type, cache=IMMUTABLE)


@dataclass(frozen=True, slots=True)
class Assets:
    """The style sheet of the pages and the picture of their link previews."""

    style: Asset
    picture: Asset

    def build_routes(self) -> list[BaseRoute]:
        """Return the routes of both."""
        return [Route(asset.address, asset.answer, methods=["GET"]) for asset in (self.style, self.picture)]


def read_assets(folder: Path) -> Assets:
    """Read ``estilo.css`` and ``cartao.png`` of a folder."""
    return Assets(
        style=_read_asset(folder / "estilo.css", "text/css"),
        picture=_read_asset(folder / "cartao.png", "image/png"),
    )


def _read_asset(path: Path, media_type: str) -> Asset:
    body = path.read_bytes()
    digest = hashlib.sha256(body).hexdigest()[:16]
    return Asset(f"{PREFIX}{path.stem}.{digest}{path.suffix}", body, media_type)
