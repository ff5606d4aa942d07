"""A build's database filled by hand: a few stations, acts and links, in the shape of docs/arquitetura.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.marts.tabelas import build_marts
from etrdash.rules.carga import load_leis
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio

IBGE = "3519055"
_DDL = """
CREATE TABLE stg_arquivos (arquivo VARCHAR, papel VARCHAR, layout VARCHAR, codigo_ibge VARCHAR,
    sha256 VARCHAR, bytes BIGINT, lidas BIGINT, carregadas BIGINT, repetidas BIGINT, rejeitadas BIGINT,
    pessoais_descartados BIGINT, colunas_ignoradas VARCHAR[], avisos VARCHAR[]);
CREATE TABLE stg_rejeitos (arquivo VARCHAR, linha BIGINT, motivo VARCHAR, coluna VARCHAR, valor VARCHAR);
CREATE TABLE stg_emissoes (numero_estacao VARCHAR, arquivo VARCHAR, linha BIGINT, tecnologia VARCHAR,
    frequencia_tx_mhz DOUBLE, frequencia_rx_mhz DOUBLE, designacao_emissao VARCHAR, setor VARCHAR,
    azimute DOUBLE, altura_m DOUBLE, potencia_w DOUBLE, primeiro_licenciamento DATE, licenciamento DATE,
    validade DATE);
CREATE TABLE stg_estacoes (numero_estacao VARCHAR, codigo_ibge VARCHAR, municipio VARCHAR, uf VARCHAR,
    bairro VARCHAR, endereco VARCHAR, logradouro VARCHAR, numero VARCHAR, complemento VARCHAR, cep VARCHAR,
    prestadora VARCHAR, prestadora_cnpj VARCHAR, servico VARCHAR, classe VARCHAR, tipo VARCHAR,
    instalacao VARCHAR, classe_infra VARCHAR[], compartilhada BOOLEAN, tecnologias VARCHAR[], latitude DOUBLE,
    longitude DOUBLE, coordenada_bruta VARCHAR, forma_coordenada VARCHAR, qualidade_coordenada VARCHAR,
    primeiro_licenciamento DATE, ultimo_licenciamento DATE, validade_anatel DATE, altura_m DOUBLE,
    pessoa_fisica BOOLEAN, emissoes INTEGER, avaliada BOOLEAN, arquivo VARCHAR, linha BIGINT,
    motivos VARCHAR[]);
CREATE TABLE stg_atos (codigo_ibge VARCHAR, registro_id VARCHAR, registro_grafia VARCHAR, instrumento VARCHAR,
    ato VARCHAR, data DATE, validade DATE, detentora VARCHAR, detentora_cnpj VARCHAR, prestadora VARCHAR,
    prestadora_cnpj VARCHAR, numeros_estacao VARCHAR[], tipo_estacao VARCHAR, instalacao VARCHAR,
    tipo_infraestrutura VARCHAR, compartilhada BOOLEAN, area_sensivel BOOLEAN, zona VARCHAR,
    zona_codigo VARCHAR, construcao BOOLEAN, equiparada BOOLEAN, substituicao BOOLEAN, motivo VARCHAR,
    prazo VARCHAR, favoravel BOOLEAN, suspensivo BOOLEAN, altura_m DOUBLE, logradouro VARCHAR, numero VARCHAR,
    bairro VARCHAR, cep VARCHAR, latitude DOUBLE, longitude DOUBLE, forma_coordenada VARCHAR,
    qualidade_coordenada VARCHAR, data_instalacao DATE, arquivo VARCHAR, linha BIGINT);
CREATE TABLE stg_recusas_municipais (codigo_ibge VARCHAR, linhas BIGINT);
CREATE TABLE stg_pontos (ponto_id VARCHAR, codigo_ibge VARCHAR, especie VARCHAR, nome VARCHAR,
    latitude DOUBLE, longitude DOUBLE, qualidade_coordenada VARCHAR, fonte VARCHAR, arquivo VARCHAR,
    linha BIGINT);
CREATE TABLE stg_contornos (codigo_ibge VARCHAR, uf VARCHAR, geometria VARCHAR, arquivo VARCHAR,
    linha BIGINT);
CREATE TABLE stg_populacoes (codigo_ibge VARCHAR, ano BIGINT, habitantes BIGINT, fonte VARCHAR,
    arquivo VARCHAR, linha BIGINT);
CREATE TABLE stg_especies (onde VARCHAR, palavra VARCHAR, especie VARCHAR);
CREATE TABLE int_sitios (codigo_ibge VARCHAR, sitio_id VARCHAR, latitude DOUBLE, longitude DOUBLE);
CREATE TABLE int_estacao_sitio (numero_estacao VARCHAR, sitio_id VARCHAR);
CREATE TABLE int_registros (codigo_ibge VARCHAR, registro_id VARCHAR, lugar INTEGER, sitio_id VARCHAR,
    instrumentos VARCHAR[], detentora VARCHAR, detentora_cnpj VARCHAR);
CREATE TABLE int_vinculos (codigo_ibge VARCHAR, numero_estacao VARCHAR, registro_id VARCHAR, sitio_id VARCHAR,
    nivel VARCHAR, distancia_m DOUBLE, escore DOUBLE, ambigua BOOLEAN, contradicoes VARCHAR[],
    decidido_por VARCHAR, evidencias VARCHAR);
CREATE TABLE int_recusados (codigo_ibge VARCHAR, numero_estacao VARCHAR, registro_id VARCHAR,
    distancia_m DOUBLE, motivo VARCHAR);
CREATE TABLE int_decisoes_sem_efeito (numero_estacao VARCHAR, registro_id VARCHAR, motivo VARCHAR);
CREATE TABLE int_duvidas (codigo_ibge VARCHAR, estacoes BIGINT);
"""


@dataclass
class Base:
    """The staged and linked rows of one municipality, added one by one."""

    con: duckdb.DuckDBPyConnection
    leis: dict[str, Lei]
    municipio: dict[str, Any] = field(
        default_factory=lambda: {
            "codigo_ibge": IBGE,
            "nome": "Holambra",
            "uf": "SP",
            "lei": "sp_modelo",
            "vigencia": "confirmada",
            "publicada_em": date(2022, 5, 16),
            "registros": {
                "orgao": "Obras",
                "canal": "LAI",
                "licenca": "não declarada",
                "extraida_em": date(2026, 11, 30),
                "completude": "completa",
            },
        }
    )
    linhas: int = 1

    def insert(self, tabela: str, **valores: Any) -> None:
        """Insert one row; columns not given are null."""
        colunas = ", ".join(f'"{nome}"' for nome in valores)
        marcas = ", ".join("?" for _ in valores)
        self.con.execute(f'INSERT INTO "{tabela}" ({colunas}) VALUES ({marcas})', list(valores.values()))

    def add_estacao(self, numero: str, sitio: str = "s1", **valores: Any) -> None:
        """Add a mobile station first licensed on 01/04/2015, valid until 2040."""
        self.linhas += 1
        base: dict[str, Any] = {
            "numero_estacao": numero, "codigo_ibge": IBGE, "municipio": "Holambra", "uf": "SP",
            "prestadora": "CLARO S.A.", "servico": "010", "classe": "FB", "tipo": "ETR",
            "instalacao": "EXTERNA", "tecnologias": ["LTE"], "latitude": -22.63, "longitude": -47.06,
            "qualidade_coordenada": "ok", "primeiro_licenciamento": date(2015, 4, 1),
            "validade_anatel": date(2040, 1, 1), "pessoa_fisica": False, "emissoes": 1, "avaliada": True,
            "arquivo": "anatel.csv", "linha": self.linhas, "motivos": [],
        }  # fmt: skip
        self.insert("stg_estacoes", **{**base, **valores})
        self.insert("int_estacao_sitio", numero_estacao=numero, sitio_id=sitio)
        if not self.con.execute("SELECT 1 FROM int_sitios WHERE sitio_id = ?", [sitio]).fetchall():
            self.insert("int_sitios", codigo_ibge=IBGE, sitio_id=sitio, latitude=-22.63, longitude=-47.06)

    def add_ato(
        self, registro: str, ato: str, dia: date, instrumento: str = "CADASTRO", **valores: Any
    ) -> None:
        """Add one act of a process."""
        self.linhas += 1
        base: dict[str, Any] = {
            "codigo_ibge": IBGE, "registro_id": registro, "registro_grafia": registro,
            "instrumento": instrumento, "ato": ato, "data": dia, "detentora": "SBA TORRES BRASIL",
            "numeros_estacao": [], "logradouro": "RUA DAS ROSAS", "arquivo": "atos.csv", "linha": self.linhas,
        }  # fmt: skip
        self.insert("stg_atos", **{**base, **valores})

    def link(self, numero: str, registro: str, sitio: str = "s1", **valores: Any) -> None:
        """Link a station with a process; accepted unless ``ambigua=True``."""
        base: dict[str, Any] = {
            "codigo_ibge": IBGE, "numero_estacao": numero, "registro_id": registro, "sitio_id": sitio,
            "nivel": "local", "distancia_m": 10.04, "escore": 0.9, "ambigua": False, "contradicoes": [],
            "decidido_por": "programa", "evidencias": "[]",
        }  # fmt: skip
        self.insert("int_vinculos", **{**base, **valores})
        self.insert(
            "int_registros",
            codigo_ibge=IBGE, registro_id=registro, lugar=0, sitio_id=sitio, instrumentos=["CADASTRO"],
        )  # fmt: skip

    def build(self, em: date, *, com_lei: bool = True) -> list[str]:
        """Build the marts as of a date and return their warnings."""
        municipio = Municipio.model_validate(self.municipio)
        municipios = {IBGE: municipio} if com_lei else {}
        nomes = {IBGE: ("Holambra", "SP")}
        return build_marts(self.con, self.leis, municipios, "2026-11-30-00000000", em, nomes)

    def read_estacao(self, numero: str) -> dict[str, Any]:
        """Return one row of ``estacoes``."""
        (linha,) = self.read("estacoes", f"numero_estacao = '{numero}'")
        return linha

    def read(self, tabela: str, filtro: str = "true") -> list[dict[str, Any]]:
        """Return rows of a table of the acervo."""
        linhas: list[dict[str, Any]] = (
            self.con.sql(f"SELECT * FROM {tabela} WHERE {filtro}").to_arrow_table().to_pylist()
        )
        return linhas


@pytest.fixture(scope="session")
def leis() -> dict[str, Lei]:
    """The laws that ship with the project."""
    return load_leis(PastaDeDados.open())


@pytest.fixture
def base(leis: dict[str, Lei], tmp_path: Path) -> Iterator[Base]:
    """An empty build's database."""
    with duckdb.connect(str(tmp_path / "trabalho.duckdb")) as con:
        con.execute(_DDL)
        yield Base(con, leis)
