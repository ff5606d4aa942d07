"""What was read of each file and what was refused of it: rows of ``stg_arquivos`` and ``stg_rejeitos``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

import duckdb
import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Arquivo:
    """One row of ``stg_arquivos``: a file, or a member of a zip, and its count of rows."""

    arquivo: str
    papel: str
    layout: str
    codigo_ibge: str | None
    sha256: str
    bytes: int
    lidas: int
    carregadas: int
    repetidas: int
    rejeitadas: int
    pessoais_descartados: int = 0
    colunas_ignoradas: tuple[str, ...] = ()
    avisos: tuple[str, ...] = ()


def add_arquivos(con: duckdb.DuckDBPyConnection, arquivos: Iterable[Arquivo]) -> None:
    """Append files to ``stg_arquivos``.

    Raises:
        AssertionError: rows read differ from loaded + repeated + refused.
    """
    linhas = []
    for arquivo in arquivos:
        contadas = arquivo.carregadas + arquivo.repetidas + arquivo.rejeitadas
        if arquivo.lidas != contadas:
            raise AssertionError(f"{arquivo.arquivo}: {arquivo.lidas} rows read, {contadas} accounted for")
        linhas.append(astuple(arquivo))
    insert_linhas(con, "stg_arquivos", linhas)


def add_rejeitos(
    con: duckdb.DuckDBPyConnection,
    rejeitos: Iterable[tuple[str, int | None, str, str | None, str | None]],
    tabela: str = "stg_rejeitos",
) -> None:
    """Append refused rows ``(arquivo, linha, motivo, coluna, valor)``; ``valor`` must be masked already."""
    insert_linhas(con, tabela, rejeitos)


def insert_linhas(con: duckdb.DuckDBPyConnection, tabela: str, linhas: Iterable[Sequence[object]]) -> None:
    """Append rows of Python values, in the order of the table's columns: one statement for all of them."""
    colunas = [pa.array(coluna) for coluna in zip(*linhas, strict=True)]
    if colunas:
        con.register("_novas", pa.table(colunas, names=[f"c{posicao}" for posicao in range(len(colunas))]))
        con.execute(f"INSERT INTO {tabela} SELECT * FROM _novas")
        con.unregister("_novas")
