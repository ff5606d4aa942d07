"""A communication covers one station: which one of the site's."""

from __future__ import annotations

import numpy as np

from etrdash.matching.grupos import Inteiros, cut
from etrdash.matching.placar import Fato, Niveis, name_faixas
from etrdash.matching.tabela import Tabela

_PRAZO_DIAS = [-700.0, -200, -30, 0, 60, 120, 200, 500, 1500]
_CASA = [1.0, 3, 11]
_DISTANCIA_M = [1.0, 5, 10, 20]
_OBRA_DIAS = [-60.0, 0, 300]

FATOS_DE_COMUNICACAO: dict[str, Fato] = {
    "numero": Fato(("sem_igualdade", "quase_igual", "igual")),
    "prestadora": Fato(("sem_prestadora", "dita", "outra")),
    "detentora": Fato(("sem_operadora", "propria", "outra")),
    "prazo": Fato(name_faixas(_PRAZO_DIAS, "d", "sem_data"), ordenado=True),
    "casa": Fato(name_faixas(_CASA, "", "sem_numero")),
    "distancia": Fato(name_faixas(_DISTANCIA_M, "m", "sem_distancia")),
    "instalacao": Fato(name_faixas(_OBRA_DIAS, "d", "sem_data")),
}


def weigh_comunicacao(tabela: Tabela, lugar: Inteiros, e: Inteiros) -> Niveis:
    """Return the level of every fact of aligned (place, station)."""
    posicao, achada = tabela.find_pares(lugar, e)
    colunas = tabela.colunas
    detentora, prestadora = tabela.detentora[lugar], tabela.prestadora[e]
    sem_operadora = (detentora < 0) | ~tabela.eh_operadora[lugar]
    dita = tabela.names_operadora(lugar, prestadora)

    def take(nome: str, vazio: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        valores = colunas[nome].to_numpy(np.float64)
        return np.where(achada, valores[posicao] if len(valores) else vazio, vazio)

    niveis = {
        "numero": take("numero", 0),
        "prestadora": np.select([tabela.n_operadoras[lugar] == 0, dita], [0, 1], 2),
        "detentora": np.select([sem_operadora, detentora == prestadora], [0, 1], 2),
        "prazo": cut(tabela.iniciada[lugar] - tabela.licenciada[e], _PRAZO_DIAS),
        "casa": cut(take("casa", np.nan), _CASA),
        "distancia": cut(take("livres", np.nan), _DISTANCIA_M),
        "instalacao": cut(tabela.licenciada[e] - tabela.instalada[lugar], _OBRA_DIAS),
    }
    return {fato: nivel.astype(np.int8) for fato, nivel in niveis.items()}
