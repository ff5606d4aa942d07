"""Registers of places: every layout, every row accounted for, nothing of a person kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.municipal_arquivos import EntradaMunicipal
from etrdash.staging.pontos import load_pontos

SV, DF = "3551009", "5300108"
CNES = (
    "CO_UNIDADE;CO_CNES;TP_PFPJ;NO_RAZAO_SOCIAL;NO_FANTASIA;NU_CPF;TP_UNIDADE;"
    "CO_MUNICIPIO_GESTOR;CO_MOTIVO_DESAB;NU_LATITUDE;NU_LONGITUDE"
)


def load(
    tmp_path: Path, *entradas: tuple[Path, str | None], centro: tuple[float, float] = (-23.96, -46.39)
) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE stg_estacoes AS "
        "SELECT ? AS codigo_ibge, ?::DOUBLE AS latitude, ?::DOUBLE AS longitude, "
        "'ok' AS qualidade_coordenada",
        [SV, *centro],
    )
    load_pontos(con, [EntradaMunicipal(*entrada) for entrada in entradas], PastaDeDados.open(), tmp_path)
    return con


def read(con: duckdb.DuckDBPyConnection, colunas: str) -> list[tuple[Any, ...]]:
    return con.execute(f"SELECT {colunas} FROM stg_pontos ORDER BY arquivo, linha").fetchall()


def read_contas(con: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    return con.execute("SELECT layout, lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos").fetchall()


def write(tmp_path: Path, texto: str, codificacao: str = "latin-1") -> Path:
    caminho = tmp_path / "pontos.csv"
    caminho.write_bytes(texto.encode(codificacao))
    return caminho


def test_the_official_cnes_file(tmp_path: Path) -> None:
    linhas = [
        CNES,
        "1;0000001;3;SANTA CASA;HOSPITAL SÃO JOSÉ;;05;355100;;-23,9601;-46,3901",
        "2;0000002;3;X;CLINICA DO BAIRRO;;36;355100;;-239575481911.0;-464025163651.0",
        "3;0000003;1;MARIA DA SILVA;MARIA DA SILVA;52998224725;22;355100;;-23.96;-46.39",
        "4;0000004;3;Y;HOSPITAL VELHO;;05;355100;01;-23.96;-46.39",
        "5;0000005;3;Z;UBS CENTRO;;02;999999;;-23.96;-46.39",
        "1;0000001;3;SANTA CASA;HOSPITAL SÃO JOSÉ;;05;355100;;-23,9601;-46,3901",
        "6;0000001;3;OUTRA;HOSPITAL OUTRO;;05;355100;;-23,9601;-46,3901",
    ]
    con = load(tmp_path, (write(tmp_path, "\n".join(linhas) + "\n"), None))
    assert read_contas(con) == [("cnes", 7, 3, 1, 3)]
    assert read(con, "ponto_id, especie, nome, latitude, longitude, qualidade_coordenada") == [
        ("cnes-0000001", "hospital", "HOSPITAL SÃO JOSÉ", -23.9601, -46.3901, "ok"),
        ("cnes-0000002", "clinica", "CLINICA DO BAIRRO", -23.9575482, -46.4025164, "reparada"),
        ("cnes-0000003", "saude", None, -23.96, -46.39, "ok"),
    ]
    assert con.execute("SELECT linha, motivo FROM stg_rejeitos ORDER BY linha").fetchall() == [
        (5, "estabelecimento fechado"),
        (6, "município que falta ou não existe"),
        (8, "código repetido com outro conteúdo"),
    ]
    tudo = str([con.execute(f"FROM {tabela}").fetchall() for tabela in ("stg_pontos", "stg_rejeitos")])
    assert "MARIA" not in tudo
    assert "52998224725" not in tudo


def test_the_opendatasus_file(tmp_path: Path) -> None:
    texto = (
        "CO_CNES;CO_IBGE;NO_FANTASIA;TP_UNIDADE;NU_LATITUDE;NU_LONGITUDE;CO_MOTIVO_DESAB;NO_EMAIL\n"
        "0000001;355100;PRONTO SOCORRO CENTRAL;20;-23.96;-46.39;;a@b.com\n"
    )
    con = load(tmp_path, (write(tmp_path, texto), None))
    assert read_contas(con) == [("opendatasus", 1, 1, 0, 0)]
    assert read(con, "ponto_id, codigo_ibge, especie") == [("opendatasus-0000001", SV, "hospital")]


def test_a_lost_point_is_not_put_back_where_two_places_fit(tmp_path: Path) -> None:
    linhas = [CNES, "2;0000002;3;X;CLINICA DO BAIRRO;;36;530010;;-239575481911.0;-464025163651.0"]
    con = load(tmp_path, (write(tmp_path, "\n".join(linhas) + "\n"), None))
    assert read(con, "latitude, longitude, qualidade_coordenada") == [(None, None, "fora_do_brasil")]


def test_the_own_layout(tmp_path: Path) -> None:
    texto = (
        "codigo_ibge,especie,nome,latitude,longitude\n"
        f"{SV},posto de combustíveis,Posto da Praça,-23.9601,-46.3901\n"
        f"{SV},padaria,Pão Nosso,-23.9601,-46.3901\n"
        f"{SV},escola,Escola sem lugar,,\n"
    )
    con = load(tmp_path, (write(tmp_path, texto, "utf-8"), None))
    assert read_contas(con) == [("pontos", 3, 2, 0, 1)]
    assert read(con, "ponto_id, especie, latitude") == [
        ("pontos.csv:2", "posto_combustiveis", -23.9601),
        ("pontos.csv:4", "escola", None),
    ]


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EntradaIlegivel, match="nenhum cadastro de locais"):
        load(tmp_path, (write(tmp_path, "a,b,c\n1,2,3\n"), None))


def test_an_unknown_municipality_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EntradaIlegivel, match="código IBGE"):
        load(tmp_path, (write(tmp_path, CNES + "\n"), "3551000"))


def test_real_health_establishments(shared: Path, tmp_path: Path) -> None:
    """Counted with pandas: 427 rows, none repeated, 330 latitudes beyond 90."""
    con = load(tmp_path, (shared / "dados/poi/saovicente_cnes_saude.csv", SV))
    assert read_contas(con) == [("cnes", 427, 427, 0, 0)]
    qualidades = dict(
        con.execute("SELECT qualidade_coordenada, count(*) FROM stg_pontos GROUP BY 1").fetchall()
    )
    assert qualidades["reparada"] + qualidades.get("ok", 0) + qualidades.get("fora_do_municipio", 0) == 427
    assert qualidades["reparada"] >= 330


def test_real_schools(shared: Path, tmp_path: Path) -> None:
    """Counted with pandas: 241 rows, 23 of them PARALISADA."""
    con = load(tmp_path, (shared / "dados/poi/saovicente_inep_escolas.csv", SV))
    assert read_contas(con) == [("inep", 241, 218, 0, 23)]


def test_the_real_catalogue_of_schools_says_its_municipalities(shared: Path, tmp_path: Path) -> None:
    con = load(tmp_path, (shared / "dados/poi/inep_catalogo_escolas_df_2020.csv", None))
    assert read_contas(con) == [("inep", 99, 96, 0, 3)]
    assert con.execute("SELECT DISTINCT codigo_ibge FROM stg_pontos").fetchall() == [(DF,)]
