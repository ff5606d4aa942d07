"""Starts the server: Streamlit's own command on ``app.py``, with the store in its environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.published.store import VARIAVEL


def serve(store: Path, porta: int, endereco: str = "127.0.0.1") -> NoReturn:
    """Serve the dashboard until it is stopped; the server takes this process's place, and so its signals.

    Args:
        store: folder of acervos.
        porta: TCP port.
        endereco: address to listen on; the loopback by default, so that publishing is a decision.

    Raises:
        EntradaIlegivel: the installation has no ``app.py``.
    """
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(find_app()),
        f"--server.port={porta}",
        f"--server.address={endereco}",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
    ]
    environment = {**os.environ, VARIAVEL: str(store.resolve())}
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, command, environment)  # noqa: S606 - our own command, no shell


def find_app() -> Path:
    """Return ``app.py`` of the checkout, or its copy inside the installed package."""
    here = Path(__file__).resolve()
    for candidate in (here.parents[3] / "app.py", here.parents[1] / "_app" / "app.py"):
        if candidate.is_file():
            return candidate
    raise EntradaIlegivel(
        Problema("o painel não veio com esta instalação", remedio="Reinstale o pacote etrdash.")
    )
