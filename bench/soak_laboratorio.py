"""The service as it is published, on this machine: nginx with the files of ``deploy/nginx``, and replicas.

Only what belongs to a machine is exchanged: ports, folders, names.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import requests

from bench.paginas_servidor import find_port

RAIZ = Path(__file__).resolve().parents[1]
NGINX = RAIZ / "deploy" / "nginx"
_PRINCIPAL = """{user}worker_processes 1;
daemon off;
pid {pasta}/nginx.pid;
error_log {pasta}/erros.log warn;
events {{ worker_connections 2048; }}
http {{
    types {{ text/html html; }}
    client_body_temp_path {pasta}/corpo;
    proxy_temp_path {pasta}/espera;
    fastcgi_temp_path {pasta}/f;
    uwsgi_temp_path {pasta}/u;
    scgi_temp_path {pasta}/s;
    include {pasta}/site.conf;
}}
"""


def find_nginx() -> str | None:
    """Return the nginx to use: the one that ``ETRDASH_NGINX`` names, else the system's; None without any."""
    caminho = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    return shutil.which(os.environ.get("ETRDASH_NGINX") or "nginx", path=caminho)


@dataclass(slots=True)
class Replica:
    """One process of ``etrdash serve``.

    Args:
        store: folder of acervos.
        porta: where it listens.
        log: file for what it says.
    """

    store: Path
    porta: int
    log: Path
    processo: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its own address, without nginx."""
        return f"http://127.0.0.1:{self.porta}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self.processo is not None
        return self.processo.pid

    def start(self) -> None:
        """Start it; it answers some seconds later."""
        chamada = "from etrdash.cli import main; main()"
        comando = [sys.executable, "-c", chamada, "serve", "--store", str(self.store)]
        with self.log.open("ab") as saida:
            self.processo = subprocess.Popen(
                [*comando, "--port", str(self.porta)],
                cwd=RAIZ,
                env={**os.environ, "PYTHONPATH": str(RAIZ / "src")},
                stdout=saida,
                stderr=saida,
            )

    def wait(self, prazo_s: float = 90) -> None:
        """Return when it answers healthy.

        Raises:
            RuntimeError: it ended, or the time is over.
        """
        assert self.processo is not None
        fim = time.monotonic() + prazo_s
        while time.monotonic() < fim and self.processo.poll() is None:
            try:
                if requests.get(f"{self.url}/healthz", timeout=5).ok:
                    return
            except requests.RequestException:
                time.sleep(0.1)
        raise RuntimeError(f"a réplica {self.porta} não respondeu: {self.log.read_text()[-2000:]}")

    def stop(self, sinal: int = signal.SIGTERM) -> None:
        """End it by a signal and wait."""
        if self.processo is not None and self.processo.poll() is None:
            self.processo.send_signal(sinal)
            try:
                self.processo.wait(20)
            except subprocess.TimeoutExpired:
                self.processo.kill()
                self.processo.wait(20)


@dataclass(slots=True)
class Laboratorio:
    """nginx in front of replicas, to use as a context.

    Args:
        pasta: folder for configuration, copies and logs.
        store: folder of acervos.
        quantas: replicas.
        trocas: further pairs (text of the files of ``deploy/nginx``, what stands here instead).
    """

    pasta: Path
    store: Path
    quantas: int = 2
    trocas: dict[str, str] = field(default_factory=dict)
    porta: int = field(default_factory=find_port)
    replicas: list[Replica] = field(default_factory=list)
    nginx: subprocess.Popen[bytes] | None = None
    _pilha: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        """Address of the service."""
        return f"http://127.0.0.1:{self.porta}"

    def __enter__(self) -> Laboratorio:
        with ExitStack() as pilha:
            for numero in range(self.quantas):
                replica = Replica(self.store, find_port(), self.pasta / f"replica-{numero}.log")
                replica.start()
                pilha.callback(replica.stop)
                self.replicas.append(replica)
            self._start_nginx()
            pilha.callback(self._stop_nginx)
            for replica in self.replicas:
                replica.wait()
            self._pilha = pilha.pop_all()
        return self

    def __exit__(
        self, tipo: type[BaseException] | None, erro: BaseException | None, pilha: TracebackType | None
    ) -> None:
        self._pilha.close()

    def find_replica(self, endereco: str) -> Replica:
        """Return the replica of an address of nginx's log; of several, the one that answered (the last)."""
        porta = int(endereco.rsplit(":", 1)[1])
        return next(replica for replica in self.replicas if replica.porta == porta)

    def read_log(self) -> list[dict[str, Any]]:
        """Return the lines of nginx's log."""
        texto = (self.pasta / "etrdash.log").read_text()
        return [json.loads(linha) for linha in texto.splitlines(keepends=True) if linha.endswith("\n")]

    def write_nginx(self) -> Path:
        """Write the configuration and return its main file."""
        conf = self.pasta / "etrdash"
        conf.mkdir(exist_ok=True)
        servidores = "\n".join(
            f"    server 127.0.0.1:{replica.porta} max_fails=1 fail_timeout=3s;" for replica in self.replicas
        )
        trocas = {
            "/var/cache/nginx-etrdash": f"{self.pasta}/copia",
            "/var/log/nginx": str(self.pasta),
            "listen 80;": f"listen 127.0.0.1:{self.porta};",
            "listen 80 default_server;": f"listen 127.0.0.1:{self.porta} default_server;",
            "dados.exemplo.org.br": "127.0.0.1 localhost",
            **self.trocas,
        }
        for origem in NGINX.glob("*.conf"):
            texto = origem.read_text()
            for antes, depois in trocas.items():
                texto = texto.replace(antes, depois)
            texto = re.sub(
                r"(?:^ *server 127\.0\.0\.1:\d+ .*\n)+", servidores + "\n", texto, flags=re.MULTILINE
            )
            texto = re.sub(r"^ *listen \[::\].*\n", "", texto, flags=re.MULTILINE)
            destino = self.pasta if origem.name == "site.conf" else conf
            (destino / origem.name).write_text(texto)
        principal = self.pasta / "nginx.conf"
        dono = "user root;\n" if os.geteuid() == 0 else ""
        principal.write_text(_PRINCIPAL.format(user=dono, pasta=self.pasta))
        return principal

    def _start_nginx(self) -> None:
        programa = find_nginx()
        if programa is None:
            raise RuntimeError("não há nginx: instale-o ou aponte-o com ETRDASH_NGINX")
        comando = [programa, "-p", str(self.pasta), "-e", str(self.pasta / "partida.log"), "-c"]
        comando.append(str(self.write_nginx()))
        conferida = subprocess.run([*comando, "-t"], capture_output=True, text=True, check=False)
        if conferida.returncode != 0 or "[warn]" in conferida.stderr:
            raise RuntimeError(conferida.stderr)
        self.nginx = subprocess.Popen(comando)

    def _stop_nginx(self) -> None:
        if self.nginx is not None:
            self.nginx.terminate()
            self.nginx.wait(20)
