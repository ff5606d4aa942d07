"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

RAIZ = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder of real files and worked cases beside the checkout; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("ETRDASH_SHARED", RAIZ.parent / "shared"))
    if not (folder / "SPEC.md").is_file():
        pytest.skip(f"needs the shared folder of real files beside the checkout ({folder.name}/)")
    return folder
