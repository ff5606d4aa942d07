"""Other tools at the same national inputs, doing what they can of the same work; none checks a cell."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import duckdb

from bench.nacional import Nacional
from bench.vinculos_splink import train_ligador

_DATA = "Data Licenciamento"
_ESTACAO = "Número Estação"
_ESTACOES = f"""
SELECT numero_estacao AS unique_id, * FROM (
    SELECT "Código IBGE" AS codigo_ibge, "{_ESTACAO}" AS numero_estacao,
        any_value(upper("EnderecoEstacao")) AS via, any_value("EndNumero") AS casa,
        any_value("EndBairro") AS bairro, any_value("Cep") AS cep,
        any_value("Latitude decimal")::DOUBLE AS latitude, any_value("Longitude decimal")::DOUBLE AS longitude
    FROM read_csv(?, header = true, delim = ';', all_varchar = true)
    GROUP BY ALL
)
"""
_PROCESSOS = """
SELECT codigo_ibge || '/' || registro_id AS unique_id, * EXCLUDE (registro_id) FROM (
    SELECT codigo_ibge, registro_id, any_value(numero_estacao) AS numero_estacao,
        any_value(upper(logradouro)) AS via, any_value(numero) AS casa, any_value(bairro) AS bairro,
        any_value(cep) AS cep, any_value(latitude)::DOUBLE AS latitude,
        any_value(longitude)::DOUBLE AS longitude
    FROM read_csv(?, header = true, delim = ',', all_varchar = true, union_by_name = true)
    GROUP BY ALL
)
"""


def read_polars(entradas: Nacional, _tmp: Path) -> None:
    """Polars: read as text, drop repeats, one row per station (no checks, no types)."""
    pl = import_module("polars")
    linhas = pl.scan_csv(entradas.csv, separator=";", infer_schema=False)
    linhas.unique().sort(_DATA).group_by(_ESTACAO).last().collect(engine="streaming")


def read_pandas(entradas: Nacional, _tmp: Path) -> None:
    """Pandas: the same."""
    pd = import_module("pandas")
    linhas = pd.read_csv(entradas.csv, sep=";", dtype=str)
    linhas.drop_duplicates().sort_values(_DATA).groupby(_ESTACAO).last()


def link_splink(entradas: Nacional, _tmp: Path) -> None:
    """Splink: stations and processes as written, linked without supervision (no sites, no tiers)."""
    with duckdb.connect() as con:
        estacoes = con.execute(_ESTACOES, [str(entradas.csv)]).df()
        processos = con.execute(_PROCESSOS, [str(entradas.municipal / "*.csv")]).df()
    ligador = train_ligador([processos, estacoes], recall=0.25)
    ligador.inference.predict(threshold_match_probability=0.9).as_pandas_dataframe()
