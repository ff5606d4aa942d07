"""Filtered stations as files: the same cells as the published ones, a batch at a time."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import get_ident

import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from etrdash.api import streaming
from etrdash.api.streaming import take_turns
from etrdash.published.abertos import open_current
from etrdash.published.celulas import CANONICO
from etrdash.published.filtro import Filtro
from tests.api.conftest import Loja

ESTACOES = "/api/v1/municipios/3557105/estacoes"


@pytest.fixture(params=[1, 4, 5000])
def batch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(streaming, "BATCH", request.param)
    return int(request.param)


@pytest.mark.parametrize("flavour", ["csv", "excel.csv"])
def test_csv_has_the_published_bytes(cliente: TestClient, loja: Loja, flavour: str, batch: int) -> None:
    published = (loja.pasta / loja.atual / f"estacoes.{flavour}").read_bytes().splitlines(keepends=True)
    expected = [published[0], *(line for line in published if b"3557105" in line)]
    assert len(expected) == 10
    assert cliente.get(f"{ESTACOES}.{flavour}").content == b"".join(expected)


def test_csv_of_nothing_is_a_header(cliente: TestClient, batch: int) -> None:
    rows = list(csv.reader(io.StringIO(cliente.get(f"{ESTACOES}.csv?q=nada disto").text)))
    assert len(rows) == 1
    assert rows[0][0] == "acervo"


def test_geojson(cliente: TestClient, batch: int) -> None:
    response = cliente.get(f"{ESTACOES}.geojson?avaliada=true")
    assert response.headers["content-type"] == "application/geo+json"
    features = json.loads(response.text)["features"]
    assert [f["properties"]["numero_estacao"] for f in features] == [str(n) for n in range(1001, 1009)]
    assert features[0]["geometry"] == {"type": "Point", "coordinates": [-49.9728, -20.4223]}
    assert features[-1]["geometry"] is None


def test_geojson_with_the_properties_asked_for(cliente: TestClient, batch: int) -> None:
    url = f"{ESTACOES}.geojson?avaliada=true"
    inteiras, duas = cliente.get(url), cliente.get(f"{url}&campo=situacao&campo=numero_estacao")
    assert duas.headers["etag"] != inteiras.headers["etag"]
    pares = zip(json.loads(duas.text)["features"], json.loads(inteiras.text)["features"], strict=True)
    for esta, toda in pares:
        assert esta["geometry"] == toda["geometry"]
        assert esta["properties"] == {n: toda["properties"][n] for n in ("numero_estacao", "situacao")}
    recusa = cliente.get(f"{ESTACOES}.geojson?campo=cpf")
    assert recusa.status_code == 400
    assert "situacao" in recusa.json()["erro"]["aceitos"]
    assert cliente.get(f"{ESTACOES}.csv?campo=situacao").status_code == 400


def test_parquet(cliente: TestClient, batch: int) -> None:
    table = pq.read_table(io.BytesIO(cliente.get(f"{ESTACOES}.parquet?grupo=vermelho").content))
    assert table.column("numero_estacao").to_pylist() == ["1004", "1005", "1007"]
    empty = pq.read_table(io.BytesIO(cliente.get(f"{ESTACOES}.parquet?q=nada disto").content))
    assert empty.num_rows == 0
    assert empty.schema.names == table.schema.names


def test_file_names_say_what_they_hold(cliente: TestClient, loja: Loja) -> None:
    disposition = cliente.get(f"{ESTACOES}.excel.csv").headers["content-disposition"]
    assert disposition == f'attachment; filename="estacoes-3557105-{loja.atual}.excel.csv"'


def test_streams_come_in_parts(loja: Loja, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "BATCH", 2)
    acervo, filtro = open_current(loja.pasta), Filtro(codigo_ibge="3557105")
    for stream in (
        streaming.stream_parquet(acervo, filtro),
        streaming.stream_csv(acervo, filtro, CANONICO),
        streaming.stream_geojson(acervo, filtro),
    ):
        assert len([part for part in stream if part]) >= 5


def test_a_named_acervo_may_be_kept_for_a_day(cliente: TestClient, loja: Loja) -> None:
    assert "must-revalidate" in cliente.get(f"{ESTACOES}.geojson").headers["cache-control"]
    named = cliente.get(f"{ESTACOES}.geojson?acervo={loja.atual}")
    assert named.headers["cache-control"] == "public, max-age=86400"


def test_pieces_are_made_a_few_at_a_time_and_a_slow_reader_holds_nobody() -> None:
    fazendo: set[int] = set()
    juntas: list[int] = []

    def make() -> Iterator[bytes]:
        for _ in range(5):
            fazendo.add(get_ident())
            time.sleep(0.002)
            juntas.append(len(fazendo))
            fazendo.discard(get_ident())
            yield b"x"

    parados = [take_turns(make()) for _ in range(8)]
    assert [next(parado) for parado in parados] == [b"x"] * 8  # none goes on reading
    with ThreadPoolExecutor(8) as clientes:
        lidos = list(clientes.map(lambda _: b"".join(take_turns(make())), range(8)))
    assert lidos == [b"xxxxx"] * 8
    assert max(juntas) == 2
