"""``/metrics``: counts by kind of address, the acervo's dates, open sessions; nothing that was typed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from etrdash.api.access_log import AccessLog
from etrdash.api.counts import REGISTRY
from tests.api.conftest import Loja

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read_samples(cliente: TestClient) -> Samples:
    """Ask as Prometheus does and read with its own parser."""
    response = cliente.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    assert response.headers["cache-control"] == "no-store"
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def find(samples: Samples, nome: str, **labels: str) -> float:
    return samples.get((nome, frozenset(labels.items())), 0.0)


def test_every_answer_is_counted_by_kind_and_status(cliente: TestClient) -> None:
    before = read_samples(cliente)
    for address in ("/api/v1/estacoes/1004", "/api/v1/estacoes/1005", "/api/v1/estacoes/9", "/api/v1/maria"):
        cliente.get(address)
    cliente.post("/api/v1/acervo")
    after = read_samples(cliente)

    def grew(nome: str, **labels: str) -> float:
        return find(after, nome, **labels) - find(before, nome, **labels)

    estacao = "/api/v1/estacoes/{numero}"
    assert grew("etrdash_requests_total", rota=estacao, status="200") == 2
    assert grew("etrdash_requests_total", rota=estacao, status="404") == 1
    assert grew("etrdash_requests_total", rota="/api/{resto:path}", status="404") == 1
    assert grew("etrdash_requests_total", rota="página", status="405") == 1
    assert grew("etrdash_request_seconds_count", rota=estacao) == 3
    assert grew("etrdash_request_seconds_bucket", rota=estacao, le="+Inf") == 3
    assert not any(typed in cliente.get("/metrics").text for typed in ("maria", "estacoes/1004"))


def test_what_strangers_type_makes_no_new_series(cliente: TestClient) -> None:
    for _ in range(2):
        first = {chave for chave in read_samples(cliente) if chave[0] == "etrdash_requests_total"}
        for nome in ("a", "b", "c%0a", "x" * 600):
            for address in (f"/{nome}.txt", f"/api/{nome}", f"/dados/{nome}/{nome}", f"/static/{nome}"):
                cliente.get(address)
        cliente.request("INVENTADO", "/")
        second = {chave for chave in read_samples(cliente) if chave[0] == "etrdash_requests_total"}
    assert first == second


def test_the_acervo_and_its_dates(cliente: TestClient, loja: Loja) -> None:
    samples = read_samples(cliente)
    assert find(samples, "etrdash_up") == 1
    assert find(samples, "etrdash_acervo_info", acervo=loja.atual) == 1
    assert find(samples, "etrdash_acervo_estacoes") == 12
    assert find(samples, "etrdash_acervo_em_timestamp_seconds") == 1_795_996_800  # 2026-11-30 00:00 UTC
    manifesto = loja.pasta / loja.atual / "manifesto.json"
    published = find(samples, "etrdash_acervo_published_timestamp_seconds")
    assert published == int(manifesto.stat().st_mtime)
    assert find(samples, "process_open_fds") > 0


def test_without_an_acervo_it_still_answers(
    loja: Loja, open_client: Callable[[Path], TestClient], tmp_path: Path
) -> None:
    empty = open_client(tmp_path)
    assert find(read_samples(empty), "etrdash_up") == 0
    shutil.copytree(loja.pasta / loja.atual, tmp_path / loja.atual)
    (tmp_path / "atual").write_text(loja.atual)
    assert find(read_samples(empty), "etrdash_up") == 1


def test_an_open_page_is_a_session_until_it_closes() -> None:
    async def echo(scope: object, receive: Callable, send: Callable) -> None:  # type: ignore[type-arg]
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": ""})

    def count() -> float:
        return REGISTRY.get_sample_value("etrdash_sessions") or 0.0

    cliente = TestClient(AccessLog(echo))
    before = count()
    with cliente.websocket_connect("/_stcore/stream") as one:
        one.send_text("")
        one.receive_text()
        with cliente.websocket_connect("/other"), cliente.websocket_connect("/_stcore/stream") as two:
            two.send_text("")
            two.receive_text()
            assert count() == before + 2
    assert count() == before
