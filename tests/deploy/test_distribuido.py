"""A build in parts is the whole build: no municipality's answer depends on another municipality."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from bench.distribuido import (
    DO_LUGAR,
    Obra,
    build_inteira,
    count_rows,
    decide_parte,
    decide_partes,
    find_diferencas,
    list_staged,
    open_conjuntos,
    split_municipios,
    stage,
    unite_partes,
    write_partes,
)
from etrdash.cli.construcao import Pedido
from etrdash.demo import write_demo
from etrdash.marts.dicionario import load_dicionario

DAS_ENTRADAS = {"rejeitos", "arquivos"}
DOS_DADOS = {"leis", "fichas", "manifestacoes"}


@pytest.fixture(scope="module")
def pedido(tmp_path_factory: pytest.TempPathFactory) -> Pedido:
    """The demonstration: five municipalities, several laws, decisions by people."""
    return Pedido.of_demo(write_demo(tmp_path_factory.mktemp("demo")))


@pytest.fixture(scope="module")
def con(pedido: Pedido) -> Iterator[duckdb.DuckDBPyConnection]:
    """Its inputs, read."""
    with stage(pedido) as con:
        yield con


@pytest.fixture
def unida() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def test_the_parts_together_are_the_whole_row_by_row(
    pedido: Pedido, con: duckdb.DuckDBPyConnection, unida: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    obra = Obra(pedido, str(tmp_path), split_municipios(con, 2))
    assert len(obra.partes) == 2
    assert sorted(c for parte in obra.partes for c in parte) == [
        codigo
        for (codigo,) in con.execute(
            "SELECT DISTINCT codigo_ibge FROM (SELECT codigo_ibge FROM stg_estacoes UNION ALL"
            " SELECT codigo_ibge FROM stg_atos) ORDER BY ALL"
        ).fetchall()
    ]
    write_partes(con, obra)
    for numero in range(2):
        decide_parte(obra, numero)
    build_inteira(pedido, con)
    unite_partes(unida, obra)
    assert find_diferencas(con, unida) == []
    contas = count_rows(con)
    assert min(contas.values()) > 0
    assert contas["vinculos"] > 100
    unida.execute("DELETE FROM vinculos WHERE rowid = 0").fetchall()
    assert find_diferencas(con, unida) == ["vinculos: 1 só na inteira, 0 só na unida"]


def test_every_table_of_the_acervo_is_compared_or_belongs_to_no_municipality() -> None:
    outras = set(load_dicionario()) - set(DO_LUGAR) - DAS_ENTRADAS - DOS_DADOS
    assert outras == set()


def test_every_staged_table_says_whose_its_rows_are(con: duckdb.DuckDBPyConnection) -> None:
    """A table that names neither municipality nor station goes whole to every part: only small ones may."""
    inteiras = {
        tabela
        for tabela, colunas in list_staged(con).items()
        if not colunas & {"codigo_ibge", "numero_estacao"}
    }
    assert inteiras <= {"stg_rejeitos", "stg_especies"}


@pytest.mark.longo
def test_the_sets_of_reconciliation_by_processes(
    shared: Path, unida: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    assert (shared / "vinculos").is_dir()
    pedido = open_conjuntos()
    with stage(pedido) as con:
        obra = Obra(pedido, str(tmp_path), split_municipios(con, 4))
        write_partes(con, obra)
        decide_partes(obra, 2)
        build_inteira(pedido, con)
        unite_partes(unida, obra)
        assert count_rows(con)["vinculos"] > 3000
        assert find_diferencas(con, unida) == []
