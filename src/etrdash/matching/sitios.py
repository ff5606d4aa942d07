"""Sites: stations that stand on one structure, joined step by step, the surest pairs first.

Every round joins the pairs of sites that are each other's best. What the registros say (owners that disagree,
shared or not, numbers of both sides, installation dates) weighs beside what the stations say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from etrdash.matching.candidatos import Pares
from etrdash.matching.estacoes import weigh_estacoes
from etrdash.matching.fusao import Ligacoes, Linhas, weigh_fusoes
from etrdash.matching.grupos import Grupos, Inteiros, Reais
from etrdash.matching.hipoteses import weigh_hipoteses
from etrdash.matching.pesos import Pesos
from etrdash.matching.placar import Niveis
from etrdash.matching.tabela import Tabela

_SEM_COMPARACAO = -4.0
_MIN_MEDIA = -3.5
_MAX_RODADAS = 25
Observador = Callable[[Inteiros, Ligacoes, Niveis, NDArray[np.bool_]], None]


@dataclass(frozen=True, slots=True)
class Sitios:
    """The sites found and, for each station, how sure its site's bounds are.

    Attributes:
        sitio: site of every station: the position of its first station.
        unido: its site if the nearest refused merge had been accepted.
        chance_de_unir: probability that it should have been.
        parte: its site if the last accepted merge had been refused.
        chance_de_partir: probability that it should have been.
    """

    sitio: Inteiros
    unido: Inteiros
    chance_de_unir: Reais
    parte: Inteiros
    chance_de_partir: Reais


def cluster_sitios(
    estacoes: pd.DataFrame,
    tabela: Tabela,
    principais: pd.DataFrame,
    pares: Pares,
    pesos: Pesos,
    observe: Observador | None = None,
) -> Sitios:
    """Join stations into sites.

    Args:
        estacoes: stations, by `codigo_ibge, numero_estacao`.
        tabela: comparisons of places with stations.
        principais: one spelling per place.
        pares: pairs of stations worth weighing.
        pesos: weights and thresholds.
        observe: called with the sites, the pairs, their levels and which are each other's best, each time
            that pairs are weighed.
    """
    total = len(estacoes)
    sitio = np.arange(total)
    parte, partir = sitio, np.zeros(total)
    mudou = np.ones(total, bool)
    ativas, escore = Ligacoes.empty(), np.empty(0)
    if len(pares):
        escores = pesos.estacoes.score(weigh_estacoes(estacoes, tabela, pares))
        linhas = Linhas.of(weigh_hipoteses(tabela, sitio, sitio, total, com_tipo=False), pesos.lugar, total)
    for _ in range(_MAX_RODADAS if len(pares) else 0):
        novas = _link_sitios(sitio, pares, escores, mudou)
        niveis = weigh_fusoes(tabela, principais, sitio, novas, linhas, pesos.lugar, pesos.registros)
        velhas = ~(mudou[ativas.a] | mudou[ativas.b])
        ativas = ativas.take(velhas).append(novas)
        escore = np.append(escore[velhas], pesos.fusao.score(niveis))
        mutuas = _choose_mutuas(ativas, escore, total)
        if observe is not None:
            observe(sitio, novas, niveis, mutuas[velhas.sum() :])
        aceitas = mutuas & (escore > pesos.limiares["fusao"])
        if not aceitas.any():
            break
        destino, duvida = np.arange(total), np.zeros(total)
        destino[ativas.b[aceitas]] = ativas.a[aceitas]
        duvida[ativas.a[aceitas]] = duvida[ativas.b[aceitas]] = _to_chance(-escore[aceitas])
        mudou = np.zeros(total, bool)
        mudou[ativas.a[aceitas]] = mudou[ativas.b[aceitas]] = True
        parte, partir = np.where(mudou[sitio], sitio, parte), np.where(mudou[sitio], duvida[sitio], partir)
        sitio = destino[sitio]
        membros = np.flatnonzero(mudou[sitio])
        refeitas = weigh_hipoteses(tabela, membros, sitio[membros], total, com_tipo=False)
        linhas = linhas.replace(mudou, Linhas.of(refeitas, pesos.lugar, total))
    mutuas = _choose_mutuas(ativas, escore, total)
    destino, unir = np.arange(total), np.zeros(total)
    destino[ativas.b[mutuas]] = ativas.a[mutuas]
    unir[ativas.a[mutuas]] = unir[ativas.b[mutuas]] = _to_chance(escore[mutuas])
    return Sitios(sitio, destino[sitio], unir[sitio], parte, partir)


def _to_chance(escore: Reais) -> Reais:
    chance: Reais = 1 / (1 + np.exp(-escore))
    return chance


def _link_sitios(sitio: Inteiros, pares: Pares, escores: Reais, mudou: NDArray[np.bool_]) -> Ligacoes:
    """Return the pairs of sites, one of them changed, whose stations speak for a merge at least faintly.

    The mean runs over all pairs of stations; those that were not worth comparing count as strangers.
    """
    total = np.int64(len(sitio))
    a, b = np.sort(sitio[pares], axis=1).T
    vale = (a != b) & (mudou[a] | mudou[b])
    grupos = Grupos.by(a[vale] * total + b[vale])
    uma, outra = np.divmod(grupos.chaves, total)
    tamanho = np.bincount(sitio, minlength=len(sitio))
    possiveis = tamanho[uma] * tamanho[outra]
    media = (grupos.sum(escores[vale]) + _SEM_COMPARACAO * (possiveis - grupos.tamanhos)) / possiveis
    ligacoes = Ligacoes(uma, outra, media, grupos.min(escores[vale]), tamanho[uma], tamanho[outra])
    return ligacoes.take(media > _MIN_MEDIA)


def _choose_mutuas(ligacoes: Ligacoes, escore: Reais, total: int) -> NDArray[np.bool_]:
    """Return the pairs that are the best of both their sites (ties: the first stations)."""
    posicao = np.empty(len(escore), np.int64)
    posicao[np.lexsort((ligacoes.b, ligacoes.a, -escore))] = np.arange(len(escore))
    melhor = np.full(total, len(escore))
    np.minimum.at(melhor, ligacoes.a, posicao)
    np.minimum.at(melhor, ligacoes.b, posicao)
    mutuas: NDArray[np.bool_] = (posicao == melhor[ligacoes.a]) & (posicao == melhor[ligacoes.b])
    return mutuas
