"""The reconciliation sets, read by the project's own staging, with their truth and their scorer."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path
from types import ModuleType

import duckdb
import pandas as pd

from etrdash.dados import PastaDeDados
from etrdash.staging.anatel import load_anatel
from etrdash.staging.municipal import load_municipais
from etrdash.staging.municipal_arquivos import EntradaMunicipal

RAIZ = Path(__file__).resolve().parents[1]
CONJUNTOS = RAIZ.parent / "shared" / "vinculos"


def list_conjuntos() -> list[Path]:
    """Return the folders of the sets, in order."""
    return sorted(CONJUNTOS.glob("conjunto_*"))


def stage_conjunto(pasta: Path) -> duckdb.DuckDBPyConnection:
    """Read one set into `stg_estacoes` and `stg_atos` of a database in memory."""
    con = duckdb.connect()
    dados = PastaDeDados.open()
    with tempfile.TemporaryDirectory() as temporaria:
        load_anatel(con, sorted((pasta / "anatel").glob("*.csv")), dados, Path(temporaria))
        entradas = [EntradaMunicipal(c, None) for c in sorted((pasta / "municipal").glob("*.csv"))]
        load_municipais(con, entradas, dados, Path(temporaria))
    return con


def read_verdade(pasta: Path) -> dict[str, pd.DataFrame]:
    """Return the truth: `estacoes`, `registros` (with `chave`, the digits of the process), `vinculos`."""
    verdade = {
        nome: pd.read_csv(pasta / "truth" / f"{nome}.csv", dtype=str)
        for nome in ("estacoes", "registros", "vinculos")
    }
    verdade["registros"]["chave"] = verdade["registros"]["registro_id"].map(keep_digits)
    verdade["vinculos"] = verdade["vinculos"].dropna(subset=["registro_id"])
    return verdade


def keep_digits(texto: str) -> str:
    """Return the digits of a process number, leading zeros left out."""
    return "".join(c for c in texto if c.isdigit()).lstrip("0")


def load_avaliador() -> ModuleType:
    """Return the sets' own scorer as a module."""
    especificacao = importlib.util.spec_from_file_location("score", CONJUNTOS / "score.py")
    if especificacao is None or especificacao.loader is None:
        raise FileNotFoundError(CONJUNTOS / "score.py")
    modulo = importlib.util.module_from_spec(especificacao)
    especificacao.loader.exec_module(modulo)
    return modulo
