"""One ANATEL file from bytes to rows: encoding, header, records, with what was counted on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.containers import Membro, open_membro
from etrdash.sources.formas import detect_forma, refuse_forma
from etrdash.sources.layouts import (
    LAYOUT_C,
    LAYOUTS,
    MAX_LINHAS_ANTES,
    Cabecalho,
    Semelhanca,
    find_cabecalho,
)
from etrdash.sources.registros import LeitorDeRegistros, Lote
from etrdash.sources.texto import LeitorDeTexto

_PRIMEIRAS_LINHAS = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_MAX_COLUNAS_NA_MENSAGEM = 8


class Leitura:
    """An open file whose header was recognised.

    Attributes:
        membro: where it comes from.
        cabecalho: what its header says.
        texto: the decoding reader, with digest, size and encoding once every block was read.
    """

    def __init__(self, membro: Membro, texto: LeitorDeTexto) -> None:
        self.membro = membro
        self.texto = texto
        self._blocos = prefetch(texto.iter_blocos())
        self._primeiro, self.cabecalho = self._read_cabecalho()

    def iter_lotes(self) -> Iterator[Lote]:
        """Yield the rows block by block; call once.

        Raises:
            EntradaIlegivel: the container is damaged further on.
        """
        cabecalho = self.cabecalho
        leitor = LeitorDeRegistros(
            cabecalho.delimitador,
            len(cabecalho.celulas),
            list(cabecalho.posicoes.values()),
            chave=cabecalho.chave,
            linha=cabecalho.linha + 1,
            juntar=cabecalho.layout is not LAYOUT_C,
        )
        if self._primeiro:
            yield leitor.feed(self._primeiro)
        for bloco in self._blocos:
            yield leitor.feed(bloco)
        yield leitor.finish()

    def _read_cabecalho(self) -> tuple[bytes, Cabecalho]:
        bloco = next(self._blocos, b"")
        refuse_forma(detect_forma(bloco[:4096]), self.membro.arquivo, self.texto.bytes_lidos)
        fins: list[int] = []
        linhas: list[str] = []
        posicao = 0
        while posicao < len(bloco) and len(linhas) < MAX_LINHAS_ANTES:
            achado = _PRIMEIRAS_LINHAS.match(bloco, posicao)
            assert achado is not None  # noqa: S101  # the pattern matches anywhere
            posicao = achado.end()
            linhas.append(achado.group().decode("utf-8").rstrip("\r\n"))
            fins.append(posicao)
        cabecalho = find_cabecalho(linhas)
        if isinstance(cabecalho, Semelhanca):
            raise self._refusal(cabecalho, linhas)
        return bloco[fins[cabecalho.linha - 1] :], cabecalho

    def _refusal(self, semelhanca: Semelhanca, linhas: list[str]) -> EntradaIlegivel:
        if semelhanca.layout is None:
            return EntradaIlegivel(
                Problema(
                    "o cabeçalho não é de nenhum layout conhecido da ANATEL",
                    arquivo=self.membro.arquivo,
                    linha=1,
                    encontrado=f"{len(linhas[0])} caracteres sem nenhuma coluna conhecida",
                    esperado="um cabeçalho " + ", ".join(layout.nome for layout in LAYOUTS),
                    remedio="Confira se o arquivo é o de estações licenciadas, com o cabeçalho no início.",
                )
            )
        sobram = semelhanca.sobram[:_MAX_COLUNAS_NA_MENSAGEM]
        return EntradaIlegivel(
            Problema(
                f"o cabeçalho não é de nenhum layout conhecido; o mais parecido é o {semelhanca.layout.nome}",
                arquivo=self.membro.arquivo,
                linha=semelhanca.linha,
                encontrado=f"colunas desconhecidas {', '.join(sobram) or 'nenhuma'}",
                esperado=f"também as colunas {', '.join(semelhanca.faltam)}",
                remedio="Baixe de novo o arquivo de estações licenciadas, sem renomear colunas.",
            )
        )


def prefetch(itens: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the same items, each fetched while the one before it is worked on.

    Reading, decompressing, hashing and checking an encoding all release the interpreter.
    """
    with ThreadPoolExecutor(max_workers=1) as trabalhador:
        proximo = trabalhador.submit(next, itens, None)
        while (item := proximo.result()) is not None:
            proximo = trabalhador.submit(next, itens, None)
            yield item


@contextmanager
def open_leitura(membro: Membro) -> Iterator[Leitura]:
    """Open a file and recognise its header.

    Raises:
        EntradaIlegivel: empty file, HTML page, binary, unknown layout (with the nearest one and the columns
            that differ), damaged container.
    """
    with open_membro(membro) as fluxo:
        yield Leitura(membro, LeitorDeTexto(fluxo))
