"""Measure the national build beside DuckDB's own count and other tools, all in one run on one machine.

    python -m bench.bench_nacional --escalas 0.25,0.5,1  # writes bench/resultados.md
    python -m bench.bench_nacional --escalas 1 --passos count_duckdb,build --relatorio outro.md
    python -m bench.bench_nacional --entradas PASTA      # inputs kept there, written once

The limit is DuckDB's `SELECT count(*) FROM read_csv(…, all_varchar = true)` over the same CSV: it splits the
file into rows and keeps none. Each step runs in its own process, so that the peak of memory is its own. On a
shared machine wall time also tells of the neighbours: the ratio of processor time stands beside it. Every
ratio hangs on the limit: it is the median of three, the file already in the system's memory. Inputs are
fictitious (`nacional.py`). polars and splink come from `bench/requirements-bench.txt`; where they are not
installed the report says so. The report is written anew after each step, and ends with `onde_vai_o_tempo.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import duckdb

from bench.nacional import ATOS, ESTACOES, Nacional, build_nacional, write_nacional
from bench.nacional_pares import link_splink, read_pandas, read_polars

RAIZ = Path(__file__).resolve().parents[1]
_RELATORIO = RAIZ / "bench" / "resultados.md"
_ONDE_VAI_O_TEMPO = RAIZ / "bench" / "onde_vai_o_tempo.md"
_LEITURA = "read_csv(?, header = true, delim = ';', all_varchar = true)"
_AUSENTE = 3
"""Exit code of a step whose library is not installed."""


@dataclass
class Medida:
    """What one step cost.

    Attributes:
        s: seconds on the wall.
        cpu: seconds of processor.
        mb: peak of memory of the process.
        etapas: stage of the build → seconds of processor.
        falta: why there is no measure, else empty.
    """

    s: float = 0.0
    cpu: float = 0.0
    mb: float = 0.0
    etapas: dict[str, float] = field(default_factory=dict)
    falta: str = ""


Etapas = dict[str, float]
Medidas = dict[float, dict[str, Medida]]


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

    with duckdb.connect(str(tmp / "obra.duckdb")) as con:
        if limite:
            con.execute(f"SET memory_limit = '{limite}'")
        load_anatel(con, [origem], PastaDeDados.open(), tmp)


def build(entradas: Nacional, tmp: Path) -> Etapas:
    """The whole of `etrdash build`, in 1 GB of DuckDB: links, situações of today and of 24 months, files."""
    return _build(entradas, tmp)


def build_again(entradas: Nacional, tmp: Path) -> Etapas:
    """The same call again: nothing changed."""
    return _build(entradas, tmp)


def build_one_city(entradas: Nacional, tmp: Path) -> Etapas:
    """The same after one city's records changed: the largest file lost its last act."""
    mudada = tmp / "municipal"
    mudada.mkdir()
    maior = max(sorted(entradas.municipal.iterdir()), key=lambda arquivo: arquivo.stat().st_size)
    for arquivo in entradas.municipal.iterdir():
        if arquivo == maior:
            linhas = arquivo.read_text(encoding="utf-8").splitlines(keepends=True)
            (mudada / arquivo.name).write_text("".join(linhas[:-1]), encoding="utf-8")
        else:
            (mudada / arquivo.name).symlink_to(arquivo)
    return _build(replace(entradas, municipal=mudada), tmp)


def _build(entradas: Nacional, tmp: Path) -> Etapas:
    """Build into the store that the steps of one scale share; return the processor's seconds by stage."""
    marcas: list[tuple[str, float]] = []
    build_nacional(
        entradas, tmp.parent / "acervos", lambda etapa: marcas.append((etapa, time.process_time()))
    )
    fins = [inicio for _, inicio in marcas[1:]] + [time.process_time()]
    return {etapa: fim - inicio for (etapa, inicio), fim in zip(marcas, fins, strict=True)}


PASSOS: Mapping[str, Callable[[Nacional, Path], Etapas | None]] = {
    passo.__name__: passo
    for passo in (
        count_duckdb, stage_csv, stage_zip, stage_1gb, build, build_again, build_one_city, read_polars,
        read_pandas, link_splink
    )
}  # fmt: skip
PARES = ("read_polars", "read_pandas", "link_splink")
"""Other tools: measured at the largest scale only."""


def run_passo(nome: str, pasta: Path, escala: float, obra: Path) -> Medida:
    """Run one step in its own process."""
    ambiente = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(RAIZ / "src"), os.environ.get("PYTHONPATH", "")]),
    }
    modulo = [sys.executable, "-m", "bench.bench_nacional"]
    comando = [*modulo, "--passo", nome, str(pasta), str(escala), str(obra)]
    feito = subprocess.run(comando, cwd=RAIZ, env=ambiente, stdout=subprocess.PIPE, text=True, check=False)
    if feito.returncode:
        return Medida(falta="ausente" if feito.returncode == _AUSENTE else "falhou")
    medida = Medida(**json.loads(feito.stdout.splitlines()[-1]))
    print(f"{escala:g} {nome}: {medida}", file=sys.stderr, flush=True)
    return medida


def measure_limite(pasta: Path, escala: float, obra: Path) -> Medida:
    """Run the limit once to bring the file to memory, then thrice; return the median in processor time."""
    voltas = [run_passo("count_duckdb", pasta, escala, obra) for _ in range(4)][1:]
    return sorted(voltas, key=lambda medida: medida.cpu)[1]


def _run_here(nome: str, pasta: Path, escala: float, obra: Path) -> None:
    entradas = write_nacional(pasta, escala)
    with tempfile.TemporaryDirectory(dir=obra) as tmp:
        inicio, antes = time.perf_counter(), time.process_time()
        try:
            etapas = PASSOS[nome](entradas, Path(tmp))
        except ModuleNotFoundError as erro:
            print(f"{nome}: {erro.name} não está instalado", file=sys.stderr)
            sys.exit(_AUSENTE)
        medida = Medida(time.perf_counter() - inicio, time.process_time() - antes, etapas=etapas or {})
    medida.mb = _read_pico_mb()
    print(json.dumps(asdict(medida)))


def _read_pico_mb() -> float:
    """Return the peak of memory in MB; `getrusage` would start from that of the parent process."""
    (linha,) = (x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith("VmHWM:"))
    return int(linha.split()[1]) / 1024


def write_relatorio(medidas: Medidas, destino: Path) -> None:
    """Write the tables: every step as a ratio to the limit of its own scale, stages, growth."""
    linhas = [
        "# Construção nacional, medida",
        "",
        f"`python -m bench.bench_nacional --escalas {','.join(f'{e:g}' for e in medidas)}`. Entradas"
        f" fictícias (`bench/nacional.py`); escala 1: {ESTACOES} estações, {ATOS} atos.",
        "",
        f"{platform.machine()}, {os.cpu_count()} núcleos, carga média {os.getloadavg()[2]:.1f} nos 15 minutos"
        f" antes do fim; Python {platform.python_version()}, " + ", ".join(_list_versoes()) + ".",
        "",
        "Limite (razão 1): `SELECT count(*) FROM read_csv(…, all_varchar = true)` do DuckDB, mesmo CSV, já na"
        " memória; mediana de três.",
        "",
        "| escala | passo | s | s de processador | razão (s) | razão (processador) | pico MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for escala, passos in medidas.items():
        limite = passos.get("count_duckdb", Medida(falta="não medido"))
        for nome, medida in passos.items():
            if medida.falta:
                linhas.append(f"| {escala:g} | `{nome}` | {medida.falta} | | | | |")
                continue
            razoes = "| |" if limite.falta else f"{medida.s / limite.s:.2f} | {medida.cpu / limite.cpu:.2f} |"
            linhas.append(
                f"| {escala:g} | `{nome}` | {medida.s:.1f} | {medida.cpu:.1f} | {razoes} {medida.mb:.0f} |"
            )
    if any(escala < 1 for escala in medidas):
        linhas += [
            "",
            "Abaixo da escala 1 os custos fixos (módulos, leis, tabelas) pesam: não é a meta nacional.",
        ]
    linhas += [*_list_etapas(medidas), *_list_crescimento(medidas), "", "## O que cada passo faz", ""]
    linhas += [f"- `{nome}`: {(passo.__doc__ or '').strip()}" for nome, passo in PASSOS.items()]
    onde = _ONDE_VAI_O_TEMPO.read_text(encoding="utf-8")
    destino.write_text("\n".join(linhas) + "\n\n" + onde, encoding="utf-8")


def _list_etapas(medidas: Medidas) -> Iterator[str]:
    """Yield a table of the builds' stages, in seconds of processor."""
    colunas = {
        f"{escala:g} `{nome}`": medida.etapas
        for escala, passos in medidas.items()
        for nome, medida in passos.items()
        if medida.etapas
    }
    if not colunas:
        return
    yield from ("", "## Etapas da construção, em segundos de processador", "")
    yield "| etapa | " + " | ".join(colunas) + " |"
    yield "|---|" + "---|" * len(colunas)
    for etapa in dict.fromkeys(etapa for etapas in colunas.values() for etapa in etapas):
        valores = (f"{etapas[etapa]:.1f}" if etapa in etapas else "" for etapas in colunas.values())
        yield f"| {etapa} | " + " | ".join(valores) + " |"


def _list_crescimento(medidas: Medidas) -> Iterator[str]:
    """Yield how the processor's time of each step grows from the smallest scale to the others."""
    if len(medidas) < 2:
        return
    base, *maiores = sorted(medidas)
    yield from ("", f"## Crescimento do tempo de processador, da escala {base:g}", "")
    yield "| passo | " + " | ".join(f"× {escala / base:g} de dados" for escala in maiores) + " |"
    yield "|---|" + "---|" * len(maiores)
    for nome, antes in medidas[base].items():
        depois = [medidas[escala].get(nome, Medida(falta="não medido")) for escala in maiores]
        if not antes.falta and not any(medida.falta for medida in depois):
            vezes = " | ".join(f"× {medida.cpu / antes.cpu:.2f}" for medida in depois)
            yield f"| `{nome}` | {vezes} |"


def _list_versoes() -> list[str]:
    versoes = []
    for pacote in ("duckdb", "pyarrow", "polars", "pandas", "splink"):
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
    leitor.add_argument("--entradas", type=Path, help="folder where inputs stay from one run to the next")
    leitor.add_argument("--relatorio", type=Path, default=_RELATORIO)
    pedido = leitor.parse_args()
    if pedido.passo:
        nome, pasta, escala, obra = pedido.passo
        _run_here(nome, Path(pasta), float(escala), Path(obra))
        return
    medidas: Medidas = {}
    escalas = sorted(float(texto) for texto in pedido.escalas.split(","))
    with tempfile.TemporaryDirectory(prefix="etrdash-bench-") as raiz:
        for escala in escalas:
            pasta = (pedido.entradas or Path(raiz)) / f"e{escala:g}"
            write_nacional(pasta, escala)
            obra = Path(raiz) / f"obra-{escala:g}"
            obra.mkdir()
            medidas[escala] = {}
            for nome in pedido.passos.split(","):
                if nome not in PARES or escala == escalas[-1]:
                    measure = measure_limite if nome == "count_duckdb" else partial(run_passo, nome)
                    medidas[escala][nome] = measure(pasta, escala, obra)
                    write_relatorio(medidas, pedido.relatorio)
            shutil.rmtree(obra)


if __name__ == "__main__":
    main()
