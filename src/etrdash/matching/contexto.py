"""The second look: what the other registros of a site say about one more."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from etrdash.matching.grupos import Inteiros, Reais, add_at, cut, expand
from etrdash.matching.hipoteses import Hipoteses
from etrdash.matching.placar import Fato, Niveis, cross_niveis, name_faixas
from etrdash.matching.tabela import Tabela

_MIN_PROBABILIDADE = 0.05
_MIN_MASSA = 0.3
_PROCESSOS = [0.4, 1.4, 2.4]
_MESMA_OBRA_DIAS, _MESMA_ALTURA_M = 45.0, 3.0
_CONTAGENS = cross_niveis(("processo", "comunicacao"), name_faixas(_PROCESSOS)[:-1])
_CONCORDA = ("sem_outros", "igual", "outra")

FATOS_DE_CONTEXTO: dict[str, Fato] = {
    "detentora_dos_outros": Fato(_CONCORDA),
    "processos_do_sitio": Fato(_CONTAGENS),
    "comunicacoes_do_sitio": Fato(_CONTAGENS),
    "instalacao_dos_outros": Fato(_CONCORDA),
    "altura_dos_outros": Fato(_CONCORDA),
    "infraestrutura_dos_outros": Fato(_CONCORDA),
}


def weigh_contexto(tabela: Tabela, hipoteses: Hipoteses, probabilidade: Reais) -> Niveis:
    """Compare each place with the other places of the site, weighted by how likely they belong there.

    Args:
        tabela: facts by place.
        hipoteses: rows place × site.
        probabilidade: of each row, at the first look.
    """
    i, j = _pair_no_sitio(hipoteses, probabilidade)
    lugar, outro, massa = hipoteses.lugar[i], hipoteses.lugar[j], probabilidade[j]
    n = len(hipoteses.lugar)

    def weigh(quando: NDArray[np.bool_]) -> Reais:
        return add_at(i[quando], massa[quando], n)

    def level(comparaveis: NDArray[np.bool_], iguais: NDArray[np.bool_]) -> NDArray[np.int8]:
        sim, nao = weigh(comparaveis & iguais), weigh(comparaveis & ~iguais)
        return np.select([sim + nao < _MIN_MASSA, sim >= nao], [0, 1], 2).astype(np.int8)

    estrutura = ~tabela.comunicacao[outro]
    detentora, infra = tabela.detentora, tabela.infra_lugar
    obra = np.abs(tabela.instalada[lugar] - tabela.instalada[outro])
    altura = np.abs(tabela.altura[lugar] - tabela.altura[outro])
    tipo = np.int8(4) * tabela.comunicacao[hipoteses.lugar].astype(np.int8)
    return {
        "detentora_dos_outros": level(
            estrutura & (detentora[lugar] >= 0) & (detentora[outro] >= 0),
            detentora[lugar] == detentora[outro],
        ),
        "processos_do_sitio": tipo + cut(weigh(estrutura), _PROCESSOS),
        "comunicacoes_do_sitio": tipo + cut(weigh(~estrutura), _PROCESSOS),
        "instalacao_dos_outros": level(~np.isnan(obra), obra <= _MESMA_OBRA_DIAS),
        "altura_dos_outros": level(~np.isnan(altura), altura <= _MESMA_ALTURA_M),
        "infraestrutura_dos_outros": level(
            (infra[lugar] > 0) & (infra[outro] > 0), infra[lugar] & infra[outro] > 0
        ),
    }


def _pair_no_sitio(hipoteses: Hipoteses, probabilidade: Reais) -> tuple[Inteiros, Inteiros]:
    """Pair every row with the likely rows of other places at the same site."""
    provaveis = np.flatnonzero(probabilidade > _MIN_PROBABILIDADE)
    provaveis = provaveis[np.lexsort((hipoteses.lugar[provaveis], hipoteses.h[provaveis]))]
    quantas = np.bincount(hipoteses.h[provaveis], minlength=hipoteses.h.max(initial=-1) + 1)
    inicio = np.cumsum(quantas) - quantas
    i, ordinal = expand(quantas[hipoteses.h])
    j = provaveis[inicio[hipoteses.h[i]] + ordinal]
    outros = hipoteses.lugar[i] != hipoteses.lugar[j]
    return i[outros], j[outros]
