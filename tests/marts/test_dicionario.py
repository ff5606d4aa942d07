"""One dictionary: its columns are the contract's, and everything written from it is up to date."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from etrdash import vocabulario
from etrdash.marts.dicionario import list_publicadas, load_dicionario
from etrdash.published.dicionario_md import write_dicionario
from etrdash.vocabulario import Grupo, Situacao

RAIZ = Path(__file__).resolve().parents[2]
ALEM_DO_CONTRATO = {"pontos"}
"""Published beside the contract's files: places that laws name, information only."""

TABELAS = list(load_dicionario().values())


def read_contract(shared: Path) -> dict[str, list[str]]:
    """Columns of each file as SPEC §5 lists them."""
    secao = (shared / "SPEC.md").read_text(encoding="utf-8").split("## 5.")[1].split("## 6.")[0]
    colunas = {}
    for nome, lista in re.findall(r"`(\w+)\.csv`: `([^`]+)`", secao):
        situacoes = ", ".join(situacao.lower() for situacao in Situacao)
        expandida = lista.replace("<each situação in lower case>", situacoes)
        colunas[nome] = [coluna.strip() for coluna in expandida.split(",")]
    return colunas


def test_columns_are_those_of_the_contract_in_order(shared: Path) -> None:
    contrato = read_contract(shared)
    assert {*contrato, *ALEM_DO_CONTRATO} == {tabela.nome for tabela in list_publicadas()}
    for tabela in list_publicadas():
        if tabela.nome in ALEM_DO_CONTRATO:
            continue
        assert [coluna.nome for coluna in tabela.colunas] == contrato[tabela.nome]


@pytest.mark.parametrize("tabela", TABELAS, ids=lambda tabela: tabela.nome)
def test_every_table_can_be_created_and_every_column_is_described(tabela: object) -> None:
    assert tabela in TABELAS
    nomes = [coluna.nome for coluna in tabela.colunas]
    assert len(set(nomes)) == len(nomes)
    assert set(tabela.chave) <= set(nomes)
    for coluna in tabela.colunas:
        assert coluna.descricao.endswith(".")
        assert coluna.description.endswith(".")
        assert coluna.vocabulario is None or hasattr(vocabulario, coluna.vocabulario)
    with duckdb.connect() as con:
        con.execute(tabela.ddl)


def test_municipios_counts_every_situacao_and_group() -> None:
    nomes = {coluna.nome for coluna in load_dicionario()["municipios"].colunas}
    assert {situacao.lower() for situacao in Situacao} | set(Grupo) <= nomes


def test_the_page_is_up_to_date() -> None:
    assert (RAIZ / "docs" / "dicionario.md").read_text(encoding="utf-8") == write_dicionario()
