"""Distances that each law mentions, beside what stands nearer: information, never a situação."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb

from etrdash.marts.adocoes import Lugar
from etrdash.marts.consultas import append_rows, fill_table
from etrdash.staging.identificadores import fold_texto

_METROS_POR_GRAU = 90_000
"""Fewer than a degree of longitude has anywhere in Brazil."""


def fill_proximidades(con: duckdb.DuckDBPyConnection, lugares: Mapping[str, Lugar]) -> None:
    """Create table ``proximidades`` from ``estacoes``, ``sitios``, ``pontos`` and the laws' distances.

    Args:
        con: the build's database; the tables named exist.
        lugares: where a law applies, by IBGE code.
    """
    con.execute(
        "CREATE OR REPLACE TABLE mart_distancias "
        "(codigo_ibge VARCHAR, distancia VARCHAR, minimo_m DOUBLE, palavra VARCHAR)"
    )
    linhas = [
        (codigo, regra.id, float(regra.minimo_m), fold_texto(palavra))
        for codigo, lugar in lugares.items()
        for regra in lugar.lei.atual.regras.distancia
        for palavra in regra.ate
    ]
    append_rows(con, "mart_distancias", linhas)
    maior_m = max((minimo_m for _, _, minimo_m, _ in linhas), default=1.0)
    fill_table(con, "proximidades", celula=maior_m / _METROS_POR_GRAU)
