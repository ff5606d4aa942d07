"""Acervos that this process has open: one shared handle per acervo, kept while sessions may use it."""

from __future__ import annotations

import threading
from pathlib import Path

from etrdash.published.acervo import Acervo
from etrdash.published.banco import BANCO
from etrdash.published.store import Store

_abertos: dict[tuple[str, int], Acervo] = {}
_trava = threading.Lock()


def open_acervo(store: Path, acervo: str) -> Acervo:
    """Return the shared handle of one acervo of a store.

    Raises:
        AcervoError: the store does not hold it, or it does not open.
    """
    return _open(Store(store).find_pasta(acervo))


def open_current(store: Path) -> Acervo:
    """Return the shared handle of the store's current acervo; a new pointer is seen at the next call.

    Raises:
        AcervoError: no pointer yet, a pointer to nowhere, or a damaged acervo.
    """
    return _open(Store(store).find_pasta_current())


def _open(pasta: Path) -> Acervo:
    banco = pasta / BANCO
    inode = banco.stat().st_ino if banco.exists() else 0
    chave = (str(pasta.resolve()), inode)
    with _trava:
        if chave not in _abertos:
            _abertos[chave] = Acervo(pasta)
        return _abertos[chave]
