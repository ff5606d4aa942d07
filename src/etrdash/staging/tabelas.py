"""The tables that every input fills: what was read of each file, and what was refused of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from importlib.resources import files

import duckdb


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


def read_sql(nome: str) -> str:
    """Return the text of ``staging/sql/<nome>.sql``."""
    return (files("etrdash.staging") / "sql" / f"{nome}.sql").read_text(encoding="utf-8")


def create_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create ``stg_arquivos`` and ``stg_rejeitos`` where they do not exist yet."""
    for nome in ("stg_arquivos", "stg_rejeitos"):
        con.execute(read_sql(nome))


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
) -> None:
    """Append refused rows ``(arquivo, linha, motivo, coluna, valor)``; ``valor`` must be masked already."""
    linhas = list(rejeitos)
    if linhas:
        con.executemany("INSERT INTO stg_rejeitos VALUES (?, ?, ?, ?, ?)", linhas)
