"""Two registros of one neighbourhood: do they speak of one structure?"""

from __future__ import annotations

import numpy as np
import pandas as pd

from etrdash.matching.comparacao import compare
from etrdash.matching.fatos import Fatos
from etrdash.matching.grupos import Inteiros, cut
from etrdash.matching.placar import Fato, Niveis, cross_niveis, name_faixas
from etrdash.matching.tabela import Tabela

_DISTANCIA_M = [5.0, 15, 30, 50, 80, 120, 200, 400, 800]
_CASA = [1.0, 3, 11, 41]
_FOLGA_GROSSA_M = 30.0
_MESMA_ALTURA_M, _MESMA_OBRA_DIAS = 3.0, 45.0
_CONCORDA = ("sem_informacao", "igual", "outra")

FATOS_DE_REGISTROS: dict[str, Fato] = {
    "detentora": Fato(_CONCORDA),
    "distancia": Fato(name_faixas(_DISTANCIA_M, "m", "sem_distancia"), ordenado=True),
    "coordenada_grossa": Fato(("sem_distancia", "fina", "grossa")),
    "logradouro": Fato(("sem_logradouro", "outro", "vago", "parecido", "igual")),
    "casa": Fato(cross_niveis(("mesma_via", "outra_via"), name_faixas(_CASA, "", "sem_numero"))),
    "cep": Fato(("sem_cep", "outro", "mesmo_prefixo", "geral", "igual")),
    "altura": Fato(_CONCORDA),
    "instalacao": Fato(_CONCORDA),
    "infraestrutura": Fato(_CONCORDA),
    "compartilhada": Fato(("sem_informacao", "discordam", "ambas_sim", "ambas_nao")),
}


def select_principais(fatos: Fatos) -> pd.DataFrame:
    """Return one spelling per place: its first address and its first coordinate."""
    lugares = np.arange(len(fatos.lugares))
    ponto = ["latitude", "longitude", "caixa_lat_m", "caixa_lon_m"]
    primeira = fatos.variantes.drop_duplicates("l").set_index("l").reindex(lugares)
    com_ponto = fatos.variantes[fatos.variantes["latitude"].notna()].drop_duplicates("l").set_index("l")
    primeira[ponto] = com_ponto[ponto].reindex(lugares)
    return primeira


def weigh_registros(tabela: Tabela, principais: pd.DataFrame, lugar: Inteiros, outro: Inteiros) -> Niveis:
    """Return the level of every fact of aligned pairs of places."""
    c = compare(principais, lugar, principais, outro)
    detentora, infra, dividida = tabela.detentora, tabela.infra_lugar, tabela.compartilhada
    altura = np.abs(tabela.altura[lugar] - tabela.altura[outro])
    obra = np.abs(tabela.instalada[lugar] - tabela.instalada[outro])
    a, b = dividida[lugar], dividida[outro]
    sem_dona = (detentora[lugar] < 0) | (detentora[outro] < 0)
    sem_infra = (infra[lugar] == 0) | (infra[outro] == 0)
    niveis = {
        "detentora": np.select([sem_dona, detentora[lugar] == detentora[outro]], [0, 1], 2),
        "distancia": cut(c.metros_livres, _DISTANCIA_M),
        "coordenada_grossa": np.select([np.isnan(c.metros), c.folga <= _FOLGA_GROSSA_M], [0, 1], 2),
        "logradouro": c.via + 1,
        "casa": np.where(c.via >= 1, 0, len(_CASA) + 2) + cut(c.casa, _CASA),
        "cep": c.cep + 1,
        "altura": np.select([np.isnan(altura), altura <= _MESMA_ALTURA_M], [0, 1], 2),
        "instalacao": np.select([np.isnan(obra), obra <= _MESMA_OBRA_DIAS], [0, 1], 2),
        "infraestrutura": np.select([sem_infra, infra[lugar] & infra[outro] > 0], [0, 1], 2),
        "compartilhada": np.select([(a < 0) | (b < 0), a != b, a == 1], [0, 1, 2], 3),
    }
    return {fato: nivel.astype(np.int8) for fato, nivel in niveis.items()}
