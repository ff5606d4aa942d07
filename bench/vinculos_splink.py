"""The peer: one splink model, unsupervised, for whoever measures beside it (`requirements-bench.txt`)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pandas as pd


def train_ligador(lados: Sequence[pd.DataFrame], recall: float, outros: Sequence[str] = ()) -> Any:
    """Return a linker trained on processes and stations, by expectation maximisation.

    Args:
        lados: processes and stations: `unique_id, codigo_ibge, numero_estacao, latitude, longitude, via,
            casa, bairro, cep`.
        recall: share of the true pairs that one station number is supposed to find.
        outros: further columns that both sides hold, compared as equal or not.

    Raises:
        ImportError: splink is not installed.
    """
    splink = import_module("splink")
    cl = import_module("splink.comparison_library")
    blocos = {c: splink.block_on("codigo_ibge", c) for c in ("via", "numero_estacao", "bairro", "cep")}
    configuracao = splink.SettingsCreator(
        link_type="link_only",
        comparisons=[
            cl.ExactMatch("numero_estacao"),
            cl.DistanceInKMAtThresholds("latitude", "longitude", [0.03, 0.15, 0.5]),
            cl.JaroWinklerAtThresholds("via", [0.95, 0.85]),
            *(cl.ExactMatch(coluna) for coluna in ("casa", "bairro", "cep", *outros)),
        ],
        blocking_rules_to_generate_predictions=list(blocos.values()),
    )
    api = splink.DuckDBAPI()
    ligador = splink.Linker([api.register(lado) for lado in lados], configuracao)
    treino = ligador.training
    treino.estimate_probability_two_random_records_match([blocos["numero_estacao"]], recall=recall)
    treino.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for coluna in ("via", "bairro"):
        treino.estimate_parameters_using_expectation_maximisation(blocos[coluna])
    return ligador
