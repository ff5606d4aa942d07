"""The store behind the routes: which acervo a request is about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from etrdash.api.access_log import configure_access_log
from etrdash.api.answers import Refusal
from etrdash.api.labels import Labels
from etrdash.erros import AcervoError
from etrdash.published.abertos import open_acervo, open_current
from etrdash.published.acervo import Acervo
from etrdash.published.retiradas import find_substituto, read_retiradas
from etrdash.published.store import Store, is_id


class Service:
    """What the routes need from the outside world.

    The pointer is read anew at every request, so that a new acervo needs no restart; the acervos themselves
    are opened once and shared.

    Args:
        store: folder of acervos.
        labels: what the pages call each code.
    """

    def __init__(self, store: Path, labels: Labels) -> None:
        self.store = store
        self.labels = labels

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Start the access log, and open the current acervo before the first request counts."""
        configure_access_log()
        with suppress(AcervoError):  # `/healthz` says it; the first acervo may come later
            await run_in_threadpool(open_current, self.store)
        yield

    def open_asked(self, request: Request) -> Acervo:
        """Return the acervo of ``?acervo=``, else the current one.

        Raises:
            Refusal: 404 unknown, 410 withdrawn (naming its successor), 503 none or damaged.
        """
        asked = request.query_params.get("acervo")
        if asked is not None:
            return self.open_acervo(asked)
        try:
            return open_current(self.store)
        except AcervoError:
            raise Refusal(503, "Nenhum acervo pode ser consultado agora.") from None

    def open_acervo(self, acervo: str) -> Acervo:
        """Return one acervo by id.

        Raises:
            Refusal: as in ``open_asked``.
        """
        self.find_folder(acervo)
        try:
            return open_acervo(self.store, acervo)
        except AcervoError:
            raise Refusal(503, "Este acervo não pode ser consultado agora.") from None

    def find_folder(self, acervo: str) -> Path:
        """Return the folder of an acervo.

        Raises:
            Refusal: 404 unknown, 410 withdrawn.
        """
        if not is_id(acervo):
            raise Refusal(404, "Não há acervo com este identificador.")
        folder = self.store / acervo
        if folder.is_dir():
            return folder
        retiradas = read_retiradas(self.store)
        gone = retiradas.get(acervo)
        if gone is None:
            raise Refusal(404, "Não há acervo com este identificador.")
        raise Refusal(
            410,
            "Este acervo foi retirado. O que o substitui está indicado.",
            motivo=gone.motivo,
            retirado_em=gone.em,
            substituto=find_substituto(retiradas, acervo),
        )

    def find_current_folder(self) -> Path:
        """Return the folder of the current acervo.

        Raises:
            Refusal: 503 when there is none.
        """
        try:
            return Store(self.store).find_pasta_current()
        except AcervoError:
            raise Refusal(503, "Ainda não há acervo publicado.") from None

    def list_ids(self) -> list[str]:
        """Return the ids that the store holds, oldest first."""
        return Store(self.store).list_ids()
