"""The command that serves the dashboard."""

from __future__ import annotations

import os

import click

from etrdash.cli.ajuda import Comando
from etrdash.cli.opcoes import add_store
from etrdash.fundo import VARIAVEL, read_fundo
from etrdash.published.frescor import read_limites
from etrdash.published.store import Store


@click.command(cls=Comando)
@click.option("--port", "porta", type=click.IntRange(1, 65535), default=8501, metavar="N", help="Porta.")
@click.option("--address", "endereco", default="127.0.0.1", metavar="IP", help="Endereço de escuta.")
@add_store
def serve(porta: int, endereco: str, store: Store) -> int:
    """Serve o painel."""
    from etrdash.api.server import serve as serve_dashboard  # noqa: PLC0415 - spares the other commands

    read_fundo(os.environ.get(VARIAVEL))  # a wrong one is told now, not found out on the map
    read_limites()
    return serve_dashboard(store.pasta, porta, endereco)
