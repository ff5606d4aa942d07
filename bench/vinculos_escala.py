"""Measure how linking grows: the three sets copied into 4, 8, 16 and 31 times as many municipalities.

    python -m bench.vinculos_escala            # writes bench/vinculos_escala.md

Each size runs in a process of its own, so that the memory is its own. Needs the sets (`../shared/vinculos`).
"""

from __future__ import annotations

import json
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from bench.vinculos_conjuntos import RAIZ, list_conjuntos, stage_conjunto
from etrdash.dados import PastaDeDados
from etrdash.matching import link

_COPIAS = (4, 8, 16, 31)
_RELATORIO = RAIZ / "bench" / "vinculos_escala.md"
_TABELAS = ("stg_estacoes", "stg_atos")
_CODIGO = "lpad(CAST(CAST(codigo_ibge AS BIGINT) % 100000 + copia * 100000 AS VARCHAR), 7, '0')"
_NUMEROS = {
    "stg_estacoes": "numero_estacao || '-' || copia AS numero_estacao",
    "stg_atos": "list_transform(numeros_estacao, lambda n: n || '-' || copia) AS numeros_estacao",
}


def stage_copias(con: duckdb.DuckDBPyConnection, origem: Path, copias: int) -> None:
    """Copy both sides of the sets into other municipalities, stations renumbered."""
    con.execute(f"ATTACH '{origem}' AS origem (READ_ONLY)")
    for tabela in _TABELAS:
        con.execute(
            f"CREATE TABLE {tabela} AS SELECT * EXCLUDE (copia) REPLACE"
            f" ({_CODIGO} AS codigo_ibge, {_NUMEROS[tabela]})"
            f" FROM origem.{tabela}, (SELECT unnest(range(1, {copias} + 1)) AS copia)"
        )


def measure(origem: Path, copias: int) -> dict[str, float]:
    """Link `copias` copies of the sets: rows of each side, links, seconds (`cpu`: of processor), peak MB."""
    con = duckdb.connect(config={"threads": 2, "memory_limit": "800MB"})
    stage_copias(con, origem, copias)
    inicio, antes = time.perf_counter(), time.process_time()
    link(con, PastaDeDados.open())
    segundos, cpu = time.perf_counter() - inicio, time.process_time() - antes
    tabelas = (*_TABELAS, "int_vinculos")
    contagens = [con.execute(f"SELECT count(*) FROM {tabela}").fetchall()[0][0] for tabela in tabelas]
    pico = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return dict(zip(("estacoes", "atos", "vinculos"), contagens, strict=True)) | {
        "s": segundos,
        "cpu": cpu,
        "mb": pico,
    }


def read_conjuntos(destino: Path) -> float:
    """Read and normalise the three sets into one database; return the processor seconds of the readers."""
    con = duckdb.connect(str(destino))
    segundos = 0.0
    for ordem, conjunto in enumerate(list_conjuntos()):
        inicio = time.process_time()
        lido = stage_conjunto(conjunto)
        segundos += time.process_time() - inicio
        for tabela in _TABELAS:
            con.register("_lida", lido.sql(f"SELECT * FROM {tabela}").to_arrow_table())
            inserir = f"INSERT INTO {tabela} BY NAME" if ordem else f"CREATE TABLE {tabela} AS"
            con.execute(f"{inserir} FROM _lida")
            con.unregister("_lida")
        lido.close()
    con.close()
    return segundos


def run() -> tuple[float, list[dict[str, float]]]:
    """Return the processor seconds of reading the sets once, and the measures of every size."""
    with tempfile.TemporaryDirectory() as pasta:
        origem = Path(pasta) / "conjuntos.duckdb"
        leitura = read_conjuntos(origem)
        medidas = []
        for copias in _COPIAS:
            comando = [sys.executable, "-m", "bench.vinculos_escala", str(origem), str(copias)]
            saida = subprocess.run(comando, check=True, capture_output=True, text=True).stdout
            medidas.append(json.loads(saida.splitlines()[-1]) | {"copias": copias})
        return leitura, medidas


def write_relatorio(leitura: float, medidas: list[dict[str, float]]) -> str:
    """Return the text of `bench/vinculos_escala.md`."""
    saida = [
        "# Reconciliation at scale",
        "",
        f"Written by `python -m bench.vinculos_escala`. Python {platform.python_version()}, 2 threads. The",
        "three sets copied into other municipalities; linking only, in a process of its own. Reading and",
        f"normalising the sets once takes {leitura:.1f} s of processor, taken times the copies: no national",
        "file was read for this table. Other programs ran beside it; processor seconds do not count them.",
        "",
        "| stations | acts | links | s | CPU s | CPU s / 1,000 stations | peak MB | linking / reading |",
        "|---|---|---|---|---|---|---|---|",
    ]
    saida += [
        f"| {m['estacoes']:,.0f} | {m['atos']:,.0f} | {m['vinculos']:,.0f} | {m['s']:.1f} | {m['cpu']:.1f} "
        f"| {1000 * m['cpu'] / m['estacoes']:.2f} | {m['mb']:.0f} "
        f"| {m['cpu'] / (leitura * m['copias']):.2f} |"
        for m in medidas
    ]
    return "\n".join(saida) + "\n"


def main() -> None:
    """Measure one size (two arguments), or all of them and write the report."""
    if len(sys.argv) == 3:
        print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]))))
        return
    texto = write_relatorio(*run())
    _RELATORIO.write_text(texto, encoding="utf-8")
    print(texto)


if __name__ == "__main__":
    main()
