"""Records: blocks of text as rows of cells with their physical line, every row accounted for.

Lines that can have one reading only are split by Arrow's CSV reader in one call. The others go one by one,
because only then can a stray quote or a line end inside a cell cost one row and not the rest of the file.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from etrdash.sources.aspas import find_irregulares, has_open_quote, split_registro
from etrdash.sources.blocos import content, first_of_each, has_plain_line_ends
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
        """Split a block most lines of which need no care; None where too many do."""
        if b"\0" in bloco or not bloco.endswith(b"\n"):
            return None
        bytes_ = np.frombuffer(bloco, np.uint8)
        fins = np.flatnonzero(bytes_ == 10)
        inicios = np.concatenate(([0], fins + 1)).astype(np.int32)
        tamanhos = np.diff(inicios)
        if tamanhos.min() < 3 or tamanhos.max() > MAX_LINHA or not has_plain_line_ends(bytes_):
            return None
        textos = pa.StringArray.from_buffers(len(fins), pa.py_buffer(inicios), pa.py_buffer(bloco))
        if b'"' in bloco:
            irregulares = find_irregulares(bytes_, inicios, self._delimitador)
            return None if irregulares.all() else self._feed_mista(textos, irregulares)
        unicos, primeiros = first_of_each(textos) if self._juntar else (textos, np.arange(len(fins)))
        try:
            tabela = self._parse(unicos)
        except pa.ArrowInvalid:
            return self._feed_mista(textos, np.zeros(len(fins), np.bool_))
        tabela = tabela.add_column(0, "linha", pa.array(primeiros + self._linha))
        self._linha += len(fins)
        if self._chave is None:
            tabela = tabela.add_column(1, "texto", pc.utf8_rtrim(unicos, "\r\n"))
        return Lote(self._finish_table(tabela), len(fins), len(fins) - len(unicos), ())

    def _feed_mista(self, textos: pa.StringArray, irregulares: np.ndarray) -> Lote | None:
        """Split the irregular lines one by one and the others in one call; None where neither can be told."""
        numeros, registros, recusas, fora = self._split_irregulares(textos, irregulares)
        posicoes = np.flatnonzero(~fora)
        if not len(posicoes):
            self._pendentes.clear()
            return None
        regulares = textos.take(pa.array(posicoes))
        try:
            tabela = self._parse(regulares, todas=True)
        except pa.ArrowInvalid:
            self._pendentes.clear()
            ruins = posicoes[self._find_outra_largura(regulares)]
            if not len(ruins):
                return None
            irregulares[ruins] = True
            return self._feed_mista(textos, irregulares)
        tabela = tabela.add_column(0, "linha", pa.array(posicoes + self._linha))
        self._linha += len(textos)
        linhas = self._finish_table(tabela)
        if numeros:
            linhas = pa.concat_tables([linhas, self._tabulate(numeros, registros)]).sort_by("linha")
        return Lote(linhas, len(posicoes) + len(numeros) + len(recusas), 0, tuple(recusas))

    def _split_irregulares(
        self, textos: pa.StringArray, irregulares: np.ndarray
    ) -> tuple[list[int], list[list[str]], list[Recusa], np.ndarray]:
        """Take the irregular lines and those that go on from them; which lines were taken comes last.

        A row that the block leaves unfinished waits for the next one, with all that comes after it.
        """
        numeros: list[int] = []
        registros: list[list[str]] = []
        recusas: list[Recusa] = []
        fora = irregulares.copy()
        proxima = 0
        for posicao in np.flatnonzero(irregulares).tolist():
            if posicao < proxima:
                continue
            for quantas in (1, MAX_LINHAS_POR_REGISTRO + 1):
                self._pendentes = deque(self._number(textos, posicao, posicao + quantas))
                achado = self._take(self._pendentes[0][1], ultimo=False)
                if achado is not None:
                    break
            else:
                self._pendentes = deque(self._number(textos, posicao, len(textos)))
                fora[posicao:] = True
                return numeros, registros, recusas, fora
            proxima = posicao + achado[1]
            fora[posicao:proxima] = True
            self._keep(self._linha + posicao, achado, numeros, registros, recusas)
        self._pendentes.clear()
        return numeros, registros, recusas, fora

    def _number(self, textos: pa.StringArray, inicio: int, fim: int) -> list[tuple[int, str]]:
        linhas = (texto.rstrip("\r\n") for texto in textos[inicio:fim].to_pylist())
        return list(enumerate(linhas, self._linha + inicio))

    def _parse(self, textos: pa.StringArray, *, todas: bool = False) -> pa.Table:
        """Return the cells of lines that need no care: those asked for, or all that the text is made of."""
        nomes = [f"c{posicao}" for posicao in range(self._colunas)]
        com_todas = todas or self._chave is not None
        queridas = nomes if com_todas else [f"c{posicao}" for posicao in self._posicoes]
        tabela = pacsv.read_csv(
            pa.BufferReader(content(textos)),
            read_options=pacsv.ReadOptions(column_names=nomes, block_size=4 << 20),
            parse_options=pacsv.ParseOptions(delimiter=self._delimitador, quote_char=todas and '"'),
            convert_options=pacsv.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(nomes, pa.string()),
                include_columns=queridas,
                strings_can_be_null=False,
            ),
        )
        if tabela.num_rows != len(textos):
            raise pa.ArrowInvalid("row count differs from line count")
        return tabela

    def _find_outra_largura(self, textos: pa.StringArray) -> list[int]:
        """Return the positions of the lines that have more cells or fewer."""
        ruins: list[int] = []

        def note(linha: pacsv.InvalidRow) -> str:
            ruins.append(linha.number - 1)
            return "skip"

        pacsv.read_csv(
            pa.BufferReader(content(textos)),
            read_options=pacsv.ReadOptions(
                column_names=[f"c{posicao}" for posicao in range(self._colunas)], use_threads=False
            ),
            parse_options=pacsv.ParseOptions(delimiter=self._delimitador, invalid_row_handler=note),
            convert_options=pacsv.ConvertOptions(check_utf8=False, include_columns=["c0"]),
        )
        return ruins

    def _finish_table(self, tabela: pa.Table) -> pa.Table:
        if "texto" not in tabela.column_names:
            outras = [f"c{posicao}" for posicao in range(self._colunas) if posicao != self._chave]
            separador = self._delimitador if self._chave is None else _SEPARADOR
            juntas = pc.binary_join_element_wise(*(tabela[nome] for nome in outras), separador)
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
            for _ in range(achado[1]):
                self._pendentes.popleft()
            self._keep(numero, achado, numeros, registros, recusas)
        return Lote(self._tabulate(numeros, registros), len(numeros) + len(recusas), 0, tuple(recusas))

    @staticmethod
    def _keep(
        numero: int,
        achado: tuple[list[str] | Recusa, int],
        numeros: list[int],
        registros: list[list[str]],
        recusas: list[Recusa],
    ) -> None:
        """Add what ``_take`` found to the rows or to the refusals; blank lines are neither."""
        celulas, usadas = achado
        if isinstance(celulas, Recusa):
            recusas.append(replace(celulas, linha=numero, linhas=usadas))
        elif celulas:
            numeros.append(numero)
            registros.append(celulas)

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
        while indice < MAX_LINHAS_POR_REGISTRO and has_open_quote(junto, self._delimitador):
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
