"""The store behind the routes: which acervo a request is about, opened once and shared."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.requests import Request

from etrdash.api.access_log import configure_access_log

STORE_VARIABLE = "ETRDASH_STORE"
DEFAULT_STORE = "data/build"
ACERVO_ID = re.compile(r"(demo-)?\d{4}-\d{2}-\d{2}-[0-9a-f]{8}")


def store_from_environment() -> Path:
    """Return the folder of acervos that ``ETRDASH_STORE`` names, ``data/build`` by default."""
    return Path(os.environ.get(STORE_VARIABLE) or DEFAULT_STORE)


class Service:
    """What the routes need from the outside world.

    Args:
        store: folder of acervos.
    """

    def __init__(self, store: Path) -> None:
        self.store = store

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Start the access log before the first request."""
        configure_access_log()
        yield

    def current_id(self) -> str | None:
        """Return the id that the pointer names, read anew so that a new acervo needs no restart."""
        try:
            text = (self.store / "atual").read_text(encoding="utf-8").strip()
        except OSError:
            return None
        return text if ACERVO_ID.fullmatch(text) else None

    def folder(self, acervo: str) -> Path | None:
        """Return the folder of an acervo, or None when there is none of that id."""
        if not ACERVO_ID.fullmatch(acervo):
            return None
        folder = self.store / acervo
        return folder if (folder / "manifesto.json").is_file() else None

    def asked_id(self, request: Request) -> str | None:
        """Return the id in ``?acervo=``, else the current one."""
        return request.query_params.get("acervo") or self.current_id()
