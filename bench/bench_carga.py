"""Measure the load: how many readers who click every 2 to 6 seconds wait less than a second, and the files.

    python -m bench.bench_carga [--store STORE]     # writes bench/carga.md

Three servers in one run: the plain page (`base_painel.py`), one process of etrdash, two replicas behind nginx
(`deploy/nginx`). The readers run on the same machine and take their share of its cores, from all three alike.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.nacional import add_store, find_store
from bench.paginas_servidor import RAIZ, Servidor, find_port, start_base, start_etrdash
from bench.paginas_sessao import Sessao
from bench.soak_laboratorio import Laboratorio, find_nginx
from bench.soak_sessao import ask_cookie
from etrdash.published.abertos import open_current

RELATORIO = RAIZ / "bench" / "carga.md"
DEGRAUS = (5, 10, 20, 30, 40, 60, 80, 100, 120, 160, 200, 240, 320)
PAUSA_S = (2.0, 6.0)
LIMITE_S = 1.0
CHEGADA_S, PARTIDA_S = 8.0, 20.0
GRUPOS = ("vermelho", "amarelo", "verde", "cinza")


@dataclass(slots=True)
class Degrau:
    """What so many readers saw.

    Attributes:
        leitores: open sessions.
        voltas: seconds of every rerun after all had arrived.
        falhas: reruns that failed or showed an exception.
        rss_mb: memory of the server at the end.
    """

    leitores: int
    voltas: list[float] = field(default_factory=list)
    falhas: int = 0
    rss_mb: float = 0.0

    def percentile(self, p: int) -> float:
        """Return the p-th percentile in seconds."""
        return statistics.quantiles(self.voltas, n=100)[p - 1] if len(self.voltas) > 1 else float("inf")

    @property
    def passa(self) -> bool:
        """Whether 95 of 100 reruns took less than the limit and none failed."""
        return not self.falhas and self.percentile(95) < LIMITE_S


async def read_like_a_person(
    servidor: Servidor, paginas: list[tuple[str, str]], degrau: Degrau, fim: float, semente: int
) -> None:
    """Open a session and click until the end: mostly another filter, now and then another page."""
    sorte = random.Random(semente)
    await asyncio.sleep(sorte.uniform(0, CHEGADA_S))
    contar_desde = fim - DURACAO
    pagina, query = sorte.choice(paginas)
    try:
        cookie = await asyncio.to_thread(ask_cookie, servidor.url) if len(servidor.pids) > 1 else ""
        async with Sessao(servidor.url, cookie) as sessao:
            while time.monotonic() < fim:
                if sorte.random() < 0.3:
                    pagina, query = sorte.choice(paginas)
                filtro = "&".join(f"grupo={g}" for g in GRUPOS if sorte.random() < 0.3)
                volta = await sessao.open(pagina, "&".join(filter(None, (query, filtro))))
                if time.monotonic() > contar_desde:
                    degrau.voltas.append(volta.segundos)
                    degrau.falhas += volta.excecoes
                await asyncio.sleep(sorte.uniform(*PAUSA_S))
    except (OSError, ConnectionError, TimeoutError):
        degrau.falhas += 1


DURACAO = 20.0


async def _take_step(servidor: Servidor, paginas: list[tuple[str, str]], leitores: int) -> Degrau:
    degrau = Degrau(leitores)
    fim = time.monotonic() + CHEGADA_S + DURACAO
    await asyncio.gather(*(read_like_a_person(servidor, paginas, degrau, fim, s) for s in range(leitores)))
    degrau.rss_mb = servidor.rss_mb()
    return degrau


async def climb(servidor: Servidor, paginas: list[tuple[str, str]]) -> list[Degrau]:
    """Raise the number of readers until they wait too long; a first step warms up and does not count."""
    degraus = []
    await _take_step(servidor, paginas, DEGRAUS[0])
    for leitores in DEGRAUS:
        degrau = await _take_step(servidor, paginas, leitores)
        degraus.append(degrau)
        print(
            f"  {leitores}: p50 {degrau.percentile(50):.2f} s, p95 {degrau.percentile(95):.2f} s,"
            f" {degrau.falhas} falhas, {degrau.rss_mb:.0f} MB",
            flush=True,
        )
        if not degrau.passa:
            break
    return degraus


@contextmanager
def start_replicas(store: Path) -> Iterator[Servidor]:
    """Serve a store by two replicas behind nginx, its rate limits raised: the readers share one address."""
    sem_limite = {"rate=20r/s": "rate=10000r/s", "limit_conn": "# limit_conn", "limit_req ": "# limit_req "}
    with (
        tempfile.TemporaryDirectory() as pasta,
        Laboratorio(Path(pasta), store, trocas=sem_limite) as laboratorio,
    ):
        yield Servidor(laboratorio.url, tuple(r.pid for r in laboratorio.replicas))


@contextmanager
def start_static(pasta: Path) -> Iterator[str]:
    """Serve a folder by nginx alone, as the bound for files."""
    porta = find_port()
    with tempfile.TemporaryDirectory() as tmp:
        conf = Path(tmp) / "nginx.conf"
        dono = "user root;" if os.geteuid() == 0 else ""
        conf.write_text(
            f"{dono} worker_processes 1; daemon off; pid {tmp}/pid; error_log {tmp}/e; events {{}}"
            f" http {{ access_log off; sendfile on; server {{ listen 127.0.0.1:{porta}; root {pasta}; }} }}"
        )
        processo = subprocess.Popen([str(find_nginx()), "-c", str(conf)], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        try:
            yield f"http://127.0.0.1:{porta}"
        finally:
            processo.terminate()
            processo.wait(10)


def run_wrk(url: str) -> tuple[float, float]:
    """Return requests per second and the 99th percentile in ms, 16 connections for 8 s."""
    saida = subprocess.run(
        ["wrk", "-t1", "-c16", "-d8s", "--latency", url], capture_output=True, text=True, check=True
    ).stdout
    por_s = float(re.search(r"Requests/sec:\s+([\d.]+)", saida).group(1))  # type: ignore[union-attr]
    valor, unidade = re.search(r"99%\s+([\d.]+)(us|ms|s)", saida).groups()  # type: ignore[union-attr]
    return por_s, float(valor) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unidade]


def measure_files(store: Path, ibge: str) -> list[str]:
    """Return the lines of the table of files and API beside nginx's static file."""
    atual = (store / "atual").read_text().strip()
    arquivo = "municipios.csv"
    alvos = [
        ("arquivo publicado", f"/dados/{atual}/{arquivo}"),
        ("API, municípios", "/api/v1/municipios?limite=50"),
        ("API, estações de uma cidade", f"/api/v1/municipios/{ibge}/estacoes.json?limite=50"),
    ]
    linhas = []
    with start_static(store / atual) as estatico:
        base = run_wrk(f"{estatico}/{arquivo}")
    linhas.append(f"| nginx, o mesmo arquivo | {base[0]:.0f} | {base[1]:.1f} | 1 |")
    for nome, start in (("um processo", start_etrdash), ("nginx e duas réplicas", start_replicas)):
        with start(store) as servidor:
            for alvo, endereco in alvos:
                por_s, p99 = run_wrk(servidor.url + endereco)
                linhas.append(f"| {nome}: {alvo} | {por_s:.0f} | {p99:.1f} | {por_s / base[0]:.3f} |")
    return linhas


def main() -> None:
    """Measure and write."""
    analisador = argparse.ArgumentParser(description=__doc__)
    add_store(analisador)
    store = find_store(analisador.parse_args())
    for nome in ("wrk", "nginx"):
        if shutil.which(nome, path=f"{os.environ['PATH']}:/usr/sbin") is None:
            raise SystemExit(f"falta o programa {nome}: instale o pacote do sistema (apt-get install {nome})")
    acervo = open_current(store)
    municipios = sorted(acervo.list_municipios().to_pylist(), key=lambda m: -(m["avaliadas"] or 0))
    cidades = [m["codigo_ibge"] for m in municipios if m["lei"]][:5]
    estacoes = acervo.list_estacoes(limite=20)["numero_estacao"].to_pylist()
    paginas = [
        *(("cidade", f"ibge={c}") for c in cidades),
        *(("mapa", f"ibge={c}") for c in cidades),
        *(("estacao", f"numero={n}") for n in estacoes[:5]),
    ]
    base = [("", f"ibge={c}") for c in cidades]
    resultados: dict[str, list[Degrau]] = {}
    depois: dict[str, float] = {}
    for nome, start, quais in (
        ("página simples, um processo", lambda s: start_base("base_painel.py", s), base),
        ("etrdash, um processo", start_etrdash, paginas),
        ("etrdash, duas réplicas atrás do nginx", start_replicas, paginas),
    ):
        print(nome, flush=True)
        with start(store) as servidor:
            resultados[nome] = asyncio.run(climb(servidor, quais))
            time.sleep(PARTIDA_S)
            depois[nome] = servidor.rss_mb()
    write_report(resultados, depois, measure_files(store, cidades[0]))


def write_report(resultados: dict[str, list[Degrau]], depois: dict[str, float], arquivos: list[str]) -> None:
    """Write bench/carga.md."""
    linhas = [
        "# Carga",
        "",
        "Escrito por `python -m bench.bench_carga [--store STORE]`. Dados fictícios.",
        f"Máquina: {os.cpu_count()} núcleos, {platform.machine()}; os leitores rodam nela também.",
        f"Cada leitor clica a cada {PAUSA_S[0]:.0f} a {PAUSA_S[1]:.0f} s: outro filtro, às vezes outra"
        f" página. Um degrau dura {DURACAO:.0f} s depois da chegada de todos; passa se o p95 de uma volta"
        f" fica abaixo de {LIMITE_S:.0f} s e nenhuma falha.",
        "",
        "| servidor | leitores | p50 s | p95 s | falhas | MB | MB depois que saem |",
        "|---|---|---|---|---|---|---|",
    ]
    maximos = {}
    for nome, degraus in resultados.items():
        maximos[nome] = max((d.leitores for d in degraus if d.passa), default=0)
        for degrau in degraus:
            fim = f"{depois[nome]:.0f}" if degrau is degraus[-1] else ""
            linhas.append(
                f"| {nome} | {degrau.leitores} | {degrau.percentile(50):.2f} | {degrau.percentile(95):.2f} |"
                f" {degrau.falhas} | {degrau.rss_mb:.0f} | {fim} |"
            )
    base = next(iter(maximos.values()))
    linhas += ["", "| servidor | maior número de leitores | razão |", "|---|---|---|"]
    linhas += [f"| {nome} | {n} | {f'{n / base:.1f}' if base else '—'} |" for nome, n in maximos.items()]
    linhas += ["", "## Arquivos e API", "", "`wrk`, 16 conexões, 8 s.", ""]
    linhas += ["| endereço | pedidos/s | p99 ms | razão |", "|---|---|---|---|", *arquivos]
    RELATORIO.write_text("\n".join(linhas) + "\n", encoding="utf-8")
    print("\n".join(linhas))


if __name__ == "__main__":
    main()
