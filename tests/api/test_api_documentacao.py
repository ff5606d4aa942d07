"""``docs/api.md`` lists every address and only those."""

from __future__ import annotations

import re
from pathlib import Path

from etrdash.api.parameters import FILTERS, MAX_LIMIT, PAGE
from etrdash.api.routes import answer_unknown, build_routes
from etrdash.api.service import Service
from tests.api.conftest import LABELS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_address_is_documented_and_exists() -> None:
    documented = set(re.findall(r"^\| `(/[^`]*)` \|", TEXT, re.MULTILINE))
    existing = {
        getattr(route, "path", "")
        for route in build_routes(Service(Path("nowhere"), LABELS))
        if getattr(route, "endpoint", None) and route.endpoint.args[0] is not answer_unknown  # type: ignore[attr-defined]
    }
    assert documented == existing - {"/dados/"}


def test_every_filter_is_documented() -> None:
    for name in (*FILTERS, *PAGE, "acervo"):
        assert f"`{name}`" in TEXT or f"?{name}=" in TEXT
    assert str(MAX_LIMIT) in TEXT
