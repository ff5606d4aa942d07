"""Links that stay: each municipality's are its own, and what stays equals what linking again gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.matching import ligacao, link
from tests.cidade_minima import Linha, move_m, open_cidade

CIDADES = ("3519055", "3550308", "4113700")
TABELAS = (
    "int_sitios",
    "int_estacao_sitio",
    "int_registros",
    "int_vinculos",
    "int_recusados",
    "int_decisoes_sem_efeito",
)
Tabelas = dict[str, list[tuple[Any, ...]]]


class Gaveta:
    """A `Lembranca` in another database."""

    def __init__(self) -> None:
        self.banco = duckdb.connect()

    def load(self, con: duckdb.DuckDBPyConnection) -> bool:
        nomes = [nome for (nome,) in self.banco.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        _copy(self.banco, con, nomes)
        return bool(nomes)

    def save(self, con: duckdb.DuckDBPyConnection, tabelas: Sequence[str]) -> None:
        _copy(con, self.banco, tabelas)


def _copy(de: duckdb.DuckDBPyConnection, para: duckdb.DuckDBPyConnection, nomes: Sequence[str]) -> None:
    for nome in nomes:
        para.register("_vinda", de.sql(f"FROM {nome}").to_arrow_table())
        para.execute(f"CREATE OR REPLACE TABLE {nome} AS FROM _vinda")
        para.unregister("_vinda")


def list_estacoes(codigo: str) -> list[dict[str, Any]]:
    """Three stations: two on one tower, one across town without a registro."""
    raiz = CIDADES.index(codigo) * 10
    outra = {"logradouro": "Rua dos Ipês", "numero": "9", "cep": "01310999", **move_m(norte=3000)}
    comum: list[dict[str, Any]] = [
        {"prestadora": "Operadora A"},
        {"prestadora": "Operadora B", **move_m(norte=2)},
        outra,
    ]
    return [
        {"codigo_ibge": codigo, "numero_estacao": str(raiz + i), **linha}
        for i, linha in enumerate(comum, start=1)
    ]


def list_atos(codigo: str) -> list[dict[str, Any]]:
    """A licence at the tower, a communication that names a station, and a process of nowhere."""
    numero = str(CIDADES.index(codigo) * 10 + 2)
    longe = {"logradouro": "Rua Z", "numero": "1", "cep": "02000001", **move_m(norte=-9000)}
    comunicacao = {
        "registro_id": "C-1",
        "instrumento": "COMUNICACAO",
        "numeros_estacao": [numero],
        "prestadora": "Operadora B",
    }
    linhas: list[dict[str, Any]] = [{"registro_id": "L-1"}, comunicacao, {"registro_id": "N-1", **longe}]
    return [{"codigo_ibge": codigo, **linha} for linha in linhas]


def read_tabelas(con: duckdb.DuckDBPyConnection) -> Tabelas:
    return {nome: con.execute(f"FROM {nome}").fetchall() for nome in TABELAS}


def link_tudo(
    estacoes: list[dict[str, Any]],
    atos: list[dict[str, Any]],
    gaveta: Gaveta | None = None,
    overlay: Path | None = None,
) -> Tabelas:
    con = open_cidade(estacoes, atos)
    link(con, PastaDeDados.open(overlay), gaveta)
    sobras = con.execute("SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'mat%'").fetchall()
    assert sobras == []
    return read_tabelas(con)


@pytest.fixture
def lados() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Three towns of one plan."""
    return [e for c in CIDADES for e in list_estacoes(c)], [a for c in CIDADES for a in list_atos(c)]


def test_each_municipality_alone_gives_the_rows_that_all_together_give(
    lados: tuple[list[dict[str, Any]], list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    juntas = link_tudo(*lados)
    monkeypatch.setattr(ligacao, "_LINHAS_POR_LOTE", 1)
    assert link_tudo(*lados) == juntas
    sozinhas = [link_tudo(list_estacoes(codigo), list_atos(codigo)) for codigo in CIDADES]
    for nome in TABELAS:
        assert juntas[nome] == sorted(linha for uma in sozinhas for linha in uma[nome])
    assert len(juntas["int_vinculos"]) > len(CIDADES)


def _change(linhas: list[dict[str, Any]], codigo: str, mudanca: Linha) -> list[dict[str, Any]]:
    """Change the first row of a municipality."""
    onde = next(i for i, linha in enumerate(linhas) if linha["codigo_ibge"] == codigo)
    return [*linhas[:onde], {**linhas[onde], **mudanca}, *linhas[onde + 1 :]]


@pytest.mark.parametrize(
    ("das_estacoes", "dos_atos"),
    [
        ({}, {"numero": "140", **move_m(norte=60)}),
        ({"primeiro_licenciamento": None}, {}),
        (move_m(norte=700), {}),
    ],
)
def test_only_the_municipality_that_changed_is_linked_again(
    lados: tuple[list[dict[str, Any]], list[dict[str, Any]]],
    das_estacoes: Linha,
    dos_atos: Linha,
    ligadas: list[str],
) -> None:
    gaveta = Gaveta()
    antes = link_tudo(*lados, gaveta)
    assert ligadas == sorted(CIDADES)
    ligadas.clear()
    mudados = (_change(lados[0], CIDADES[1], das_estacoes), _change(lados[1], CIDADES[1], dos_atos))
    com_memoria = link_tudo(*mudados, gaveta)
    assert ligadas == [CIDADES[1]]
    assert com_memoria == link_tudo(*mudados) != antes


def test_nothing_is_linked_where_rows_only_changed_places(
    lados: tuple[list[dict[str, Any]], list[dict[str, Any]]], ligadas: list[str]
) -> None:
    gaveta = Gaveta()
    antes = link_tudo(*lados, gaveta)
    ligadas.clear()
    assert link_tudo(lados[0][::-1], lados[1][::-1], gaveta) == antes
    assert ligadas == []


def test_a_municipality_that_is_gone_leaves_nothing(
    lados: tuple[list[dict[str, Any]], list[dict[str, Any]]], ligadas: list[str]
) -> None:
    gaveta = Gaveta()
    link_tudo(*lados, gaveta)
    ligadas.clear()
    restam = [[linha for linha in lado if linha["codigo_ibge"] != CIDADES[2]] for lado in lados]
    com_memoria = link_tudo(restam[0], restam[1], gaveta)
    assert ligadas == []
    assert com_memoria == link_tudo(restam[0], restam[1])


def test_a_decision_links_its_municipality_again(
    lados: tuple[list[dict[str, Any]], list[dict[str, Any]]], ligadas: list[str], tmp_path: Path
) -> None:
    gaveta = Gaveta()
    antes = link_tudo(*lados, gaveta)
    arquivo = tmp_path / "vinculos" / "decisoes.csv"
    arquivo.parent.mkdir()
    arquivo.write_text(
        "numero_estacao,registro_id,decisao,por,em,motivo\n"
        "11,L-1,rejeitado,analista,2026-01-02,outra torre\n"
        "13,L-1,confirmado,analista,2026-01-02,vistoria\n"
        "99,L-1,confirmado,analista,2026-01-02,vistoria\n",
        encoding="utf-8",
    )
    do_zero = link_tudo(*lados, None, tmp_path)
    assert do_zero["int_decisoes_sem_efeito"] != []
    for religadas in ([CIDADES[1]], []):
        ligadas.clear()
        assert link_tudo(*lados, gaveta, tmp_path) == do_zero != antes
        assert ligadas == religadas
