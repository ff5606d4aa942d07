"""Whether two sites are one: what their stations say of each other, and what the registros say of both."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from etrdash.matching.grupos import Grupos, Inteiros, Reais, add_at, cut, expand, find_sorted, split_fatias
from etrdash.matching.hipoteses import Hipoteses, weigh_hipoteses
from etrdash.matching.placar import Fato, Niveis, Placar, cross_niveis, name_faixas
from etrdash.matching.registros import weigh_registros
from etrdash.matching.tabela import NUMERO_IGUAL, Tabela

_MEDIA: list[float] = [-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3]
_MINIMO: list[float] = [-3, -2, -1, 0, 1, 2]
_GANHO: list[float] = [-4, -2.5, -1.5, -0.8, -0.3, 0.3, 0.8, 1.5, 2.5, 4]
_MASSA: list[float] = [0.3, 0.7, 1.3]
_PROCESSOS: list[float] = [0.5, 1.2, 1.8, 2.5]
_ENTRE_REGISTROS: list[float] = [-4, -2, -1, -0.5, -0.2, 0.2, 0.5, 1, 2, 4]
_MENOR_LADO: list[float] = [0.3, 0.7]
_MAX_GANHO, _MAX_ENTRE = 3.0, 4.0
_MIN_LADO, _MIN_SOMA = 0.1, 0.15
_FATIA = 100_000
_ATE_TRES = ("1", "2", "3")

FATOS_DE_FUSAO: dict[str, Fato] = {
    "media_das_estacoes": Fato(name_faixas(_MEDIA), ordenado=True),
    "menor_das_estacoes": Fato(name_faixas(_MINIMO), ordenado=True),
    "ganho_dos_registros": Fato(name_faixas(_GANHO), ordenado=True),
    "registros_nao_compartilhados": Fato(name_faixas(_MASSA), ordenado=True),
    "registros_compartilhados_de_um_lado": Fato(name_faixas(_MASSA), ordenado=True),
    "registros_com_numeros_dos_dois": Fato(("nenhum", "algum")),
    "entre_registros": Fato(name_faixas(_ENTRE_REGISTROS), ordenado=True),
    "processos": Fato(name_faixas(_PROCESSOS), ordenado=True),
    "prestadora_repetida": Fato(("nao", "sim")),
    "tamanhos": Fato(cross_niveis(_ATE_TRES, _ATE_TRES)),
    "menor_lado": Fato(name_faixas(_MENOR_LADO)[:-1]),
}


@dataclass(frozen=True, slots=True)
class Linhas:
    """Scores of places against the current sites, sorted by `l` and `h`.

    Attributes:
        chave: place × number of stations + site.
        lugar: place.
        h: site.
        chance: odds against "no site".
        numero: best agreement of station numbers.
    """

    chave: Inteiros
    lugar: Inteiros
    h: Inteiros
    chance: Reais
    numero: Inteiros

    @classmethod
    def of(cls, hipoteses: Hipoteses, placar: Placar, total: int) -> Linhas:
        """Score hypotheses (`total`: number of stations)."""
        return cls(
            hipoteses.lugar * np.int64(total) + hipoteses.h,
            hipoteses.lugar,
            hipoteses.h,
            np.exp(placar.score(hipoteses.niveis)),
            hipoteses.numero,
        )

    def find(self, lugar: Inteiros, h: Inteiros, total: int) -> tuple[Reais, Inteiros]:
        """Return odds and number agreement of the rows (l, h); 0 where there is none."""
        posicao, achada = find_sorted(self.chave, lugar * np.int64(total) + h)
        if len(self.lugar) == 0:
            return np.zeros(len(lugar)), np.zeros(len(lugar), np.int64)
        return np.where(achada, self.chance[posicao], 0.0), np.where(achada, self.numero[posicao], 0)

    def replace(self, fora: NDArray[np.bool_], novas: Linhas) -> Linhas:
        """Return the rows without the sites of `fora`, with `novas` added."""
        fica = ~fora[self.h]
        onde = np.searchsorted(self.chave[fica], novas.chave)
        return Linhas(
            *(np.insert(getattr(self, c.name)[fica], onde, getattr(novas, c.name)) for c in fields(self))
        )


@dataclass(frozen=True, slots=True)
class Ligacoes:
    """What the stations alone say of pairs of sites.

    Attributes:
        a: the site of the first station.
        b: the other site (`a < b`).
        media: mean log-odds of their stations standing together.
        minimo: smallest of them.
        tamanho_a: stations of `a`.
        tamanho_b: stations of `b`.
    """

    a: Inteiros
    b: Inteiros
    media: Reais
    minimo: Reais
    tamanho_a: Inteiros
    tamanho_b: Inteiros

    @classmethod
    def empty(cls) -> Ligacoes:
        """Return no pair."""
        inteiros, reais = np.empty(0, np.int64), np.empty(0)
        return cls(inteiros, inteiros, reais, reais, inteiros, inteiros)

    def take(self, onde: NDArray[np.bool_] | slice) -> Ligacoes:
        """Return some of the pairs."""
        return Ligacoes(*(getattr(self, c.name)[onde] for c in fields(self)))

    def append(self, outras: Ligacoes) -> Ligacoes:
        """Return these pairs and others."""
        return Ligacoes(*(np.append(getattr(self, c.name), getattr(outras, c.name)) for c in fields(self)))


def weigh_fusoes(
    tabela: Tabela,
    principais: pd.DataFrame,
    sitio: Inteiros,
    ligacoes: Ligacoes,
    linhas: Linhas,
    placar_lugar: Placar,
    placar_registros: Placar,
) -> Niveis:
    """Weigh the merge of each pair of sites, a slice of bounded size at a time.

    Every pair reads all the rows of both its sites, so that one crowded street has millions of times as many
    as it has stations: their number bounds a slice, and with it the memory.

    Args:
        tabela: comparisons of places with stations.
        principais: one spelling per place.
        sitio: current site of each station.
        ligacoes: the pairs.
        linhas: scores of the places against the current sites.
        placar_lugar: scorecard of places.
        placar_registros: scorecard of pairs of registros.
    """
    membros = Grupos.by(sitio)
    por_sitio = np.bincount(sitio, tabela.linhas_por_estacao, tabela.n_estacoes).astype(np.int64)
    antes = 1.0 + add_at(linhas.lugar, linhas.chance, tabela.n_lugares)
    partes = [
        _weigh_fatia(
            tabela, principais, membros, ligacoes.take(fatia), linhas, antes, placar_lugar, placar_registros
        )
        for fatia in split_fatias(por_sitio[ligacoes.a] + por_sitio[ligacoes.b], _FATIA)
    ]
    return {fato: np.concatenate([parte[fato] for parte in partes]) for fato in FATOS_DE_FUSAO}


def _weigh_fatia(
    tabela: Tabela,
    principais: pd.DataFrame,
    membros: Grupos,
    ligacoes: Ligacoes,
    linhas: Linhas,
    antes_do_lugar: Reais,
    placar_lugar: Placar,
    placar_registros: Placar,
) -> Niveis:
    """Weigh some of the merges.

    Args:
        tabela: comparisons of places with stations.
        principais: one spelling per place.
        membros: stations by site.
        ligacoes: the pairs.
        linhas: scores of the places against the current sites.
        antes_do_lugar: sum of the odds of each place, "no site" included.
        placar_lugar: scorecard of places.
        placar_registros: scorecard of pairs of registros.
    """
    n = len(ligacoes.a)
    par, estacao = _list_estacoes(ligacoes, membros)
    juntas = weigh_hipoteses(tabela, estacao, par, n, com_tipo=False)
    lugar, k = juntas.lugar, juntas.h
    chance_a, numero_a = linhas.find(lugar, ligacoes.a[k], tabela.n_estacoes)
    chance_b, numero_b = linhas.find(lugar, ligacoes.b[k], tabela.n_estacoes)
    chance = np.exp(placar_lugar.score(juntas.niveis))
    antes = antes_do_lugar[lugar]
    depois = np.maximum(antes - chance_a - chance_b + chance, 1e-9)
    ganho = np.clip(np.log(depois) - np.log(antes), -_MAX_GANHO, _MAX_GANHO)
    p_a, p_b = chance_a / antes, chance_b / antes
    estrutura = ~tabela.comunicacao[lugar]
    dividida = tabela.compartilhada[lugar]
    de_um = p_a * (ligacoes.tamanho_a[k] == 1) + p_b * (ligacoes.tamanho_b[k] == 1)
    dos_dois = (numero_a == NUMERO_IGUAL) & (numero_b == NUMERO_IGUAL)

    def add(valores: NDArray[np.float64] | NDArray[np.bool_]) -> Reais:
        return add_at(k, valores, n)

    entre = _add_entre_registros(
        tabela, principais, lugar, k, p_a * estrutura, p_b * estrutura, n, placar_registros
    )
    niveis = {
        "media_das_estacoes": cut(ligacoes.media, _MEDIA),
        "menor_das_estacoes": cut(ligacoes.minimo, _MINIMO),
        "ganho_dos_registros": cut(add(ganho), _GANHO),
        "registros_nao_compartilhados": cut(add((p_a + p_b) * (dividida == 0)), _MASSA),
        "registros_compartilhados_de_um_lado": cut(add(de_um * (dividida == 1)), _MASSA),
        "registros_com_numeros_dos_dois": add(dos_dois) > 0,
        "entre_registros": cut(entre, _ENTRE_REGISTROS),
        "processos": cut(add(chance / depois * estrutura), _PROCESSOS),
        "prestadora_repetida": _has_repetida(tabela, par, estacao, n),
        "tamanhos": _level_tamanhos(ligacoes),
        "menor_lado": cut(np.minimum(add(p_a * estrutura), add(p_b * estrutura)), _MENOR_LADO),
    }
    return {fato: nivel.astype(np.int8) for fato, nivel in niveis.items()}


def _list_estacoes(ligacoes: Ligacoes, membros: Grupos) -> tuple[Inteiros, Inteiros]:
    """Return the stations of both sides of each pair: (pair, station)."""
    pares, estacoes = [], []
    for lado in (ligacoes.a, ligacoes.b):
        grupo = np.searchsorted(membros.chaves, lado)
        k, ordinal = expand(membros.tamanhos[grupo])
        pares.append(k)
        estacoes.append(membros.ordem[membros.inicios[grupo[k]] + ordinal])
    return np.concatenate(pares), np.concatenate(estacoes)


def _add_entre_registros(
    tabela: Tabela,
    principais: pd.DataFrame,
    lugar: Inteiros,
    k: Inteiros,
    p_a: Reais,
    p_b: Reais,
    n: int,
    placar: Placar,
) -> Reais:
    """Sum, over pairs of structure registros of the two sides, their log-odds of being of one site."""
    vale = p_a + p_b > _MIN_SOMA
    de_a, de_b = (np.flatnonzero((p > _MIN_LADO) & vale) for p in (p_a, p_b))
    de_a, de_b = (lado[np.argsort(k[lado], kind="stable")] for lado in (de_a, de_b))
    inicio = np.searchsorted(k[de_b], k[de_a])
    i, ordinal = expand(np.searchsorted(k[de_b], k[de_a], side="right") - inicio)
    x, y = de_a[i], de_b[inicio[i] + ordinal]
    outros = lugar[x] != lugar[y]
    x, y = x[outros], y[outros]
    if len(x) == 0:
        return np.zeros(n)
    escore = placar.score(weigh_registros(tabela, principais, lugar[x], lugar[y]))
    return add_at(k[x], p_a[x] * p_b[y] * np.clip(escore, -_MAX_ENTRE, _MAX_ENTRE), n)


def _has_repetida(tabela: Tabela, par: Inteiros, estacao: Inteiros, n: int) -> NDArray[np.bool_]:
    """Whether one operator would have two stations of one service on the merged site."""
    grupos = Grupos.by(par * np.int64(tabela.n_servicos) + tabela.servico_da_prestadora[estacao])
    repetidas = grupos.chaves[grupos.tamanhos > 1]
    return np.bincount(repetidas // tabela.n_servicos, minlength=n) > 0


def _level_tamanhos(ligacoes: Ligacoes) -> Inteiros:
    menor = np.minimum(ligacoes.tamanho_a, ligacoes.tamanho_b).clip(1, 3)
    maior = np.maximum(ligacoes.tamanho_a, ligacoes.tamanho_b).clip(1, 3)
    nivel: Inteiros = (menor - 1) * 3 + maior - 1
    return nivel
