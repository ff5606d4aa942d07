"""What earlier builds of a store worked out and the next need not again: checksums and staged rows.

``<store>/.memoria/`` holds no truth of its own. Everything in it is checked before use, against its own
checksum or against the file it speaks of; what does not match counts as absent. It may be deleted at any
time: that costs time, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb

from etrdash.published.banco import quote_texto
from etrdash.published.celulas import quote
from etrdash.published.store import MEMORIA
from etrdash.sources.baixa_proveniencia import hash_arquivo

_FORMATO = 1
_SOMAS = "somas.json"
LIDAS, VINCULOS = "lidas", "vinculos"
"""What tables may be kept of: ANATEL's rows, the links."""
_RECENTE_NS = 2_000_000_000


class Memoria:
    """The memory of one store, for the length of one build.

    Args:
        pasta: the store's folder; nothing is written before the first ``save_*``.
        agora: when the build began, nanoseconds since 1970.

    A checksum is taken from memory only for a file with the same device, inode, size, time of content and
    time of change (which no program can set), both older than two seconds when the sum was taken: a younger
    file could change again within one tick of the file system's clock, and is read anew the next time.
    """

    def __init__(self, pasta: Path, agora: int) -> None:
        self._pasta = pasta / MEMORIA
        self._limite = agora - _RECENTE_NS
        self._antigas = self._read_somas()
        self._somas: dict[str, list[Any]] = {}
        self._desta_vez: dict[str, str] = {}

    def hash_arquivo(self, arquivo: Path) -> str:
        """Return the SHA-256 (hex) of a file, which is read only where it may have changed.

        Raises:
            OSError: the file cannot be read.
        """
        antes = arquivo.stat()
        chave, marcas = f"{antes.st_dev}:{antes.st_ino}", _list_marcas(antes)
        ficha = f"{chave}:{marcas}"
        antiga = self._antigas.get(chave)
        if ficha in self._desta_vez:
            soma = self._desta_vez[ficha]
        elif antiga is not None and antiga[:-1] == marcas:
            soma = str(antiga[-1])
        else:
            soma = hash_arquivo(arquivo)
        if _list_marcas(arquivo.stat()) == marcas:
            self._desta_vez[ficha] = soma
            if max(antes.st_mtime_ns, antes.st_ctime_ns) < self._limite:
                self._somas[chave] = [*marcas, soma]
        return soma

    def save_somas(self) -> None:
        """Keep the checksums of the files this build asked for, and only those."""
        with suppress(OSError):
            self._write_json(_SOMAS, {"formato": _FORMATO, "somas": self._somas})

    def load_tabelas(self, con: duckdb.DuckDBPyConnection, chave: str, assunto: str = LIDAS) -> bool:
        """Fill a database with the tables kept under ``chave``; False, and nothing done, where none are.

        A table that exists already is filled, any other is created.
        """
        banco = self._pasta / f"{assunto}.duckdb"
        try:
            ficha = json.loads((self._pasta / f"{assunto}.json").read_text(encoding="utf-8"))
            if ficha["chave"] != chave or ficha["sha256"] != hash_arquivo(banco):
                return False
            with _attached(con, banco, "(READ_ONLY)"):
                _copy_all(con, ficha["tabelas"])
        except (OSError, ValueError, KeyError, TypeError, duckdb.Error):
            return False
        return True

    def save_tabelas(
        self,
        con: duckdb.DuckDBPyConnection,
        chave: str,
        assunto: str = LIDAS,
        tabelas: Sequence[str] | None = None,
    ) -> None:
        """Keep some tables of a database, or every one, under ``chave``, instead of what was kept before.

        A disk without room for it loses the memory, not the build.
        """
        obra: Path | None = None
        try:
            self._pasta.mkdir(mode=0o700, exist_ok=True)
            obra = Path(tempfile.mkdtemp(dir=self._pasta))
            nomes = _list_tabelas(con) if tabelas is None else list(tabelas)
            banco = f"{assunto}.duckdb"
            with _attached(con, obra / banco):
                for nome in nomes:
                    con.execute(f"CREATE TABLE memoria.{quote(nome)} AS FROM {quote(nome)}")
            ficha = {"chave": chave, "sha256": hash_arquivo(obra / banco), "tabelas": nomes}
            (obra / banco).replace(self._pasta / banco)
            self._write_json(f"{assunto}.json", ficha)
        except (OSError, duckdb.Error):
            shutil.rmtree(self._pasta, ignore_errors=True)
        finally:
            if obra is not None:
                shutil.rmtree(obra, ignore_errors=True)

    def _read_somas(self) -> dict[str, list[Any]]:
        try:
            lido = json.loads((self._pasta / _SOMAS).read_text(encoding="utf-8"))
            somas = lido["somas"] if lido["formato"] == _FORMATO else {}
            if lido["controle"] != _digest(somas):
                return {}
            return {str(chave): list(marcas) for chave, marcas in somas.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def _write_json(self, nome: str, conteudo: dict[str, Any]) -> None:
        self._pasta.mkdir(mode=0o700, exist_ok=True)
        if "somas" in conteudo:
            conteudo = {**conteudo, "controle": _digest(conteudo["somas"])}
        descritor, rascunho = tempfile.mkstemp(dir=self._pasta)
        with os.fdopen(descritor, "w", encoding="utf-8") as saida:
            json.dump(conteudo, saida)
        Path(rascunho).replace(self._pasta / nome)


def hash_programa(*pacotes: Path) -> str:
    """Return the SHA-256 (hex) over DuckDB's version and the program's own files, names and contents."""
    total = hashlib.sha256(duckdb.__version__.encode())
    for pacote in pacotes:
        for caminho in sorted(pacote.rglob("*") if pacote.is_dir() else [pacote]):
            if caminho.suffix in {".py", ".sql", ".toml", ".csv"}:
                total.update(f"{caminho.relative_to(pacote.parent).as_posix()}\0".encode())
                total.update(hashlib.sha256(caminho.read_bytes()).digest())
    return total.hexdigest()


def _list_marcas(estado: os.stat_result) -> list[Any]:
    return [estado.st_size, estado.st_mtime_ns, estado.st_ctime_ns]


def _digest(somas: object) -> str:
    return hashlib.sha256(json.dumps(somas, sort_keys=True).encode()).hexdigest()


@contextmanager
def _attached(con: duckdb.DuckDBPyConnection, banco: Path, modo: str = "") -> Iterator[None]:
    con.execute(f"ATTACH {quote_texto(str(banco))} AS memoria {modo}")
    try:
        yield
    finally:
        con.execute("DETACH memoria")


def _list_tabelas(con: duckdb.DuckDBPyConnection) -> list[str]:
    linhas = con.execute(
        "SELECT table_name FROM duckdb_tables() "
        "WHERE database_name = current_database() AND NOT temporary ORDER BY 1"
    ).fetchall()
    return [nome for (nome,) in linhas]


def _copy_all(con: duckdb.DuckDBPyConnection, tabelas: list[str]) -> None:
    """Copy tables from the attached memory, all or none."""
    existentes = set(_list_tabelas(con))
    con.execute("BEGIN")
    try:
        for nome in tabelas:
            if nome in existentes:
                con.execute(f"INSERT INTO {quote(nome)} BY NAME FROM memoria.{quote(nome)}")
            else:
                con.execute(f"CREATE TABLE {quote(nome)} AS FROM memoria.{quote(nome)}")
    except BaseException:
        con.execute("ROLLBACK")
        raise
    con.execute("COMMIT")
