"""Refused rows that may state an act: the records of their municipality are then not complete."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import duckdb

from etrdash.staging.contagens import insert_linhas
from etrdash.staging.identificadores import fold_texto
from etrdash.staging.municipal_atos import Referencias
from etrdash.staging.tabelas import read_sql

_CONTAGEM = re.compile(r"\d{1,3}(?:[. ]?\d{3})?(?:[.,]\d{1,2})?")
_FONTE = "FONTE"


def is_rodape(celulas: Sequence[str], referencias: Referencias) -> bool:
    """Say whether a refused row states no act for certain: a total or the source's name below the table.

    A row counts as a total where its words are those of ``palavra_de_rodape`` and its numbers too short for a
    process or a station. Whatever else a refused row holds may be a record that a clerk mistyped.
    """
    cheias = [limpa for celula in celulas if (limpa := celula.strip())]
    if len(cheias) == 1 and fold_texto(cheias[0]).startswith(_FONTE):
        return True
    palavras = referencias.vocabulario.colunas["palavra_de_rodape"]
    textos = [celula for celula in cheias if not _CONTAGEM.fullmatch(celula)]
    partes = [parte for texto in textos for parte in fold_texto(texto).split()]
    conhecidas = [parte in palavras or (parte.isdigit() and len(parte) < 5) for parte in partes]
    return not cheias or (any(parte in palavras for parte in partes) and all(conhecidas))


def create_recusas(
    con: duckdb.DuckDBPyConnection, duvidas: Iterable[str | None], recebidas: Collection[str]
) -> None:
    """Fill ``stg_recusas_municipais``.

    Args:
        con: the build's database.
        duvidas: one for each refused row that may state an act: its municipality, or None where neither
            the row nor the file says it.
        recebidas: municipalities of which records were received; an unknown one may be any of them.
    """
    con.execute(read_sql("stg_recusas_municipais"))
    contagem = Counter(codigo for duvida in duvidas for codigo in ([duvida] if duvida else recebidas))
    insert_linhas(con, "stg_recusas_municipais", sorted(contagem.items()))
