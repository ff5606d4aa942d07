"""The dashboard as one would first write it: query DuckDB, hand DataFrames to map, chart and table."""

import os
from pathlib import Path

import duckdb
import pandas as pd
import pydeck as pdk
import streamlit as st

CORES = {
    "vermelho": [194, 65, 12],
    "amarelo": [185, 131, 0],
    "verde": [11, 138, 102],
    "cinza": [107, 114, 128],
}

store = Path(os.environ["ETRDASH_STORE"])
banco = store / (store / "atual").read_text().strip() / "acervo.duckdb"
municipio = st.query_params.get("ibge", "")
grupos = st.multiselect("Grupo", list(CORES), default=st.query_params.get_all("grupo"))


@st.cache_resource
def connect(caminho: str) -> duckdb.DuckDBPyConnection:
    """Open the acervo once."""
    return duckdb.connect(caminho, read_only=True)


def read(sql: str) -> pd.DataFrame:
    """Return the rows of the municipality and of the chosen groups."""
    escolha = grupos or list(CORES)
    return connect(str(banco)).cursor().execute(sql, {"ibge": municipio, "grupos": escolha}).df()


FONTE = "FROM estacoes WHERE codigo_ibge = $ibge AND avaliada AND list_contains($grupos, grupo)"
estacoes = read(
    "SELECT numero_estacao, prestadora, detentora, bairro, endereco, tipo, situacao, grupo, nivel,"
    f" registro_id, latitude, longitude {FONTE}"
)
estacoes["cor"] = [CORES[g] for g in estacoes["grupo"]]
totais = read(f"SELECT grupo, count(*) AS estacoes {FONTE} GROUP BY grupo")
prestadoras = read(f"SELECT prestadora, grupo, count(*) AS estacoes {FONTE} GROUP BY prestadora, grupo")

st.title("Antenas")
for coluna, (_, linha) in zip(st.columns(4), totais.iterrows(), strict=False):
    coluna.metric(linha["grupo"], linha["estacoes"])
desenhadas = estacoes.dropna(subset=["latitude", "longitude"])
if len(desenhadas):
    st.pydeck_chart(
        pdk.Deck(
            layers=[
                pdk.Layer(
                    "ScatterplotLayer",
                    desenhadas,
                    id="estacoes",
                    get_position=["longitude", "latitude"],
                    get_fill_color="cor",
                    get_radius=30,
                    radius_min_pixels=3,
                    pickable=True,
                )
            ],
            initial_view_state=pdk.ViewState(
                longitude=desenhadas["longitude"].median(), latitude=desenhadas["latitude"].median(), zoom=11
            ),
            map_provider=None,
            tooltip={"text": "{prestadora} {numero_estacao}"},
        ),
        height=480,
    )
st.bar_chart(prestadoras, x="prestadora", y="estacoes", color="grupo")
st.dataframe(estacoes.drop(columns="cor"), hide_index=True)
