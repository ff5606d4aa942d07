"""Scorecards: facts with named levels, one weight a level, a score that is their sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Niveis = dict[str, NDArray[np.int8]]


@dataclass(frozen=True, slots=True)
class Fato:
    """One thing that two sides may agree or disagree on.

    Attributes:
        niveis: names of its levels; the code of a level is its position.
        ordenado: neighbouring levels (all but those that begin with `sem_`) should weigh alike.
    """

    niveis: tuple[str, ...]
    ordenado: bool = False


@dataclass(frozen=True, slots=True)
class Placar:
    """The weights of one comparison.

    Attributes:
        base: score of a pair about which nothing is known.
        pesos: fact → weight of each level, in the order of `Fato.niveis`.
    """

    base: float
    pesos: Mapping[str, NDArray[np.float64]]

    def score(self, niveis: Niveis) -> NDArray[np.float64]:
        """Return base plus the weights of the levels, fact by fact in a fixed order."""
        total = np.full(len(next(iter(niveis.values()))), self.base)
        for fato, pesos in self.pesos.items():
            total += pesos[niveis[fato]]
        return total


def name_faixas(cortes: list[float], unidade: str = "", ausente: str = "sem_valor") -> tuple[str, ...]:
    """Name the classes of `grupos.cut`: below each cut, from the last cut on, missing."""
    nomes = [f"ate_{corte:g}{unidade}" for corte in cortes]
    nomes.append(f"mais_de_{cortes[-1]:g}{unidade}")
    return (*(nome.replace("-", "menos_").replace(".", "_") for nome in nomes), ausente)


def cross_niveis(*listas: tuple[str, ...]) -> tuple[str, ...]:
    """Name the levels of two or more facts weighed together, the last one running fastest."""
    nomes = listas[0]
    for lista in listas[1:]:
        nomes = tuple(f"{a}_{b}" for a in nomes for b in lista)
    return nomes
