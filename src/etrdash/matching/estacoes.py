"""Two stations of one neighbourhood: do they stand on one structure?"""

from __future__ import annotations

import numpy as np
import pandas as pd

from etrdash.matching.candidatos import Pares
from etrdash.matching.comparacao import compare
from etrdash.matching.grupos import cut
from etrdash.matching.placar import Fato, Niveis, cross_niveis, name_faixas
from etrdash.matching.tabela import Tabela

_DISTANCIA_M = [2.0, 5, 10, 15, 20, 25, 30, 40, 50, 70, 100, 150]
_CASA = [1.0, 3, 7, 13, 41]
_LICENCAS_DIAS = [30.0, 120, 365, 1000, 2500, 5000]
_FAIXAS = ("perto", "meio", "longe", "sem_distancia")
_FOLGA_GROSSA_M = 10.0

FATOS_DE_ESTACOES: dict[str, Fato] = {
    "distancia": Fato(name_faixas(_DISTANCIA_M, "m", "sem_distancia"), ordenado=True),
    "coordenadas": Fato(("diferentes", "identicas_finas", "identicas_grossas", "iguais_se_arredondadas")),
    "prestadora": Fato(cross_niveis(("outra", "mesma"), _FAIXAS)),
    "logradouro": Fato(cross_niveis(("sem_logradouro", "outro", "vago", "parecido", "igual"), _FAIXAS)),
    "casa": Fato(cross_niveis(("mesma_via", "outra_via"), name_faixas(_CASA, "", "sem_numero"))),
    "cep": Fato(("sem_cep", "outro", "mesmo_prefixo", "geral", "igual")),
    "bairro": Fato(("sem_bairro", "outro", "igual")),
    "licencas": Fato(name_faixas(_LICENCAS_DIAS, "d", "sem_data"), ordenado=True),
    "infraestrutura": Fato(("sem_informacao", "outra", "igual")),
}


def weigh_estacoes(estacoes: pd.DataFrame, tabela: Tabela, pares: Pares) -> Niveis:
    """Return the level of every fact of pairs of stations."""
    i, j = pares[:, 0], pares[:, 1]
    c = compare(estacoes, i, estacoes, j)
    livres, grossa = c.metros_livres, c.folga > _FOLGA_GROSSA_M
    faixa = np.select([np.isnan(livres), livres <= 25, livres <= 70], [3, 0, 1], 2)
    mesma = tabela.servico_da_prestadora[i] == tabela.servico_da_prestadora[j]
    infra_i, infra_j = tabela.infra_estacao[i], tabela.infra_estacao[j]
    niveis = {
        "distancia": cut(livres, _DISTANCIA_M),
        "coordenadas": np.select([c.metros < 1, grossa & (livres <= 0)], [np.where(grossa, 2, 1), 3], 0),
        "prestadora": 4 * mesma + faixa,
        "logradouro": (c.via + 1) * 4 + faixa,
        "casa": np.where(c.via >= 1, 0, len(_CASA) + 2) + cut(c.casa, _CASA),
        "cep": c.cep + 1,
        "bairro": c.bairro + 1,
        "licencas": cut(np.abs(tabela.licenciada[i] - tabela.licenciada[j]), _LICENCAS_DIAS),
        "infraestrutura": np.select([(infra_i == 0) | (infra_j == 0), infra_i & infra_j > 0], [0, 2], 1),
    }
    return {fato: nivel.astype(np.int8) for fato, nivel in niveis.items()}
