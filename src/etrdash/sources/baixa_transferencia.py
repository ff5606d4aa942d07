"""One address into one partial file: resumed after a cut, retried with growing pauses, within size and time.

What was received stays in ``<arquivo>.parcial`` with a note of the server's validator beside it, so that a
later call goes on where this one stopped, if the server still has the same file (``Range`` + ``If-Range``).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import requests
from urllib3.exceptions import DecodeError, HTTPError, MaxRetryError, ProtocolError, ReadTimeoutError
from urllib3.util import Retry

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.baixa_enderecos import follow
from etrdash.sources.baixa_parcial import Parcial

BLOCO = 1 << 16
AVANCO = 1 << 14
"""Fewest new bytes after which failures are counted anew: a server that drips is given up."""
PAUSA_MINIMA_S = 0.5
_PASSAGEIRAS = (408, 425, 429, 500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Progresso:
    """How far a transfer is.

    Attributes:
        recebidos: bytes on disk, the resumed ones included.
        total: bytes announced, or None.
        pausa_s: seconds that the transfer now waits before it tries again; 0 while bytes arrive.
    """

    recebidos: int
    total: int | None
    pausa_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Limites:
    """Bounds of a transfer.

    Attributes:
        bytes: largest file.
        segundos: longest transfer, pauses included.
        silencio_s: longest wait for the next bytes.
        tentativas: failures in a row, none of them with progress, before giving up.
        pausa_maxima_s: longest pause that a server may ask for.
    """

    bytes: int
    segundos: float
    silencio_s: float = 60.0
    tentativas: int = 5
    pausa_maxima_s: float = 300.0


@dataclass(frozen=True, slots=True)
class Relogio:
    """Passing of time, replaceable in tests; says nothing of the calendar."""

    agora_s: Callable[[], float] = time.monotonic
    espera: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class Transferencia:
    """What the server said of a received file.

    Attributes:
        url_final: address that answered.
        etag: its validator, or None.
        modificado_em: its ``Last-Modified``, as sent, or None.
        inalterado: the server answered that nothing changed; no byte was received.
    """

    url_final: str
    etag: str | None = None
    modificado_em: str | None = None
    inalterado: bool = False


class RespostaRecusada(EntradaIlegivel):
    """The server answered with a status that no repetition changes.

    Attributes:
        status: the HTTP status.
    """

    def __init__(self, status: int, problema: Problema) -> None:
        super().__init__(problema)
        self.status = status


def transfer(
    url: str,
    caminho: Path,
    limites: Limites,
    *,
    condicoes: dict[str, str] | None = None,
    progresso: Callable[[Progresso], None] | None = None,
    relogio: Relogio | None = None,
) -> Transferencia:
    """Bring ``url`` into ``caminho``, whole.

    Args:
        url: address to call.
        caminho: partial file; on return it holds the complete answer, still unchecked.
        limites: bounds.
        condicoes: ``If-None-Match`` and ``If-Modified-Since``, sent where nothing is left to resume.
        progresso: called as bytes arrive and before each pause.
        relogio: passing of time.

    Raises:
        RespostaRecusada: a status such as 404.
        EntradaIlegivel: refused address, too big, too slow, or too many failures; what was received is kept
            for the next call where the server allows resuming.
    """
    relogio = relogio or Relogio()
    parcial = Parcial.open(caminho, url)
    return _Busca(parcial, limites, condicoes or {}, progresso, relogio, relogio.agora_s()).run()


@dataclass
class _Busca:
    """The attempts of one transfer."""

    parcial: Parcial
    limites: Limites
    condicoes: dict[str, str]
    progresso: Callable[[Progresso], None] | None
    relogio: Relogio
    inicio_s: float

    def run(self) -> Transferencia:
        retry = self._new_retry()
        avanco = self.parcial.recebidos
        while True:
            falha: str
            pausa: float | None = None
            try:
                resposta, partes = follow(
                    self.parcial.url, self._cabecalhos(), espera_s=self.limites.silencio_s
                )
                with resposta:
                    if resposta.status_code == HTTPStatus.NOT_MODIFIED and not self.parcial.recebidos:
                        self.parcial.discard()
                        return Transferencia(partes.geturl(), inalterado=True)
                    if resposta.status_code not in _PASSAGEIRAS:
                        if self._receive(resposta):
                            return Transferencia(
                                partes.geturl(),
                                resposta.headers.get("ETag"),
                                resposta.headers.get("Last-Modified"),
                            )
                        continue
                    falha = _status_name(resposta.status_code)
                    pausa = retry.get_retry_after(resposta.raw)
            except DecodeError:
                falha = "resposta comprimida com defeito"
                self.parcial.restart(None, None)
            except (requests.exceptions.SSLError, requests.exceptions.InvalidSchema) as erro:
                raise _problem("o certificado do servidor não é aceito", type(erro).__name__) from None
            except (requests.RequestException, HTTPError) as erro:
                falha = _failure_name(erro)
            if self.parcial.recebidos >= avanco + AVANCO:
                avanco, retry = self.parcial.recebidos, self._new_retry()
            try:
                retry = retry.increment("GET", "", error=OSError(falha))
            except MaxRetryError:
                raise self._give_up(falha) from None
            self._pause(max(PAUSA_MINIMA_S, retry.get_backoff_time() if pausa is None else pausa), falha)

    def _new_retry(self) -> Retry:
        return Retry(self.limites.tentativas, backoff_factor=0.5, backoff_max=60)

    def _cabecalhos(self) -> dict[str, str]:
        if self.parcial.recebidos and self.parcial.validador:
            return {"Range": f"bytes={self.parcial.recebidos}-", "If-Range": self.parcial.validador}
        if self.parcial.recebidos:
            self.parcial.restart(None, None)
        return self.condicoes

    def _receive(self, resposta: requests.Response) -> bool:
        """Append the answer to the partial file; return False where the call must start from nothing."""
        status = resposta.status_code
        if status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and self.parcial.recebidos:
            if self.parcial.recebidos == self.parcial.total:
                return True
            self.parcial.restart(None, None)
            return False
        if status == HTTPStatus.PARTIAL_CONTENT and self.parcial.recebidos:
            if not self._continues(resposta):
                self.parcial.restart(None, None)
                return False
        elif status == HTTPStatus.OK:
            comprimida = resposta.headers.get("Content-Encoding", "identity") != "identity"
            anunciado = resposta.headers.get("Content-Length", "")
            total = int(anunciado) if re.fullmatch("[0-9]{1,15}", anunciado) and not comprimida else None
            self.parcial.restart(None if comprimida else _validador(resposta), total)
        else:
            raise RespostaRecusada(
                status,
                Problema(
                    "o servidor não entregou o arquivo",
                    encontrado=_status_name(status),
                    esperado="200 OK",
                    remedio="O endereço pode ter mudado: confira-o e informe o novo com --url.",
                ),
            )
        self._check_tamanho(self.parcial.total or 0)
        with self.parcial.caminho.open("ab") as arquivo:
            while bloco := resposta.raw.read1(BLOCO, decode_content=True):
                self._check_tamanho(self.parcial.recebidos + len(bloco))
                arquivo.write(bloco)
                self.parcial.recebidos += len(bloco)
                self._tell()
                self._check_tempo()
        if self.parcial.total is not None and self.parcial.recebidos != self.parcial.total:
            raise ProtocolError("the size received is not the size announced")
        return True

    def _continues(self, resposta: requests.Response) -> bool:
        """Whether a 206 goes on exactly where the partial file ends, in the same version of the file."""
        faixa, _, total = resposta.headers.get("Content-Range", "").removeprefix("bytes ").partition("/")
        comeca = faixa.partition("-")[0] == str(self.parcial.recebidos)
        mesmo_total = self.parcial.total is None or total in {"*", str(self.parcial.total)}
        validador = _validador(resposta)
        return comeca and mesmo_total and validador in {None, self.parcial.validador}

    def _tell(self, pausa_s: float = 0.0) -> None:
        if self.progresso is not None:
            self.progresso(Progresso(self.parcial.recebidos, self.parcial.total, pausa_s))

    def _check_tamanho(self, tamanho: int) -> None:
        if tamanho > self.limites.bytes:
            self.parcial.discard()
            raise _problem(
                "o arquivo é maior do que o limite desta fonte",
                f"{tamanho / 1e6:.1f} MB ou mais",
                esperado=f"até {self.limites.bytes / 1e6:.1f} MB",
            )

    def _check_tempo(self, pausa_s: float = 0.0) -> None:
        if self.relogio.agora_s() - self.inicio_s + pausa_s > self.limites.segundos:
            raise _problem(
                "o download passou do tempo limite desta fonte",
                f"{self.parcial.recebidos / 1e6:.1f} MB recebidos",
                esperado=f"até {self.limites.segundos / 60:.0f} min",
                remedio=self._remedio(),
            )

    def _pause(self, segundos: float, falha: str) -> None:
        if segundos > self.limites.pausa_maxima_s:
            raise _problem(
                "o servidor pede uma espera longa demais",
                f"{falha}; espera de {segundos:.0f} s",
                esperado=f"até {self.limites.pausa_maxima_s:.0f} s",
                remedio=self._remedio(),
            )
        self._check_tempo(segundos)
        self._tell(segundos)
        self.relogio.espera(segundos)

    def _give_up(self, falha: str) -> EntradaIlegivel:
        return _problem(
            "o download não terminou",
            f"{falha}, {self.limites.tentativas + 1} vezes seguidas",
            remedio=self._remedio(),
        )

    def _remedio(self) -> str:
        if self.parcial.recebidos and self.parcial.validador:
            return "Repita o comando: ele continua de onde parou."
        return "Repita o comando mais tarde ou informe outro endereço com --url."


def _validador(resposta: requests.Response) -> str | None:
    """Return the strong validator that ``If-Range`` accepts (RFC 9110, 13.1.5), or None."""
    etag = resposta.headers.get("ETag")
    if etag is not None and not etag.startswith("W/"):
        return etag
    return resposta.headers.get("Last-Modified") if etag is None else None


def _status_name(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP {status}"


def _failure_name(erro: requests.RequestException | HTTPError) -> str:
    if isinstance(erro, requests.exceptions.Timeout | ReadTimeoutError):
        return "o servidor parou de responder"
    if isinstance(erro, ProtocolError):
        return "a conexão caiu no meio do arquivo"
    if isinstance(erro, requests.exceptions.ConnectionError):
        return "não foi possível conectar ao servidor"
    return "a rede falhou"


def _problem(
    mensagem: str, encontrado: str, *, esperado: str | None = None, remedio: str | None = None
) -> EntradaIlegivel:
    return EntradaIlegivel(
        Problema(
            mensagem,
            encontrado=encontrado,
            esperado=esperado,
            remedio=remedio or "Confira o endereço ou informe outro com --url.",
        )
    )
