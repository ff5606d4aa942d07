"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from etrdash.matching import ligacao
from etrdash.matching.fatos import Fatos
from etrdash.matching.vinculos import Lote, link_lote

RAIZ = Path(__file__).resolve().parents[1]

# The same examples on every machine, and no timing: a slow machine is not a failure.
# `make test-long` takes "longo".
settings.register_profile(
    "etrdash",
    max_examples=100,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("longo", settings.get_profile("etrdash"), max_examples=5000, derandomize=False)
settings.load_profile("etrdash")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of real files and worked cases beside the checkout; tests that need it skip without it."""
    folder = Path(os.environ.get("ETRDASH_SHARED", RAIZ.parent / "shared"))
    if not (folder / "SPEC.md").is_file():
        pytest.skip(f"needs the shared folder of real files beside the checkout ({folder.name}/)")
    return folder


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Put ``__main__`` back: a page test leaves the page there, and a process started later would run it."""
    antes = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = antes


@pytest.fixture
def ligadas(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The municipalities that are linked, not taken from memory."""
    codigos: list[str] = []

    def observe(fatos: Fatos, *resto: Any) -> Lote:
        codigos.extend(sorted({*fatos.estacoes["codigo_ibge"], *fatos.lugares["codigo_ibge"]}))
        return link_lote(fatos, *resto)

    monkeypatch.setattr(ligacao, "link_lote", observe)
    return codigos
