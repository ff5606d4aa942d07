"""Places of a registro: one, unless the process is a batch that lists several addresses on one day."""

from __future__ import annotations

import numpy as np
import pandas as pd
from rapidfuzz import fuzz, process
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from etrdash.matching.geometria import distance_m

_RAIO_MESMO_LUGAR_M = 250.0
_SEMELHANCA_DE_VIA = 75.0


def split_lotes(atos: pd.DataFrame) -> pd.Series:
    """Number the places of batches: one spelling of the registro, one ato and date, several addresses.

    Rows that state no place stay with place 0. Repeats of a process under another spelling are not a batch.

    Args:
        atos: `registro, registro_grafia, ato, data, instrumento, via, casa, latitude, longitude`.
    """
    lugar = pd.Series(0, index=atos.index)
    linhas = atos[atos["via"].notna() | atos["latitude"].notna()]
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
    lugar.loc[do_lote.index] = primeira.groupby(do_lote["registro"]).rank(method="dense").astype(int) - 1
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
    metros = distance_m(a["latitude"], a["longitude"], b["latitude"], b["longitude"])
    outra_via = tem_via & (semelhanca < _SEMELHANCA_DE_VIA)
    casas = (a["casa"] == b["casa"]).to_numpy()
    pares["outro"] = (outra_via & ~casas & ~(metros <= _RAIO_MESMO_LUGAR_M)) | (
        ~tem_via & (metros > _RAIO_MESMO_LUGAR_M)
    )
    return pares
