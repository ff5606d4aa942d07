"""A town by hand for the matching tests: stations and acts with defaults, in the contract's tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from etrdash.dados import PastaDeDados
from etrdash.matching import link

IBGE = "3519055"
LAT, LON = -23.550123, -46.630456
METRO_LAT = 1 / 110_574
ESTACAO: dict[str, tuple[str, Any]] = {
    "numero_estacao": ("VARCHAR", None),
    "codigo_ibge": ("VARCHAR", IBGE),
    "bairro": ("VARCHAR", "Centro"),
    "logradouro": ("VARCHAR", "Rua das Acácias"),
    "numero": ("VARCHAR", "100"),
    "complemento": ("VARCHAR", None),
    "cep": ("VARCHAR", "01310123"),
    "prestadora": ("VARCHAR", "Operadora A"),
    "servico": ("VARCHAR", "010"),
    "classe_infra": ("VARCHAR[]", []),
    "latitude": ("DOUBLE", LAT),
    "longitude": ("DOUBLE", LON),
    "qualidade_coordenada": ("VARCHAR", "ok"),
    "primeiro_licenciamento": ("DATE", date(2015, 3, 10)),
    "altura_m": ("DOUBLE", None),
}
ATO: dict[str, tuple[str, Any]] = {
    "codigo_ibge": ("VARCHAR", IBGE),
    "registro_id": ("VARCHAR", None),
    "registro_grafia": ("VARCHAR", None),
    "instrumento": ("VARCHAR", "ALVARA_INSTALACAO"),
    "ato": ("VARCHAR", "emissao"),
    "data": ("DATE", date(2015, 4, 1)),
    "detentora": ("VARCHAR", "Torres T"),
    "detentora_cnpj": ("VARCHAR", None),
    "prestadora": ("VARCHAR", None),
    "numeros_estacao": ("VARCHAR[]", []),
    "tipo_estacao": ("VARCHAR", None),
    "instalacao": ("VARCHAR", None),
    "tipo_infraestrutura": ("VARCHAR", None),
    "compartilhada": ("BOOLEAN", None),
    "altura_m": ("DOUBLE", None),
    "data_instalacao": ("DATE", None),
    "logradouro": ("VARCHAR", "Rua das Acácias"),
    "numero": ("VARCHAR", "100"),
    "bairro": ("VARCHAR", "Centro"),
    "cep": ("VARCHAR", "01310123"),
    "latitude": ("DOUBLE", LAT),
    "longitude": ("DOUBLE", LON),
    "qualidade_coordenada": ("VARCHAR", "ok"),
}
SEM_LUGAR = {
    "logradouro": None,
    "numero": None,
    "bairro": None,
    "cep": None,
    "latitude": None,
    "longitude": None,
}
Linha = Mapping[str, Any]


def open_cidade(estacoes: Iterable[Linha], atos: Iterable[Linha]) -> duckdb.DuckDBPyConnection:
    """Return a database with `stg_estacoes` and `stg_atos`."""
    con = duckdb.connect()
    _fill(con, "stg_estacoes", ESTACAO, estacoes)
    _fill(con, "stg_atos", ATO, [{"registro_grafia": ato["registro_id"], **ato} for ato in atos])
    return con


def link_cidade(
    estacoes: Iterable[Linha], atos: Iterable[Linha], overlay: Path | None = None
) -> duckdb.DuckDBPyConnection:
    """Return the database after `link`, with the shipped data and `overlay` over it."""
    con = open_cidade(estacoes, atos)
    link(con, PastaDeDados.open(overlay))
    return con


def list_vinculos(con: duckdb.DuckDBPyConnection, *, ambigua: bool | None = False) -> set[tuple[str, str]]:
    """Return the links as (station, registro): accepted ones, probable ones, or all (None)."""
    linhas = con.execute("SELECT numero_estacao, registro_id, ambigua FROM int_vinculos").fetchall()
    return {
        (estacao, registro) for estacao, registro, duvida in linhas if ambigua is None or duvida == ambigua
    }


def move_m(norte: float = 0.0, leste: float = 0.0) -> dict[str, float]:
    """Return the coordinate that lies so many metres north and east of the town's first tower."""
    return {"latitude": LAT + norte * METRO_LAT, "longitude": LON + leste / 102_050}


def _fill(
    con: duckdb.DuckDBPyConnection, nome: str, colunas: dict[str, tuple[str, Any]], linhas: Iterable[Linha]
) -> None:
    tipos = ", ".join(f"{coluna} {tipo}" for coluna, (tipo, _) in colunas.items())
    con.execute(f"CREATE TABLE {nome} ({tipos})")
    marcas = ", ".join("?" for _ in colunas)
    for linha in linhas:
        assert set(linha) <= set(colunas), set(linha) - set(colunas)
        valores = [linha.get(coluna, padrao) for coluna, (_, padrao) in colunas.items()]
        con.execute(f"INSERT INTO {nome} VALUES ({marcas})", valores)
