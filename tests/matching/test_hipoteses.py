"""Places against sites: what sites have in common with earlier ones is not weighed twice."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from etrdash.dados import PastaDeDados
from etrdash.matching.enderecos import Vias
from etrdash.matching.fatos import read_fatos
from etrdash.matching.hipoteses import Hipoteses, weigh_sitios
from etrdash.matching.tabela import Infraestruturas, build_tabela
from tests.cidade_minima import move_m, open_cidade


def stack(hipoteses: Hipoteses) -> NDArray[np.float64]:
    h = hipoteses
    return np.column_stack([h.lugar, h.h, h.numero, h.livres, *h.niveis.values()])


@pytest.mark.parametrize("semente", range(5))
def test_only_the_sites_that_changed_are_weighed_again(semente: int) -> None:
    sorteio = np.random.default_rng(semente)
    estacoes = [
        {
            "numero_estacao": str(10 + i),
            "prestadora": f"Operadora {'AB'[i % 2]}",
            "classe_infra": [["Rooftop"], ["Greenfield"], []][i % 3],
            **move_m(norte=float(sorteio.integers(0, 900))),
        }
        for i in range(12)
    ]
    atos = [
        {
            "registro_id": str(i),
            "instrumento": ["ALVARA_INSTALACAO", "COMUNICACAO"][i % 2],
            "prestadora": [None, "Operadora A|Operadora B", "Operadora C"][i % 3],
            "detentora": ["Torres T", "Operadora A", None][i % 3],
            "tipo_infraestrutura": ["Rooftop", None][i % 2],
            **move_m(norte=float(sorteio.integers(0, 900))),
        }
        for i in range(8)
    ]
    pasta = PastaDeDados.open()
    tabela = build_tabela(
        read_fatos(open_cidade(estacoes, atos), Vias.load(pasta)), Infraestruturas.load(pasta)
    )
    antes, depois = (_draw_sitios(sorteio, len(estacoes)) for _ in range(2))
    partida = weigh_sitios(tabela, antes)
    assert len(partida.h) > len(atos)
    refeitas = weigh_sitios(tabela, depois, partida, antes)
    np.testing.assert_array_equal(stack(refeitas), stack(weigh_sitios(tabela, depois)))


def _draw_sitios(sorteio: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Put stations into sites by lot, each named by the position of its first station."""
    grupos = sorteio.integers(0, n // 2, n)
    _, primeira, linha = np.unique(grupos, return_index=True, return_inverse=True)
    sitio: NDArray[np.int64] = primeira[linha]
    return sitio
