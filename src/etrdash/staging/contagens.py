"""What was read of each file and what was refused of it: rows of ``stg_arquivos`` and ``stg_rejeitos``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

import duckdb
import pyarrow as pa

_TIPOS = (pa.string(), pa.int64(), pa.string(), pa.string(), pa.string())


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


def add_arquivo(con: duckdb.DuckDBPyConnection, arquivo: Arquivo) -> None:
    """Append one file to ``stg_arquivos``.

    Raises:
        AssertionError: rows read differ from loaded + repeated + refused.
    """
    contadas = arquivo.carregadas + arquivo.repetidas + arquivo.rejeitadas
    if arquivo.lidas != contadas:
        raise AssertionError(f"{arquivo.arquivo}: {arquivo.lidas} rows read, {contadas} accounted for")
    valores = [list(valor) if isinstance(valor, tuple) else valor for valor in astuple(arquivo)]
    con.execute(f"INSERT INTO stg_arquivos VALUES ({', '.join('?' * len(valores))})", valores)


def add_rejeitos(
    con: duckdb.DuckDBPyConnection,
    rejeitos: Iterable[tuple[str, int | None, str, str | None, str | None]],
    tabela: str = "stg_rejeitos",
) -> None:
    """Append refused rows ``(arquivo, linha, motivo, coluna, valor)``; ``valor`` must be masked already."""
    linhas = list(rejeitos)
    if not linhas:
        return
    colunas = [pa.array(coluna, tipo) for coluna, tipo in zip(zip(*linhas, strict=True), _TIPOS, strict=True)]
    con.register("_rejeitos", pa.table(colunas, names=["arquivo", "linha", "motivo", "coluna", "valor"]))
    con.execute(f"INSERT INTO {tabela} SELECT * FROM _rejeitos")
    con.unregister("_rejeitos")
