"""Delimited text as tables: encoding, header and delimiter found, every row accounted for."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator
from itertools import islice

from etrdash.sources.containers import Membro, open_membro
from etrdash.sources.layouts import DELIMITADORES
from etrdash.sources.registros import LeitorDeRegistros, Lote
from etrdash.sources.texto import LeitorDeTexto
from etrdash.staging.municipal_tabelas import (
    LARGURA_DE_REGISTRO,
    LINHAS_DE_TITULO,
    FormaDaTabela,
    LinhaLida,
    Pontuacao,
    SemCabecalho,
    Tabela,
    sem_cabecalho,
)


def read_texto(membro: Membro, forma: FormaDaTabela, pontuacao: Pontuacao) -> Iterator[Tabela | SemCabecalho]:
    """Yield the table of a text member, or say that its header was not found."""
    with open_membro(membro) as fluxo:
        leitor = LeitorDeTexto(fluxo)
        blocos = _iter_recoded(fluxo, forma.codificacao) if forma.codificacao else leitor.iter_blocos()
        inicio = next(blocos, b"")
        achado = _find_cabecalho_csv(inicio, forma, pontuacao)
        if achado is None:
            yield sem_cabecalho(membro.arquivo, _iter_primeiras(inicio))
            return
        delimitador, cabecalho, linhas_acima, resto = achado
        tabela = Tabela(membro.arquivo, cabecalho, iter(()))
        registros = LeitorDeRegistros(
            delimitador, len(cabecalho), range(len(cabecalho)), linha=linhas_acima + 1
        )

        def iter_linhas() -> Iterator[LinhaLida]:
            if resto:
                yield from _iter_lote(registros.feed(resto), tabela)
            for bloco in blocos:
                yield from _iter_lote(registros.feed(bloco), tabela)
            yield from _iter_lote(registros.finish(), tabela)
            tabela.sha256, tabela.tamanho = (
                _digest(membro) if forma.codificacao else (leitor.sha256, leitor.bytes_lidos)
            )
            if leitor.indecifraveis:
                tabela.avisos.append(f"{leitor.indecifraveis} caractere(s) que não se puderam decifrar")

        tabela.linhas = iter_linhas()
        yield tabela


def _iter_primeiras(inicio: bytes) -> Iterator[list[str]]:
    """Yield the first lines, cut at any delimiter."""
    for linha in inicio[:65_536].decode("utf-8", "replace").splitlines()[:LINHAS_DE_TITULO]:
        yield re.split("|".join(map(re.escape, DELIMITADORES)), linha)


def _iter_lote(lote: Lote, tabela: Tabela) -> Iterator[LinhaLida]:
    tabela.repetidas += lote.repetidas
    nomes = [f"c{posicao}" for posicao in range(len(tabela.cabecalho))]
    colunas = [lote.linhas[nome].to_pylist() for nome in nomes]
    for linha, *celulas in zip(lote.linhas["linha"].to_pylist(), *colunas, strict=True):
        yield LinhaLida(linha, tuple(celulas))
    for recusa in lote.recusas:
        yield LinhaLida(recusa.linha, (), recusa.motivo)


def _iter_recoded(fluxo: io.BufferedIOBase | object, codificacao: str) -> Iterator[bytes]:
    """Yield blocks of whole lines in UTF-8 of a text whose encoding a profile states (``cp850``…)."""
    with io.TextIOWrapper(fluxo, codificacao, errors="replace", newline="") as texto:  # type: ignore[type-var]
        while linhas := texto.readlines(1 << 24):
            yield "".join(linhas).encode("utf-8")


def _digest(membro: Membro) -> tuple[str, int]:
    resumo, tamanho = hashlib.sha256(), 0
    with open_membro(membro) as fluxo:
        while pedaco := fluxo.read(1 << 20):
            resumo.update(pedaco)
            tamanho += len(pedaco)
    return resumo.hexdigest(), tamanho


def _find_cabecalho_csv(
    inicio: bytes, forma: FormaDaTabela, pontuacao: Pontuacao
) -> tuple[str, tuple[str, ...], int, bytes] | None:
    """Return delimiter, header, its last physical line and the bytes after it, by the best score.

    A row of several cells, each of them a column sought, is the header: nothing after it is looked at.
    """
    fins = [achado.end() for achado, _ in zip(re.finditer(rb"\r\n|\n|\r|$", inicio), range(60), strict=False)]
    linhas = list(io.StringIO(inicio[: fins[-1]].decode("utf-8"), newline=""))
    melhor: tuple[int, str, list[str], int] | None = None
    for candidato in _iter_cabecalhos(linhas, forma, pontuacao):
        if melhor is None or candidato[0] > melhor[0]:
            melhor = candidato
        if LARGURA_DE_REGISTRO <= len(candidato[2]) == candidato[0]:
            break
    if melhor is None:
        return None
    _, delimitador, celulas, linhas_acima = melhor
    cabecalho = tuple(" ".join(celula.split()) for celula in celulas)
    return delimitador, cabecalho, linhas_acima, inicio[fins[linhas_acima - 1] :]


def _iter_cabecalhos(
    linhas: list[str], forma: FormaDaTabela, pontuacao: Pontuacao
) -> Iterator[tuple[int, str, list[str], int]]:
    """Yield score, delimiter, cells and last physical line of each row that reads as the header sought."""
    alvo = forma.linha_cabecalho
    for delimitador in (forma.delimitador,) if forma.delimitador else DELIMITADORES:
        leitor = csv.reader(linhas, delimiter=delimitador)
        try:
            for celulas in islice(leitor, LINHAS_DE_TITULO + 1):
                pontos = pontuacao(celulas) if alvo in {None, leitor.line_num} else 0
                if pontos:
                    yield pontos, delimitador, celulas, leitor.line_num
        except csv.Error:
            continue
