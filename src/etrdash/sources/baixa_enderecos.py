"""Which addresses a download may call: https, or http to this machine; and no way into a private network.

A redirect is followed one hop at a time, and each hop is checked twice: its address before the call, and the
machine that answered before anything is sent to it (a public name may resolve to a private machine).
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from etrdash import __version__
from etrdash.erros import EntradaIlegivel, Problema

SALTOS = 5
"""Most redirects that one call follows."""

_REDIRECIONA = (301, 302, 303, 307, 308)


def is_local(host: str) -> bool:
    """Return whether ``host`` is this machine's loopback, by name or number."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_public(numero: str) -> bool:
    """Return whether an IP address, without its zone, is one of the open internet."""
    endereco = ipaddress.ip_address(numero.partition("%")[0])
    if isinstance(endereco, ipaddress.IPv6Address) and endereco.ipv4_mapped is not None:
        endereco = endereco.ipv4_mapped
    return endereco.is_global and not endereco.is_multicast


def check_endereco(url: str) -> SplitResult:
    """Return the parts of an address that may be called.

    Raises:
        EntradaIlegivel: other scheme than https (http only to this machine), no host, or a password inside.
    """
    try:
        partes = urlsplit(url)
        host, _ = partes.hostname or "", partes.port
    except ValueError:
        partes, host = SplitResult("", "", "", "", ""), ""
    if not host or partes.scheme not in {"http", "https"}:
        raise _refusal("o endereço não é https", esperado="https://…")
    if partes.username is not None or partes.password is not None:
        raise _refusal("o endereço traz usuário ou senha, que ficariam gravados na proveniência")
    if partes.scheme == "http" and not is_local(host):
        raise _refusal("http sem criptografia só é aceito para esta máquina", esperado="https://…")
    return partes


def open_session(*, vigiada: bool) -> requests.Session:
    """Return a session without stored credentials; if ``vigiada``, only public machines may answer it."""
    sessao = requests.Session()
    sessao.auth = _without_credentials
    sessao.headers.update({"User-Agent": f"etrdash/{__version__}", "Accept-Encoding": "identity"})
    if vigiada:
        for esquema in ("https://", "http://"):
            sessao.mount(esquema, _AdaptadorVigiado())
    return sessao


def follow(url: str, cabecalhos: dict[str, str], *, espera_s: float) -> tuple[requests.Response, SplitResult]:
    """Call ``url`` and follow its redirects by hand.

    Args:
        url: address that the user or the catalogue gave; its own machine may be anywhere.
        cabecalhos: headers of every hop.
        espera_s: longest wait for a connection or for the next bytes, in seconds.

    Returns:
        The open, unread response, and the address that answered.

    Raises:
        EntradaIlegivel: a hop to another scheme, to a private machine, or one too many.
        requests.RequestException: the network failed.
    """
    origem = atual = check_endereco(url)
    for _ in range(SALTOS + 1):
        mesma = atual.hostname == origem.hostname
        sessao = open_session(vigiada=not mesma)
        sessao.trust_env = not is_local(atual.hostname or "")
        resposta = sessao.get(
            urlunsplit(atual), headers=cabecalhos, stream=True, allow_redirects=False, timeout=espera_s
        )
        destino = resposta.headers.get("Location")
        if resposta.status_code not in _REDIRECIONA or destino is None:
            return resposta, atual
        resposta.close()
        seguinte = check_endereco(urljoin(urlunsplit(atual), destino))
        _check_salto(origem, atual, seguinte)
        atual = seguinte
    raise _refusal(f"o servidor redireciona mais de {SALTOS} vezes")


def _check_salto(origem: SplitResult, atual: SplitResult, seguinte: SplitResult) -> None:
    if seguinte.scheme != atual.scheme:
        raise _refusal("o servidor redireciona para outro esquema", esperado=f"{atual.scheme}://…")
    host = seguinte.hostname or ""
    if host == origem.hostname:
        return
    try:
        publico = is_public(host)
    except ValueError:  # a name: the machine that answers is checked when it does
        publico = not is_local(host)
    if not publico:
        raise _refusal(
            "o servidor redireciona para um endereço de rede privada", esperado="um endereço público"
        )


def _refusal(mensagem: str, esperado: str | None = None) -> EntradaIlegivel:
    return EntradaIlegivel(
        Problema(mensagem, esperado=esperado, remedio="Confira o endereço ou informe outro com --url.")
    )


def _without_credentials(pedido: requests.PreparedRequest) -> requests.PreparedRequest:
    """Keep requests from adding what a .netrc says of the host."""
    return pedido


def _check_maquina(conexao: socket.socket) -> None:
    if not is_public(conexao.getpeername()[0]):
        conexao.close()
        raise _refusal("o endereço leva a uma máquina de rede privada", esperado="um endereço público")


class _ConexaoHTTP(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        conexao = super()._new_conn()
        _check_maquina(conexao)
        return conexao


class _ConexaoHTTPS(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        conexao = super()._new_conn()
        _check_maquina(conexao)
        return conexao


class _GrupoHTTP(HTTPConnectionPool):
    ConnectionCls = _ConexaoHTTP


class _GrupoHTTPS(HTTPSConnectionPool):
    ConnectionCls = _ConexaoHTTPS


class _AdaptadorVigiado(HTTPAdapter):
    """Refuses an other end that is not public. A configured proxy resolves names itself and is trusted."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _GrupoHTTP, "https": _GrupoHTTPS}
