"""The command as its users call it: a process of its own, its two outputs and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

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
    """Call ``etrdash`` and return its outputs; whatever happens, no traceback."""

    def call(*args: object, cwd: Path = RAIZ, **ambiente: str) -> Saida:
        processo = subprocess.run(
            [sys.executable, "-c", "from etrdash.cli import main; main()", *map(str, args)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=cwd,
            env={**call_environment(), "COLUMNS": "120", **ambiente},
            timeout=300,
            check=False,
        )
        assert "Traceback" not in processo.stderr, processo.stderr
        return Saida(processo.returncode, processo.stdout, processo.stderr)

    return call
