"""The matching stage: sites, registros by place, and the links between them."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import pandas as pd
from rapidfuzz import fuzz, process

from etrdash.dados import PastaDeDados
from etrdash.matching.enderecos import Vias, normalize_enderecos
from etrdash.matching.geometria import distance_m
from etrdash.matching.lugares import read_linhas_de_lugar
from etrdash.matching.sitios import cluster_sitios

_DEGRAUS = [("numero", 0.98), ("local", 0.9), ("proximo", 0.8), ("endereco", 0.7)]


def link(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
    """Create `int_sitios`, `int_estacao_sitio`, `int_registros`, `int_vinculos`, `int_recusados`.

    Args:
        con: the build's database, holding `stg_estacoes` and `stg_atos`.
        pasta: data folder with `matching/` and `vinculos/`.
    """
    vias = Vias.load(pasta)
    estacoes = con.execute(
        """
        SELECT codigo_ibge, numero_estacao, prestadora, logradouro, numero, complemento, bairro, cep,
            CASE WHEN qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'ausente') THEN NULL
                ELSE latitude END AS latitude,
            CASE WHEN qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'ausente') THEN NULL
                ELSE longitude END AS longitude
        FROM stg_estacoes ORDER BY codigo_ibge, numero_estacao
        """
    ).df()
    partes = normalize_enderecos(estacoes[["logradouro", "numero", "complemento", "bairro", "cep"]], vias)
    estacoes = pd.concat([estacoes.drop(columns=["bairro", "cep"]), partes], axis=1)
    estacoes["sitio_id"] = cluster_sitios(estacoes)
    linhas = read_linhas_de_lugar(con, vias)
    pares = _score_pares(linhas, estacoes)
    _write(con, estacoes, linhas, pares)


def _score_pares(linhas: pd.DataFrame, estacoes: pd.DataFrame) -> pd.DataFrame:
    """Climb the ladder: one row per (registro, lugar, station) with its rung and distance."""
    fatos = linhas.drop_duplicates(
        ["registro", "lugar", "via", "casa_min", "latitude", "longitude", "prestadora", "detentora"]
    )
    pares = fatos.reset_index(names="linha_i")[["linha_i", "codigo_ibge"]].merge(
        estacoes.reset_index(names="e")[["e", "codigo_ibge"]], on="codigo_ibge"
    )
    a = linhas.loc[pares["linha_i"]].reset_index(drop=True)
    b = estacoes.loc[pares["e"]].reset_index(drop=True)
    metros = distance_m(a["latitude"], a["longitude"], b["latitude"], b["longitude"])
    via = process.cpdist(
        a["via"].fillna("").to_list(), b["via"].fillna("").to_list(), scorer=fuzz.token_sort_ratio
    )
    mesma_via = (via >= 85) & a["via"].notna().to_numpy() & b["via"].notna().to_numpy()
    casa = (a["casa_min"] - b["casa_min"]).abs().fillna(999).to_numpy(dtype=float)
    nome = np.fromiter(
        (
            bool(p) and bool(q) and q in str(p).split("|")
            for p, q in zip(a["prestadora"].fillna(""), b["prestadora"].fillna(""), strict=True)
        ),
        bool,
        len(a),
    )
    numero = np.fromiter(
        (q in p for p, q in zip(a["numeros_estacao"], b["numero_estacao"], strict=True)), bool, len(a)
    )
    degrau = np.select(
        [
            numero & ~(metros > 1000),
            metros <= 30,
            (metros <= 150) & (nome | mesma_via),
            np.isnan(metros) & mesma_via & (casa <= 20),
        ],
        [0, 1, 2, 3],
        default=9,
    )
    pares = pd.DataFrame(
        {
            "registro": a["registro"], "lugar": a["lugar"], "e": pares["e"], "degrau": degrau, "metros": metros,
            "via": via, "casa": casa, "sitio_id": b["sitio_id"], "comunicacao": a["instrumento"] == "COMUNICACAO",
            "nome": nome,
        }
    )  # fmt: skip
    pares = pares[pares["degrau"] < 9]
    ordem = ["registro", "lugar", "degrau", "metros", "casa", "e"]
    return pares.sort_values(ordem, na_position="last").drop_duplicates(["registro", "lugar", "e"])


def _write(
    con: duckdb.DuckDBPyConnection, estacoes: pd.DataFrame, linhas: pd.DataFrame, pares: pd.DataFrame
) -> None:
    melhor = pares.drop_duplicates(["registro", "lugar"])[
        ["registro", "lugar", "sitio_id", "degrau", "metros"]
    ]
    lugares = linhas.groupby(["registro", "lugar"], as_index=False).agg(
        codigo_ibge=("codigo_ibge", "first"),
        registro_id=("registro_id", "first"),
        instrumentos=("instrumento", lambda s: sorted(set(s))),
        detentora=("detentora", "first"),
        detentora_cnpj=("detentora_cnpj", "first"),
    )
    lugares = lugares.merge(
        melhor[["registro", "lugar", "sitio_id", "degrau"]], on=["registro", "lugar"], how="left"
    )
    so_comunicacao = lugares["instrumentos"].map(lambda i: i == ["COMUNICACAO"]).astype(bool)
    no_sitio = estacoes.reset_index(names="e")[["e", "sitio_id", "numero_estacao"]].merge(
        lugares[lugares["sitio_id"].notna()], on="sitio_id"
    )
    no_sitio = no_sitio.merge(
        pares[["registro", "lugar", "e", "degrau", "metros"]],
        on=["registro", "lugar", "e"],
        how="left",
        suffixes=("_l", ""),
    ).sort_values(["registro", "lugar", "degrau", "metros", "e"], na_position="last")
    comunica = no_sitio.set_index(["registro", "lugar"]).index.isin(
        lugares[so_comunicacao].set_index(["registro", "lugar"]).index
    )
    primeiro = ~no_sitio.duplicated(["registro", "lugar"])
    aceitos = no_sitio[~comunica | primeiro.to_numpy()].drop_duplicates(["registro", "e"]).copy()
    aceitos["degrau"] = aceitos["degrau"].fillna(aceitos["degrau_l"]).astype(int)
    aceitos["nivel"] = aceitos["degrau"].map(lambda d: _DEGRAUS[d][0])
    aceitos["escore"] = aceitos["degrau"].map(lambda d: _DEGRAUS[d][1])
    aceitos["evidencias"] = [
        json.dumps(
            [{"fato": nivel, "estacao": numero, "registro": registro, "peso": 1.0}], ensure_ascii=False
        )
        for nivel, numero, registro in zip(
            aceitos["nivel"], aceitos["numero_estacao"], aceitos["registro_id"], strict=True
        )
    ]
    con.register(
        "_estacoes", estacoes[["codigo_ibge", "numero_estacao", "sitio_id", "latitude", "longitude"]]
    )
    con.register(
        "_lugares",
        lugares[
            ["codigo_ibge", "registro_id", "lugar", "sitio_id", "instrumentos", "detentora", "detentora_cnpj"]
        ],
    )
    con.register(
        "_vinculos",
        aceitos[
            [
                "codigo_ibge",
                "numero_estacao",
                "registro_id",
                "sitio_id",
                "nivel",
                "metros",
                "escore",
                "evidencias",
            ]
        ],
    )
    con.execute(
        """
        CREATE OR REPLACE TABLE int_sitios AS
            SELECT codigo_ibge, sitio_id, median(latitude) AS latitude, median(longitude) AS longitude
            FROM _estacoes GROUP BY ALL ORDER BY ALL;
        CREATE OR REPLACE TABLE int_estacao_sitio AS
            SELECT numero_estacao, sitio_id FROM _estacoes ORDER BY ALL;
        CREATE OR REPLACE TABLE int_registros AS
            SELECT codigo_ibge, registro_id, CAST(lugar AS INTEGER) AS lugar, sitio_id,
                CAST(instrumentos AS VARCHAR[]) AS instrumentos, detentora, detentora_cnpj
            FROM _lugares ORDER BY codigo_ibge, registro_id, lugar;
        CREATE OR REPLACE TABLE int_vinculos AS
            SELECT codigo_ibge, numero_estacao, registro_id, sitio_id, nivel, metros AS distancia_m, escore,
                false AS ambigua, CAST([] AS VARCHAR[]) AS contradicoes, CAST(NULL AS VARCHAR) AS decidido_por, evidencias
            FROM _vinculos ORDER BY codigo_ibge, numero_estacao, registro_id;
        CREATE OR REPLACE TABLE int_recusados (codigo_ibge VARCHAR, numero_estacao VARCHAR, registro_id VARCHAR,
            distancia_m DOUBLE, motivo VARCHAR);
        CREATE OR REPLACE TABLE int_decisoes_sem_efeito (numero_estacao VARCHAR, registro_id VARCHAR, motivo VARCHAR);
        """
    )
    for nome in ("_estacoes", "_lugares", "_vinculos"):
        con.unregister(nome)
