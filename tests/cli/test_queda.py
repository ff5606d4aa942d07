"""A build that dies harms nothing: killed, out of disk, without permission, twice at once."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from etrdash.cli import main
from etrdash.published.conferencia import find_problemas
from etrdash.published.store import Store
from tests.cli.conftest import call_environment
from tests.entradas_minimas import four_stations, three_atos, write_anatel, write_atos

Etrdash = Callable[..., Any]
EM = date(2026, 11, 30)


@dataclass(frozen=True)
class Cena:
    """A published acervo and the inputs of the next one."""

    store: Store
    args: tuple[str, ...]
    publicado: dict[str, str]

    def command(self, em: date) -> list[str]:
        """The build's command line, as of one day."""
        chamada = "from etrdash.cli import main; main()"
        return [sys.executable, "-c", chamada, "build", *self.args, "--as-of", em.isoformat()]


def hash_all(pasta: Path) -> dict[str, str]:
    return {
        f"{caminho.parent.name}/{caminho.name}": hashlib.sha256(caminho.read_bytes()).hexdigest()
        for caminho in sorted(pasta.rglob("*"))
        if caminho.is_file() and not caminho.relative_to(pasta).parts[0].startswith(".")
    }


@pytest.fixture(scope="module")
def cena(tmp_path_factory: pytest.TempPathFactory) -> Cena:
    """One acervo published from tiny inputs."""
    pasta = tmp_path_factory.mktemp("queda")
    anatel = write_anatel(pasta / "anatel.csv", four_stations())
    atos = write_atos(pasta / "atos.csv", three_atos())
    store = Store(pasta / "store")
    args = ("--anatel", str(anatel), "--municipal", str(atos), "--store", str(store.pasta))
    cena = Cena(store, args, {})
    subprocess.run(cena.command(EM), check=True, capture_output=True, env=call_environment(), cwd=pasta)
    return Cena(store, args, hash_all(store.find_pasta_current()))


def assert_whole(cena: Cena) -> None:
    """What was published is there, byte for byte, and whatever the pointer names is whole."""
    primeiro = next(iter(cena.publicado)).partition("/")[0]
    assert hash_all(cena.store.find_pasta(primeiro)) == cena.publicado
    assert find_problemas(cena.store.find_pasta_current()) == []


def build_in_child(args: tuple[str, ...], em: date) -> None:
    """What a killed process runs: the command itself, its modules already loaded."""
    main(["build", *args, "--as-of", em.isoformat()])


def kill_at_random(cena: Cena, vezes: int, semente: int) -> None:
    sorte = random.Random(semente)
    contexto = multiprocessing.get_context("forkserver")
    contexto.set_forkserver_preload(["etrdash.cli.construcao", "tests.cli.test_queda"])
    segundos = 0.0
    mortas = 0
    for vez in range(vezes + 2):
        processo = contexto.Process(
            target=build_in_child, args=(cena.args, EM + timedelta(days=1 + vez + 1000 * semente))
        )
        inicio = time.monotonic()
        processo.start()
        if vez < 2:  # two live: one to load everything, one to tell how long a build takes
            processo.join(300)
            segundos = time.monotonic() - inicio
        else:
            processo.join(sorte.uniform(0.02, 0.9) * segundos)
        if processo.is_alive():
            processo.kill()
            processo.join(60)
            mortas += 1
        assert_whole(cena)
    assert mortas >= vezes // 2  # the test is worth something only if builds really died
    subprocess.run(
        cena.command(EM + timedelta(days=500 + semente)),
        check=True,
        capture_output=True,
        env=call_environment(),
    )
    assert not list(cena.store.pasta.glob(".construcao-*"))
    assert_whole(cena)


def test_killed_at_20_random_moments(cena: Cena) -> None:
    kill_at_random(cena, 20, semente=1)


@pytest.mark.longo
def test_killed_at_200_random_moments(cena: Cena) -> None:
    kill_at_random(cena, 200, semente=2)


@pytest.mark.parametrize("limite", [0, 65_536, 1_000_000])
def test_a_full_disk(cena: Cena, limite: int) -> None:
    """No file may grow beyond a limit: the write that hits it fails as on a full disk."""

    def forbid() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limite, limite))

    processo = subprocess.run(
        cena.command(EM + timedelta(days=600)), env=call_environment(), capture_output=True, text=True,
        preexec_fn=forbid, check=False,
    )  # fmt: skip
    assert processo.returncode == 2, processo.stderr
    assert "Traceback" not in processo.stderr
    assert "espaço" in processo.stderr
    assert_whole(cena)
    assert not list(cena.store.pasta.glob(".construcao-*"))


def test_a_store_that_cannot_be_written(cena: Cena, etrdash: Etrdash, tmp_path: Path) -> None:
    arquivo = tmp_path / "arquivo"
    arquivo.write_text("não sou uma pasta")
    saida = etrdash("build", *cena.args[:-1], arquivo / "store")
    assert saida.codigo == 2
    assert "pasta de acervos não pôde ser escrita" in saida.erros


def test_a_read_only_store(cena: Cena) -> None:
    """Nothing in the store may be written, not even by root (who here gives up overriding permissions)."""
    humilde: list[str] = []
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("root writes anywhere, and there is no setpriv to give that up")
        humilde = [setpriv, "--bounding-set", "-dac_override,-dac_read_search"]
    modo = cena.store.pasta.stat().st_mode
    cena.store.pasta.chmod(0o555)
    try:
        processo = subprocess.run(
            [*humilde, *cena.command(EM + timedelta(days=700))],
            env=call_environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        cena.store.pasta.chmod(modo)
    assert processo.returncode == 2, processo.stderr
    assert "Traceback" not in processo.stderr
    assert "não pôde ser escrita" in processo.stderr
    assert_whole(cena)


@pytest.fixture
def disco(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    pasta = tmp_path / "disco"
    pasta.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(pasta)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a disk of its own needs root and mount; test_a_full_disk covers the same without")
    yield pasta
    subprocess.run(["umount", str(pasta)], check=True)


def test_a_disk_that_fills_up(cena: Cena, etrdash: Etrdash, disco: Path) -> None:
    args = (*cena.args[:-1], disco / "store")
    assert etrdash("build", *args, "--as-of", EM.isoformat()).codigo == 0
    store = Store(disco / "store")
    atual = store.find_pasta_current()
    antes = hash_all(atual)
    usados = shutil.disk_usage(disco).used
    for livres in (0, 1_000_000, 3_000_000):
        tamanho = f"remount,size={(usados + livres) // 4096 * 4096}"
        subprocess.run(["mount", "-o", tamanho, str(disco)], check=True)
        saida = etrdash("build", *args, "--as-of", (EM + timedelta(days=1)).isoformat())
        assert saida.codigo == 2, saida.erros
        assert "espaço" in saida.erros
        assert store.find_pasta_current() == atual
        assert hash_all(atual) == antes
        assert not list(store.pasta.glob(".construcao-*"))
    subprocess.run(["mount", "-o", "remount,size=64m", str(disco)], check=True)
    assert etrdash("build", *args, "--as-of", (EM + timedelta(days=1)).isoformat()).codigo == 0


def test_two_builds_at_once(cena: Cena) -> None:
    """Two different acervos and the same one twice: all end well, both are published, nothing is left."""
    dias = [EM + timedelta(days=800), EM + timedelta(days=801), EM + timedelta(days=801)]
    processos = [
        subprocess.Popen(
            cena.command(dia), env=call_environment(), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        for dia in dias
    ]
    for processo in processos:
        _, erros = processo.communicate(timeout=300)
        assert processo.returncode == 0, erros.decode()
    ids = cena.store.list_ids()
    for dia in set(dias):
        assert sum(acervo.startswith(dia.isoformat()) for acervo in ids) == 1
    assert not list(cena.store.pasta.glob(".construcao-*"))
    assert_whole(cena)


def test_a_corrupted_database_is_built_again(cena: Cena, etrdash: Etrdash) -> None:
    args = (*cena.args, "--as-of", (EM + timedelta(days=900)).isoformat(), "--json")
    construida = etrdash("build", *args)
    assert construida.codigo == 0, construida.erros
    banco = cena.store.find_pasta(construida.json["acervo"]) / "acervo.duckdb"
    banco.write_bytes(banco.read_bytes()[:10_000])
    refeita = etrdash("build", *args)
    assert refeita.codigo == 0, refeita.erros
    assert refeita.json["acervo"] == construida.json["acervo"]
    assert refeita.json["inalterado"] is False
    assert_whole(cena)
    assert etrdash("build", *args).json["inalterado"] is True


def test_a_pointer_to_nowhere_is_mended_by_the_next_build(cena: Cena, etrdash: Etrdash) -> None:
    (cena.store.pasta / "atual").write_text("2020-01-01-00000000\n")
    saida = etrdash("build", *cena.args, "--as-of", EM.isoformat())
    assert saida.codigo == 0, saida.erros
    assert_whole(cena)
