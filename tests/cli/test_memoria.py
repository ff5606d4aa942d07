"""What a store remembers between builds: less work, the same bytes, and never a false "nothing changed"."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest

from etrdash.cli import construcao, lembranca
from etrdash.cli.construcao import Construcao, Pedido, build_acervo
from etrdash.dados import PastaDeDados
from etrdash.demo import write_demo
from etrdash.published import memoria
from etrdash.published.memoria import Memoria
from etrdash.published.store import MEMORIA, Store
from etrdash.sources.baixa_proveniencia import hash_arquivo
from etrdash.staging.anatel import load_anatel
from tests.entradas_minimas import four_stations, three_atos, write_anatel, write_atos

DEPOIS_NS = 10_000_000_000


@pytest.fixture
def lidas(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One item for each time that ANATEL's files are read."""
    vezes: list[int] = []
    original = load_anatel

    def load(con: duckdb.DuckDBPyConnection, caminhos: list[Path], pasta: PastaDeDados, tmp: Path) -> None:
        vezes.append(1)
        original(con, caminhos, pasta, tmp)

    monkeypatch.setattr(construcao, "load_anatel", load)
    return vezes


@pytest.fixture
def somadas(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files whose bytes were read to know their checksum."""
    caminhos: list[Path] = []
    original = hash_arquivo

    def soma(arquivo: Path) -> str:
        caminhos.append(arquivo)
        return original(arquivo)

    monkeypatch.setattr(memoria, "hash_arquivo", soma)
    return caminhos


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build ten seconds from now: the inputs of a test are then no longer young."""
    agora = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: agora() + DEPOIS_NS)


@pytest.fixture
def pedido(tmp_path: Path) -> Pedido:
    """A request for two tiny files."""
    return Pedido(
        (write_anatel(tmp_path / "anatel.csv", four_stations()),),
        ((None, write_atos(tmp_path / "atos.csv", three_atos())),),
        PastaDeDados.open(),
        date(2026, 11, 30),
    )


def read_bytes(construida: Construcao) -> dict[str, bytes]:
    """Every published file except DuckDB's own, whose pages carry no promise."""
    return {
        item.name: item.read_bytes()
        for item in construida.pasta.iterdir()
        if item.is_file() and item.suffix != ".duckdb"
    }


def test_the_demonstration_with_one_city_changed_is_the_same_as_built_anew(
    tmp_path: Path, lidas: list[int], ligadas: list[str]
) -> None:
    entradas = write_demo(tmp_path / "entradas")
    pedido = Pedido.of_demo(entradas)
    antes = build_acervo(pedido, Store(tmp_path / "usado"))
    codigo, cidade = next(iter(entradas.municipal.items()))
    assert len(ligadas) > 1
    ligadas.clear()
    cidade.write_text("".join(cidade.read_text("utf-8").splitlines(keepends=True)[:-3]), "utf-8")
    com_memoria = build_acervo(pedido, Store(tmp_path / "usado"))
    assert len(lidas) == 1
    assert ligadas == [codigo]
    do_zero = build_acervo(pedido, Store(tmp_path / "novo"))
    assert len(lidas) == 2
    assert com_memoria.manifesto["acervo"] == do_zero.manifesto["acervo"] != antes.manifesto["acervo"]
    assert read_bytes(com_memoria) == read_bytes(do_zero)


@pytest.mark.usefixtures("later")
def test_nothing_changed_reads_no_input(pedido: Pedido, tmp_path: Path, somadas: list[Path]) -> None:
    store = Store(tmp_path / "store")
    primeira = build_acervo(pedido, store)
    entradas = [*pedido.anatel, *(caminho for _, caminho in pedido.municipal)]
    assert sorted(caminho for caminho in somadas if caminho in entradas) == sorted(entradas)
    somadas.clear()
    segunda = build_acervo(pedido, store)
    assert segunda.inalterada
    assert segunda.pasta == primeira.pasta
    assert somadas == []


def test_a_young_file_is_read_again(pedido: Pedido, tmp_path: Path, somadas: list[Path]) -> None:
    store = Store(tmp_path / "store")
    build_acervo(pedido, store)
    somadas.clear()
    assert build_acervo(pedido, store).inalterada
    assert pedido.anatel[0] in somadas


@pytest.mark.usefixtures("later")
def test_other_bytes_of_the_same_size_and_time_are_noticed(pedido: Pedido, tmp_path: Path) -> None:
    store, arquivo = Store(tmp_path / "store"), pedido.anatel[0]
    primeira = build_acervo(pedido, store)
    estado, conteudo = arquivo.stat(), arquivo.read_bytes()
    arquivo.write_bytes(conteudo.replace(b"2021-01-01", b"2021-01-02"))
    os.utime(arquivo, ns=(estado.st_atime_ns, estado.st_mtime_ns))
    assert (arquivo.stat().st_size, arquivo.stat().st_mtime_ns) == (estado.st_size, estado.st_mtime_ns)
    segunda = build_acervo(pedido, store)
    assert not segunda.inalterada
    assert segunda.pasta != primeira.pasta


def _remove(pasta: Path) -> None:
    for item in pasta.iterdir():
        item.unlink()


def _truncate(pasta: Path) -> None:
    for item in pasta.iterdir():
        item.write_bytes(item.read_bytes()[: item.stat().st_size // 2])


def _flip(pasta: Path) -> None:
    for banco in (pasta / "lidas.duckdb", pasta / "vinculos.duckdb"):
        conteudo = bytearray(banco.read_bytes())
        conteudo[len(conteudo) // 2] ^= 0xFF
        banco.write_bytes(conteudo)


def _replace(pasta: Path) -> None:
    for item in pasta.iterdir():
        item.write_text('{"formato": 1, "somas": [], "controle": null, "chave": [], "sha256": 0}', "utf-8")


def test_a_harmed_memory_counts_as_none(
    pedido: Pedido, tmp_path: Path, lidas: list[int], ligadas: list[str]
) -> None:
    store = Store(tmp_path / "store")
    construida = build_acervo(pedido, store)
    bytes_de_antes, copia = read_bytes(construida), tmp_path / "memoria"
    shutil.copytree(store.pasta / MEMORIA, copia)
    todas = list(ligadas)
    for vez, harm in enumerate((_remove, _truncate, _flip, _replace), start=2):
        ligadas.clear()
        shutil.copytree(copia, store.pasta / MEMORIA, dirs_exist_ok=True)
        harm(store.pasta / MEMORIA)
        shutil.rmtree(construida.pasta)
        assert read_bytes(build_acervo(pedido, store)) == bytes_de_antes
        assert len(lidas) == vez
        assert ligadas == todas


def test_other_weights_or_another_program_link_everything_again(
    pedido: Pedido, tmp_path: Path, ligadas: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "store")
    build_acervo(pedido, store)
    todas = list(ligadas)
    ligadas.clear()
    build_acervo(replace(pedido, em=date(2026, 12, 1)), store)
    assert ligadas == []
    pesos = tmp_path / "dados" / "matching" / "pesos.toml"
    pesos.parent.mkdir(parents=True)
    original = pedido.pasta.file("matching/pesos.toml").read_text("utf-8")
    pesos.write_text(original.replace("aceito = 0.5", "aceito = 0.9999"), "utf-8")
    com_pesos = replace(pedido, pasta=PastaDeDados.open(tmp_path / "dados"))
    com_memoria = build_acervo(com_pesos, store)
    assert ligadas == todas
    assert read_bytes(com_memoria) == read_bytes(build_acervo(com_pesos, Store(tmp_path / "novo")))
    ligadas.clear()
    monkeypatch.setattr(lembranca, "hash_programa", lambda *_: "another program")
    build_acervo(replace(com_pesos, em=date(2026, 12, 1)), store)
    assert ligadas == todas


def test_another_reference_table_forgets_the_rows(pedido: Pedido, tmp_path: Path, lidas: list[int]) -> None:
    store = Store(tmp_path / "store")
    build_acervo(pedido, store)
    tabela = tmp_path / "dados" / "referencia" / "seguranca.csv"
    tabela.parent.mkdir(parents=True)
    tabela.write_text(pedido.pasta.file("referencia/seguranca.csv").read_text("utf-8") + "\n", "utf-8")
    build_acervo(replace(pedido, pasta=PastaDeDados.open(tmp_path / "dados")), store)
    assert len(lidas) == 2


def test_another_day_takes_the_rows_from_memory(pedido: Pedido, tmp_path: Path, lidas: list[int]) -> None:
    store = Store(tmp_path / "store")
    build_acervo(pedido, store)
    com_memoria = build_acervo(replace(pedido, em=date(2026, 12, 1)), store)
    assert len(lidas) == 1
    assert [arquivo["lidas"] for arquivo in com_memoria.manifesto["arquivos"]] == [4, 3]


def test_a_withdrawal_forgets_the_inputs(pedido: Pedido, tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    retirada = build_acervo(pedido, store)
    build_acervo(replace(pedido, em=date(2026, 12, 1)), store)
    assert (store.pasta / MEMORIA).stat().st_mode & 0o077 == 0
    store.withdraw(retirada.manifesto["acervo"], date(2026, 12, 1), "dados_pessoais")
    assert not (store.pasta / MEMORIA).exists()


def test_a_memory_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / MEMORIA).write_text("a file where the folder should be", encoding="utf-8")
    lembrada = Memoria(tmp_path, 0)
    with duckdb.connect() as con:
        con.execute("CREATE TABLE t AS SELECT 1 AS x")
        lembrada.save_tabelas(con, "chave")
        lembrada.save_somas()
        assert not lembrada.load_tabelas(con, "chave")
