"""Acervos that this process has open: one shared handle per acervo, the most recently used ones kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

from etrdash.published.acervo import Acervo
from etrdash.published.banco import BANCO
from etrdash.published.store import Store

_MAXIMO = 8
_abertos: OrderedDict[tuple[str, int], Acervo] = OrderedDict()
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
        _abertos.move_to_end(chave)
        while len(_abertos) > _MAXIMO:
            _abertos.popitem(last=False)  # whoever still uses it keeps it; it closes with its last user
        return _abertos[chave]
