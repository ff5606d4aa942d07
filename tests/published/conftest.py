"""The tiny acervo, published once for the tests of this layer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from etrdash.published.acervo import Acervo
from tests.acervo_minimo import build_minimo


@pytest.fixture(scope="session")
def acervo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Acervo]:
    """The tiny acervo, opened."""
    aberto = build_minimo(tmp_path_factory.mktemp("store"))
    yield aberto
    aberto.close()


@pytest.fixture
def pasta(acervo: Acervo) -> Path:
    """Folder of the tiny acervo; tests do not write in it."""
    return acervo.pasta
