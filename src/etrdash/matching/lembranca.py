"""Links of an earlier build that may stay: municipalities where nothing that they come from changed.

No municipality's links depend on another's (`tests/matching/test_lembranca.py` holds it), so that each has a
checksum of its own; whoever keeps the tables answers for the program and the data folder being the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import duckdb
import pandas as pd

from etrdash.matching.consultas import load_sql

CHAVES = "mat_chaves"
TABELAS = (
    "mat_estacoes",
    "mat_ditos",
    "mat_registros",
    "mat_vinculos",
    "mat_recusados",
    "mat_sem_efeito",
)
"""What the batches give, in rows of one municipality each; the `int_*` tables are made of it."""
_LADOS = {"mat_lado_estacoes": "fatos_estacoes", "mat_lado_atos": "fatos_atos"}


class Lembranca(Protocol):
    """Keeps tables from one build to the next."""

    def load(self, con: duckdb.DuckDBPyConnection) -> bool:
        """Create the tables that were kept for the same program and data folder; False where none were."""

    def save(self, con: duckdb.DuckDBPyConnection, tabelas: Sequence[str]) -> None:
        """Keep some tables instead of those kept before."""


def recall_iguais(
    con: duckdb.DuckDBPyConnection, decisoes: pd.DataFrame, lembranca: Lembranca
) -> frozenset[str]:
    """Leave in `TABELAS` the rows of the municipalities whose links stay, and return their codes.

    Without anything remembered there are no tables. `mat_chaves` holds today's checksums afterwards.

    Args:
        con: database with `stg_estacoes` and `stg_atos`.
        decisoes: valid decisions, resolved, in the order that counts.
        lembranca: what an earlier build kept.
    """
    antigas = pd.DataFrame({"codigo_ibge": [], "chave": []}, dtype=str)
    lembrada = lembranca.load(con)
    if lembrada:
        antigas = con.execute(f"FROM {CHAVES}").df()
    chaves = _write_chaves(con, decisoes)
    iguais = frozenset(chaves.merge(antigas, on=["codigo_ibge", "chave"])["codigo_ibge"])
    if lembrada:
        con.register("_iguais", pd.DataFrame({"codigo_ibge": sorted(iguais)}, dtype=str))
        for nome in TABELAS:
            con.execute(f"DELETE FROM {nome} WHERE codigo_ibge NOT IN (FROM _iguais)")
        con.unregister("_iguais")
    return iguais


def _write_chaves(con: duckdb.DuckDBPyConnection, decisoes: pd.DataFrame) -> pd.DataFrame:
    """Create `mat_chaves` (`codigo_ibge, chave`) and return it."""
    con.register("_decisoes", decisoes)
    for lado, consulta in _LADOS.items():
        con.execute(f"CREATE OR REPLACE TEMP VIEW {lado} AS {load_sql(consulta)}")
    con.execute(load_sql(CHAVES))
    for lado in _LADOS:
        con.execute(f"DROP VIEW {lado}")
    con.unregister("_decisoes")
    return con.execute(f"FROM {CHAVES}").df()
