"""The shipped laws, read once for all tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from etrdash.dados import PastaDeDados
from etrdash.rules.carga import load_leis
from etrdash.rules.lei import Lei


@pytest.fixture(scope="session")
def leis() -> Mapping[str, Lei]:
    """Every law of the shipped data folder, by id."""
    return load_leis(PastaDeDados.open())
