"""A local server that follows a script, and a clock whose pauses pass at once."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from etrdash.sources.baixa_transferencia import Relogio


class Pedido(BaseHTTPRequestHandler):
    """One request; the test's script answers it."""

    server: Servidor
    timeout = 5

    def do_GET(self) -> None:
        self.server.pedidos.append((self.path, dict(self.headers)))
        roteiro = self.server.roteiro
        (roteiro.pop(0) if len(roteiro) > 1 else roteiro[0])(self)

    def answer(self, status: int, corpo: bytes = b"", **cabecalhos: str | int) -> None:
        self.send_response(status)
        for nome, valor in {"Content_Length": len(corpo), **cabecalhos}.items():
            self.send_header(nome.replace("_", "-"), str(valor))
        self.end_headers()
        self.wfile.write(corpo)

    def cut(self) -> None:
        """Drop the connection in the middle of an answer."""
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


Passo = Callable[[Pedido], None]


class Servidor(ThreadingHTTPServer):
    """Answers with a script: one step per request, the last one for ever."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Pedido)
        self.roteiro: list[Passo] = []
        self.pedidos: list[tuple[str, dict[str, str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of the test."""


@contextmanager
def serving() -> Iterator[Servidor]:
    """Run a server in a thread until the block ends."""
    with Servidor() as servidor:
        fio = threading.Thread(target=servidor.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        fio.start()
        yield servidor
        servidor.shutdown()
        fio.join()


@dataclass
class TempoFalso:
    """A clock whose pauses pass at once."""

    segundos: float = 0.0
    pausas: list[float] = field(default_factory=list)

    def wait(self, segundos: float) -> None:
        self.pausas.append(segundos)
        self.segundos += segundos

    @property
    def relogio(self) -> Relogio:
        return Relogio(lambda: self.segundos, self.wait)
