"""Chances that no single process reaches and all together do: many equal rivals, each too unlikely alone.

A station whose processes are each below what is published, and which has one of them all the same with a
probability that counts, is not one without a process: it keeps the likeliest as probable.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from etrdash.matching.atribuicao import MIN_PROBABILIDADE, Atribuicao, Candidatos
from etrdash.matching.grupos import Grupos, Inteiros, Reais, expand, find_sorted

_QUASE_CERTA = 1 - 1e-9


def add_dispersos(
    candidatos: Candidatos, atribuicao: Atribuicao, sitio: Inteiros, ligadas: Inteiros, limiar: float
) -> Candidatos:
    """Return the candidates with the unlikely ones of the stations that together may have a process.

    Args:
        candidatos: those likely enough to be weighed alone.
        atribuicao: probabilities by place and site.
        sitio: site of each station.
        ligadas: stations that keep a link.
        limiar: probability of having a process from which a station counts.
    """
    n = np.int64(max(len(sitio), 1))
    sem_ligacao = np.setdiff1d(np.arange(len(sitio)), ligadas)
    do_sitio = Grupos.by(atribuicao.hipoteses.h)
    alguma = -np.expm1(do_sitio.sum(_log_nenhuma(atribuicao.probabilidade)))
    grupo, achado = find_sorted(do_sitio.chaves, sitio[sem_ligacao])
    achado[achado] = alguma[grupo[achado]] >= limiar
    e, grupo = sem_ligacao[achado], grupo[achado]
    i, ordinal = expand(do_sitio.tamanhos[grupo])
    linha = do_sitio.ordem[do_sitio.inicios[grupo[i]] + ordinal]
    lugar, p = atribuicao.hipoteses.lugar[linha], atribuicao.probabilidade[linha]
    p = np.minimum(p, MIN_PROBABILIDADE)  # the readings of the map leave out what is below
    posicao, achada = find_sorted(candidatos.lugar * n + candidatos.e, lugar * n + e[i])
    probabilidade = candidatos.probabilidade.copy()
    np.maximum.at(probabilidade, posicao[achada], p[achada])
    novas = np.flatnonzero(~achada & (p > 0))
    mais_provaveis = replace(candidatos, probabilidade=probabilidade)
    return mais_provaveis.add(lugar[novas], e[i][novas], linha[novas], p[novas])


def choose_dispersos(candidatos: Candidatos, guardados: NDArray[np.bool_], limiar: float) -> Inteiros:
    """Return the likeliest candidate of each station that keeps none and may have some, by its rows.

    Args:
        candidatos: all of them, decisions applied.
        guardados: those that are kept.
        limiar: probability of having a process from which a station counts.
    """
    livres = np.flatnonzero(~np.isin(candidatos.e, candidatos.e[guardados]) & (candidatos.probabilidade > 0))
    if not len(livres):
        return livres
    da_estacao = Grupos.by(candidatos.e[livres])
    p = candidatos.probabilidade[livres]
    alguma = -np.expm1(da_estacao.sum(_log_nenhuma(p)))
    ordem = np.lexsort((-p, da_estacao.linhas))
    melhor = ordem[np.unique(da_estacao.linhas[ordem], return_index=True)[1]]
    return livres[melhor[alguma >= limiar]]


def _log_nenhuma(probabilidade: Reais) -> Reais:
    """Logarithm of the probability that a process is not the station's."""
    return np.log1p(-np.minimum(probabilidade, _QUASE_CERTA))
