"""What the engine is measured against: nearest neighbour, number only, a ladder of rules, splink."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from bench.vinculos_splink import train_ligador
from etrdash.dados import PastaDeDados
from etrdash.matching.candidatos import find_proximos
from etrdash.matching.comparacao import VIA_PARECIDA
from etrdash.matching.enderecos import Vias
from etrdash.matching.fatos import Fatos, read_fatos
from etrdash.matching.tabela import NUMERO_IGUAL, Infraestruturas, Tabela, build_tabela

_PERTO_M, _MESMO_LUGAR_M, _PROXIMO_M, _NUMERO_M = 50.0, 30.0, 150.0, 1000.0
_CASAS = 20
_PROBABILIDADE_DO_SPLINK = 0.5


def read_lados(con: duckdb.DuckDBPyConnection) -> tuple[Fatos, Tabela]:
    """Return both sides and their comparisons, as the engine prepares them."""
    pasta = PastaDeDados.open()
    fatos = read_fatos(con, Vias.load(pasta))
    return fatos, build_tabela(fatos, Infraestruturas.load(pasta))


def link_mais_proxima(fatos: Fatos, tabela: Tabela) -> pd.DataFrame:
    """Link each place to the nearest station within 50 m."""
    perto = tabela.colunas[tabela.colunas["metros"] <= _PERTO_M].sort_values(["l", "metros", "e"])
    return _name(fatos, perto.drop_duplicates("l"))


def link_pelo_numero(fatos: Fatos, tabela: Tabela) -> pd.DataFrame:
    """Link each place to the stations whose number it names."""
    return _name(fatos, tabela.colunas[tabela.colunas["numero"] == NUMERO_IGUAL])


def link_pela_escada(fatos: Fatos, tabela: Tabela, um_sitio: bool) -> pd.DataFrame:
    """Climb a ladder of rules on sites of stations within 25 m.

    Number confirmed by distance; within 30 m; within 150 m with agreeing operator or street; street and house
    number where there is no distance. With `um_sitio`, only the best site of each place.
    """
    c = tabela.colunas
    via = c["via"].to_numpy() >= VIA_PARECIDA
    nome = tabela.names_operadora(c["l"].to_numpy(), tabela.prestadora[c["e"].to_numpy()])
    metros = c["metros"].to_numpy()
    degrau = np.select(
        [
            (c["numero"] == NUMERO_IGUAL) & ~(metros > _NUMERO_M),
            metros <= _MESMO_LUGAR_M,
            (metros <= _PROXIMO_M) & (nome | via),
            np.isnan(metros) & via & (c["casa"] <= _CASAS),
        ],
        [0, 1, 2, 3],
        9,
    )
    sitio = _cluster(fatos)
    pares = c.assign(degrau=degrau, s=sitio[c["e"].to_numpy()])
    pares = pares[pares["degrau"] < 9].sort_values(["l", "degrau", "metros", "casa", "e"])
    escolhidos = pares.drop_duplicates("l") if um_sitio else pares.drop_duplicates(["l", "s"])
    membros = pd.DataFrame({"s": sitio, "vizinha": np.arange(len(sitio))})
    juntos = escolhidos[["l", "s", "e"]].merge(membros, on="s")
    so_uma = tabela.comunicacao[juntos["l"].to_numpy()]
    juntos = juntos[~so_uma | (juntos["e"] == juntos["vizinha"])]
    return _name(fatos, juntos.assign(e=juntos["vizinha"]))


def sites_da_escada(fatos: Fatos) -> pd.DataFrame:
    """Return the ladder's sites: `numero_estacao, site_id`."""
    sitio = _cluster(fatos)
    return pd.DataFrame(
        {"numero_estacao": fatos.estacoes["numero_estacao"], "site_id": pd.Series(sitio).astype(str)}
    )


def link_por_splink(fatos: Fatos, tabela: Tabela, por_sitio: bool) -> pd.DataFrame | None:
    """Link with splink 5, unsupervised; None where it is not installed (`requirements-bench.txt`).

    Args:
        fatos: both sides.
        tabela: comparisons.
        por_sitio: take the likeliest site of each place, and all its stations.
    """
    estacoes = fatos.estacoes.assign(unique_id="e" + pd.Series(np.arange(len(fatos.estacoes))).astype(str))
    primeira = fatos.variantes.drop_duplicates("l").set_index("l")
    lugares = primeira.reindex(np.arange(len(fatos.lugares)))
    lugares["unique_id"] = "l" + pd.Series(np.arange(len(lugares))).astype(str)
    lugares["codigo_ibge"] = fatos.lugares["codigo_ibge"].to_numpy()
    lugares["prestadora"] = fatos.operadoras.drop_duplicates("l").set_index("l")["prestadora"]
    lugares["numero_estacao"] = fatos.numeros.drop_duplicates("l").set_index("l")["numero"]
    campos = ["unique_id", "codigo_ibge", "via", "casa", "bairro", "cep", "prestadora", "numero_estacao"]
    lados = []
    for lado in (lugares, estacoes):
        parte = lado[[*campos, "latitude", "longitude"]].astype(object)
        lados.append(parte.where(parte.notna(), None).reset_index(drop=True))
    try:
        ligador = train_ligador(lados, recall=0.4, outros=["prestadora"])
    except ImportError:
        return None
    saida = ligador.inference.predict(threshold_match_probability=_PROBABILIDADE_DO_SPLINK)
    pares = saida.as_pandas_dataframe()[["unique_id_l", "unique_id_r", "match_probability"]]
    pares["l"] = pares["unique_id_l"].where(pares["unique_id_l"].str.startswith("l"), pares["unique_id_r"])
    pares["e"] = pares["unique_id_l"].where(pares["unique_id_l"].str.startswith("e"), pares["unique_id_r"])
    pares = pares.assign(l=pares["l"].str[1:].astype(int), e=pares["e"].str[1:].astype(int))
    pares = pares.sort_values(["l", "match_probability", "e"], ascending=[True, False, True])
    if not por_sitio:
        return _name(fatos, pares)
    sitio = _cluster(fatos)
    melhor = pares.drop_duplicates("l").assign(s=lambda p: sitio[p["e"].to_numpy()])
    membros = pd.DataFrame({"s": sitio, "vizinha": np.arange(len(sitio))})
    juntos = melhor[["l", "s", "e"]].merge(membros, on="s")
    so_uma = tabela.comunicacao[juntos["l"].to_numpy()]
    juntos = juntos[~so_uma | (juntos["e"] == juntos["vizinha"])]
    return _name(fatos, juntos.assign(e=juntos["vizinha"]))


def _cluster(fatos: Fatos) -> np.ndarray:
    """Group stations within 25 m, by connected components: what a plain ladder would do."""
    pares = find_proximos(fatos.estacoes, fatos.estacoes, 25.0)
    n = len(fatos.estacoes)
    grafo = coo_matrix((np.ones(len(pares)), (pares[:, 0], pares[:, 1])), shape=(n, n))
    return connected_components(grafo, directed=False)[1]


def _name(fatos: Fatos, pares: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "numero_estacao": fatos.estacoes["numero_estacao"].to_numpy()[pares["e"]],
            "registro_id": fatos.lugares["registro_id"].to_numpy()[pares["l"]],
        }
    )
