"""Candidates that came near and were refused, with the reason, for whoever checks a station."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from etrdash.matching.atribuicao import Atribuicao
from etrdash.matching.grupos import Grupos, Inteiros
from etrdash.matching.tabela import NUMERO_IGUAL, Tabela

_MAX_POR_ESTACAO = 5
_PERTO_M = 200.0
_LONGE_M = 1000.0
_METADE = 0.5

OUTRA_DO_SITIO = "comunicação de outra estação do mesmo sítio"
OUTRO_SITIO = "o processo combina melhor com outro sítio"
NUMERO_ALHEIO = "o processo cita o número de outra estação"
NUMERO_LONGE = "cita o número da estação, mas descreve um lugar a mais de 1 km"
POUCA_EVIDENCIA = "perto, mas sem outra coincidência suficiente"


def list_recusados(
    tabela: Tabela, sitio: Inteiros, atribuicao: Atribuicao, ligados: Inteiros
) -> pd.DataFrame:
    """Return the nearest refused candidates of each station.

    Args:
        tabela: comparisons.
        sitio: site of each station.
        atribuicao: probabilities by place and site.
        ligados: keys place × number of stations + station of the candidates that were kept.

    Returns:
        `l, e, distancia_m, motivo`, at most five by station.
    """
    colunas = tabela.colunas
    lugar, e = colunas["l"].to_numpy(), colunas["e"].to_numpy()
    igual = colunas["numero"].to_numpy() == NUMERO_IGUAL
    livres = colunas["livres"].to_numpy()
    fora = ~np.isin(lugar * np.int64(max(tabela.n_estacoes, 1)) + e, ligados)
    vale = np.flatnonzero(fora & (igual | (livres <= _PERTO_M)))
    lugar, e, igual, livres = lugar[vale], e[vale], igual[vale], livres[vale]
    metros = colunas["metros"].to_numpy()[vale]
    melhor = _choose_sitio(tabela, atribuicao)
    motivo = np.select(
        [
            igual & (livres > _LONGE_M),
            (melhor[lugar] == sitio[e]) & tabela.comunicacao[lugar],
            melhor[lugar] >= 0,
            ~igual & (tabela.numeros_conhecidos[lugar] > 0),
        ],
        [NUMERO_LONGE, OUTRA_DO_SITIO, OUTRO_SITIO, NUMERO_ALHEIO],
        POUCA_EVIDENCIA,
    )
    ordem = np.lexsort((lugar, np.where(np.isnan(livres), np.inf, livres), ~igual, e))
    return pd.DataFrame(
        {"l": lugar[ordem], "e": e[ordem], "distancia_m": metros[ordem], "motivo": motivo[ordem]}
    ).loc[_count_antes(e[ordem]) < _MAX_POR_ESTACAO]


def _choose_sitio(tabela: Tabela, atribuicao: Atribuicao) -> NDArray[np.int64]:
    """Site that each place more likely than not belongs to, -1 where none."""
    escolhido = np.full(tabela.n_lugares, -1)
    certos = atribuicao.probabilidade > _METADE
    escolhido[atribuicao.hipoteses.lugar[certos]] = atribuicao.hipoteses.h[certos]
    return escolhido


def _count_antes(ordenada: Inteiros) -> Inteiros:
    grupos = Grupos.by(ordenada)
    return np.arange(len(ordenada)) - grupos.inicios[grupos.linhas]
