"""Places of a registro: one, unless the process is a batch that lists several addresses on one day."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
from rapidfuzz import fuzz, process
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from etrdash.matching.enderecos import Vias, normalize_enderecos
from etrdash.matching.geometria import distance_m

_RAIO_MESMO_LUGAR_M = 250.0
_SEMELHANCA_DE_VIA = 75.0


def read_linhas_de_lugar(con: duckdb.DuckDBPyConnection, vias: Vias) -> pd.DataFrame:
    """Return every ato row with its normalised address and its `lugar` within the registro (0 where unstated)."""
    atos = con.execute(
        """
        SELECT codigo_ibge, registro_id, registro_grafia, instrumento, ato, data, validade, detentora, detentora_cnpj, prestadora,
            prestadora_cnpj, numeros_estacao, instalacao, tipo_infraestrutura, compartilhada, altura_m,
            logradouro, numero, NULL AS complemento, bairro, cep,
            CASE WHEN qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'ausente') THEN NULL
                ELSE latitude END AS latitude,
            CASE WHEN qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'ausente') THEN NULL
                ELSE longitude END AS longitude,
            forma_coordenada, qualidade_coordenada, data_instalacao, arquivo, linha
        FROM stg_atos
        ORDER BY codigo_ibge, registro_id, data, ato, instrumento, logradouro, numero, latitude, longitude, linha
        """
    ).df()
    partes = normalize_enderecos(atos[["logradouro", "numero", "complemento", "bairro", "cep"]], vias)
    atos = pd.concat([atos.drop(columns=["bairro", "cep"]), partes], axis=1)
    atos["registro"] = atos.groupby(["codigo_ibge", "registro_id"], sort=False).ngroup()
    atos["lugar"] = _split_lotes(atos)
    return atos


def _split_lotes(atos: pd.DataFrame) -> pd.Series:
    """Number the places of batch processes: one spelling of the registro, one ato and date, several addresses.

    Rows that state no place stay with place 0. Repeats of a process under another spelling are not a batch.
    """
    lugar = pd.Series(0, index=atos.index)
    tem_lugar = atos["via"].notna() | atos["latitude"].notna()
    linhas = atos.loc[tem_lugar]
    chave = ["registro", "registro_grafia", "ato", "data", "instrumento"]
    varias = linhas[linhas.duplicated(chave, keep=False)]
    em_lote = _pair(varias, chave).query("outro")["registro"].unique()
    if len(em_lote) == 0:
        return lugar
    do_lote = linhas[linhas["registro"].isin(em_lote)]
    iguais = _pair(do_lote, ["registro"]).query("not outro")
    posicao = pd.Series(np.arange(len(do_lote)), index=do_lote.index)
    x, y = posicao.loc[iguais["i"]].to_numpy(), posicao.loc[iguais["j"]].to_numpy()
    grafo = coo_matrix((np.ones(len(x)), (x, y)), shape=(len(do_lote), len(do_lote)))
    _, grupo = connected_components(grafo, directed=False)
    primeira = posicao.groupby(grupo).transform("min")
    ordem = primeira.groupby(do_lote["registro"]).rank(method="dense").astype(int) - 1
    lugar.loc[do_lote.index] = ordem
    return lugar


def _pair(linhas: pd.DataFrame, chave: list[str]) -> pd.DataFrame:
    """Pair rows of equal `chave`: `registro, i, j` (row labels) and `outro`: they cannot be one place."""
    indices = linhas[chave].reset_index(names="i")
    pares = indices.merge(indices.rename(columns={"i": "j"}), on=chave)
    pares = pares.loc[pares["i"] < pares["j"], ["registro", "i", "j"]].reset_index(drop=True)
    a, b = linhas.loc[pares["i"]].reset_index(drop=True), linhas.loc[pares["j"]].reset_index(drop=True)
    via_a, via_b = a["via"].fillna("").to_list(), b["via"].fillna("").to_list()
    semelhanca = process.cpdist(via_a, via_b, scorer=fuzz.token_set_ratio) if len(pares) else np.empty(0)
    tem_via = (a["via"].notna() & b["via"].notna()).to_numpy()
    longe = distance_m(a["latitude"], a["longitude"], b["latitude"], b["longitude"]) > _RAIO_MESMO_LUGAR_M
    perto = distance_m(a["latitude"], a["longitude"], b["latitude"], b["longitude"]) <= _RAIO_MESMO_LUGAR_M
    casas = (a["casa_min"] == b["casa_min"]).fillna(False).to_numpy(dtype=bool)
    outra_via = tem_via & (semelhanca < _SEMELHANCA_DE_VIA)
    pares["outro"] = (outra_via & ~casas & ~perto) | (~tem_via & longe)
    return pares
