"""Placeholder coordinates: one point that unrelated addresses share, such as the town hall."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from etrdash.matching.comparacao import VIA_VAGA, compare_vias
from etrdash.matching.geometria import EIXOS

_MIN_ENDERECOS = 3
_MAX_DONOS, _MAX_NOMES = 500, 100
_CASAS = 5
_PONTO = ["codigo_ibge", "lat", "lon"]


def clear_postos(linhas: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the coordinates of placeholders taken out.

    A point is a placeholder where at least three registros (or stations) state it and their streets are of at
    least three unlike names. Towers are shared, but on one street or its corner. One that over 500 state, or
    streets of over 100 names, is one whatever their streets.

    Args:
        linhas: `codigo_ibge, via, latitude, longitude, x, y, z, caixa_lat_m, caixa_lon_m`, and `registro`
            (acts) or `numero_estacao` (stations).

    Returns:
        The rows with two columns more: `ponto` (the point as stated, a number) and `posto` (the same where
        over 500 share it, else null).
    """
    dono = "registro" if "registro" in linhas else "numero_estacao"
    pontos = pd.DataFrame(
        {
            "codigo_ibge": linhas["codigo_ibge"],
            "lat": linhas["latitude"].round(_CASAS),
            "lon": linhas["longitude"].round(_CASAS),
            "via": linhas["via"],
            "dono": linhas[dono],
        }
    )
    cheios = (pontos.groupby(_PONTO)["dono"].transform("size") > _MAX_DONOS).to_numpy(copy=True)
    if cheios.any():
        cheios[cheios] = pontos[cheios].groupby(_PONTO)["dono"].transform("nunique") > _MAX_DONOS
    ditos = pontos[~cheios].dropna()
    contagem = ditos.groupby(_PONTO)[["via", "dono"]].transform("nunique")
    suspeitos = ditos[(contagem >= _MIN_ENDERECOS).all(axis=1)]
    ponto = (pontos["lat"] * 10**_CASAS).round() * 10 ** (_CASAS + 4) + (pontos["lon"] * 10**_CASAS).round()
    limpas = linhas.assign(ponto=ponto, posto=ponto.where(cheios))
    fora = cheios | _is_de_muitas_vias(pontos, suspeitos, contagem["via"])
    limpas.loc[fora, ["latitude", "longitude", *EIXOS, "caixa_lat_m", "caixa_lon_m"]] = np.nan
    return limpas


def _is_de_muitas_vias(pontos: pd.DataFrame, suspeitos: pd.DataFrame, nomes: pd.Series) -> NDArray[np.bool_]:
    """Whether the point of each row is one of unlike streets (`nomes`: how many names each suspect has)."""
    muitos = nomes.loc[suspeitos.index] > _MAX_NOMES
    vias = _count_vias(suspeitos[~muitos])
    maus = pd.concat([vias.loc[vias["vias"] >= _MIN_ENDERECOS, _PONTO], suspeitos.loc[muitos, _PONTO]])
    maus = maus.drop_duplicates().assign(mau=True)
    fora: NDArray[np.bool_] = pontos.merge(maus, on=_PONTO, how="left")["mau"].notna().to_numpy()
    return fora


def _count_vias(suspeitos: pd.DataFrame) -> pd.DataFrame:
    """Count the unlike street names of each point: `codigo_ibge, lat, lon, vias`."""
    nomes = suspeitos[[*_PONTO, "via"]].drop_duplicates().reset_index(drop=True).reset_index(names="i")
    pares = nomes.merge(nomes, on=_PONTO)
    nivel = compare_vias(pares["via_x"].to_numpy(object), pares["via_y"].to_numpy(object))
    iguais = pares[nivel >= VIA_VAGA]
    grafo = coo_matrix((np.ones(len(iguais)), (iguais["i_x"], iguais["i_y"])), shape=(len(nomes), len(nomes)))
    nomes["grupo"] = connected_components(grafo, directed=False)[1]
    return nomes.groupby(_PONTO)["grupo"].nunique().rename("vias").reset_index()
