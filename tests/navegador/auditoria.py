"""The automatic accessibility audit (axe) of a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVES = {"serious", "critical"}
REGRAS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def list_findings(page: Page) -> list[str]:
    """Return the serious findings of WCAG 2.2 AA, one line each."""
    return [
        f"{regra['id']}: {no['html'][:160]} {no['target']} {no['failureSummary'][:160]}"
        for regra in Axe().run(page, options=REGRAS).response["violations"]
        if regra["impact"] in GRAVES
        for no in regra["nodes"]
    ]
