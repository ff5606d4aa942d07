"""Puts `app.py` into the wheel; an editable install runs the one of the checkout."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AppNoPacote(BuildHookInterface[Any]):
    """A file at the root cannot be moved by `sources`, which maps folders."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to a standard wheel."""
        if version == "standard":
            build_data["force_include"]["app.py"] = "etrdash/_app/app.py"
