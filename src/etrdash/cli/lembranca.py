"""The links of earlier builds, kept in the store's memory under all that they come from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import duckdb

from etrdash import dados
from etrdash.dados import PastaDeDados
from etrdash.published.memoria import VINCULOS, Memoria, hash_programa

_LIGADORES = ("matching", "staging", "dados.py", "vocabulario.py")
_BIBLIOTECAS = ("enderecobr", "numpy", "pandas", "pyarrow", "rapidfuzz", "scipy")


class MemoriaDeVinculos:
    """A `matching.Lembranca` in the memory of a store.

    Args:
        memoria: the store's memory.
        pasta: data folder.
    """

    def __init__(self, memoria: Memoria, pasta: PastaDeDados) -> None:
        self._memoria, self._pasta = memoria, pasta
        self._chave = key_vinculos(pasta)

    def load(self, con: duckdb.DuckDBPyConnection) -> bool:
        """Create the tables kept of the same program and data folder; False where none are."""
        return self._memoria.load_tabelas(con, self._chave, VINCULOS)

    def save(self, con: duckdb.DuckDBPyConnection, tabelas: Sequence[str]) -> None:
        """Keep some tables, unless the program or the data folder changed while they were made."""
        if key_vinculos(self._pasta) == self._chave:
            self._memoria.save_tabelas(con, self._chave, VINCULOS, tabelas)


def key_vinculos(pasta: PastaDeDados) -> str:
    """Return the SHA-256 over all that links come from, besides both sides' rows and the decisions.

    Weights and word lists, the companies that ship with the project, the program and the libraries it
    compares with.
    """
    pacote = Path(dados.__file__).parent
    partes = [
        pasta.digest("matching"),
        PastaDeDados.open().digest("referencia"),
        hash_programa(*(pacote / nome for nome in _LIGADORES)),
        [version(nome) for nome in _BIBLIOTECAS],
    ]
    return hashlib.sha256(json.dumps(partes).encode()).hexdigest()
