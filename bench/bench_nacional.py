"""Measure the national build beside DuckDB's own count and other tools, all in one run on one machine.

    python -m bench.bench_nacional                       # writes bench/resultados.md
    python -m bench.bench_nacional --escalas 0.125,0.25,0.5 --relatorio outro.md

The limit is DuckDB's `SELECT count(*) FROM read_csv(…, all_varchar = true)` over the same CSV: it splits the
file into rows and keeps none. Each step runs in its own process, so that the peak of memory is its own. On a
shared machine wall time also tells of the neighbours: the ratio of processor time stands beside it. Inputs
are fictitious (`nacional.py`). polars comes from `bench/requirements-bench.txt`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import duckdb

from bench.nacional import ATOS, ESTACOES, Nacional, build_nacional, write_nacional

RAIZ = Path(__file__).resolve().parents[1]
_RELATORIO = RAIZ / "bench" / "resultados.md"
_LEITURA = "read_csv(?, header = true, delim = ';', all_varchar = true)"
_DATA = "Data Licenciamento"


def count_duckdb(entradas: Nacional, _tmp: Path) -> None:
    """The limit: parse every row, keep none."""
    with duckdb.connect() as con:
        con.execute(f"SELECT count(*) FROM {_LEITURA}", [str(entradas.csv)]).fetchall()


def stage_csv(entradas: Nacional, tmp: Path) -> None:
    """Read, check, type and unite: from the CSV to one row per station."""
    _stage(entradas.csv, tmp)


def stage_zip(entradas: Nacional, tmp: Path) -> None:
    """The same, straight from the zip."""
    _stage(entradas.zip, tmp)


def stage_1gb(entradas: Nacional, tmp: Path) -> None:
    """The same, DuckDB held to 1 GB."""
    _stage(entradas.csv, tmp, limite="1GB")


def _stage(origem: Path, tmp: Path, limite: str | None = None) -> None:
    from etrdash.dados import PastaDeDados  # noqa: PLC0415 - a peer's process does not import what it measures beside
    from etrdash.staging.anatel import load_anatel  # noqa: PLC0415

    config = {"memory_limit": limite} if limite else {}
    with duckdb.connect(str(tmp / "obra.duckdb"), config=config) as con:
        load_anatel(con, [origem], PastaDeDados.open(), tmp)


def build(entradas: Nacional, tmp: Path) -> None:
    """The whole of `etrdash build`: links, situações of today and 24 months, every file published."""
    build_nacional(entradas, tmp.parent / "acervos")


def build_again(entradas: Nacional, tmp: Path) -> None:
    """The same call again: nothing changed."""
    build_nacional(entradas, tmp.parent / "acervos")


def read_polars(entradas: Nacional, _tmp: Path) -> None:
    """Polars: read as text, drop repeats, one row per station (no checks, no types)."""
    import polars as pl  # noqa: PLC0415

    linhas = pl.scan_csv(entradas.csv, separator=";", infer_schema=False)
    linhas.unique().sort(_DATA).group_by("Número Estação").last().collect(engine="streaming")


def read_pandas(entradas: Nacional, _tmp: Path) -> None:
    """Pandas: the same."""
    import pandas as pd  # noqa: PLC0415

    linhas = pd.read_csv(entradas.csv, sep=";", dtype=str)
    linhas.drop_duplicates().sort_values(_DATA).groupby("Número Estação").last()


PASSOS: dict[str, Callable[[Nacional, Path], None]] = {
    passo.__name__: passo
    for passo in (
        count_duckdb, stage_csv, stage_zip, stage_1gb, build, build_again, read_polars, read_pandas
    )
}  # fmt: skip


def run_passo(nome: str, pasta: Path, escala: float, obra: Path) -> dict[str, float] | None:
    """Run one step in its own process: seconds (`s`), of processor (`cpu`), peak `mb`; None: failed."""
    ambiente = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(RAIZ / "src"), os.environ.get("PYTHONPATH", "")]),
    }
    modulo = [sys.executable, "-m", "bench.bench_nacional"]
    comando = [*modulo, "--passo", nome, str(pasta), str(escala), str(obra)]
    feito = subprocess.run(comando, cwd=RAIZ, env=ambiente, stdout=subprocess.PIPE, text=True, check=False)
    if feito.returncode:
        return None
    medida: dict[str, float] = json.loads(feito.stdout.splitlines()[-1])
    print(f"{escala:g} {nome}: {medida}", file=sys.stderr, flush=True)
    return medida


def _run_here(nome: str, pasta: Path, escala: float, obra: Path) -> None:
    entradas = write_nacional(pasta, escala)
    with tempfile.TemporaryDirectory(dir=obra) as tmp:
        inicio, antes = time.perf_counter(), time.process_time()
        PASSOS[nome](entradas, Path(tmp))
        medida = {"s": time.perf_counter() - inicio, "cpu": time.process_time() - antes}
    medida["mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(medida))


def write_relatorio(medidas: dict[float, dict[str, dict[str, float] | None]], destino: Path) -> None:
    """Write the table: every step as a ratio to the limit of its own scale."""
    linhas = [
        "# Construção nacional, medida",
        "",
        f"`python -m bench.bench_nacional --escalas {','.join(f'{e:g}' for e in medidas)}`. Entradas"
        f" fictícias (`bench/nacional.py`); escala 1: {ESTACOES} estações, {ATOS} atos.",
        "",
        f"{platform.machine()}, {os.cpu_count()} núcleos, carga média {os.getloadavg()[2]:.1f} nos 15 minutos"
        f" antes do fim; Python {platform.python_version()}, " + ", ".join(_list_versoes()) + ".",
        "",
        "Limite (razão 1): `SELECT count(*) FROM read_csv(…, all_varchar = true)` do DuckDB, mesmo CSV.",
        "",
        "| escala | passo | s | s de processador | razão (s) | razão (processador) | pico MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for escala, passos in medidas.items():
        limite = passos["count_duckdb"]
        for nome, medida in passos.items():
            if medida is None or limite is None:
                linhas.append(f"| {escala:g} | `{nome}` | falhou | | | | |")
                continue
            linhas.append(
                f"| {escala:g} | `{nome}` | {medida['s']:.1f} | {medida['cpu']:.1f} |"
                f" {medida['s'] / limite['s']:.2f} | {medida['cpu'] / limite['cpu']:.2f} |"
                f" {medida['mb']:.0f} |"
            )
    if any(escala < 1 for escala in medidas):
        linhas += [
            "",
            "Abaixo da escala 1 os custos fixos (módulos, leis, tabelas) pesam: não é a meta nacional.",
        ]
    linhas += ["", "O que cada passo faz:", ""]
    linhas += [f"- `{nome}`: {(passo.__doc__ or '').strip()}" for nome, passo in PASSOS.items()]
    destino.write_text("\n".join(linhas) + "\n", encoding="utf-8")


def _list_versoes() -> list[str]:
    versoes = []
    for pacote in ("duckdb", "pyarrow", "polars", "pandas"):
        try:
            versoes.append(f"{pacote} {version(pacote)}")
        except PackageNotFoundError:
            versoes.append(f"{pacote} ausente")
    return versoes


def main() -> None:
    """Measure every step at every scale and write the report."""
    leitor = argparse.ArgumentParser(description=__doc__)
    leitor.add_argument("--passo", nargs=4, help=argparse.SUPPRESS)
    leitor.add_argument("--escalas", default="1")
    leitor.add_argument("--passos", default=",".join(PASSOS))
    leitor.add_argument("--relatorio", type=Path, default=_RELATORIO)
    pedido = leitor.parse_args()
    if pedido.passo:
        nome, pasta, escala, obra = pedido.passo
        _run_here(nome, Path(pasta), float(escala), Path(obra))
        return
    medidas: dict[float, dict[str, dict[str, float] | None]] = {}
    with tempfile.TemporaryDirectory(prefix="etrdash-bench-") as raiz:
        for escala in (float(texto) for texto in pedido.escalas.split(",")):
            pasta = Path(raiz) / f"{escala:g}"
            write_nacional(pasta, escala)
            obra = pasta / "obra"
            obra.mkdir()
            medidas[escala] = {
                nome: run_passo(nome, pasta, escala, obra) for nome in pedido.passos.split(",")
            }
            write_relatorio(medidas, pedido.relatorio)


if __name__ == "__main__":
    main()
