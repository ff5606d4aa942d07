"""Records: blocks of text as rows of cells with their physical line, every row accounted for.

A block without quotes is split by Arrow's CSV reader in one call. Any other block goes line by line, because
only then can a stray quote or a line end inside a cell cost one row and not the rest of the file.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from etrdash.sources.texto import MAX_LINHA

MAX_LINHAS_POR_REGISTRO = 50
_FIM_DE_LINHA = re.compile(r"\r\n|\n|\r")
_SEPARADOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Recusa:
    """A row that could not be split into cells.

    Attributes:
        linha: 1-based physical line where it starts.
        motivo: why, in Portuguese.
        detalhe: numbers only, never the row's text.
        linhas: how many physical lines it takes.
    """

    linha: int
    motivo: str
    detalhe: str = ""
    linhas: int = 1


@dataclass(frozen=True, slots=True)
class Lote:
    """The rows of one block.

    Attributes:
        linhas: table with ``linha`` (int64), ``texto`` (equal for two rows that are repeats) and one string
            column ``c<position>`` for each position asked for.
        lidas: rows in the block, refused and repeated ones included.
        repetidas: rows that only repeated another row of this block and were left out of ``linhas``.
        recusas: rows that could not be split.
    """

    linhas: pa.Table
    lidas: int
    repetidas: int
    recusas: tuple[Recusa, ...]


class LeitorDeRegistros:
    """Splits the blocks of one file into rows.

    Args:
        delimitador: one character.
        colunas: how many cells a row has.
        posicoes: 0-based positions wanted.
        chave: position that repeats ignore, or None.
        linha: physical line of the first line fed.
        juntar: leave out rows whose text only repeats another row of the same block.
    """

    def __init__(
        self,
        delimitador: str,
        colunas: int,
        posicoes: Sequence[int],
        *,
        chave: int | None = None,
        linha: int = 2,
        juntar: bool = True,
    ) -> None:
        self._delimitador = delimitador
        self._colunas = colunas
        self._posicoes = sorted(set(posicoes))
        self._chave = chave
        self._linha = linha
        self._juntar = juntar
        self._pendentes: deque[tuple[int, str]] = deque()

    def feed(self, bloco: bytes) -> Lote:
        """Split a block of whole lines; an unfinished quoted row waits for the next block."""
        if not self._pendentes:
            lote = self._feed_regular(bloco)
            if lote is not None:
                return lote
        texto = bloco.decode("utf-8")
        linhas = _FIM_DE_LINHA.split(texto)
        if not linhas[-1]:
            linhas.pop()
        self._pendentes.extend(enumerate(linhas, self._linha))
        self._linha += len(linhas)
        return self._drain(ultimo=False)

    def finish(self) -> Lote:
        """Split what was left waiting."""
        return self._drain(ultimo=True)

    def _feed_regular(self, bloco: bytes) -> Lote | None:
        """Split a block in which nothing needs care; None where something does."""
        if b'"' in bloco or b"\0" in bloco or not bloco.endswith(b"\n"):
            return None
        bytes_ = np.frombuffer(bloco, np.uint8)
        fins = np.flatnonzero(bytes_ == 10)
        inicios = np.concatenate(([0], fins + 1)).astype(np.int32)
        tamanhos = np.diff(inicios)
        if tamanhos.min() < 3 or tamanhos.max() > MAX_LINHA:
            return None
        textos = pa.StringArray.from_buffers(len(fins), pa.py_buffer(inicios), pa.py_buffer(bloco))
        unicos, primeiros = _first_of_each(textos) if self._juntar else (textos, np.arange(len(fins)))
        conteudo = _content(unicos)
        if not _has_plain_line_ends(conteudo):
            return None
        try:
            tabela = self._parse(conteudo, len(unicos))
        except pa.ArrowInvalid:
            return None
        tabela = tabela.add_column(0, "linha", pa.array(primeiros + self._linha))
        self._linha += len(fins)
        if self._chave is None:
            tabela = tabela.add_column(1, "texto", pc.utf8_rtrim(unicos, "\r\n"))
        return Lote(self._finish_table(tabela), len(fins), len(fins) - len(unicos), ())

    def _parse(self, dados: pa.Buffer, esperadas: int) -> pa.Table:
        nomes = [f"c{posicao}" for posicao in range(self._colunas)]
        queridas = nomes if self._chave is not None else [f"c{posicao}" for posicao in self._posicoes]
        tabela = pacsv.read_csv(
            pa.BufferReader(dados),
            read_options=pacsv.ReadOptions(column_names=nomes, block_size=4 << 20),
            parse_options=pacsv.ParseOptions(delimiter=self._delimitador, quote_char=False),
            convert_options=pacsv.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(nomes, pa.string()),
                include_columns=queridas,
                strings_can_be_null=False,
            ),
        )
        if tabela.num_rows != esperadas:
            raise pa.ArrowInvalid("row count differs from line count")
        return tabela

    def _finish_table(self, tabela: pa.Table) -> pa.Table:
        if self._chave is not None:
            outras = [f"c{posicao}" for posicao in range(self._colunas) if posicao != self._chave]
            juntas = pc.binary_join_element_wise(*(tabela[nome] for nome in outras), _SEPARADOR)
            tabela = tabela.add_column(1, "texto", juntas)
        return tabela.select(["linha", "texto", *(f"c{posicao}" for posicao in self._posicoes)])

    def _drain(self, *, ultimo: bool) -> Lote:
        numeros: list[int] = []
        registros: list[list[str]] = []
        recusas: list[Recusa] = []
        while self._pendentes:
            numero, texto = self._pendentes[0]
            achado = self._take(texto, ultimo=ultimo)
            if achado is None:
                break
            celulas, usadas = achado
            for _ in range(usadas):
                self._pendentes.popleft()
            if isinstance(celulas, Recusa):
                recusas.append(replace(celulas, linha=numero, linhas=usadas))
            elif celulas:
                numeros.append(numero)
                registros.append(celulas)
        return Lote(self._tabulate(numeros, registros), len(numeros) + len(recusas), 0, tuple(recusas))

    def _tabulate(self, numeros: list[int], registros: list[list[str]]) -> pa.Table:
        colunas = list(zip(*registros, strict=True)) if registros else [()] * self._colunas
        comparadas = [coluna for posicao, coluna in enumerate(colunas) if posicao != self._chave]
        separador = self._delimitador if self._chave is None else _SEPARADOR
        textos = [separador.join(celulas) for celulas in zip(*comparadas, strict=True)]
        campos: dict[str, pa.Array] = {
            "linha": pa.array(numeros, pa.int64()),
            "texto": pa.array(textos, pa.string()),
        }
        for posicao in self._posicoes:
            campos[f"c{posicao}"] = pa.array(colunas[posicao], pa.string())
        return pa.table(campos)

    def _take(self, texto: str, *, ultimo: bool) -> tuple[list[str] | Recusa, int] | None:
        """Return the first pending row's cells and how many lines it takes; None: wait for more lines."""
        if not texto.strip():
            return [], 1
        if recusa := _refuse_linha(texto):
            return recusa, 1
        if '"' not in texto:
            return self._check(texto.split(self._delimitador)), 1
        celulas = split_registro(texto, self._delimitador, self._colunas)
        return self._join(texto, ultimo=ultimo) if celulas is None else (self._check(celulas), 1)

    def _join(self, texto: str, *, ultimo: bool) -> tuple[list[str] | Recusa, int] | None:
        """Try to close an open quote with the following lines; else refuse the first line alone."""
        recusa = Recusa(0, "aspas abertas ou fora do lugar")
        junto = texto
        indice = 0
        while indice < MAX_LINHAS_POR_REGISTRO and _has_open_quote(junto, self._delimitador):
            indice += 1
            if indice >= len(self._pendentes):
                return (recusa, 1) if ultimo else None
            junto = f"{junto}\n{self._pendentes[indice][1]}"
            if _refuse_linha(junto):
                break
            celulas = split_registro(junto, self._delimitador, self._colunas)
            if celulas is not None:
                return (self._check(celulas), indice + 1) if self._is_plausible(celulas) else (recusa, 1)
        return recusa, 1

    def _is_plausible(self, celulas: Sequence[str]) -> bool:
        """Say whether a record of several lines is one row, not rows swallowed by a quote left open."""
        engolidas = max((celula.count(self._delimitador) for celula in celulas if "\n" in celula), default=0)
        return engolidas < max(1, self._colunas // 2)

    def _check(self, celulas: list[str]) -> list[str] | Recusa:
        if len(celulas) == self._colunas:
            return celulas
        motivo = "colunas a mais" if len(celulas) > self._colunas else "colunas a menos"
        return Recusa(0, motivo, f"{len(celulas)} colunas em vez de {self._colunas}")


def _refuse_linha(texto: str) -> Recusa | None:
    if len(texto) > MAX_LINHA:
        return Recusa(0, "linha longa demais", f"mais de {MAX_LINHA} caracteres")
    if "\0" in texto:
        return Recusa(0, "byte nulo na linha", f"{texto.count(chr(0))} byte(s) nulo(s)")
    return None


def _first_of_each(textos: pa.StringArray) -> tuple[pa.StringArray, np.ndarray]:
    """Return the distinct texts in order of appearance and the position of the first of each."""
    codificado = textos.dictionary_encode()
    # Arrow numbers the texts as they appear: the first of each is where the highest number so far grows.
    maiores = np.maximum.accumulate(codificado.indices.to_numpy())
    return codificado.dictionary, np.flatnonzero(np.diff(maiores, prepend=-1))


def _content(textos: pa.StringArray) -> pa.Buffer:
    """Return the bytes of all the texts, one after the other."""
    _, limites, dados = textos.buffers()
    fim = np.frombuffer(limites, np.int32)[len(textos)]
    return dados.slice(0, int(fim))


def _has_plain_line_ends(conteudo: pa.Buffer) -> bool:
    """Say whether every carriage return stands right before a line feed."""
    bytes_ = np.frombuffer(conteudo, np.uint8)
    retornos = np.flatnonzero(bytes_ == 13)
    return bool((bytes_[retornos + 1] == 10).all())


def split_registro(texto: str, delimitador: str, colunas: int) -> list[str] | None:
    """Return the cells of one quoted record (RFC 4180), or None where its quotes are wrong or still open.

    Cells padded around their quotes (``| "abc" |``) are accepted when the record then has ``colunas`` cells.
    """
    celulas = _parse_registro(texto, delimitador)
    if celulas is not None and not any(celula.lstrip(" ").startswith('"') for celula in celulas):
        return celulas
    sem_recuo = re.sub(rf'" +(?={re.escape(delimitador)}|$)', '"', texto)
    recuadas = _parse_registro(sem_recuo, delimitador, recuo=True)
    return recuadas if recuadas is not None and len(recuadas) == colunas else celulas


def _parse_registro(texto: str, delimitador: str, *, recuo: bool = False) -> list[str] | None:
    try:
        return next(csv.reader([texto], delimiter=delimitador, strict=True, skipinitialspace=recuo))
    except csv.Error:
        return None


def _has_open_quote(texto: str, delimitador: str) -> bool:
    """Say whether the only thing wrong with a record is that it ends inside quotes."""
    try:
        next(csv.reader([texto], delimiter=delimitador, strict=True))
    except csv.Error as erro:
        return "unexpected end of data" in str(erro)
    return False


def iter_registros(
    texto: str, delimitador: str, colunas: int, linha: int = 1
) -> Iterator[tuple[int, list[str]] | Recusa]:
    """Yield the rows of a small text with their physical line, in order, or why one was refused.

    Args:
        texto: whole file, decoded, header included or not.
        delimitador: one character.
        colunas: cells a row must have.
        linha: physical line of the first line of ``texto``.
    """
    leitor = LeitorDeRegistros(delimitador, colunas, range(colunas), linha=linha, juntar=False)
    for lote in (leitor.feed(texto.encode("utf-8")), leitor.finish()):
        linhas: list[tuple[int, list[str]] | Recusa] = [
            (registro.pop("linha"), [registro[f"c{posicao}"] for posicao in range(colunas)])
            for registro in lote.linhas.to_pylist()
        ]
        linhas.extend(lote.recusas)
        yield from sorted(linhas, key=lambda item: item.linha if isinstance(item, Recusa) else item[0])
