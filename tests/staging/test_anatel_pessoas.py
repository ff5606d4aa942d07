"""No natural person's name, document, telephone or e-mail leaves ANATEL's files (SPEC §8)."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.staging.anatel import load_anatel
from tests.staging.anatel_gerado import (
    Emissao,
    Escrita,
    cells,
    columns,
    encode_emissoes,
    encode_row,
    write_emissoes,
    write_lines,
)

E = Emissao()
CPF = "529.982.247-25"
PLANTADOS = (
    CPF,
    "52998224725",
    "JOAQUIM DA SILVA XAVIER",
    "joaquim.xavier@exemplo.com.br",
    "(35) 99812-3456",
    "35998123456",
)
ENDERECO = ("EnderecoEstacao", "EndBairro", "Endereço", "Bairro")
"""Columns whose text may be the name of a street: a bare name there cannot be told from one."""


def load(caminho, tmp_path):
    con = duckdb.connect()
    load_anatel(con, [caminho], PastaDeDados.open(), tmp_path)
    return con


def stored(con) -> str:
    """Return everything that the staging tables hold, as one text."""
    return "\n".join(
        str(linha)
        for (tabela,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()
        for linha in con.execute(f"FROM {tabela}").fetchall()
    )


@pytest.mark.parametrize(
    "emissao",
    [
        replace(E, servico="302", entidade="JOAQUIM DA SILVA XAVIER", documento=""),
        replace(E, servico="019", entidade="JOAQUIM DA SILVA XAVIER", documento=CPF),
        replace(E, servico="019", entidade="JOAQUIM DA SILVA XAVIER", documento=""),
    ],
)
def test_a_person_s_station_keeps_neither_name_nor_address(tmp_path, emissao):
    con = load(write_emissoes(tmp_path, [emissao], layout="C"), tmp_path)
    assert con.execute(
        "SELECT prestadora, prestadora_cnpj, endereco, logradouro, numero, bairro, cep, coordenada_bruta,"
        "latitude, longitude, pessoa_fisica FROM stg_estacoes"
    ).fetchall() == [("pessoa física", None, None, None, None, None, None, None, -20.42, -49.97, True)]
    assert con.execute("SELECT pessoais_descartados FROM stg_arquivos").fetchall() == [(1,)]
    assert "JOAQUIM" not in stored(con)
    assert "529" not in stored(con)


@pytest.mark.parametrize(
    "emissao",
    [
        replace(E, servico="019", entidade="AGYONET LTDA", documento=""),
        replace(E, servico="019", entidade="QUALQUER NOME", documento="40.432.544/0001-47"),
        replace(E, servico="019", entidade="PREFEITURA DE PERDOES", documento=""),
        replace(E, servico="010", entidade="TIM S A", documento=CPF),
    ],
)
def test_a_company_s_station_keeps_both(tmp_path, emissao):
    con = load(write_emissoes(tmp_path, [emissao], layout="C"), tmp_path)
    assert con.execute("SELECT pessoa_fisica, logradouro FROM stg_estacoes").fetchall() == [
        (False, "RUA DAS ACÁCIAS")
    ]


@pytest.mark.parametrize("layout", ["A", "B1", "C"])
def test_what_is_planted_in_any_column_is_found_nowhere(tmp_path, layout):
    escrita = Escrita(layout=layout)
    nomes = columns(escrita)
    linhas = encode_emissoes([replace(E, numero=str(n)) for n in range(900, 905)], escrita)
    plantadas = 0
    for indice, coluna in enumerate(nomes):
        for ordem, plantado in enumerate(PLANTADOS):
            if coluna in ENDERECO and plantado.startswith("JOAQUIM"):
                continue
            celulas = cells(replace(E, numero=str(1000 + 10 * indice + ordem)), escrita, plantadas) | {
                coluna: plantado
            }
            linhas.append(encode_row([celulas.get(nome, "") for nome in nomes], escrita))
            plantadas += 1
    con = load(write_lines(tmp_path, linhas, escrita), tmp_path)
    ((lidas, contadas),) = con.execute(
        "SELECT lidas, carregadas + repetidas + rejeitadas FROM stg_arquivos"
    ).fetchall()
    assert lidas == contadas == plantadas + 5
    guardado = stored(con)
    for pedaco in (
        "JOAQUIM",
        "XAVIER",
        "joaquim",
        "exemplo.com",
        "529.982",
        "52998224725",
        "99812",
        "998123456",
    ):
        assert pedaco not in guardado, pedaco


@pytest.mark.parametrize("nada", ["", "\u200b", "\xad", "\u202e"])
def test_texts_of_addresses_lose_what_is_personal(tmp_path, nada):
    escrita = Escrita(layout="A")
    celulas = cells(E, escrita) | {
        "EnderecoEstacao": f"RUA 1 - con{nada}tato: Maria Souza (35) 998{nada}12-3456",
        "EndBairro": f"529{nada}.982.247{nada}-25",
        "EndComplemento": "FUNDOS",
        "EndNumero": "Maria",
    }
    linhas = [
        *encode_emissoes([], escrita),
        encode_row([celulas.get(n, "") for n in columns(escrita)], escrita),
    ]
    con = load(write_lines(tmp_path, linhas, escrita), tmp_path)
    assert con.execute("SELECT endereco, numero, complemento FROM stg_estacoes").fetchall() == [
        ("RUA 1, FUNDOS", None, "FUNDOS")
    ]


def test_a_sole_trader_s_cpf_is_taken_out_of_the_company_s_name(tmp_path):
    emissao = replace(
        E, servico="019", entidade=f"JOAQUIM XAVIER {PLANTADOS[1]}", documento="11.222.333/0001-81"
    )
    con = load(write_emissoes(tmp_path, [emissao], layout="C"), tmp_path)
    assert con.execute("SELECT prestadora, pessoa_fisica FROM stg_estacoes").fetchall() == [
        ("JOAQUIM XAVIER", False)
    ]
    assert PLANTADOS[1] not in stored_outside_work_tables(con)


def stored_outside_work_tables(con) -> str:
    """Return what the staging tables proper hold, as one text."""
    return "\n".join(
        str(linha)
        for (tabela,) in con.execute(
            "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'stg%'"
        ).fetchall()
        for linha in con.execute(f"FROM {tabela}").fetchall()
    )
