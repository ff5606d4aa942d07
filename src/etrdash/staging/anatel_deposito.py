"""The raw rows of ANATEL's files while they are being understood: Arrow in memory, DuckDB beyond a limit.

Nothing here may run inside a transaction: what is registered in one is kept alive until its end.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import numpy as np
import pyarrow as pa

from etrdash.sources.layouts import CANONICAS, Cabecalho
from etrdash.sources.registros import Lote
from etrdash.staging.contagens import add_rejeitos
from etrdash.staging.tabelas import read_sql

MAX_EM_MEMORIA = 512 << 20
"""Bytes of rows kept in memory; about 3 million distinct rows of layout A."""


def name_columns(linhas: pa.Table, cabecalho: Cabecalho, fonte: int) -> pa.Table:
    """Return the rows with every canonical column, null where the file has none."""
    posicoes = cabecalho.posicoes
    colunas = {
        "fonte": pa.array(np.full(linhas.num_rows, fonte, np.int32)),
        "linha": linhas["linha"],
        "texto": linhas["texto"],
    }
    for coluna in CANONICAS:
        colunas[coluna] = (
            linhas[f"c{posicoes[coluna]}"] if coluna in posicoes else pa.nulls(linhas.num_rows, pa.string())
        )
    return pa.table(colunas)


def _encode(linhas: pa.Table) -> pa.Table:
    """Return the rows with each text written once, numbered: a third of the size, and quicker to look up."""
    return pa.table(
        {
            nome: coluna.dictionary_encode() if pa.types.is_string(coluna.type) else coluna
            for nome, coluna in zip(linhas.column_names, linhas.columns, strict=True)
        }
    )


_TEXTO = pa.dictionary(pa.int32(), pa.string())
_ESQUEMA = pa.schema({"fonte": pa.int32(), "linha": pa.int64()} | dict.fromkeys(CANONICAS, _TEXTO))


class Deposito:
    """The raw rows of all files: in memory, and put away in the database beyond ``MAX_EM_MEMORIA``.

    Args:
        con: the build's database.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        self._lotes: list[pa.Table] = []
        self._bytes = 0
        texto = ", ".join(f"{coluna} VARCHAR" for coluna in CANONICAS)
        con.execute(f"CREATE TEMP TABLE _anatel_guardadas (fonte INTEGER, linha BIGINT, {texto})")
        con.execute("CREATE TEMP TABLE _anatel_marcas (fonte INTEGER, linha BIGINT, chave UHUGEINT)")
        con.execute("CREATE TEMP TABLE _anatel_recusadas AS FROM stg_rejeitos LIMIT 0")

    def add(self, linhas: pa.Table) -> None:
        """Take the rows of a block, and the mark by which their repeats in other blocks are known."""
        self._con.register("_anatel_lote", linhas)
        self._con.execute(
            "INSERT INTO _anatel_marcas SELECT fonte, linha, md5_number(texto) FROM _anatel_lote"
        )
        self._con.unregister("_anatel_lote")
        guardadas = _encode(linhas.drop_columns("texto"))
        self._lotes.append(guardadas)
        self._bytes += guardadas.nbytes
        if self._bytes > MAX_EM_MEMORIA:
            self._con.register("_anatel_lotes", pa.concat_tables(self._lotes))
            self._con.execute("INSERT INTO _anatel_guardadas FROM _anatel_lotes")
            self._con.unregister("_anatel_lotes")
            self._lotes.clear()
            self._bytes = 0

    def refuse(self, arquivo: str, lote: Lote) -> None:
        """Take the rows of a block that could not be split."""
        add_rejeitos(
            self._con,
            ((arquivo, recusa.linha, recusa.motivo, None, recusa.detalhe) for recusa in lote.recusas),
            "_anatel_recusadas",
        )

    def drop_terminais(self, linhas: pa.Table, terminais: Sequence[str]) -> pa.Table:
        """Return the rows whose class is not that of a mobile terminal."""
        self._con.register("_anatel_lote", linhas)
        fixas: pa.Table = self._con.sql(
            """
            FROM _anatel_lote
            WHERE coalesce(
                nullif(regexp_extract(upper(trim(classe)), '^([A-Z]{2})(?: *-|$)', 1), ''),
                regexp_extract(upper(trim(tipo_classe)), '^([A-Z]{2})(?: *-|$)', 1),
                ''
            ) NOT IN (SELECT unnest($terminais))
            """,
            params={"terminais": list(terminais)},
        ).to_arrow_table()
        self._con.unregister("_anatel_lote")
        return fixas

    def publish(self) -> dict[int, int]:
        """Create ``_anatel_linhas`` over all the rows and ``_anatel_chaves`` over the distinct ones.

        Returns:
            For each file, how many rows repeat a row of another block.
        """
        vazia = _ESQUEMA.empty_table()
        self._con.register("_anatel_lotes", pa.concat_tables([vazia, *self._lotes]))
        self._con.execute(
            "CREATE TEMP VIEW _anatel_linhas AS FROM _anatel_guardadas UNION ALL FROM _anatel_lotes"
        )
        self._con.execute(read_sql("anatel_chaves"))
        return dict(
            self._con.execute(
                "SELECT fonte, sum(vezes - 1)::BIGINT FROM _anatel_chaves GROUP BY fonte"
            ).fetchall()
        )

    def release(self) -> None:
        """Forget the rows."""
        self._con.execute("DROP VIEW IF EXISTS _anatel_linhas")
        self._con.execute("DROP TABLE IF EXISTS _anatel_guardadas")
        self._con.unregister("_anatel_lotes")
        self._lotes.clear()
