"""How much work a build does, counted and held to ``orcamento_construcao.toml``: no clock is read here.

A budget is the work of today. Where a change does less, lower it; where it must do more, say why beside it.
"""

from __future__ import annotations

import hashlib
import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.cli.construcao import Pedido, build_acervo
from etrdash.dados import PastaDeDados
from etrdash.marts import juiz
from etrdash.published.store import Store
from etrdash.rules.avaliador import evaluate as evaluate_lei
from tests.entradas_minimas import four_stations, three_atos, write_anatel, write_atos, write_municipio

ORCAMENTO: dict[str, dict[str, int]] = tomllib.loads(
    Path(__file__).with_name("orcamento_construcao.toml").read_text("utf-8")
)
LEI = "sp_modelo"


@dataclass
class Contador:
    """What was counted since the last ``take``.

    Attributes:
        aberturas: times that each file was opened by Python.
        resumidos: bytes of files that went through SHA-256.
        comandos: statements sent to DuckDB; of one sent with many rows, each row.
        avaliacoes: evaluations of a law.
    """

    aberturas: Counter[str] = field(default_factory=Counter)
    resumidos: int = 0
    comandos: int = 0
    avaliacoes: int = 0
    ligado: bool = True

    def take(self, pedido: Pedido) -> dict[str, int]:
        """Return the counts for a request's inputs, and start again."""
        contado = {
            "aberturas_anatel": self.aberturas[str(pedido.anatel[0])],
            "aberturas_municipal": self.aberturas[str(pedido.municipal[0][1])],
            "comandos": self.comandos,
            "avaliacoes": self.avaliacoes,
        }
        self.aberturas.clear()
        self.resumidos = self.comandos = self.avaliacoes = 0
        return contado


class Conexao:
    """A DuckDB connection that counts what is sent through it."""

    def __init__(self, con: duckdb.DuckDBPyConnection, contador: Contador) -> None:
        self._con, self._contador = con, contador

    def __getattr__(self, nome: str) -> Any:
        return getattr(self._con, nome)

    def __enter__(self) -> Conexao:
        return self

    def __exit__(self, *_: object) -> None:
        self._con.close()

    def cursor(self) -> Conexao:
        return Conexao(self._con.cursor(), self._contador)

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        self._contador.comandos += 1
        return self._con.execute(*args, **kwargs)

    def sql(self, *args: Any, **kwargs: Any) -> Any:
        self._contador.comandos += 1
        return self._con.sql(*args, **kwargs)

    def executemany(self, comando: str, linhas: Any) -> Any:
        linhas = list(linhas)
        self._contador.comandos += len(linhas)
        return self._con.executemany(comando, linhas)


@pytest.fixture
def contador(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Count from here to the end of the test; the build believes that it is ten seconds later."""
    contado = Contador()
    connect, digest, agora, evaluate = duckdb.connect, hashlib.file_digest, time.time_ns, evaluate_lei

    def watch(evento: str, args: tuple[Any, ...]) -> None:
        if contado.ligado and evento == "open":
            contado.aberturas[str(args[0])] += 1

    def count_digest(arquivo: Any, *args: Any) -> Any:
        contado.resumidos += Path(arquivo.name).stat().st_size
        return digest(arquivo, *args)

    def count_evaluate(*args: Any, **kwargs: Any) -> Any:
        contado.avaliacoes += 1
        return evaluate(*args, **kwargs)

    monkeypatch.setattr(duckdb, "connect", lambda *a, **k: Conexao(connect(*a, **k), contado))
    monkeypatch.setattr(hashlib, "file_digest", count_digest)
    monkeypatch.setattr(juiz, "evaluate", count_evaluate)
    monkeypatch.setattr(time, "time_ns", lambda: agora() + 10_000_000_000)
    sys.addaudithook(watch)  # cannot be taken away, only silenced
    yield contado
    contado.ligado = False


def write_pedido(pasta: Path, vezes: int) -> Pedido:
    """Write a request for ``vezes`` × four stations under a law, and as many × three acts."""
    pasta.mkdir()
    estacoes = [
        {**estacao, "NumEstacao": f"{vez}{estacao['NumEstacao']}"}
        for vez in range(1, vezes + 1)
        for estacao in four_stations()
    ]
    atos = [
        {**ato, "registro_id": f"{vez}{ato['registro_id']}", "numero_estacao": ""}
        for vez in range(1, vezes + 1)
        for ato in three_atos()
    ]
    return Pedido(
        (write_anatel(pasta / "anatel.csv", estacoes),),
        ((None, write_atos(pasta / "atos.csv", atos)),),
        PastaDeDados.open(write_municipio(pasta / "dados", LEI)),
        date(2026, 11, 30),
    )


def assert_within(contado: dict[str, int], orcamento: dict[str, int]) -> None:
    assert contado.keys() == orcamento.keys()
    acima = {nome: (valor, orcamento[nome]) for nome, valor in contado.items() if valor > orcamento[nome]}
    assert acima == {}, "counted, allowed"


def test_each_kind_of_build_keeps_to_its_budget(contador: Contador, tmp_path: Path) -> None:
    pedido, store = write_pedido(tmp_path / "entradas", 1), Store(tmp_path / "store")
    contador.take(pedido)
    primeira = build_acervo(pedido, store)
    publicados = sum(item.stat().st_size for item in primeira.pasta.iterdir())
    assert contador.resumidos <= publicados * ORCAMENTO["geral"]["resumos_por_byte_publicado"]
    primeira_vez = contador.take(pedido)
    build_acervo(replace(pedido, em=date(2026, 12, 1)), store)
    outro_dia = contador.take(pedido)
    assert build_acervo(replace(pedido, em=date(2026, 12, 1)), store).inalterada
    resumidos, nada_mudou = contador.resumidos, contador.take(pedido)
    assert resumidos == 0
    assert_within(primeira_vez, ORCAMENTO["primeira"])
    assert_within(outro_dia, ORCAMENTO["outro_dia"])
    assert_within(nada_mudou, ORCAMENTO["nada_mudou"])


def test_ten_times_the_rows_send_no_more_statements(contador: Contador, tmp_path: Path) -> None:
    contagens = []
    for vezes in (1, 10):
        pedido = write_pedido(tmp_path / f"entradas-{vezes}", vezes)
        contador.take(pedido)
        build_acervo(pedido, Store(tmp_path / f"store-{vezes}"))
        contagens.append(contador.take(pedido))
    pouco, muito = contagens
    assert muito["aberturas_anatel"] == pouco["aberturas_anatel"]
    assert muito["comandos"] <= pouco["comandos"]
    assert 0 < pouco["avaliacoes"] <= muito["avaliacoes"] <= 10 * pouco["avaliacoes"]
