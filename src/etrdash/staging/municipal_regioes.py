"""Where the positions of a municipality are expected: around its stations, else in its state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache

import duckdb

from etrdash.dados import PastaDeDados
from etrdash.staging.coordenadas import BRASIL, Regiao, distance_km
from etrdash.staging.empresas import read_referencia

_RAIO_SEM_ESTACOES_KM = 40.0
_RAIO_MINIMO_KM = 15.0
_ESTACOES_BASTANTES = 30
_CENTIL = 0.99


def load_regioes(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> Callable[[str], Regiao]:
    """Return a function IBGE code → region.

    The centre is the median of the municipality's stations, where ``stg_estacoes`` has any; the radius is
    twice the distance within which 99 % of them stand, at least 15 km, or 40 km where they are fewer than 30.
    The box is the state's.

    Args:
        con: the build's database; ``stg_estacoes`` may be absent.
        pasta: data folder with ``referencia/municipios.csv`` and ``referencia/ufs.csv``.
    """
    caixas = {
        linha["uf"]: (
            (float(linha["sul"]), float(linha["norte"])),
            (float(linha["oeste"]), float(linha["leste"])),
        )
        for linha in read_referencia(pasta.file("referencia/ufs.csv"))
    }
    ufs = {
        linha["codigo_ibge"]: linha["uf"]
        for linha in read_referencia(pasta.file("referencia/municipios.csv"))
    }
    estacoes = _list_estacoes(con) if has_tabela(con, "stg_estacoes") else {}

    @cache
    def find_regiao(codigo_ibge: str) -> Regiao:
        latitudes, longitudes = caixas.get(ufs.get(codigo_ibge, ""), (BRASIL.latitudes, BRASIL.longitudes))
        pontos = estacoes.get(codigo_ibge)
        if not pontos:
            return Regiao(latitudes, longitudes)
        meio = len(pontos) // 2
        centro = sorted(ponto[0] for ponto in pontos)[meio], sorted(ponto[1] for ponto in pontos)[meio]
        if len(pontos) < _ESTACOES_BASTANTES:
            return Regiao(latitudes, longitudes, centro, _RAIO_SEM_ESTACOES_KM)
        distancias = sorted(distance_km(ponto, centro) for ponto in pontos)
        raio = 2 * distancias[int(_CENTIL * (len(distancias) - 1))]
        return Regiao(latitudes, longitudes, centro, max(_RAIO_MINIMO_KM, raio))

    return find_regiao


def has_tabela(con: duckdb.DuckDBPyConnection, tabela: str) -> bool:
    """Say whether the database has a table of this name."""
    achada = con.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = ?", [tabela]).fetchall()
    return bool(achada)


def _list_estacoes(con: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[float, float]]]:
    """Return the positions of each municipality's stations that needed no deduction."""
    pontos: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for codigo_ibge, latitude, longitude in con.execute(
        """
        SELECT codigo_ibge, latitude, longitude FROM stg_estacoes
        WHERE qualidade_coordenada IN ('ok', 'convertida') AND latitude IS NOT NULL AND longitude IS NOT NULL
        """
    ).fetchall():
        pontos[codigo_ibge].append((latitude, longitude))
    return pontos
