"""A reader's session that also tells of which acervos the page that it received speaks."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import requests
from websockets.asyncio.client import ClientConnection

from bench.paginas_sessao import Sessao, Volta

_ID = re.compile(rb"(?:demo-)?\d{4}-\d{2}-\d{2}-[0-9a-f]{8}")


@dataclass(slots=True)
class _Gravador:
    """A connection that keeps the acervo ids seen in what it receives."""

    ws: ClientConnection
    acervos: set[str] = field(default_factory=set)

    async def send(self, dados: bytes) -> None:
        await self.ws.send(dados)

    async def close(self) -> None:
        await self.ws.close()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for dados in self.ws:
            assert isinstance(dados, bytes)
            self.acervos.update(achado.decode() for achado in _ID.findall(dados))
            yield dados


@dataclass(slots=True)
class SessaoGravada(Sessao):
    """A session with the acervos that its last page named."""

    _gravador: _Gravador | None = None

    async def __aenter__(self) -> SessaoGravada:
        await Sessao.__aenter__(self)
        assert self._ws is not None
        self._gravador = _Gravador(self._ws)
        self._ws = self._gravador  # type: ignore[assignment]
        return self

    async def read(self, pagina: str, query: str = "") -> tuple[Volta, set[str]]:
        """Open a page whole, nothing kept from before; return the rerun and the acervos that it names."""
        assert self._gravador is not None
        self._gravador.acervos.clear()
        self._guardadas.clear()
        volta = await self.open(pagina, query)
        return volta, set(self._gravador.acervos)


def ask_cookie(url: str) -> str:
    """Open the first page as a new visitor and return the cookie header that keeps it on its replica."""
    resposta = requests.get(url, timeout=30)
    resposta.raise_for_status()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in resposta.cookies)
