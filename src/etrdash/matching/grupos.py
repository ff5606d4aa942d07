"""Group-wise sums and extremes of aligned arrays, classes and probabilities: vectorised, in a fixed order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Inteiros = NDArray[np.int64]
Reais = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Grupos:
    """Rows grouped by an integer key.

    Attributes:
        ordem: positions that sort the rows by key (stable).
        inicios: first sorted position of each group.
        chaves: key of each group, ascending.
        linhas: group number of every row, in the original order.
    """

    ordem: Inteiros
    inicios: Inteiros
    chaves: Inteiros
    linhas: Inteiros

    @classmethod
    def by(cls, chave: Inteiros) -> Grupos:
        """Group rows by one integer key."""
        ordem = np.argsort(chave, kind="stable")
        ordenada = chave[ordem]
        novas = np.ones(len(chave), bool)
        novas[1:] = ordenada[1:] != ordenada[:-1]
        inicios = np.flatnonzero(novas)
        linhas = np.empty(len(chave), np.int64)
        linhas[ordem] = np.cumsum(novas) - 1
        return cls(ordem, inicios, ordenada[inicios], linhas)

    @property
    def total(self) -> int:
        """Number of groups."""
        return len(self.inicios)

    @property
    def tamanhos(self) -> Inteiros:
        """Number of rows of each group."""
        return np.diff(np.append(self.inicios, len(self.ordem)))

    def min(self, valores: NDArray[Any]) -> NDArray[Any]:
        """Smallest value of each group, NaN ignored (NaN where all are)."""
        return self._reduce(np.fmin, valores)

    def max(self, valores: NDArray[Any]) -> NDArray[Any]:
        """Largest value of each group, NaN ignored (NaN where all are)."""
        return self._reduce(np.fmax, valores)

    def sum(self, valores: ArrayLike) -> Reais:
        """Sum of each group, added in the order of the rows."""
        return add_at(self.linhas, valores, self.total)

    def _reduce(self, ufunc: np.ufunc, valores: NDArray[Any]) -> NDArray[Any]:
        ordenados: NDArray[Any] = valores[self.ordem]
        if self.total == len(ordenados):
            return ordenados
        saida: NDArray[Any] = ufunc.reduceat(ordenados, self.inicios)
        return saida


def add_at(grupo: Inteiros, valores: ArrayLike, total: int) -> Reais:
    """Return the sum of the values of each group, 0 … `total` - 1, added in their order."""
    return np.bincount(grupo, np.asarray(valores, np.float64), total).astype(np.float64)


def cut(valores: ArrayLike, cortes: list[float]) -> NDArray[np.int8]:
    """Return the class of each value: 0 below the first cut … len(cortes) from the last on, NaN one more."""
    numeros = np.asarray(valores, np.float64)
    classes = np.digitize(numeros, cortes)
    return np.where(np.isnan(numeros), len(cortes) + 1, classes).astype(np.int8)


def expand(contagens: Inteiros) -> tuple[Inteiros, Inteiros]:
    """Repeat each position `contagens` times: (position, ordinal within its run)."""
    posicao = np.repeat(np.arange(len(contagens)), contagens)
    inicio = np.repeat(np.cumsum(contagens) - contagens, contagens)
    return posicao, np.arange(len(posicao)) - inicio


def split_fatias(tamanhos: Inteiros, maximo: int) -> list[slice]:
    """Cut rows into consecutive slices of at most `maximo` in all, or of one row; at least one slice."""
    somas = np.cumsum(tamanhos)
    cortes, feito = [0], 0
    while cortes[-1] < len(tamanhos):
        fim = max(int(np.searchsorted(somas, feito + maximo, side="right")), cortes[-1] + 1)
        feito = int(somas[fim - 1])
        cortes.append(fim)
    return [slice(a, b) for a, b in pairwise(cortes)] or [slice(0, 0)]


def find_sorted(chaves: Inteiros, procuradas: Inteiros) -> tuple[Inteiros, NDArray[np.bool_]]:
    """Return the position of each value in the ascending `chaves`, and whether it is there."""
    if len(chaves) == 0:
        return np.zeros(len(procuradas), np.int64), np.zeros(len(procuradas), bool)
    posicao = np.minimum(np.searchsorted(chaves, procuradas), len(chaves) - 1)
    return posicao, chaves[posicao] == procuradas


def unique_sorted(chaves: Inteiros) -> Inteiros:
    """Return the distinct values, ascending (`np.unique` hashes them first: slower on millions)."""
    ordenadas = np.sort(chaves)
    novas = np.ones(len(chaves), bool)
    novas[1:] = ordenadas[1:] != ordenadas[:-1]
    return ordenadas[novas]


def softmax_or_none(escores: Reais, grupo: Inteiros, total: int) -> Reais:
    """Return the probability of each row among the rows of its group and "none of them" (score 0).

    Args:
        escores: log-odds against "none".
        grupo: group number of each row, 0 … `total` - 1.
        total: number of groups.
    """
    maior = np.zeros(total)
    np.maximum.at(maior, grupo, escores)
    pesos = np.exp(escores - maior[grupo])
    probabilidade: Reais = pesos / (add_at(grupo, pesos, total) + np.exp(-maior))[grupo]
    return probabilidade
