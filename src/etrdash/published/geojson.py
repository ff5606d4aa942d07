"""The stations as GeoJSON (RFC 7946)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

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
        for pedaco in join_features(list_features(con, "estacoes"), aviso):
            saida.write(pedaco)


def list_features(
    con: duckdb.DuckDBPyConnection, origem: str, campos: Collection[str] = ()
) -> Iterator[list[str]]:
    """Yield the features of ``origem``, a table with the columns of ``estacoes``, lot by lot in its order.

    Args:
        con: connection to the acervo.
        origem: the table.
        campos: the properties to write; none named, all.
    """
    resultado = con.execute(f"SELECT {_feature(load_dicionario()['estacoes'], campos)} FROM {origem}")
    while lote := resultado.fetchmany(_LOTE):
        yield [feature for (feature,) in lote]


def join_features(lotes: Iterable[list[str]], aviso: str | None = None) -> Iterator[bytes]:
    """Yield a feature collection piece by piece, one a lot.

    Args:
        lotes: features as JSON texts.
        aviso: a notice written as the collection's own member ``aviso``.
    """
    membro = f'"aviso":{json.dumps(aviso, ensure_ascii=False)},' if aviso else ""
    inicio = f'{{"type":"FeatureCollection",{membro}"features":[\n'
    for lote in lotes:
        yield (inicio + ",\n".join(lote)).encode()
        inicio = ",\n"
    yield b"\n]}\n" if inicio == ",\n" else (inicio + "]}\n").encode()


def _feature(tabela: Tabela, campos: Collection[str]) -> str:
    propriedades = ", ".join(
        f"'{coluna.nome}', {quote(coluna.nome)}"
        for coluna in tabela.colunas
        if coluna.nome not in {"latitude", "longitude"} and (not campos or coluna.nome in campos)
    )
    return (
        "json_object('type', 'Feature', 'geometry', CASE WHEN latitude IS NOT NULL AND longitude IS NOT NULL "
        "THEN json_object('type', 'Point', 'coordinates', [longitude, latitude]) END, "
        f"'properties', json_object({propriedades}))::VARCHAR"
    )
