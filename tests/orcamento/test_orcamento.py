"""Work per view, counted and held to a budget: bytes, queries, rows, runs of the script. Nothing is timed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from bench.paginas_servidor import Servidor, start_etrdash
from bench.paginas_sessao import Sessao, Volta
from etrdash.published.acervo import Acervo
from etrdash.published.store import VARIAVEL
from etrdash.ui import paginas
from etrdash.ui.leitura import ANSWERS
from tests.sessoes import run_sessoes

ORCAMENTO: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("orcamento.toml").read_text(encoding="utf-8")
)
PRINCIPAL = Path(paginas.__file__).with_name("principal.py")


def list_parametros(vista: dict[str, Any]) -> dict[str, str]:
    return {nome: vista[nome] for nome in ("ibge", "numero") if nome in vista}


@pytest.fixture(scope="module")
def servidor(loja_grande: Path) -> Iterator[Servidor]:
    with start_etrdash(loja_grande) as servidor:
        yield servidor


@pytest.mark.parametrize("nome", ORCAMENTO)
def test_bytes_and_runs_of_a_view(servidor: Servidor, nome: str) -> None:
    vista = ORCAMENTO[nome]
    query = "&".join(f"{n}={v}" for n, v in list_parametros(vista).items())

    async def visit() -> tuple[Volta, Volta]:
        async with Sessao(servidor.url) as sessao:
            return await sessao.open(vista["endereco"], query), await sessao.open(vista["endereco"], query)

    primeira, segunda = run_sessoes(visit())
    assert primeira.excecoes == segunda.excecoes == 0
    assert primeira.roteiros == segunda.roteiros == 1
    assert primeira.bytes / 1000 <= vista["kb"]
    assert segunda.bytes <= 1.05 * primeira.bytes


@pytest.fixture
def contagem(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the queries of the acervo and the rows that they return."""
    contagem = {"consultas": 0, "linhas": 0}
    original: Callable[..., pa.Table] = Acervo._table

    def count(self: Acervo, sql: str, **parametros: Any) -> pa.Table:
        tabela = original(self, sql, **parametros)
        contagem["consultas"] += 1
        contagem["linhas"] += tabela.num_rows
        return tabela

    monkeypatch.setattr(Acervo, "_table", count)
    return contagem


@pytest.mark.parametrize("nome", ORCAMENTO)
def test_queries_and_rows_of_a_view(
    loja_grande: Path, monkeypatch: pytest.MonkeyPatch, contagem: dict[str, int], nome: str
) -> None:
    vista = ORCAMENTO[nome]
    monkeypatch.setenv(VARIAVEL, str(loja_grande))
    app = AppTest.from_file(str(PRINCIPAL), default_timeout=60)
    if vista["endereco"]:
        app.run()
        arquivo = next(p.arquivo for p in paginas.PAGINAS if p.endereco == vista["endereco"])
        app.switch_page(str(Path("../../../pages") / arquivo))
    for parametro, valor in list_parametros(vista).items():
        app.query_params[parametro] = valor
    ANSWERS.clear()
    contagem.update(consultas=0, linhas=0)
    app.run()
    assert not app.exception
    assert contagem["consultas"] <= vista["consultas"], contagem
    assert contagem["linhas"] <= vista["linhas"], contagem
    contagem.update(consultas=0, linhas=0)
    app.run()
    assert contagem["consultas"] == 0, "a rerun in which nothing changed asks nothing again"
