"""The three sets with the truth, by the way that the program reads and links them.

The shipped weights were learned on these sets: these floors guard the path, `bench/vinculos.md` measures it.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.matching import link
from etrdash.staging.anatel import load_anatel
from etrdash.staging.municipal import load_municipais
from etrdash.staging.municipal_arquivos import EntradaMunicipal


def score(pasta: Path, con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    especificacao = importlib.util.spec_from_file_location("score_dos_conjuntos", pasta.parent / "score.py")
    assert especificacao and especificacao.loader
    modulo = importlib.util.module_from_spec(especificacao)
    especificacao.loader.exec_module(modulo)
    pares = con.execute("SELECT numero_estacao, registro_id FROM int_vinculos WHERE NOT ambigua").fetchall()
    sitios = con.execute("SELECT numero_estacao, sitio_id FROM int_estacao_sitio").fetchall()
    return dict(
        modulo.avalia(
            str(pasta),
            [{"numero_estacao": n, "registro_id": r} for n, r in pares],
            [{"numero_estacao": n, "site_id": s} for n, s in sitios],
        )
    )


@pytest.fixture(scope="module", params=["conjunto_1", "conjunto_2", "conjunto_3"])
def ligado(
    request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, duckdb.DuckDBPyConnection]:
    pasta = shared / "vinculos" / request.param
    con = duckdb.connect()
    dados = PastaDeDados.open()
    temporaria = tmp_path_factory.mktemp("conjunto")
    load_anatel(con, sorted((pasta / "anatel").glob("*.csv")), dados, temporaria)
    entradas = [EntradaMunicipal(c, None) for c in sorted((pasta / "municipal").glob("*.csv"))]
    load_municipais(con, entradas, dados, temporaria)
    link(con, dados)
    return pasta, con


def test_links_and_sites_meet_the_targets(ligado: tuple[Path, duckdb.DuckDBPyConnection]) -> None:
    saida = score(*ligado)
    assert saida["ids_desconhecidos"] == 0
    assert saida["par"]["F1"] >= 0.93
    assert saida["par"]["P"] >= 0.94
    assert saida["decisao"]["falsa_acusacao"] <= 0.045
    assert saida["decisao"]["falsa_absolvicao"] <= 0.06
    assert saida["sites"]["F1"] >= 0.92


def test_every_station_and_every_registro_is_there_once(
    ligado: tuple[Path, duckdb.DuckDBPyConnection],
) -> None:
    _, con = ligado
    for tabela, chave, origem in (
        ("int_estacao_sitio", "numero_estacao", "stg_estacoes"),
        ("int_registros", "codigo_ibge || registro_id", "stg_atos"),
    ):
        [(a,)] = con.execute(f"SELECT count(DISTINCT {chave}) FROM {tabela}").fetchall()
        [(b,)] = con.execute(f"SELECT count(DISTINCT {chave}) FROM {origem}").fetchall()
        assert a == b


def test_few_stations_wait_for_a_person(ligado: tuple[Path, duckdb.DuckDBPyConnection]) -> None:
    _, con = ligado
    [(fracao, com_duvida)] = con.execute(
        "SELECT count(*) FILTER (duvida AND NOT certa)"
        " / (SELECT count(*) FROM stg_estacoes WHERE servico = '010'),"
        " count(*) FILTER (duvida) / (SELECT count(*) FROM stg_estacoes WHERE servico = '010')"
        " FROM (SELECT bool_or(ambigua) AS duvida, bool_or(NOT ambigua) AS certa FROM int_vinculos"
        " GROUP BY numero_estacao)"
    ).fetchall()
    assert 0 < fracao < com_duvida <= 0.10
