"""A reader's tab without the browser: one websocket that asks for reruns and counts what comes back.

Speaks the protocol of Streamlit's own front end (protobuf messages of the installed version), its cache of
elements already received included, so that bytes are those that a browser would receive.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from types import TracebackType
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

_FIM = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_EARLY_FOR_RERUN)


@dataclass(frozen=True, slots=True)
class Volta:
    """One answer to a click.

    Attributes:
        segundos: until the script had finished.
        bytes: received.
        mensagens: received.
        excecoes: shown on the page.
        roteiros: runs of the script that it took.
    """

    segundos: float
    bytes: int
    mensagens: int
    excecoes: int
    roteiros: int


@dataclass(slots=True)
class Sessao:
    """One session of a reader, to use as an asynchronous context.

    Args:
        url: of the server.
        cookies: header to send, for a server that keeps sessions on their replica by it.
    """

    url: str
    cookies: str = ""
    _ws: ClientConnection | None = None
    _guardadas: set[str] = field(default_factory=set)

    async def __aenter__(self) -> Sessao:
        partes = urlsplit(self.url)
        self._ws = await connect(
            f"ws://{partes.netloc}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=self.url,  # type: ignore[arg-type]
            additional_headers={"cookie": self.cookies} if self.cookies else None,
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        return self

    async def __aexit__(
        self, tipo: type[BaseException] | None, erro: BaseException | None, pilha: TracebackType | None
    ) -> None:
        if self._ws is not None:
            await self._ws.close()

    async def open(self, pagina: str, query: str = "") -> Volta:
        """Ask for a page as its address would, and wait until its script has finished."""
        pedido = BackMsg()
        pedido.rerun_script.page_name = pagina
        pedido.rerun_script.query_string = query
        pedido.rerun_script.cached_message_hashes.extend(sorted(self._guardadas))
        assert self._ws is not None
        inicio = time.perf_counter()
        await self._ws.send(pedido.SerializeToString())
        recebidos = mensagens = excecoes = roteiros = 0
        async for dados in self._ws:
            assert isinstance(dados, bytes)
            recebidos += len(dados)
            mensagens += 1
            mensagem = ForwardMsg.FromString(dados)
            if mensagem.metadata.cacheable:
                self._guardadas.add(mensagem.hash)
            roteiros += mensagem.HasField("new_session")
            if mensagem.delta.new_element.HasField("exception"):
                excecoes += 1
            if mensagem.WhichOneof("type") == "script_finished" and mensagem.script_finished in _FIM:
                break
        else:
            raise ConnectionError("a sessão terminou no meio")
        return Volta(time.perf_counter() - inicio, recebidos, mensagens, excecoes, roteiros)
