"""Encoding: a stream of bytes as blocks of whole lines in UTF-8, decided by the bytes and not by guessing.

A byte-order mark decides. Otherwise every non-ASCII byte votes: either it is part of a well-formed UTF-8
sequence or it is not. Text without any malformed sequence is UTF-8; with them, the majority tells a cp1252
file from a damaged UTF-8 one. What cannot be decoded becomes U+FFFD and is counted, never dropped.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
import pyarrow as pa

TAMANHO_DO_BLOCO = 16 << 20
MAX_LINHA = 1 << 20
"""Bytes; a longer line is cut here and refused by whoever splits it into cells."""

INDECIFRAVEL = "\N{REPLACEMENT CHARACTER}"
_TABELA_CP1252 = "".join(bytes([byte]).decode("cp1252", "replace") for byte in range(256))
_ASCII = bytes(range(128))


class LeitorDeTexto:
    """Reads one stream as blocks of whole lines, decoded.

    Attributes:
        sha256: hexadecimal digest of the bytes read so far (complete after the last block).
        bytes_lidos: how many bytes were read so far.
        codificacao: ``utf-8``, ``utf-8-sig``, ``utf-16`` or ``cp1252``, as known so far.
        indecifraveis: how many U+FFFD were written so far.
    """

    def __init__(self, fluxo: BinaryIO, tamanho: int = TAMANHO_DO_BLOCO) -> None:
        self._fluxo = fluxo
        self._tamanho = tamanho
        self._resumo = hashlib.sha256()
        self._votos_utf8 = 0
        self._votos_cp1252 = 0
        self.bytes_lidos = 0
        self.codificacao = "utf-8"
        self.indecifraveis = 0

    @property
    def sha256(self) -> str:
        """Hexadecimal digest of what was read so far."""
        return self._resumo.hexdigest()

    def iter_blocos(self) -> Iterator[bytes]:
        """Yield blocks of whole lines as UTF-8 without byte-order mark; only the last may lack a line end.

        A line longer than ``MAX_LINHA`` keeps its beginning only, still longer than the limit.
        """
        inicio = self._read()
        if inicio.startswith((b"\xff\xfe", b"\xfe\xff")):
            self.codificacao = "utf-16"
            yield from _cut_lines(self._iter_utf16(inicio))
            return
        if inicio.startswith(codecs.BOM_UTF8):
            self.codificacao = "utf-8-sig"
            inicio = inicio[3:]
        for bloco in _cut_lines(self._iter_brutos(inicio)):
            yield self._decode(bloco)

    def _read(self) -> bytes:
        dados = self._fluxo.read(self._tamanho)
        self._resumo.update(dados)
        self.bytes_lidos += len(dados)
        return dados

    def _iter_brutos(self, inicio: bytes) -> Iterator[bytes]:
        dados = inicio
        while dados:
            yield dados
            dados = self._read()

    def _iter_utf16(self, inicio: bytes) -> Iterator[bytes]:
        decodificador = codecs.getincrementaldecoder("utf-16")("replace")
        for dados in self._iter_brutos(inicio):
            yield self._encode(decodificador.decode(dados))
        yield self._encode(decodificador.decode(b"", final=True))

    def _encode(self, texto: str) -> bytes:
        self.indecifraveis += texto.count(INDECIFRAVEL)
        return texto.encode("utf-8", "replace")

    def _decode(self, bloco: bytes) -> bytes:
        if is_utf8(bloco):
            if not self._votos_utf8 and not bloco.isascii():
                self._votos_utf8 = _count_altos(bloco)
            return bloco
        texto = bloco.decode("utf-8", "replace")
        falhas = texto.count(INDECIFRAVEL)
        self._votos_cp1252 += falhas
        self._votos_utf8 += len(texto) - len(texto.encode("ascii", "ignore")) - falhas
        if self.codificacao == "utf-8-sig" or self._votos_utf8 > self._votos_cp1252:
            return self._encode(texto)
        self.codificacao = "cp1252"
        return self._encode(codecs.charmap_decode(bloco, "strict", _TABELA_CP1252)[0])


def _count_altos(dados: bytes) -> int:
    return len(dados.translate(None, _ASCII))


def is_utf8(dados: bytes) -> bool:
    """Say whether ``dados`` is well-formed UTF-8 (vectorised; about 4 GB/s)."""
    limites = np.array([0, len(dados)], dtype=np.int32)
    texto = pa.StringArray.from_buffers(1, pa.py_buffer(limites), pa.py_buffer(dados))
    try:
        texto.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _cut_lines(pedacos: Iterator[bytes]) -> Iterator[bytes]:
    """Regroup pieces into blocks that end with a line end; over-long lines lose their tail."""
    resto = b""
    cortando = False
    for pedaco in pedacos:
        dados = pedaco
        if cortando:
            fim = _find_line_end(dados)
            if fim < 0:
                continue
            dados, cortando = dados[fim:], False
        corte = dados.rfind(b"\n") + 1 or dados.rfind(b"\r", 0, len(dados) - 1) + 1
        if corte:
            yield b"".join((resto, memoryview(dados)[:corte]))
            resto = b""
        resto += dados[corte:]
        if len(resto) > 2 * MAX_LINHA:
            resto, cortando = resto[: MAX_LINHA + 4], True
    if resto:
        yield resto


def _find_line_end(dados: bytes) -> int:
    posicoes = [posicao for posicao in (dados.find(b"\n"), dados.find(b"\r")) if posicao >= 0]
    return min(posicoes, default=-1)
