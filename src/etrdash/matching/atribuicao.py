"""Each registro's place to one site: probabilities, and from them the probability of every link."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from etrdash.matching.comunicacao import weigh_comunicacao
from etrdash.matching.contexto import weigh_contexto
from etrdash.matching.grupos import Grupos, Inteiros, Reais, expand, find_sorted, softmax_or_none
from etrdash.matching.hipoteses import Hipoteses, weigh_sitios
from etrdash.matching.pesos import Pesos
from etrdash.matching.placar import Niveis
from etrdash.matching.sitios import Sitios
from etrdash.matching.tabela import NUMERO_IGUAL, Tabela

MIN_PROBABILIDADE = 0.02
_MIN_CHANCE = 0.03
_CASAS = 6
_METADE = 0.5


@dataclass(frozen=True, slots=True)
class Atribuicao:
    """Aligned arrays, one row per place and candidate site.

    Attributes:
        hipoteses: places, sites and levels.
        niveis: levels of both looks.
        probabilidade: that the place is of the site.
    """

    hipoteses: Hipoteses
    niveis: Niveis
    probabilidade: Reais


@dataclass(frozen=True, slots=True)
class Candidatos:
    """Aligned arrays, one row per place and station, sorted by both.

    Attributes:
        lugar: place.
        e: station.
        linha: row of the `Atribuicao`, -1 where the station's site is no candidate of the place.
        probabilidade: that the registro covers the station.
        decisao: row of the decisions that confirms the pair, -1 where none does.
    """

    lugar: Inteiros
    e: Inteiros
    linha: Inteiros
    probabilidade: Reais
    decisao: Inteiros

    def take(self, quais: NDArray[np.bool_]) -> Candidatos:
        """Return some of the rows."""
        return Candidatos(*(getattr(self, c.name)[quais] for c in fields(self)))

    def add(self, lugar: Inteiros, e: Inteiros, linha: Inteiros, probabilidade: Reais) -> Candidatos:
        """Return the rows and some more, which no person confirmed."""
        ordem = np.lexsort((np.append(self.e, e), np.append(self.lugar, lugar)))
        novas = (lugar, e, linha, probabilidade, np.full(len(lugar), -1))
        partes = zip(fields(self), novas, strict=True)
        return Candidatos(*(np.append(getattr(self, c.name), nova)[ordem] for c, nova in partes))


def assign_lugares(tabela: Tabela, hipoteses: Hipoteses, pesos: Pesos) -> Atribuicao:
    """Weigh every place against its candidate sites, twice: alone, and knowing what else each site has."""
    primeira = softmax_or_none(pesos.lugar.score(hipoteses.niveis), hipoteses.lugar, tabela.n_lugares)
    niveis = hipoteses.niveis | weigh_contexto(tabela, hipoteses, primeira)
    segunda = softmax_or_none(pesos.lugar_com_contexto.score(niveis), hipoteses.lugar, tabela.n_lugares)
    return Atribuicao(hipoteses, niveis, np.round(segunda, _CASAS))


def link_lugares(tabela: Tabela, sitios: Sitios, pesos: Pesos) -> tuple[Atribuicao, Candidatos]:
    """Weigh every place against the sites, and every link by how sure the site's bounds are.

    The probability of a link is the mean over three readings of the map: the sites found, the nearest refused
    merges accepted, the last accepted merges refused, each weighed by its probability around the station. A
    station whose number the registro names is covered wherever the site ends: the best reading counts.
    Elsewhere a link is accepted only at the one site that is likelier than all others together: two sites
    that the doubt about their bounds keeps apart are both probable, never both accepted.
    """
    atribuicao = assign_lugares(tabela, weigh_sitios(tabela, sitios.sitio), pesos)
    leituras = [list_candidatos(tabela, sitios.sitio, atribuicao, pesos)]
    for alternativa, chance in (
        (sitios.unido, sitios.chance_de_unir),
        (sitios.parte, sitios.chance_de_partir),
    ):
        outra = np.where(chance > _MIN_CHANCE, alternativa, sitios.sitio)
        leituras.append(_read_outra(tabela, outra, atribuicao.hipoteses, sitios.sitio, pesos))
    n = np.int64(max(len(sitios.sitio), 1))
    chaves = np.unique(np.concatenate([c.lugar * n + c.e for c in leituras]))
    lugar, e = np.divmod(chaves, n)
    unir, partir = (
        np.where(c > _MIN_CHANCE, c, 0.0)[e] for c in (sitios.chance_de_unir, sitios.chance_de_partir)
    )
    unir *= 1 - partir
    probabilidade, maior = np.zeros((2, len(chaves)))
    for leitura, peso in zip(leituras, (1 - unir - partir, unir, partir), strict=True):
        posicao, achada = find_sorted(leitura.lugar * n + leitura.e, chaves)
        lida = (
            np.where(achada, leitura.probabilidade[posicao], 0.0) if len(leitura.e) else np.zeros(len(chaves))
        )
        probabilidade += peso * lida
        maior = np.maximum(maior, np.where(peso > 0, lida, 0.0))
    h = atribuicao.hipoteses
    linha, achada = find_sorted(h.lugar * n + h.h, lugar * n + sitios.sitio[e])
    linha = np.where(achada, linha, -1)
    do_sitio = np.append(atribuicao.probabilidade, 0.0)[linha]
    so_provavel = np.minimum(probabilidade, pesos.limiares["aceito"])
    probabilidade = np.where(do_sitio > _METADE, probabilidade, so_provavel)
    probabilidade = np.where(_is_dita(tabela, lugar, e), maior, probabilidade)
    return atribuicao, Candidatos(lugar, e, linha, np.round(probabilidade, _CASAS), np.full(len(lugar), -1))


def _read_outra(
    tabela: Tabela, sitio: Inteiros, hipoteses: Hipoteses, sitio_antes: Inteiros, pesos: Pesos
) -> Candidatos:
    """Return the candidates of another reading of the map, weighing only the sites that it changes."""
    outras = weigh_sitios(tabela, sitio, hipoteses, sitio_antes)
    return list_candidatos(tabela, sitio, assign_lugares(tabela, outras, pesos), pesos)


def _is_dita(tabela: Tabela, lugar: Inteiros, e: Inteiros) -> NDArray[np.bool_]:
    """Whether each place names the number of each station."""
    posicao, achada = tabela.find_pares(lugar, e)
    if len(tabela.colunas) == 0:
        return achada
    dita: NDArray[np.bool_] = achada & (tabela.colunas["numero"].to_numpy()[posicao] == NUMERO_IGUAL)
    return dita


def list_candidatos(tabela: Tabela, sitio: Inteiros, atribuicao: Atribuicao, pesos: Pesos) -> Candidatos:
    """Return the stations that each place may cover: all of the site's; for a communication, one of them."""
    provaveis = np.flatnonzero(atribuicao.probabilidade >= MIN_PROBABILIDADE)
    membros = Grupos.by(sitio)
    grupo = np.searchsorted(membros.chaves, atribuicao.hipoteses.h[provaveis])
    i, ordinal = expand(membros.tamanhos[grupo])
    linha, estacao = provaveis[i], membros.ordem[membros.inicios[grupo[i]] + ordinal]
    lugar = atribuicao.hipoteses.lugar[linha]
    probabilidade = atribuicao.probabilidade[linha]
    uma_so = np.flatnonzero(tabela.comunicacao[lugar])
    if len(uma_so):
        escore = pesos.comunicacao.score(weigh_comunicacao(tabela, lugar[uma_so], estacao[uma_so]))
        por_linha = Grupos.by(linha[uma_so])
        partes = np.exp(escore - por_linha.max(escore)[por_linha.linhas])
        probabilidade[uma_so] *= partes / por_linha.sum(partes)[por_linha.linhas]
    ordem = np.lexsort((estacao, lugar))
    return Candidatos(
        lugar[ordem],
        estacao[ordem],
        linha[ordem],
        np.round(probabilidade[ordem], _CASAS),
        np.full(len(ordem), -1),
    )
