"""Filtered stations as CSV, GeoJSON and Parquet, a batch at a time: memory does not grow with the answer."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from threading import BoundedSemaphore
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from etrdash.marts.dicionario import load_dicionario
from etrdash.published.acervo import Acervo
from etrdash.published.celulas import Sabor, select_celulas
from etrdash.published.filtro import Filtro
from etrdash.published.geojson import join_features, list_features

BATCH = 1_000
"""Rows of a piece: what a slow client keeps in memory."""
_turn = BoundedSemaphore(2)
"""Making a piece takes some MB for a moment: only so many are made at a time, however many clients ask."""


@cache
def _open_empty() -> duckdb.DuckDBPyConnection:
    """Open what writes the cells of a batch: one for all, since its own would cost each client several MB."""
    return duckdb.connect(config={"threads": 1})


def take_turns(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces, each made in its turn; a client that reads slowly keeps nobody waiting."""
    while True:
        with _turn:
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def stream_csv(acervo: Acervo, filtro: Filtro, sabor: Sabor) -> Iterator[bytes]:
    """Yield the stations as CSV, cell by cell as the published file of that flavour has them."""
    tabela = load_dicionario()["estacoes"]
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=sabor.separador, lineterminator="\n")
    buffer.write("\ufeff" if sabor.bom else "")
    writer.writerow(coluna.nome for coluna in tabela.colunas)
    with _open_empty().cursor() as con:
        for batch in _list_batches(acervo, filtro):
            con.register("lote", batch)
            writer.writerows(con.execute(select_celulas(tabela, sabor, "lote")).fetchall())
            yield _drain(buffer)
    yield _drain(buffer)


def stream_geojson(acervo: Acervo, filtro: Filtro, campos: Collection[str] = ()) -> Iterator[bytes]:
    """Yield the stations as one GeoJSON feature collection, with the properties named, or all."""
    yield from join_features(_list_features(acervo, filtro, campos), acervo.manifesto.get("aviso"))


def _list_features(acervo: Acervo, filtro: Filtro, campos: Collection[str]) -> Iterator[list[str]]:
    with _open_empty().cursor() as con:
        for batch in _list_batches(acervo, filtro):
            con.register("lote", batch)
            yield from list_features(con, "lote", campos)


def stream_parquet(acervo: Acervo, filtro: Filtro) -> Iterator[bytes]:
    """Yield the stations as a Parquet file, one row group a batch."""
    batches = _list_batches(acervo, filtro)
    first = next(batches)
    sink = _Sink()
    with pq.ParquetWriter(pa.PythonFile(sink, mode="w"), first.schema, compression="zstd") as writer:
        for batch in chain([first], batches):
            writer.write_table(batch)
            yield sink.drain()
    yield sink.drain()


class _Sink(io.RawIOBase):
    """Keeps what is written until it is drained, and counts positions from the start of the file."""

    def __init__(self) -> None:
        self.position = 0
        self.pending = bytearray()

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.position

    def write(self, content: Any) -> int:
        self.pending += content
        self.position += len(content)
        return len(content)

    def drain(self) -> bytes:
        content = bytes(self.pending)
        self.pending.clear()
        return content


def _list_batches(acervo: Acervo, filtro: Filtro) -> Iterator[pa.Table]:
    offset = 0
    while True:
        batch = acervo.list_estacoes(filtro, limite=BATCH, deslocamento=offset)
        if batch.num_rows or offset == 0:
            yield batch
        if batch.num_rows < BATCH:
            return
        offset += BATCH


def _drain(buffer: io.StringIO) -> bytes:
    content = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return content.encode()
