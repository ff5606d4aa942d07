"""Compare two sides row by row: distance with its uncertainty, street, house number, district, postal code.

Every comparison has a level of its own for "one side does not say": missing is never different.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from etrdash.matching.geometria import distance_m

VIA_AUSENTE, VIA_OUTRA, VIA_VAGA, VIA_PARECIDA, VIA_IGUAL = range(-1, 4)
CEP_AUSENTE, CEP_OUTRO, CEP_PREFIXO, CEP_GERAL, CEP_IGUAL = range(-1, 4)
_PARECIDA, _VAGA = 90.0, 75.0
_MIN_LETRAS = 4
Textos = NDArray[np.object_]
Posicoes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Comparacao:
    """Levels of agreement of aligned rows; NaN or -1 = one side does not say.

    Attributes:
        metros: distance between the written points.
        metros_livres: distance that the rounding of both coordinates does not explain.
        folga: half side of the larger box (metres).
        via: -1 missing, 0 other, 1 vague, 2 alike, 3 equal.
        esquina: 1 where the street of one side is the corner street of the other.
        casa: smallest difference of house numbers.
        cep: -1 missing, 0 other, 1 same five digits, 2 equal but general (ends in 000), 3 equal.
        bairro: -1 missing, 0 other, 1 equal or alike.
    """

    metros: NDArray[np.float64]
    metros_livres: NDArray[np.float64]
    folga: NDArray[np.float64]
    via: NDArray[np.int8]
    esquina: NDArray[np.int8]
    casa: NDArray[np.float64]
    cep: NDArray[np.int8]
    bairro: NDArray[np.int8]


def compare(a: pd.DataFrame, i: Posicoes, b: pd.DataFrame, j: Posicoes) -> Comparacao:
    """Compare rows `i` of `a` with rows `j` of `b` (positions; address and coordinate columns of `fatos`)."""
    metros, livres, folga = _compare_pontos(a, i, b, j)
    return Comparacao(
        metros=metros,
        metros_livres=livres,
        folga=folga,
        via=_compare_nomes(a["via"], i, b["via"], j),
        esquina=_compare_esquinas(a, i, b, j),
        casa=_compare_casas(a, i, b, j),
        cep=_compare_ceps(_read_ceps(a)[i], _read_ceps(b)[j]),
        bairro=_compare_bairros(a, i, b, j),
    )


def compare_vias(a: Textos, b: Textos) -> NDArray[np.int8]:
    """Return the level of agreement of street names, computed once per distinct pair."""
    return _compare_codigos(*_code_nomes(a, b))


def _compare_nomes(a: pd.Series, i: Posicoes, b: pd.Series, j: Posicoes) -> NDArray[np.int8]:
    """Return the level of agreement of names `i` of `a` with names `j` of `b`."""
    codigos_a, codigos_b, nomes = _code_nomes(a.to_numpy(object), b.to_numpy(object))
    return _compare_codigos(codigos_a[i], codigos_b[j], nomes)


def _code_nomes(a: Textos, b: Textos) -> tuple[Posicoes, Posicoes, Textos]:
    """Return the position of each text among the distinct names (-1: missing), and the names."""
    codigos, nomes = pd.factorize(np.concatenate([a, b]))
    return codigos[: len(a)], codigos[len(a) :], nomes


def _compare_codigos(a: Posicoes, b: Posicoes, nomes: Textos) -> NDArray[np.int8]:
    linha, unicas = pd.factorize((a + 1) * np.int64(len(nomes) + 1) + b + 1)
    codigo_a, codigo_b = np.divmod(unicas, len(nomes) + 1)
    niveis = np.full(len(unicas), VIA_AUSENTE, np.int8)
    tem = (codigo_a > 0) & (codigo_b > 0)
    niveis[tem] = _level_vias(list(nomes[codigo_a[tem] - 1]), list(nomes[codigo_b[tem] - 1]))
    return niveis[linha]


def _level_vias(a: list[str], b: list[str]) -> NDArray[np.int8]:
    if not a:
        return np.empty(0, np.int8)
    razao = process.cpdist(a, b, scorer=fuzz.ratio, score_cutoff=_VAGA)
    conjunto = process.cpdist(a, b, scorer=fuzz.token_set_ratio, score_cutoff=_VAGA)
    trocas = process.cpdist(a, b, scorer=OSA.distance, score_cutoff=2)
    curta = np.minimum(np.fromiter(map(len, a), int, len(a)), np.fromiter(map(len, b), int, len(b)))
    parecida = np.maximum(razao, conjunto) >= _PARECIDA
    parecida |= (trocas <= 1) & (curta >= _MIN_LETRAS)
    parecida |= (trocas <= 2) & (curta >= 2 * _MIN_LETRAS)
    niveis = np.where(np.maximum(razao, conjunto) >= _VAGA, VIA_VAGA, VIA_OUTRA)
    niveis = np.where(parecida, VIA_PARECIDA, niveis)
    return np.where(trocas == 0, VIA_IGUAL, niveis).astype(np.int8)


def _compare_pontos(
    a: pd.DataFrame, i: Posicoes, b: pd.DataFrame, j: Posicoes
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    lat_a, lon_a = a["latitude"].to_numpy()[i], a["longitude"].to_numpy()[i]
    lat_b, lon_b = b["latitude"].to_numpy()[j], b["longitude"].to_numpy()[j]
    metros = distance_m(lat_a, lon_a, lat_b, lon_b)
    norte = distance_m(lat_a, lon_a, lat_b, lon_a)
    leste = distance_m(lat_a, lon_a, lat_a, lon_b)
    caixa_a, caixa_b = a["caixa_lat_m"].to_numpy()[i], b["caixa_lat_m"].to_numpy()[j]
    folga_lon = a["caixa_lon_m"].to_numpy()[i] + b["caixa_lon_m"].to_numpy()[j]
    livres = np.hypot(np.maximum(norte - caixa_a - caixa_b, 0), np.maximum(leste - folga_lon, 0))
    return metros, livres, np.where(np.isnan(metros), np.nan, np.maximum(caixa_a, caixa_b))


def _compare_esquinas(a: pd.DataFrame, i: Posicoes, b: pd.DataFrame, j: Posicoes) -> NDArray[np.int8]:
    achada = np.zeros(len(i), np.int8)
    for um, x, outro, y in ((a, i, b, j), (b, j, a, i)):
        tem = np.flatnonzero(um["esquina"].notna().to_numpy()[x])
        achada[tem] |= _compare_nomes(um["esquina"], x[tem], outro["via"], y[tem]) >= VIA_PARECIDA
    return achada


def _compare_casas(a: pd.DataFrame, i: Posicoes, b: pd.DataFrame, j: Posicoes) -> NDArray[np.float64]:
    """Difference between house number ranges; a number that one stands in front of counts as one's own."""
    inicio_a, fim_a = _read_casas(a, i)
    inicio_b, fim_b = _read_casas(b, j)
    return np.maximum(np.maximum(inicio_a - fim_b, inicio_b - fim_a), 0.0)


def _read_casas(lado: pd.DataFrame, i: Posicoes) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    frente = lado["frente"]
    return lado["casa"].fillna(frente).to_numpy()[i], lado["casa_fim"].fillna(frente).to_numpy()[i]


def _read_ceps(lado: pd.DataFrame) -> Posicoes:
    return lado["cep"].fillna("-1").to_numpy(object).astype(np.int64)


def _compare_ceps(a: Posicoes, b: Posicoes) -> NDArray[np.int8]:
    igual = np.where(a % 1000 == 0, CEP_GERAL, CEP_IGUAL)
    outro = np.where(a // 1000 == b // 1000, CEP_PREFIXO, CEP_OUTRO)
    return np.select([(a < 0) | (b < 0), a == b], [CEP_AUSENTE, igual], outro).astype(np.int8)


def _compare_bairros(a: pd.DataFrame, i: Posicoes, b: pd.DataFrame, j: Posicoes) -> NDArray[np.int8]:
    nivel = _compare_nomes(a["bairro"], i, b["bairro"], j)
    return np.where(nivel < 0, VIA_AUSENTE, nivel >= VIA_PARECIDA).astype(np.int8)
