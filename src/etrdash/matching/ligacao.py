"""The matching stage: reads the two sides, links municipality by municipality, writes `int_*`."""

from __future__ import annotations

from collections.abc import Iterator, Set

import duckdb
import pandas as pd

from etrdash.dados import PastaDeDados
from etrdash.matching.consultas import load_sql
from etrdash.matching.decisoes import read_decisoes, resolve_decisoes
from etrdash.matching.enderecos import Vias
from etrdash.matching.fatos import Fatos, read_fatos
from etrdash.matching.lembranca import CHAVES, TABELAS, Lembranca, recall_iguais
from etrdash.matching.pesos import Pesos
from etrdash.matching.tabela import Infraestruturas
from etrdash.matching.vinculos import Lote, link_lote

_LINHAS_POR_LEITURA, _LINHAS_POR_LOTE = 100_000, 15_000
_LONGE_M = 200.0
_MIN_PESO = 0.05
_MENOR_ESCORE = 0.0001
_FINAIS = (
    "mat_sitios",
    "int_sitios",
    "int_estacao_sitio",
    "int_registros",
    "int_recusados",
    "int_decisoes_sem_efeito",
    "int_duvidas",
)


def link(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados, lembranca: Lembranca | None = None) -> None:
    """Create `int_sitios`, `int_estacao_sitio`, `int_registros`, `int_vinculos`, `int_recusados`.

    Also `int_decisoes_sem_efeito`: decisions by people that no longer fit the data; and `int_duvidas`: how
    many stations a crowded street or point leaves in doubt.

    Args:
        con: the build's database, holding `stg_estacoes` and `stg_atos`.
        pasta: data folder with `matching/` and `vinculos/`.
        lembranca: what an earlier build kept: municipalities where nothing changed are not linked again.

    Raises:
        DadosInvalidos: weights or decisions with mistakes.
    """
    pesos, infraestruturas = Pesos.load(pasta), Infraestruturas.load(pasta)
    decisoes = resolve_decisoes(con, read_decisoes(pasta))
    validas = decisoes[decisoes["problema"].isna()]
    iguais = recall_iguais(con, validas, lembranca) if lembranca else frozenset()
    vias, criar = Vias.load(pasta), not iguais
    for juntas in split_leitura(con, iguais):
        fatos = read_fatos(con, vias, juntas)
        for codigos in split_municipios(fatos):
            das_cidades = validas[validas["codigo_ibge"].isin(codigos)]
            lote = link_lote(fatos.select(codigos), infraestruturas, pesos, das_cidades)
            _write_lote(con, lote, criar=criar)
            criar = False
    if lembranca:
        lembranca.save(con, (CHAVES, *TABELAS))
        con.execute(f"DROP TABLE {CHAVES}")
    _write_finais(con, decisoes)


def split_leitura(con: duckdb.DuckDBPyConnection, menos: Set[str]) -> Iterator[list[str]]:
    """Yield groups of municipalities, all but some, to be read together: each reading scans both tables."""
    ambas = "SELECT codigo_ibge FROM stg_estacoes UNION ALL SELECT codigo_ibge FROM stg_atos"
    contadas = con.execute(f"SELECT codigo_ibge, count(*) AS linhas FROM ({ambas}) GROUP BY ALL").df()
    tamanhos = contadas.dropna().set_index("codigo_ibge")["linhas"]
    return _split(tamanhos[~tamanhos.index.isin(menos)], _LINHAS_POR_LEITURA)


def split_municipios(fatos: Fatos) -> Iterator[list[str]]:
    """Yield groups of municipalities to be linked together: none depends on another."""
    codigos = pd.concat([fatos.estacoes["codigo_ibge"], fatos.lugares["codigo_ibge"]])
    return _split(codigos.value_counts(), _LINHAS_POR_LOTE)


def _split(tamanhos: pd.Series, maximo: int) -> Iterator[list[str]]:
    """Yield municipalities in order, about `maximo` rows at a time; one empty group where there are none."""
    em_ordem = tamanhos.sort_index()
    if em_ordem.empty:
        yield []
    for _, membros in em_ordem.groupby((em_ordem.cumsum() - 1) // maximo, sort=True):
        yield list(membros.index)


def _write_lote(con: duckdb.DuckDBPyConnection, lote: Lote, *, criar: bool) -> None:
    """Write what a batch gives, into new tables (`criar`) or beside the rows that are there."""
    tabelas = {
        "mat_estacoes": lote.estacoes,
        "mat_ditos": lote.ditos,
        "mat_registros": lote.lugares,
        "mat_vinculos": lote.vinculos,
        "mat_recusados": lote.recusados,
        "mat_sem_efeito": lote.sem_efeito,
    }
    for nome, linhas in tabelas.items():
        con.register(f"_{nome}", linhas)
        destino = f"CREATE OR REPLACE TABLE {nome} AS" if criar else f"INSERT INTO {nome} BY NAME"
        con.execute(f"{destino} {load_sql(nome)}")
        con.unregister(f"_{nome}")


def _write_finais(con: duckdb.DuckDBPyConnection, decisoes: pd.DataFrame) -> None:
    """Write the tables of the stage from those of the batches."""
    caidas = decisoes[decisoes["problema"].notna()].rename(columns={"motivo": "razao", "problema": "motivo"})
    con.register("_mat_sem_efeito", caidas)
    con.execute(f"INSERT INTO mat_sem_efeito BY NAME {load_sql('mat_sem_efeito')}")
    con.unregister("_mat_sem_efeito")
    for nome in _FINAIS:
        con.execute(load_sql(nome))
    con.execute(load_sql("int_vinculos"), {"longe_m": _LONGE_M, "minimo": _MIN_PESO, "menor": _MENOR_ESCORE})
    for nome in (*TABELAS, "mat_sitios"):
        con.execute(f"DROP TABLE {nome}")
