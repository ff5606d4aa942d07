"""One build in parts, each by a process of its own over partitioned Parquet, anywhere that fsspec reaches.

    python -m bench.distribuido --relatorio bench/distribuido.md
    python -m bench.distribuido --onde s3://balde/obra

Needs fsspec, and s3fs for s3:// (`bench/requirements-bench.txt`).

Stations are read once (`stg_*`, in one pass over ANATEL's file). Their rows are then written by part, a part
being some municipalities, and every process links and decides one part after another with the same functions
that `etrdash build` calls. The parts' tables, put together, are the whole build's: no rule exists twice.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from multiprocessing import get_context
from pathlib import Path

import duckdb
import fsspec
import pyarrow as pa
import pyarrow.parquet as pq

from etrdash.cli.construcao import Pedido, decide_estacoes, stage_entradas
from etrdash.dados import PastaDeDados
from etrdash.rules.carga import load_leis, load_municipios

ACERVO = "2026-01-01-00000000"
DO_LUGAR = (
    "estacoes",
    "atos",
    "vinculos",
    "sitios",
    "registros",
    "municipios",
    "serie",
    "emissoes",
    "detalhes",
    "atos_detalhes",
    "recusados",
    "explicacoes",
    "cursos",
    "proximidades",
    "pontos",
    "contornos",
    "populacoes",
)
"""Tables whose rows belong to one municipality each; the others describe the inputs or the data folder."""


@dataclass(frozen=True, slots=True)
class Obra:
    """A build to be done in parts.

    Attributes:
        pedido: data folders and as-of date; its files are read where the parts are written.
        onde: folder or address of the parts and of their results.
        partes: municipalities of each part.
    """

    pedido: Pedido
    onde: str
    partes: tuple[tuple[str, ...], ...]


def split_municipios(con: duckdb.DuckDBPyConnection, quantas: int) -> tuple[tuple[str, ...], ...]:
    """Share the municipalities out, the biggest first, each to the part that is the smallest by then."""
    tamanhos = con.execute(
        "SELECT codigo_ibge, count(*) FROM (SELECT codigo_ibge FROM stg_estacoes UNION ALL"
        " SELECT codigo_ibge FROM stg_atos) GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    partes: list[list[str]] = [[] for _ in range(quantas)]
    cheias = [0] * quantas
    for codigo, linhas in sorted(tamanhos, key=lambda par: -par[1]):
        menor = cheias.index(min(cheias))
        partes[menor].append(codigo)
        cheias[menor] += linhas
    return tuple(tuple(sorted(parte)) for parte in partes if parte)


def list_staged(con: duckdb.DuckDBPyConnection) -> dict[str, set[str]]:
    """Return the tables `stg_*` with their columns."""
    linhas = con.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE starts_with(table_name, 'stg_')"
    ).fetchall()
    tabelas: dict[str, set[str]] = {}
    for tabela, coluna in linhas:
        tabelas.setdefault(tabela, set()).add(coluna)
    return tabelas


def write_partes(con: duckdb.DuckDBPyConnection, obra: Obra) -> None:
    """Write the rows of `stg_*` by part: a municipality's rows to its part, what has none to all."""
    for numero, codigos in enumerate(obra.partes):
        for tabela, colunas in list_staged(con).items():
            if "codigo_ibge" in colunas:
                onde = "WHERE codigo_ibge IS NULL OR list_contains($codigos, codigo_ibge)"
            elif "numero_estacao" in colunas:
                onde = (
                    "WHERE numero_estacao IN (SELECT numero_estacao FROM stg_estacoes"
                    " WHERE list_contains($codigos, codigo_ibge))"
                )
            else:
                onde = ""
            parametros = {"codigos": list(codigos)} if onde else None
            dados = con.sql(f"SELECT * FROM {tabela} {onde}", params=parametros).to_arrow_table()
            _write(dados, f"{obra.onde}/entra/{numero}/{tabela}.parquet")


def decide_parte(obra: Obra, numero: int) -> None:
    """Link and decide one part; read and write only its folder."""
    codigos = set(obra.partes[numero])
    leis = load_leis(obra.pedido.pasta)
    municipios = load_municipios(obra.pedido.pasta)
    daqui = {codigo: ficha for codigo, ficha in municipios.items() if codigo in codigos}
    with duckdb.connect() as con:
        con.execute("SET threads = 1")
        load_tables(con, f"{obra.onde}/entra/{numero}")
        decide_estacoes(con, obra.pedido, leis, daqui, ACERVO)
        for tabela in DO_LUGAR:
            dados = con.sql(f"SELECT * FROM {tabela}").to_arrow_table()
            _write(dados, f"{obra.onde}/sai/{numero}/{tabela}.parquet")


def decide_partes(obra: Obra, processos: int) -> None:
    """Do every part, several at a time; each process could as well be on another machine."""
    numeros = range(len(obra.partes))
    with ProcessPoolExecutor(processos, mp_context=get_context("spawn")) as executor:
        list(executor.map(decide_parte, [obra] * len(numeros), numeros))


def unite_partes(con: duckdb.DuckDBPyConnection, obra: Obra) -> None:
    """Put the results of the parts together, in the tables' own names."""
    for numero in range(len(obra.partes)):
        load_tables(con, f"{obra.onde}/sai/{numero}")


def load_tables(con: duckdb.DuckDBPyConnection, onde: str) -> None:
    """Load every Parquet file of a folder as a table of its name, after the rows already there."""
    fs, raiz = fsspec.core.url_to_fs(onde)
    for caminho in sorted(fs.glob(f"{raiz}/*.parquet")):
        tabela = Path(caminho).stem
        with fs.open(caminho, "rb") as arquivo:
            con.register("_parte", pq.read_table(arquivo))
        con.execute(f"CREATE TABLE IF NOT EXISTS {tabela} AS FROM _parte LIMIT 0").fetchall()
        con.execute(f"INSERT INTO {tabela} FROM _parte").fetchall()
        con.unregister("_parte")


def build_inteira(pedido: Pedido, con: duckdb.DuckDBPyConnection) -> None:
    """Link and decide everything that `stg_*` holds, in this process."""
    decide_estacoes(con, pedido, load_leis(pedido.pasta), load_municipios(pedido.pasta), ACERVO)


def stage(pedido: Pedido) -> duckdb.DuckDBPyConnection:
    """Read a request's files into a database in memory."""
    con = duckdb.connect()
    with tempfile.TemporaryDirectory() as tmp:
        stage_entradas(con, replace(pedido, avisar=_say_nothing), Path(tmp))
    return con


def find_diferencas(
    inteira: duckdb.DuckDBPyConnection, unida: duckdb.DuckDBPyConnection, tabelas: Iterable[str] = DO_LUGAR
) -> list[str]:
    """Return, of each table that differs, how many rows only one of the two has (repeated rows counted)."""
    diferencas = []
    for tabela in tabelas:
        inteira.register("_unida", unida.sql(f"SELECT * FROM {tabela}").to_arrow_table())
        so_inteira, so_unida = (
            inteira.execute(f"SELECT count(*) FROM (FROM {a} EXCEPT ALL FROM {b})").fetchall()[0][0]
            for a, b in ((tabela, "_unida"), ("_unida", tabela))
        )
        inteira.unregister("_unida")
        if so_inteira or so_unida:
            diferencas.append(f"{tabela}: {so_inteira} só na inteira, {so_unida} só na unida")
    return diferencas


def count_rows(con: duckdb.DuckDBPyConnection, tabelas: Sequence[str] = DO_LUGAR) -> dict[str, int]:
    """Return the rows of each table."""
    return {t: int(con.execute(f"SELECT count(*) FROM {t}").fetchall()[0][0]) for t in tabelas}


def _write(dados: pa.Table, onde: str) -> None:
    fs, caminho = fsspec.core.url_to_fs(onde)
    fs.makedirs(fs._parent(caminho), exist_ok=True)
    with fs.open(caminho, "wb") as arquivo:
        pq.write_table(dados, arquivo)


def _say_nothing(_frase: str) -> None:
    """Keep a worker silent; a function that another process can find."""


@dataclass(frozen=True, slots=True)
class Medida:
    """CPU seconds at one size: of the whole build, and until the last part of a build in parts is united."""

    estacoes: int
    atos: int
    partes: int
    inteira_s: float
    escrita_s: float
    maior_parte_s: float
    uniao_s: float
    diferentes: int

    @property
    def em_partes_s(self) -> float:
        """With a core for each part: writing, the slowest part (its start included), uniting."""
        return self.escrita_s + self.maior_parte_s + self.uniao_s


def copy_municipios(con: duckdb.DuckDBPyConnection, vezes: int) -> None:
    """Make the staged rows several times as many: each copy in municipalities and stations of its own."""
    for tabela, colunas in list_staged(con).items():
        trocas = {
            "codigo_ibge": "printf('9%02d%04d', vez, codigo_ibge::INT % 10000)",
            "numero_estacao": "numero_estacao || '-' || vez",
            "numeros_estacao": "list_transform(numeros_estacao, lambda n: n || '-' || vez)",
        }
        usadas = ", ".join(f"{nova} AS {coluna}" for coluna, nova in trocas.items() if coluna in colunas)
        if usadas and tabela != "stg_arquivos":
            con.execute(
                f"INSERT INTO {tabela} SELECT {tabela}.* REPLACE ({usadas})"
                f" FROM {tabela}, range(1, {vezes}) AS vezes(vez)"
            ).fetchall()


def describe_medidas(medidas: Sequence[Medida], quando: date) -> str:
    """Return the report: what was measured at each size."""
    linhas = [
        "# Construção em partes",
        "",
        f"Medido em {quando:%d/%m/%Y} por `python -m bench.distribuido`, em segundos de CPU (a máquina era",
        "dividida com outros programas: o relógio de parede nada diria): os conjuntos de vínculos, lidos uma",
        "vez, e cópias deles em outros municípios, sem lei, como a maioria do país. Vincular e decidir; a",
        "leitura é a mesma nos dois modos.",
        "",
        "| estações | atos | inteira, s | partes | escrever | a maior parte, com o começo | unir"
        " | em partes, s | tabelas diferentes |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    linhas += [
        f"| {m.estacoes} | {m.atos} | **{m.inteira_s:.1f}** | {m.partes} | {m.escrita_s:.1f}"
        f" | {m.maior_parte_s:.1f} | {m.uniao_s:.1f} | **{m.em_partes_s:.1f}** | {m.diferentes} |"
        for m in medidas
    ]
    texto = f"Linha por linha, {len(DO_LUGAR)} tabelas. Em partes: um núcleo para cada uma, onde for."
    return "\n".join([*linhas, "", texto, ""])


def measure(con: duckdb.DuckDBPyConnection, pedido: Pedido, onde: str, quantas: int) -> Medida:
    """Build what is staged whole and in parts, and compare row by row."""
    relogio = [time.process_time()]

    def lap() -> float:
        relogio.append(time.process_time())
        return relogio[-1] - relogio[-2]

    obra = Obra(pedido, onde, split_municipios(con, quantas))
    lap()
    write_partes(con, obra)
    escrita = lap()
    maior = max(_spend(obra, numero) for numero in range(len(obra.partes)))
    lap()
    build_inteira(pedido, con)
    inteira = lap()
    with duckdb.connect() as unida:
        unite_partes(unida, obra)
        uniao = lap()
        diferentes = len(find_diferencas(con, unida))
    contas = count_rows(con, ("stg_estacoes", "stg_atos"))
    return Medida(
        contas["stg_estacoes"], contas["stg_atos"], len(obra.partes),
        inteira, escrita, maior, uniao, diferentes,
    )  # fmt: skip


def _spend(obra: Obra, numero: int) -> float:
    """Return the CPU seconds of a process of its own that does one part."""
    antes = resource.getrusage(resource.RUSAGE_CHILDREN)
    processo = get_context("spawn").Process(target=decide_parte, args=(obra, numero))
    processo.start()
    processo.join()
    if processo.exitcode != 0:
        raise RuntimeError("uma parte falhou")
    depois = resource.getrusage(resource.RUSAGE_CHILDREN)
    return depois.ru_utime + depois.ru_stime - antes.ru_utime - antes.ru_stime


def open_conjuntos() -> Pedido:
    """Return a request for the sets of reconciliation, all together."""
    raiz = Path(__file__).resolve().parents[1]
    pasta = Path(os.environ.get("ETRDASH_SHARED", raiz.parent / "shared")) / "vinculos"
    anatel = sorted(pasta.glob("conjunto_*/anatel/*.csv"))
    municipal = [(None, caminho) for caminho in sorted(pasta.glob("conjunto_*/municipal/*.csv"))]
    return Pedido(
        anatel=tuple(anatel),
        municipal=tuple(municipal),
        pasta=PastaDeDados.open(),
        em=date(2026, 11, 30),
        avisar=_say_nothing,
    )


def main() -> int:
    """Measure on the sets, once and copied, and write the report; fail when a row differs."""
    opcoes = argparse.ArgumentParser(description=__doc__)
    opcoes.add_argument("--onde", help="pasta ou endereço (s3://…) das partes")
    opcoes.add_argument("--partes", type=int, default=4)
    opcoes.add_argument("--vezes", type=int, nargs="+", default=[1, 8], help="tamanhos, em cópias")
    opcoes.add_argument("--relatorio", type=Path)
    dado = opcoes.parse_args()
    pedido, medidas = open_conjuntos(), []
    for vezes in dado.vezes:
        with tempfile.TemporaryDirectory() as tmp, stage(pedido) as con:
            copy_municipios(con, vezes)
            medidas.append(measure(con, pedido, f"{dado.onde or tmp}/obra-{vezes}", dado.partes))
    texto = describe_medidas(medidas, datetime.now(UTC).date())
    if dado.relatorio is not None:
        dado.relatorio.write_text(texto)
    print(texto)
    return 1 if any(medida.diferentes for medida in medidas) else 0


if __name__ == "__main__":
    sys.exit(main())
