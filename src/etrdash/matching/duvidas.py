"""What a crowded street or point leaves open: stations that some process of it may cover, none says which.

A street or point that hundreds of stations share tells none of them apart, so that it brings no candidates
(`candidatos`). A station that ends without a link while processes of its street end without a site is not one
without a process: it keeps one of them as probable, and the evidence says among how many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from etrdash.matching.atribuicao import Atribuicao, Candidatos
from etrdash.matching.decisoes import CONFIRMADO, REJEITADO
from etrdash.matching.fatos import Fatos
from etrdash.matching.grupos import Grupos, Inteiros, expand, find_sorted
from etrdash.matching.tabela import Tabela

_METADE = 0.5
_PASSO = 1e7
_SEM_DATA = 4e6
_CASAS = 6


@dataclass(frozen=True, slots=True)
class Duvidas:
    """Aligned arrays, one row per station and process that may be its own, by station, the likeliest first.

    Attributes:
        lugar: place.
        e: station.
        estacoes: stations without a link that share the street or point.
        processos: processes without a site there.
    """

    lugar: Inteiros
    e: Inteiros
    estacoes: Inteiros
    processos: Inteiros

    def find(self, lugar: Inteiros, e: Inteiros, n_estacoes: int) -> tuple[Inteiros, Inteiros]:
        """Return how many stations and processes each (place, station) is one of; 0 where it is no doubt."""
        n = np.int64(max(n_estacoes, 1))
        chaves = self.lugar * n + self.e
        ordem = np.argsort(chaves)
        posicao, achada = find_sorted(chaves[ordem], lugar * n + e)
        quais = np.append(ordem, len(chaves))[np.where(achada, posicao, len(chaves))]
        return np.append(self.estacoes, 0)[quais], np.append(self.processos, 0)[quais]


def list_duvidas(
    fatos: Fatos, tabela: Tabela, atribuicao: Atribuicao, ligadas: Inteiros, decisoes: pd.DataFrame
) -> Duvidas:
    """Pair each station without a link with a process of its street or point, one of the nearest in time.

    Args:
        fatos: both sides.
        tabela: comparisons.
        atribuicao: probabilities by place and site.
        ligadas: stations that keep a link.
        decisoes: of these municipalities; a station has one process more for each that was rejected.
    """
    cheias = tabela.cheias
    if cheias.estacoes.empty:
        return Duvidas(*np.empty((4, 0), np.int64))
    estacoes = cheias.estacoes[~cheias.estacoes["e"].isin(ligadas)].drop_duplicates("e")
    com_sitio = atribuicao.hipoteses.lugar[atribuicao.probabilidade > _METADE]
    do_decidido = decisoes["codigo_ibge"] + " " + decisoes["registro"]
    confirmados = do_decidido[decisoes["decisao"] == CONFIRMADO]
    processos = fatos.lugares["codigo_ibge"] + " " + fatos.lugares["registro_id"]
    soltos = tabela.numeros_conhecidos == 0
    soltos[com_sitio] = False
    soltos &= ~processos.isin(confirmados).to_numpy()
    lugares = cheias.lugares[soltos[cheias.lugares["l"]]]
    lugares = lugares[lugares["grupo"].isin(estacoes["grupo"])]
    estacoes = estacoes[estacoes["grupo"].isin(lugares["grupo"])]
    e, lugar = (lado.to_numpy(np.int64) for lado in (estacoes["e"], lugares["l"]))
    grupo = pd.factorize(pd.concat([lugares["grupo"], estacoes["grupo"]]), sort=True)[0]
    do_lugar, da_estacao = np.split(grupo, [len(lugar)])
    quando = do_lugar * _PASSO + np.nan_to_num(tabela.iniciada[lugar], nan=_SEM_DATA)
    ordem = np.lexsort((lugar, quando))
    quando = quando[ordem]
    por_grupo = Grupos.by(do_lugar)
    inicio, quantos = por_grupo.inicios[da_estacao], por_grupo.tamanhos[da_estacao]
    licenciada = da_estacao * _PASSO + np.nan_to_num(tabela.licenciada[e], nan=_SEM_DATA)
    depois = np.clip(np.searchsorted(quando, licenciada), inicio, inicio + quantos - 1)
    antes = np.maximum(depois - 1, inicio)
    data = np.where(licenciada - quando[antes] <= quando[depois] - licenciada, quando[antes], quando[depois])
    primeiro = np.searchsorted(quando, data)
    iguais = np.searchsorted(quando, data, side="right") - primeiro
    vez = pd.Series(da_estacao).groupby(da_estacao).cumcount().to_numpy(np.int64)
    escolhido = primeiro + vez % iguais
    rejeitados = decisoes.loc[decisoes["decisao"] == REJEITADO, "numero_estacao"].value_counts()
    numeros = fatos.estacoes["numero_estacao"].iloc[e]
    vezes = np.minimum(1 + numeros.map(rejeitados).fillna(0).to_numpy(np.int64), quantos)
    i, ordinal = expand(vezes)
    volta = (escolhido[i] - inicio[i] + ordinal) % quantos[i]
    juntas = np.bincount(da_estacao, minlength=por_grupo.total)
    return Duvidas(lugar[ordem][inicio[i] + volta], e[i], juntas[da_estacao[i]], quantos[i])


def add_duvidas(candidatos: Candidatos, duvidas: Duvidas, n_estacoes: int) -> Candidatos:
    """Return the candidates with the doubts among them, each as likely as its street has stations."""
    n = np.int64(max(n_estacoes, 1))
    fora = ~np.isin(duvidas.lugar * n + duvidas.e, candidatos.lugar * n + candidatos.e)
    chance = np.round(1 / np.maximum(duvidas.estacoes[fora], 2), _CASAS)
    return candidatos.add(duvidas.lugar[fora], duvidas.e[fora], np.full(fora.sum(), -1), chance)


def choose_duvidas(candidatos: Candidatos, duvidas: Duvidas, ligadas: Inteiros, n_estacoes: int) -> Inteiros:
    """Return the rows of the candidates that are the doubt of a station without a link, one each."""
    n = np.int64(max(n_estacoes, 1))
    posicao, achada = find_sorted(candidatos.lugar * n + candidatos.e, duvidas.lugar * n + duvidas.e)
    fica = achada & ~np.isin(duvidas.e, ligadas)
    fica[fica] = candidatos.probabilidade[posicao[fica]] > 0
    quais = np.flatnonzero(fica)
    return posicao[quais[np.unique(duvidas.e[quais], return_index=True)[1]]]
