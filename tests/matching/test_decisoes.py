"""Decisions by people outrank the program; those that no longer fit are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos
from etrdash.matching.decisoes import read_decisoes
from tests.cidade_minima import link_cidade, list_vinculos, move_m

CABECALHO = "numero_estacao,registro_id,decisao,por,em,motivo"
LONGE = {"logradouro": "Rua das Palmeiras", "numero": "900", "bairro": "Vila Nova", "cep": "01333222"}
ESTACOES = [{"numero_estacao": "1001"}, {"numero_estacao": "2001", **LONGE, **move_m(norte=3000)}]
ATO = {"registro_id": "1/2015"}


def write(pasta: Path, *linhas: str, cabecalho: str = CABECALHO) -> Path:
    (pasta / "vinculos").mkdir(exist_ok=True)
    (pasta / "vinculos" / "d.csv").write_text("\n".join([cabecalho, *linhas]) + "\n", encoding="utf-8")
    return pasta


def test_without_a_decision_the_near_station_is_linked() -> None:
    assert list_vinculos(link_cidade(ESTACOES, [ATO])) == {("1001", "1/2015")}


def test_a_confirmation_takes_the_process_to_its_station(tmp_path: Path) -> None:
    pasta = write(tmp_path, "2001,1/2015,confirmado,conferente,2026-10-01,visto na planta")
    con = link_cidade(ESTACOES, [ATO], pasta)
    assert list_vinculos(con, ambigua=None) == {("2001", "1/2015")}
    [linha] = con.execute("SELECT nivel, escore, decidido_por, evidencias FROM int_vinculos").fetchall()
    assert linha[:3] == ("decisao", 1.0, "conferente")
    assert json.loads(linha[3])[0]["registro"] == "01/10/2026"
    assert con.execute("SELECT sitio_id FROM int_registros").fetchall() == [("3519055-2001",)]


def test_a_rejection_takes_the_pair_away(tmp_path: Path) -> None:
    con = link_cidade(
        ESTACOES, [ATO], write(tmp_path, "1001,1/2015,rejeitado,conferente,2026-10-01,outra torre")
    )
    assert list_vinculos(con, ambigua=None) == set()
    assert con.execute("SELECT count(*) FROM int_decisoes_sem_efeito").fetchall() == [(0,)]


def test_a_confirmation_reaches_the_other_stations_of_the_tower(tmp_path: Path) -> None:
    torre = [*ESTACOES, {**ESTACOES[1], "numero_estacao": "2002", "prestadora": "Operadora B"}]
    con = link_cidade(torre, [ATO], write(tmp_path, "2001,1/2015,confirmado,conferente,2026-10-01,visto"))
    assert list_vinculos(con, ambigua=None) == {("2001", "1/2015"), ("2002", "1/2015")}
    niveis = dict(con.execute("SELECT numero_estacao, nivel FROM int_vinculos").fetchall())
    assert niveis["2001"] == "decisao"
    assert niveis["2002"] != "decisao"


def test_the_last_decision_on_a_pair_counts(tmp_path: Path) -> None:
    pasta = write(
        tmp_path,
        "1001,1/2015,rejeitado,conferente,2026-10-01,engano",
        "1001,1/2015,confirmado,chefia,2026-10-02,revisto",
    )
    con = link_cidade(ESTACOES, [ATO], pasta)
    assert con.execute("SELECT numero_estacao, decidido_por FROM int_vinculos").fetchall() == [
        ("1001", "chefia")
    ]
    assert con.execute("SELECT motivo FROM int_decisoes_sem_efeito").fetchall() == [
        ("uma decisão posterior sobre o mesmo par a substitui",)
    ]


def test_two_decisions_of_one_day_that_disagree_are_told(tmp_path: Path) -> None:
    pasta = write(
        tmp_path,
        "1001,1/2015,rejeitado,conferente,2026-10-01,engano",
        "1001,1/2015,confirmado,chefia,2026-10-01,revisto",
    )
    con = link_cidade(ESTACOES, [ATO], pasta)
    [(motivo,)] = con.execute("SELECT motivo FROM int_decisoes_sem_efeito").fetchall()
    assert "do mesmo dia diz o contrário" in motivo


def test_what_cannot_be_seen_in_a_decision_does_not_count(tmp_path: Path) -> None:
    pasta = write(tmp_path, "1001\u200b,1\xad/2015,rejeitado,\u202econferente,2026-10-01,engano")
    con = link_cidade(ESTACOES, [ATO], pasta)
    assert list_vinculos(con) == set()


@pytest.mark.parametrize(
    ("linha", "motivo"),
    [
        ("7777,1/2015,confirmado,x,2026-10-01,y", "a estação não está mais nos arquivos da ANATEL"),
        (
            "1001,9/1999,confirmado,x,2026-10-01,y",
            "o processo não está nos registros recebidos do município da estação",
        ),
        ("2001,1/2015,rejeitado,x,2026-10-01,y", "nada a rejeitar: o programa não liga mais este par"),
    ],
)
def test_a_decision_that_no_longer_fits_is_reported(tmp_path: Path, linha: str, motivo: str) -> None:
    con = link_cidade(ESTACOES, [ATO], write(tmp_path, linha))
    assert [m for (m,) in con.execute("SELECT motivo FROM int_decisoes_sem_efeito").fetchall()] == [motivo]
    assert list_vinculos(con) == {("1001", "1/2015")}


def test_any_spelling_of_the_process_will_do(tmp_path: Path) -> None:
    ato = {**ATO, "registro_grafia": "Proc. 1/2015"}
    con = link_cidade(ESTACOES, [ato], write(tmp_path, "2001,proc. 1/2015,confirmado,x,2026-10-01,y"))
    assert list_vinculos(con) == {("2001", "1/2015")}


@pytest.mark.parametrize(
    ("linhas", "cabecalho", "trechos"),
    [
        (
            ("1001,1/2015,talvez,x,2026-10-01,y",),
            CABECALHO,
            ("vinculos/d.csv, linha 2", '"decisao"', "confirmado"),
        ),
        (("1001,1/2015,confirmado,x,2026-02-30,y",), CABECALHO, ("linha 2", '"em"', "aaaa-mm-dd")),
        (("1001,1/2015,confirmado,,2026-10-01,y",), CABECALHO, ("linha 2", '"por"', "campo vazio")),
        ((), "numero_estacao,registro_id", ("linha 1", "decisao, por, em, motivo")),
    ],
)
def test_a_bad_line_is_named(
    tmp_path: Path, linhas: tuple[str, ...], cabecalho: str, trechos: tuple[str, ...]
) -> None:
    with pytest.raises(DadosInvalidos) as erro:
        read_decisoes(PastaDeDados.open(write(tmp_path, *linhas, cabecalho=cabecalho)))
    assert all(trecho in str(erro.value) for trecho in trechos)


def list_motivos(*args: object) -> list[str]:
    con = link_cidade(*args)  # type: ignore[arg-type]
    linhas = con.execute("SELECT motivo FROM int_decisoes_sem_efeito ORDER BY motivo").fetchall()
    return [motivo.partition(";")[0] for (motivo,) in linhas]


def test_a_confirmation_that_the_data_contradict_is_reported_and_stays(tmp_path: Path) -> None:
    pasta = write(tmp_path, "2001,1/2015,confirmado,conferente,2026-10-01,visto na planta")
    assert list_motivos(ESTACOES, [ATO], pasta) == ["o processo descreve um lugar a mais de 1 km da estação"]
    assert list_vinculos(link_cidade(ESTACOES, [ATO], pasta)) == {("2001", "1/2015")}
    sem_ponto = {**ATO, "latitude": None, "longitude": None}
    assert list_motivos(ESTACOES, [sem_ponto], pasta) == ["rua, bairro e CEP do processo são outros"]
    numerado = {**ATO, **LONGE, **move_m(norte=3000), "numeros_estacao": ["1001"]}
    assert list_motivos(ESTACOES, [numerado], pasta) == ["o processo cita o número de outra estação"]
    assert list_motivos(ESTACOES, [{**numerado, "numeros_estacao": ["2001"]}], pasta) == []


def test_one_process_confirmed_at_two_sites_is_reported(tmp_path: Path) -> None:
    pasta = write(
        tmp_path, "1001,1/2015,confirmado,a,2026-10-01,visto", "2001,1/2015,confirmado,b,2026-10-01,visto"
    )
    motivos = list_motivos(ESTACOES, [ATO], pasta)
    assert motivos.count("o processo foi confirmado em mais de um sítio") == 2
