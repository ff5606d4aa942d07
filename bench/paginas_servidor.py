"""A server under measurement: started on a free port, asked for its CPU time and its memory."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

RAIZ = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Servidor:
    """A running server.

    Attributes:
        url: its address, without a final bar.
        pids: its processes.
        pronto_s: seconds from start to the first healthy answer.
    """

    url: str
    pids: tuple[int, ...]
    pronto_s: float = 0.0

    def cpu_s(self) -> float:
        """Return the CPU time of its processes in seconds, threads that have ended included."""
        return sum(time.clock_gettime(((~pid) << 3) | 2) for pid in self.pids)

    def rss_mb(self) -> float:
        """Return the memory of its processes in MB."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.pids)
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def find_port() -> int:
    """Return a free port of the loopback."""
    with closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def start_servidor(
    comando: list[str],
    porta: int,
    saude: str,
    log: Path = Path(os.devnull),
    pasta: Path = RAIZ,
    **ambiente: str,
) -> Iterator[Servidor]:
    """Run a server until the block ends.

    Args:
        comando: what to run, by the interpreter in use.
        porta: where it will answer.
        saude: path that answers 200 once the server is ready.
        log: file for what it writes.
        pasta: where it runs: the repository's folder has Streamlit's settings.
        **ambiente: environment variables to add.

    Raises:
        RuntimeError: the server ended or did not answer in time.
    """
    inicio = time.perf_counter()
    with log.open("w") as saida:
        processo = subprocess.Popen(
            [sys.executable, *comando],
            cwd=pasta,
            env={**os.environ, "PYTHONPATH": str(RAIZ / "src"), **ambiente},
            stdout=saida,
            stderr=saida,
        )
        try:
            url = f"http://127.0.0.1:{porta}"
            wait_until_healthy(url + saude, processo, log)
            yield Servidor(url, (processo.pid,), time.perf_counter() - inicio)
        finally:
            processo.terminate()
            processo.wait(20)


@contextmanager
def start_streamlit(
    script: Path, saude: str, log: Path = Path(os.devnull), **ambiente: str
) -> Iterator[Servidor]:
    """Run ``streamlit run script`` as `etrdash serve` does, until the block ends; see ``start_servidor``."""
    porta = find_port()
    comando = ["-m", "streamlit", "run", str(script), f"--server.port={porta}"]
    with start_servidor(comando, porta, saude, log, **ambiente) as servidor:
        yield servidor


def wait_until_healthy(url: str, processo: subprocess.Popen[bytes], log: Path, prazo_s: float = 60) -> None:
    """Return when ``url`` answers 200.

    Raises:
        RuntimeError: the process ended, or the time is over.
    """
    fim = time.monotonic() + prazo_s
    while time.monotonic() < fim and processo.poll() is None:
        try:
            if requests.get(url, timeout=5).ok:
                return
        except (requests.ConnectionError, requests.Timeout):
            time.sleep(0.02)
    raise RuntimeError(f"{url} não respondeu: {log.read_text()[-2000:]}")


@contextmanager
def start_etrdash(store: Path, log: Path = Path(os.devnull), **ambiente: str) -> Iterator[Servidor]:
    """Serve a store; see ``start_servidor``."""
    ambiente |= {"ETRDASH_STORE": str(store.resolve())}
    with start_streamlit(RAIZ / "app.py", "/healthz", log, **ambiente) as servidor:
        yield servidor


@contextmanager
def start_base(script: str, store: Path) -> Iterator[Servidor]:
    """Serve one of the plain pages of this folder that the dashboard is measured against.

    It runs in an empty folder: with Streamlit's own settings, not with ours.
    """
    porta = find_port()
    comando = ["-m", "streamlit", "run", str(RAIZ / "bench" / script), f"--server.port={porta}"]
    ambiente = {
        "ETRDASH_STORE": str(store.resolve()),
        "STREAMLIT_SERVER_HEADLESS": "true",
        "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
    }
    with (
        tempfile.TemporaryDirectory() as pasta,
        start_servidor(comando, porta, "/_stcore/health", pasta=Path(pasta), **ambiente) as servidor,
    ):
        yield servidor
