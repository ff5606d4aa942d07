"""Sites: stations that stand on one structure."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from etrdash.matching.geometria import project_m

_RAIO_M = 25.0


def cluster_sitios(estacoes: pd.DataFrame) -> pd.Series:
    """Return the `sitio_id` of every station.

    Args:
        estacoes: `codigo_ibge, numero_estacao, latitude, longitude`, sorted by the first two.

    Returns:
        `<codigo_ibge>-<smallest station number>` by row.
    """
    com = np.flatnonzero(estacoes["latitude"].notna().to_numpy())
    pontos = project_m(estacoes["latitude"].to_numpy()[com], estacoes["longitude"].to_numpy()[com])
    pares = cKDTree(pontos).query_pairs(_RAIO_M, output_type="ndarray") if len(com) else np.empty((0, 2), int)
    x, y = com[pares[:, 0]], com[pares[:, 1]]
    municipio = estacoes["codigo_ibge"].to_numpy()
    mesmo = municipio[x] == municipio[y]
    grafo = coo_matrix((np.ones(int(mesmo.sum())), (x[mesmo], y[mesmo])), shape=(len(estacoes),) * 2)
    _, grupo = connected_components(grafo, directed=False)
    nome = estacoes["codigo_ibge"] + "-" + estacoes["numero_estacao"]
    return nome.groupby(grupo).transform("first").rename("sitio_id")
