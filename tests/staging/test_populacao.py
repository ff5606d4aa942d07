"""Inhabitants: IBGE's answer and the own file, every count accounted for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.populacao import load_populacao


def load(tmp_path: Path, nome: str, texto: str) -> duckdb.DuckDBPyConnection:
    caminho = tmp_path / nome
    caminho.write_text(texto, encoding="utf-8")
    con = duckdb.connect()
    load_populacao(con, [caminho], PastaDeDados.open(), tmp_path)
    return con


def read(con: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    return con.execute(
        "SELECT codigo_ibge, ano, habitantes, fonte FROM stg_populacoes ORDER BY codigo_ibge, ano"
    ).fetchall()


def read_contas(con: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    return con.execute("SELECT layout, lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos").fetchall()


def test_the_answer_of_the_aggregates_service(tmp_path: Path) -> None:
    series = [
        {
            "localidade": {"id": "3557105", "nome": "Votuporanga (SP)"},
            "serie": {"2024": "98000", "2025": "98500"},
        },
        {"localidade": {"id": "4113700"}, "serie": {"2025": "..."}},
        {"localidade": {"id": "35"}, "serie": {"2025": "46000000"}},
    ]
    resposta = [
        {"id": "9324", "variavel": "População residente estimada", "resultados": [{"series": series}]}
    ]
    con = load(tmp_path, "ibge_populacao.json", json.dumps(resposta))
    assert read_contas(con) == [("sidra", 4, 2, 0, 2)]
    fonte = "IBGE, População residente estimada"
    assert read(con) == [("3557105", 2024, 98000, fonte), ("3557105", 2025, 98500, fonte)]


def test_the_own_file(tmp_path: Path) -> None:
    linhas = [
        "codigo_ibge,ano,habitantes,fonte",
        "3557105,2022,96634,Censo 2022",
        "3557105,2022,96634,Censo 2022",
        "4113700,2022,555965,Censo 2022",
        "4113700,2022,555966,Censo 2022",
        "9999999,2022,1,Censo 2022",
        "3551009,22,1,Censo 2022",
        "3551009,2022,0,Censo 2022",
        "3551009,2022,-5,Censo 2022",
        "3551009,2022,329911,",
    ]
    con = load(tmp_path, "populacao.csv", "\n".join(linhas) + "\n")
    (contas,) = read_contas(con)
    assert contas[0] == "populacao"
    assert contas[1:] == (9, 2, 1, 6)
    assert [linha[:3] for linha in read(con)] == [("3557105", 2022, 96634), ("4113700", 2022, 555965)]
    motivos = con.execute("SELECT linha, coluna FROM stg_rejeitos ORDER BY linha").fetchall()
    colunas = ["habitantes", "codigo_ibge", "ano", "habitantes", "habitantes", "fonte"]
    assert motivos == list(enumerate(colunas, start=5))


@pytest.mark.parametrize(
    ("nome", "texto"),
    [
        ("p.json", ""),
        ("p.json", "{}"),
        ("p.json", "[1]"),
        ("p.json", '[{"variavel": "x"}]'),
        ("p.json", '[{"variavel": "x", "resultados": [{"series": [{"localidade": 1, "serie": 2}]}]}]'),
        ("p.csv", "codigo_ibge,habitantes\n3557105,1\n"),
    ],
)
def test_what_is_no_population_is_refused_with_a_remedy(tmp_path: Path, nome: str, texto: str) -> None:
    with pytest.raises(EntradaIlegivel, match="população") as falha:
        load(tmp_path, nome, texto)
    assert nome in str(falha.value)
