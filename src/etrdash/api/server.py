"""Starts the server: Streamlit's own command on ``app.py``, with the store in its environment."""

from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.published.store import VARIAVEL

_RECUSAS = {
    errno.EADDRINUSE: "a porta já está em uso",
    errno.EACCES: "o sistema não deixa este usuário escutar nesta porta",
    errno.EADDRNOTAVAIL: "este endereço não é desta máquina",
}


def serve(store: Path, porta: int, endereco: str = "127.0.0.1") -> NoReturn:
    """Serve the dashboard until it is stopped; the server takes this process's place, and so its signals.

    Args:
        store: folder of acervos.
        porta: TCP port.
        endereco: address to listen on; the loopback by default, so that publishing is a decision.

    Raises:
        EntradaIlegivel: the installation has no ``app.py``, or nobody can listen there.
    """
    check_listening(porta, endereco)
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


def check_listening(porta: int, endereco: str) -> None:
    """Make sure that the port can be had: Streamlit would try the next one, which no proxy asks.

    Raises:
        EntradaIlegivel: it is taken, forbidden, or the address is not this machine's.
    """
    familia = socket.AF_INET6 if ":" in endereco else socket.AF_INET
    try:
        with socket.socket(familia, socket.SOCK_STREAM) as tomada:
            tomada.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tomada.bind((endereco, porta))
    except OSError as erro:
        raise EntradaIlegivel(
            Problema(
                _RECUSAS.get(erro.errno or 0, "não é possível escutar neste endereço"),
                encontrado=f"{endereco}:{porta}",
                esperado="um endereço desta máquina e uma porta livre",
                remedio="Encerre o que usa a porta, ou escolha outra com --port.",
            )
        ) from erro


def find_app() -> Path:
    """Return ``app.py`` of the checkout, or its copy inside the installed package."""
    here = Path(__file__).resolve()
    for candidate in (here.parents[3] / "app.py", here.parents[1] / "_app" / "app.py"):
        if candidate.is_file():
            return candidate
    raise EntradaIlegivel(
        Problema("o painel não veio com esta instalação", remedio="Reinstale o pacote etrdash.")
    )
