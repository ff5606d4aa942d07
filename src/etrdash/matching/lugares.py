"""Places of a registro: one, unless the process is a batch that lists several addresses on one day."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from etrdash.matching.geometria import distance_m

_RAIO_MESMO_LUGAR_M = 250.0
_SEMELHANCA_DE_VIA = 75.0
_CHAVE = ["registro", "registro_grafia", "ato", "data", "instrumento"]
Logicos = NDArray[np.bool_]


def split_lotes(atos: pd.DataFrame) -> pd.Series:
    """Number the places of batches: one spelling of the registro, one ato and date, several addresses.

    Each row of a batch's list is a place of its own, unless it repeats another row; a row of another act
    belongs to the place that it agrees with. A row that names nothing but a station is a place too. Rows that
    state nothing stay with place 0. Repeats of a process under another spelling are not a batch.

    Args:
        atos: `registro, registro_grafia, ato, data, instrumento, via, casa, bairro, latitude, longitude,
            numeros_estacao`.
    """
    lugar = pd.Series(0, index=atos.index)
    com_lugar = atos["via"].notna() | atos["latitude"].notna()
    linhas = atos[com_lugar]
    varias = linhas[linhas.duplicated(_CHAVE, keep=False)]
    pares = _pair(varias, _CHAVE)
    em_lote = pares.loc[_is_outro(varias, pares), "registro"].unique()
    if len(em_lote) == 0:
        return lugar
    do_lote = atos[atos["registro"].isin(em_lote) & (com_lugar | names_estacao(atos))]
    pares = _pair(do_lote, ["registro"])
    iguais = pares[_is_mesmo(do_lote, pares)]
    posicao = pd.Series(np.arange(len(do_lote)), index=do_lote.index)
    x, y = posicao.loc[iguais["i"]].to_numpy(), posicao.loc[iguais["j"]].to_numpy()
    grafo = coo_matrix((np.ones(len(x)), (x, y)), shape=(len(do_lote), len(do_lote)))
    _, grupo = connected_components(grafo, directed=False)
    primeira = posicao.groupby(grupo).transform("min")
    lugar.loc[do_lote.index] = primeira.groupby(do_lote["registro"]).rank(method="dense").astype(int) - 1
    return lugar


def names_estacao(linhas: pd.DataFrame) -> pd.Series:
    """Whether each row names a station's number."""
    return linhas["numeros_estacao"].str.len().fillna(0) > 0


def _pair(linhas: pd.DataFrame, chave: list[str]) -> pd.DataFrame:
    """Pair rows of equal `chave`: `registro, i, j` (row labels, i before j)."""
    indices = linhas[chave].reset_index(names="i")
    pares = indices.merge(indices.rename(columns={"i": "j"}), on=chave)
    return pares.loc[pares["i"] < pares["j"], ["registro", "i", "j"]].reset_index(drop=True)


def _is_outro(linhas: pd.DataFrame, pares: pd.DataFrame) -> Logicos:
    """Whether the two rows of each pair cannot be one place."""
    a, b = _take(linhas, pares)
    parecida, tem_via = _compare_vias(a, b)
    metros = distance_m(a["latitude"], a["longitude"], b["latitude"], b["longitude"])
    casas = (a["casa"] == b["casa"]).to_numpy()
    outra_via = tem_via & ~parecida & ~casas & ~(metros <= _RAIO_MESMO_LUGAR_M)
    outro: Logicos = outra_via | (~tem_via & (metros > _RAIO_MESMO_LUGAR_M))
    return outro


def _is_mesmo(linhas: pd.DataFrame, pares: pd.DataFrame) -> Logicos:
    """Whether the two rows of each pair agree on one place; rows of one list only where they repeat it."""
    a, b = _take(linhas, pares)
    parecida, tem_via = _compare_vias(a, b)
    metros = distance_m(a["latitude"], a["longitude"], b["latitude"], b["longitude"])
    casa_a, casa_b = a["casa"].to_numpy(), b["casa"].to_numpy()
    sem_a, sem_b = np.isnan(casa_a), np.isnan(casa_b)
    longe = metros > _RAIO_MESMO_LUGAR_M
    numeros = names_estacao(a).to_numpy() & names_estacao(b).to_numpy()
    mesmo_numero = (
        numeros & (a["numeros_estacao"].str.join("|") == b["numeros_estacao"].str.join("|")).to_numpy()
    )
    outro_bairro = (a["bairro"].notna() & b["bairro"].notna() & (a["bairro"] != b["bairro"])).to_numpy()
    repete = parecida & ((casa_a == casa_b) | (sem_a & sem_b)) & ~outro_bairro & ~longe
    repete &= ~numeros | mesmo_numero
    concorda = parecida & ((casa_a == casa_b) | sem_a | sem_b) & ~longe
    concorda |= (metros <= _RAIO_MESMO_LUGAR_M) | (tem_via & (casa_a == casa_b) & ~longe) | mesmo_numero
    da_mesma_lista = (a[_CHAVE] == b[_CHAVE]).all(axis=1).to_numpy()
    mesmo: Logicos = np.where(da_mesma_lista, repete, concorda).astype(bool)
    return mesmo


def _take(linhas: pd.DataFrame, pares: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    return linhas.loc[pares["i"]].reset_index(drop=True), linhas.loc[pares["j"]].reset_index(drop=True)


def _compare_vias(a: pd.DataFrame, b: pd.DataFrame) -> tuple[Logicos, Logicos]:
    """Return whether the streets are alike, and whether both are stated."""
    via_a, via_b = a["via"].fillna("").to_list(), b["via"].fillna("").to_list()
    semelhanca = process.cpdist(via_a, via_b, scorer=fuzz.token_set_ratio) if via_a else np.empty(0)
    tem: Logicos = (a["via"].notna() & b["via"].notna()).to_numpy()
    return tem & (semelhanca >= _SEMELHANCA_DE_VIA), tem
