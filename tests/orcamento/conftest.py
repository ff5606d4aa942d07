"""A larger acervo: the tiny one's stations four hundred times over, and eight hundred more municipalities."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from etrdash.vocabulario import Situacao
from tests.acervo_minimo import EM, fill_minimo, insert

COPIAS, MUNICIPIOS = 400, 800
_POR_ESTACAO = ("estacoes", "detalhes", "explicacoes", "cursos", "emissoes")


def fill_grande(con: duckdb.DuckDBPyConnection, acervo: str) -> list[str]:
    """Fill the tables of the dictionary; the first copy of each station keeps its number."""
    avisos = fill_minimo(con, acervo)
    for tabela in _POR_ESTACAO:
        con.execute(
            f"INSERT INTO {tabela} SELECT * EXCLUDE (copia) REPLACE"
            f" (numero_estacao || lpad(copia::VARCHAR, 3, '0') AS numero_estacao)"
            f" FROM {tabela}, (SELECT unnest(range(1, {COPIAS})) AS copia)"
        )
    con.execute(f"UPDATE serie SET estacoes = estacoes * {COPIAS}")
    contagens = ["estacoes", "avaliadas", "verde", "amarelo", "vermelho", "cinza", *map(str.lower, Situacao)]
    con.execute(f"UPDATE municipios SET {', '.join(f'{c} = {c} * {COPIAS}' for c in contagens)}")
    for n in range(MUNICIPIOS):
        zeros = dict.fromkeys((*contagens, "sitios", "registros", "orfaos"), 0)
        lugar = {
            "codigo_ibge": f"{9_000_000 + n}",
            "municipio": f"Município {n:03d}",
            "uf": ("SP", "MG")[n % 2],
        }
        insert(con, "municipios", acervo=acervo, **lugar, **zeros, cobertura="sem_lei")
    return avisos


@pytest.fixture(scope="session")
def loja_grande(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the larger acervo."""
    pasta = tmp_path_factory.mktemp("loja-grande")
    identidade = Identidade(em=EM, entradas=(), versao="grande", ficticio=True)
    publish_acervo(Store(pasta), identidade, lambda con, _: fill_grande(con, identidade.acervo))
    return pasta
