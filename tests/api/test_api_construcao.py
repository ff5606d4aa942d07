"""Builds fail beside a running server: it answers every request from what is published."""

from __future__ import annotations

import threading
from pathlib import Path

import duckdb
import pytest
import requests

from etrdash.erros import AcervoError
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, fill_minimo
from tests.api.conftest import Loja

ADDRESSES = ("/healthz", "/api/v1/municipios", "/api/v1/estacoes/1004", "/dados/atual/estacoes.csv", "/")


def test_the_server_answers_while_builds_fail(servidor: str, loja: Loja) -> None:
    store = Store(loja.pasta)
    before = {path.name: path.read_bytes() for path in (loja.pasta / loja.atual).iterdir()}
    done = threading.Event()
    answers: list[tuple[str, int, str]] = []

    def ask() -> None:
        while not done.is_set():
            for address in ADDRESSES:
                response = requests.get(servidor + address, timeout=20)
                answers.append((address, response.status_code, response.text[:40]))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        for vez, failure in enumerate((ValueError, duckdb.IOException, OSError(28, "disk full"), KeyError)):
            identidade = Identidade(em=EM, entradas=(), versao=f"falha-{vez}")

            def fill(con: duckdb.DuckDBPyConnection, _tmp: Path) -> list[str]:
                fill_minimo(con, identidade.acervo)  # noqa: B023 - called at once
                raise failure  # noqa: B023 - called at once

            with pytest.raises((ValueError, AcervoError, KeyError)):
                publish_acervo(store, identidade, fill)
    finally:
        done.set()
        asking.join(60)
    assert len(answers) >= 2 * len(ADDRESSES)
    assert {status for _, status, _ in answers} == {200}
    assert {text for address, _, text in answers if address == "/healthz"} == {
        f'{{"situacao":"ok","acervo":"{loja.atual}"}}'[:40]
    }
    assert store.find_current() == loja.atual
    assert {path.name: path.read_bytes() for path in (loja.pasta / loja.atual).iterdir()} == before
    assert not list(loja.pasta.glob(".construcao-*"))
