"""The stations as GeoJSON (RFC 7946)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from etrdash.marts.dicionario import Tabela, load_dicionario
from etrdash.published.celulas import quote

_LOTE = 10_000


def write_geojson(con: duckdb.DuckDBPyConnection, destino: Path, aviso: str | None = None) -> None:
    """Write ``estacoes.geojson``: one feature a station, null geometry where the place is unknown.

    Args:
        con: connection to the acervo.
        destino: file to write.
        aviso: a notice that the collection carries (an invented acervo says so).
    """
    with destino.open("wb") as saida:
        for pedaco in stream_geojson(con, "estacoes", aviso=aviso):
            saida.write(pedaco)


def stream_geojson(
    con: duckdb.DuckDBPyConnection,
    origem: str,
    parametros: dict[str, Any] | None = None,
    aviso: str | None = None,
) -> Iterator[bytes]:
    """Yield a feature collection piece by piece, in the order of ``origem``.

    Args:
        con: connection to the acervo.
        origem: table, or query in parentheses, with the columns of ``estacoes``.
        parametros: values bound to ``origem``.
        aviso: a notice written as the collection's own member ``aviso``.
    """
    resultado = con.execute(
        f"SELECT {_feature(load_dicionario()['estacoes'])} FROM {origem}", parametros or {}
    )
    membro = f'"aviso":{json.dumps(aviso, ensure_ascii=False)},' if aviso else ""
    inicio = f'{{"type":"FeatureCollection",{membro}"features":[\n'
    while lote := resultado.fetchmany(_LOTE):
        yield (inicio + ",\n".join(feature for (feature,) in lote)).encode()
        inicio = ",\n"
    yield b"\n]}\n" if inicio == ",\n" else (inicio + "]}\n").encode()


def _feature(tabela: Tabela) -> str:
    propriedades = ", ".join(
        f"'{coluna.nome}', {quote(coluna.nome)}"
        for coluna in tabela.colunas
        if coluna.nome not in {"latitude", "longitude"}
    )
    return (
        "json_object('type', 'Feature', 'geometry', CASE WHEN latitude IS NOT NULL AND longitude IS NOT NULL "
        "THEN json_object('type', 'Point', 'coordinates', [longitude, latitude]) END, "
        f"'properties', json_object({propriedades}))::VARCHAR"
    )
