"""Which acervo came before which: the order in which a store published them."""

from __future__ import annotations

from pathlib import Path

from etrdash.published.acervo import MANIFESTO
from etrdash.published.store import Store

DEMONSTRACAO = "demo-"


def find_publication(store: Path, acervo: str) -> int:
    """Return when an acervo was published, in seconds since 1970 (its manifest's time)."""
    return int((store / acervo / MANIFESTO).stat().st_mtime)


def list_succession(store: Path, *, ficticios: bool) -> list[str]:
    """Return the ids held, first published first; demonstrations are not compared with the rest."""
    ids = [item for item in Store(store).list_ids() if item.startswith(DEMONSTRACAO) == ficticios]
    return sorted(ids, key=lambda item: (find_publication(store, item), item))


def find_previous(store: Path, acervo: str) -> str | None:
    """Return the acervo published before one, of the same kind; None where it is the first."""
    ids = list_succession(store, ficticios=acervo.startswith(DEMONSTRACAO))
    before = ids[: ids.index(acervo)] if acervo in ids else []
    return before[-1] if before else None
