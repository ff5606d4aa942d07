"""Streets and points that too many stations share: bounded work, and doubt instead of silence."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

from etrdash.dados import PastaDeDados
from etrdash.matching import candidatos, fusao, postos
from etrdash.matching.candidatos import Nomes, find_estacoes_vizinhas, find_proximos, match_vias
from etrdash.matching.enderecos import Vias
from etrdash.matching.fatos import Fatos, read_fatos
from etrdash.matching.tabela import Infraestruturas, build_tabela
from tests.cidade_minima import IBGE, SEM_LUGAR, link_cidade, list_vinculos, move_m, open_cidade

OUTRO_IBGE = "3519056"
SEM_PONTO = {"latitude": None, "longitude": None}
ESTRADA = {"logradouro": "Estrada Municipal", "numero": "S/N", "bairro": None, "cep": None, **SEM_PONTO}
Linhas = list[dict[str, Any]]


def place(modo: str, i: int) -> dict[str, Any]:
    """One more row of a street: without number, numbered, along 20 km, or all at one point."""
    return (
        ESTRADA
        | {
            "sem": {},
            "casas": {"numero": str(1 + i * 37 % 4000)},
            "longa": move_m(norte=float(i * 7919 % 20_000)),
            "densa": move_m(norte=float(i % 140)),
            "ponto": move_m(),
        }[modo]
    )


def fill_rua(estacoes: int, atos: int, modo: str = "sem", ibge: str = IBGE) -> tuple[Linhas, Linhas]:
    comum = {"codigo_ibge": ibge}
    return (
        [
            {"numero_estacao": f"{ibge[-1]}{1000 + i}", "prestadora": f"Operadora {'ABC'[i % 3]}"}
            | comum
            | place(modo, i)
            for i in range(estacoes)
        ],
        [
            {"registro_id": f"{i}/2015", "data": date(2010 + i % 9, 4, 1)} | comum | place(modo, i)
            for i in range(atos)
        ],
    )


def read(estacoes: Linhas, atos: Linhas) -> Fatos:
    return read_fatos(open_cidade(estacoes, atos), Vias.load(PastaDeDados.open()))


def count_trabalho(estacoes: int, atos: int, modo: str) -> dict[str, int]:
    """Count the pairs of stations, the rows place × station, and the rows that merges of one round read."""
    fatos = read(*fill_rua(estacoes, atos, modo))
    tabela = build_tabela(fatos, Infraestruturas.load(PastaDeDados.open()))
    pares = find_estacoes_vizinhas(fatos.estacoes)
    return {
        "pares": len(pares),
        "linhas": len(tabela.colunas),
        "fusoes": int(tabela.linhas_por_estacao[pares].sum()),
    }


@pytest.mark.parametrize("modo", ["sem", "casas", "longa", "densa", "ponto"])
def test_the_work_of_a_crowded_street_is_bounded_by_its_rows(modo: str) -> None:
    trabalho = count_trabalho(1200, 600, modo)
    assert trabalho["pares"] <= 60 * 1200
    assert trabalho["linhas"] <= 600 * 600
    assert trabalho["fusoes"] <= 60 * 600 * 600


@pytest.mark.parametrize("fatia", [1, 400, 10**9])
def test_merges_are_weighed_in_slices_that_change_nothing(
    fatia: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rua = fill_rua(40, 30, "densa")
    inteiras = read_vinculos(link_cidade(*rua))
    tabela = build_tabela(read(*rua), Infraestruturas.load(PastaDeDados.open()))
    lidas: list[int] = []
    pesar = fusao.weigh_hipoteses

    def observe(t: Any, estacoes: Any, hipoteses: Any, total: int, **resto: Any) -> Any:
        lidas.append(int(t.linhas_por_estacao[estacoes].sum()))
        assert total == 1 or lidas[-1] <= fatia
        return pesar(t, estacoes, hipoteses, total, **resto)

    monkeypatch.setattr(fusao, "weigh_hipoteses", observe)
    monkeypatch.setattr(fusao, "_FATIA", fatia)
    assert read_vinculos(link_cidade(*rua)) == inteiras
    assert sum(lidas) > len(tabela.colunas)
    assert (len(lidas) > 100) == (fatia < 10**9)


def read_vinculos(con: duckdb.DuckDBPyConnection, ibge: str = IBGE) -> list[tuple[Any, ...]]:
    return con.execute(f"FROM int_vinculos WHERE codigo_ibge = '{ibge}'").fetchall()


def test_what_only_a_crowded_street_places_is_in_doubt() -> None:
    estacoes, atos = fill_rua(501, 3)
    fora = {"numero_estacao": "9", "logradouro": "Rua das Palmeiras", **move_m(norte=3000)}
    con = link_cidade(
        [*estacoes, fora], [*atos, {**ESTRADA, "registro_id": "9/2019", "numeros_estacao": ["51007"]}]
    )
    assert list_vinculos(con) == {("51007", "9/2019")}
    duvidas = con.execute(
        "SELECT numero_estacao, registro_id, nivel, escore, evidencias FROM int_vinculos WHERE ambigua"
    ).fetchall()
    assert len({estacao for estacao, *_ in duvidas}) == len(duvidas) == 500
    assert {registro for _, registro, *_ in duvidas} <= {"0/2015", "1/2015", "2/2015"}
    assert {(nivel, escore) for _, _, nivel, escore, _ in duvidas} == {("endereco", 0.002)}
    item = json.loads(duvidas[0][-1])[-1]
    assert item == {
        "fato": "rua ou ponto de muitas estações",
        "estacao": "uma de 500 estações sem vínculo",
        "registro": "o de data mais próxima entre 3 processos sem sítio",
        "peso": 0.0,
    }
    assert con.execute("FROM int_duvidas").fetchall() == [(IBGE, 500)]


def test_five_hundred_stations_are_no_crowd() -> None:
    con = link_cidade(*fill_rua(500, 1))
    assert con.execute("FROM int_duvidas").fetchall() == []


@pytest.fixture
def poucas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three stations be a crowd."""
    monkeypatch.setattr(candidatos, "_MAX_POR_VIA", 3)
    monkeypatch.setattr(postos, "_MAX_DONOS", 3)


@pytest.mark.usefixtures("poucas")
def test_the_doubt_is_about_the_process_nearest_in_time() -> None:
    estacoes, atos = fill_rua(4, 9)
    estacoes[0]["primeiro_licenciamento"] = date(2017, 9, 1)
    vinculos = list_vinculos(link_cidade(estacoes, atos), ambigua=True)
    assert ("51000", "7/2015") in vinculos or ("51000", "8/2015") in vinculos
    assert {registro for estacao, registro in vinculos if estacao != "51000"} == {"5/2015"}


@pytest.mark.usefixtures("poucas")
def test_processes_of_one_day_are_dealt_out() -> None:
    estacoes, atos = fill_rua(4, 4)
    vinculos = list_vinculos(link_cidade(estacoes, [a | {"data": None} for a in atos]), ambigua=True)
    assert len({registro for _, registro in vinculos}) == 4


@pytest.mark.usefixtures("poucas")
def test_a_misspelt_crowded_street_is_in_doubt_too() -> None:
    estacoes, atos = fill_rua(4, 1)
    con = link_cidade(estacoes, [atos[0] | {"logradouro": "Estrada Municipall"}])
    assert len(list_vinculos(con, ambigua=True)) == 4


@pytest.mark.usefixtures("poucas")
def test_a_crowded_point_without_addresses_is_in_doubt() -> None:
    ponto = SEM_LUGAR | move_m()
    estacoes = [{"numero_estacao": str(i), **ponto} for i in range(4)]
    con = link_cidade(estacoes, [{"registro_id": "1/2015", **ponto}])
    assert list_vinculos(con) == set()
    assert list_vinculos(con, ambigua=True) == {(str(i), "1/2015") for i in range(4)}


@pytest.mark.usefixtures("poucas")
def test_house_numbers_still_tell_the_stations_of_a_crowded_street_apart() -> None:
    estacoes = [
        {"numero_estacao": str(i), **ESTRADA, "numero": str(1 + 500 * i), "prestadora": f"Operadora {i}"}
        for i in range(5)
    ]
    ato = {"registro_id": "1/2015", **ESTRADA, "numero": "1001", "prestadora": "Operadora 2"}
    con = link_cidade(estacoes, [ato])
    assert list_vinculos(con) == {("2", "1/2015")}
    assert con.execute("FROM int_duvidas").fetchall() == []


@pytest.mark.usefixtures("poucas")
def test_a_rejected_doubt_gives_way_to_another_process(tmp_path: Path) -> None:
    estacoes, atos = fill_rua(4, 2)
    (antes,) = (r for e, r in list_vinculos(link_cidade(estacoes, atos), ambigua=True) if e == "51000")
    (tmp_path / "vinculos").mkdir()
    cabecalho = "numero_estacao,registro_id,decisao,por,em,motivo\n"
    recusa = f"51000,{antes},rejeitado,conferente,2026-10-01,outra antena\n"
    (tmp_path / "vinculos" / "d.csv").write_text(cabecalho + recusa, encoding="utf-8")
    con = link_cidade(estacoes, atos, tmp_path)
    (depois,) = (r for e, r in list_vinculos(con, ambigua=True) if e == "51000")
    assert {antes, depois} == {"0/2015", "1/2015"}
    assert con.execute("FROM int_decisoes_sem_efeito").fetchall() == []


@pytest.mark.usefixtures("poucas")
def test_a_confirmed_process_leaves_no_doubt_behind(tmp_path: Path) -> None:
    estacoes, atos = fill_rua(4, 1)
    (tmp_path / "vinculos").mkdir()
    (tmp_path / "vinculos" / "d.csv").write_text(
        "numero_estacao,registro_id,decisao,por,em,motivo\n51001,0/2015,confirmado,conferente,2026-10-01,visto\n",
        encoding="utf-8",
    )
    con = link_cidade(estacoes, atos, tmp_path)
    assert list_vinculos(con, ambigua=None) == {("51001", "0/2015")}


@pytest.mark.usefixtures("poucas")
def test_the_crowds_of_another_town_change_nothing() -> None:
    minha, outra = fill_rua(5, 4), fill_rua(7, 5, ibge=OUTRO_IBGE)
    sozinha = read_vinculos(link_cidade(*minha))
    assert sozinha
    assert read_vinculos(link_cidade(outra[0] + minha[0], outra[1] + minha[1])) == sozinha


def test_around_a_dense_point_the_nearest_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidatos, "_MAX_PERTO", 2)
    linhas = [{"numero_estacao": str(i), **move_m(norte=10.0 * i)} for i in range(4)]
    linhas.append({"numero_estacao": "9", "codigo_ibge": OUTRO_IBGE, **move_m(norte=1.0)})
    estacoes = read(linhas, []).estacoes
    pares = find_proximos(estacoes, estacoes, 1000.0)
    do_primeiro = pares[pares[:, 0] == 0]
    assert sorted(do_primeiro[:, 1]) == [0, 1]
    assert [e for a, e in pares.tolist() if a == len(estacoes) - 1] == [len(estacoes) - 1]


def test_a_point_of_many_names_is_a_placeholder_without_comparing_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postos, "_MAX_NOMES", 4)
    vistas: list[int] = []
    contar = postos._count_vias
    monkeypatch.setattr(postos, "_count_vias", lambda s: (vistas.append(len(s)), contar(s))[1])
    atos = [{"registro_id": f"{i}/2015", "logradouro": f"Rua Longa {'ABCDE'[i]}"} for i in range(5)]
    lugares = read([], atos)
    assert np.isnan(lugares.variantes["latitude"].to_numpy(np.float64)).all()
    assert set(vistas) == {0}


def test_a_word_of_too_many_names_still_finds_equal_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidatos, "_MAX_POR_PALAVRA", 2)
    nomes = ["SAO PEDRO", "SAO PAULO", "SAO JOAO"]
    lado = Nomes.list(pd.DataFrame({"codigo_ibge": IBGE, "via": nomes}), "via")
    pares = match_vias(lado, lado)
    assert pares[["nome_a", "nome_b"]].to_numpy().tolist() == [[0, 0], [1, 1], [2, 2]]


@pytest.mark.parametrize("modo", ["sem", "densa", "ponto"])
def test_many_equal_rivals_leave_a_doubt_and_a_rejected_one_gives_way(modo: str, tmp_path: Path) -> None:
    rua = fill_rua(60, 40, modo)
    con = link_cidade(*rua)
    assert list_vinculos(con) == set()
    provaveis = list_vinculos(con, ambigua=True)
    assert {numero for numero, _ in provaveis} == {e["numero_estacao"] for e in rua[0]}
    numero, antes = min(provaveis)
    (tmp_path / "vinculos").mkdir()
    (tmp_path / "vinculos" / "decisoes.csv").write_text(
        "numero_estacao,registro_id,decisao,por,em,motivo\n"
        f"{numero},{antes},rejeitado,conferente,2026-10-01,outra antena\n"
    )
    depois = {r for n, r in list_vinculos(link_cidade(*rua, tmp_path), ambigua=True) if n == numero}
    assert depois
    assert antes not in depois


def test_a_station_far_from_every_process_keeps_no_doubt() -> None:
    estacoes, _ = fill_rua(24, 0)
    longe = {"registro_id": "1/2015", "logradouro": "Avenida Brasil", "bairro": "Vila", **move_m(norte=9000)}
    assert list_vinculos(link_cidade(estacoes, [longe]), ambigua=None) == set()
