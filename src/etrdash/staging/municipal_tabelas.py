"""What a table of a municipal file is, whatever the container: a header and rows of text.

CSV rows keep their physical line and spreadsheet rows their row number; Parquet rows and GeoJSON features
have their position, the header counting as line 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from etrdash.erros import Problema

LINHAS_DE_TITULO = 30
"""How many rows may stand above the header."""

LARGURA_DE_REGISTRO = 4
"""Cells; a legend has fewer in a row, a record at least as many."""

Pontuacao = Callable[[Sequence[str]], int]
"""Says how well a row reads as the header sought: 0 not at all."""


@dataclass(frozen=True, slots=True)
class FormaDaTabela:
    """What is known beforehand about a table's form; None where it is to be found out.

    Attributes:
        codificacao: Python name of the encoding.
        delimitador: one character.
        planilhas: names of the sheets to read; every sheet with the header sought where empty.
        linha_cabecalho: 1-based row of the header.
    """

    codificacao: str | None = None
    delimitador: str | None = None
    planilhas: tuple[str, ...] = ()
    linha_cabecalho: int | None = None


@dataclass(frozen=True, slots=True)
class LinhaLida:
    """One row of a table, as text.

    Attributes:
        linha: 1-based position of its first line.
        celulas: cells as text, as many as the header has; empty in a row with a defect.
        defeito: why the row could not be split into cells, or None.
    """

    linha: int
    celulas: tuple[str, ...]
    defeito: str | None = None


@dataclass(slots=True)
class Tabela:
    """One table of one file.

    Attributes:
        arquivo: name shown to users: base name, ``zip!member``, ``workbook!sheet`` where there are several.
        cabecalho: column names as written.
        linhas: data rows, to be read once.
        epsg: coordinate reference system that the file itself declares, or None.
        avisos: remarks about the reading.
        repetidas: rows that only repeat another one word for word, left out of ``linhas``.
        sha256: digest of the file or member. This, ``repetidas`` and ``tamanho`` are complete once ``linhas``
            is exhausted.
        tamanho: bytes of the file or member.
    """

    arquivo: str
    cabecalho: tuple[str, ...]
    linhas: Iterator[LinhaLida]
    epsg: int | None = None
    avisos: list[str] = field(default_factory=list)
    repetidas: int = 0
    sha256: str = ""
    tamanho: int = 0


@dataclass(frozen=True, slots=True)
class SemCabecalho:
    """A table in which the header sought does not occur.

    Attributes:
        problema: what to tell.
        tem_dados: whether it looks like a table of records: rows of several cells, more than a legend has.
    """

    problema: Problema
    tem_dados: bool


def sem_cabecalho(arquivo: str, linhas: Iterable[Sequence[str]]) -> SemCabecalho:
    """Return a table without the header sought; ``linhas`` are its first rows."""
    cheias = (sum(bool(celula.strip()) for celula in celulas) for celulas in linhas)
    largas = sum(quantas >= LARGURA_DE_REGISTRO for quantas in cheias)
    problema = Problema("nenhuma das primeiras linhas tem o cabeçalho esperado", arquivo=arquivo)
    return SemCabecalho(problema, largas > 1)
