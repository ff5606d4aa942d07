"""The command as its users call it: its two outputs and its exit code."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from etrdash.cli import main

RAIZ = Path(__file__).resolve().parents[2]


def call_environment() -> dict[str, str]:
    """Environment of a called process: this checkout's package comes first."""
    caminhos = [str(RAIZ / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, caminhos))}


@dataclass(frozen=True)
class Saida:
    """What a call left."""

    codigo: int
    saida: str
    erros: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        objeto: dict[str, Any] = json.loads(self.saida)
        return objeto


@pytest.fixture(scope="session")
def etrdash() -> Callable[..., Saida]:
    """Call ``etrdash`` in this process and return its outputs; only an exit code may come out of it."""

    def call(*args: object, **ambiente: str) -> Saida:
        saida, erros = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, {"COLUMNS": "120", **ambiente}),
            contextlib.redirect_stdout(saida),
            contextlib.redirect_stderr(erros),
            pytest.raises(SystemExit) as fim,
        ):
            main([str(arg) for arg in args])
        assert "Traceback" not in erros.getvalue()
        assert isinstance(fim.value.code, int)
        return Saida(fim.value.code, saida.getvalue(), erros.getvalue())

    return call
