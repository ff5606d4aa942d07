"""Measure the shipped weights on invented towns that they were not learned on, by level of noise.

    python -m bench.vinculos_outras           # prints the table; bench_vinculos.py writes it into vinculos.md

Needs the scorer of the sets (`../shared/vinculos/score.py`).
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pandas as pd

from bench.vinculos_cidades import NIVEIS, Cidade, Ruido, write_cidade
from bench.vinculos_conjuntos import load_avaliador, stage_conjunto
from etrdash.dados import PastaDeDados
from etrdash.matching import link

LUGARES = (
    ("5208707", "Goiânia", "GO", (-16.686, -49.265), 9000.0, 260),
    ("1721000", "Palmas", "TO", (-10.184, -48.334), 4500.0, 220),
    ("2408003", "Mossoró", "RN", (-5.188, -37.344), 2600.0, 200),
)
"""Ground of the towns: code, name, state, centre, side of the built square (m), structures."""


_LEITURA = (
    "False accusations stay within the target at light and medium noise, and at every level outside the",
    "review band. Short of the target at every level: false clearance, and with it precision and site F1.",
    "The loss is of one kind: two structures 4 to 35 m apart are taken for one. In the sets six of ten",
    "pairs of stations of one tower are licensed 5 to 40 m apart, and the weights of the merge",
    "(`[estacoes.distancia]`) learned to forgive that; here nine of ten share one point, so 25 m is",
    "another tower, which those weights cannot know. A town's own scatter is no fact of the scorecard",
    "yet: it would be the next thing to learn. At heavy noise (three of four processes without a",
    "station's number, two of three coordinates absent, coarse, shared or of the street) the rest falls",
    "too, and one station in six is left to review instead of being accused.",
    "",
    "What it changed: spellings of a company that no table knows counted as rival owners and as absent",
    "operators; they are one company now (`matching/empresas.py`). No weight was touched.",
)


def measure_cidade(pasta: Path) -> dict[str, float]:
    """Return the scorer's figures of one town linked by the program, and its review band."""
    con = stage_conjunto(pasta)
    link(con, PastaDeDados.open())
    pares = con.execute("SELECT numero_estacao, registro_id FROM int_vinculos WHERE NOT ambigua").fetchall()
    duvidas = con.execute("SELECT DISTINCT numero_estacao FROM int_vinculos WHERE ambigua").fetchall()
    sitios = con.execute("SELECT numero_estacao, sitio_id FROM int_estacao_sitio").fetchall()
    con.close()
    saida = load_avaliador().avalia(
        str(pasta),
        [{"numero_estacao": n, "registro_id": r} for n, r in pares],
        [{"numero_estacao": n, "site_id": s} for n, s in sitios],
    )
    verdade = pd.read_csv(pasta / "truth" / "vinculos.csv", dtype=str)
    com = set(verdade.loc[verdade["registro_id"].notna(), "numero_estacao"])
    todas, aceitas = set(verdade["numero_estacao"]), {n for n, _ in pares}
    revisao = {n for (n,) in duvidas} - aceitas
    return {
        "estacoes": len(todas),
        "F1": saida["par"]["F1"],
        "P": saida["par"]["P"],
        "FA": saida["decisao"]["falsa_acusacao"],
        "FC": saida["decisao"]["falsa_absolvicao"],
        "sitios": saida["sites"]["F1"],
        "revisao": len(revisao) / len(todas),
        "FA_fora": len(com - aceitas - revisao) / len(com),
        "FC_fora": len(aceitas - com) / len(todas - com),
    }


def measure_nivel(ruido: Ruido) -> list[dict[str, Any]]:
    """Return one row per town of a level of noise."""
    linhas = []
    for i, (codigo, nome, uf, centro, lado, sitios) in enumerate(LUGARES):
        with tempfile.TemporaryDirectory() as temporaria:
            pasta = Path(temporaria)
            write_cidade(pasta, Cidade(codigo, nome, uf, centro, lado, sitios), ruido, 100 + i)
            linhas.append(
                {"nivel": ruido.nome, "por_km2": sitios / (lado / 1000) ** 2} | measure_cidade(pasta)
            )
    return linhas


def write_secao() -> list[str]:
    """Return the lines of the section on other towns."""
    linhas = [linha for ruido in NIVEIS for linha in measure_nivel(ruido)]
    saida = [
        "## Other towns, other noise",
        "",
        "Written by `bench/vinculos_outras.py`: three invented towns of three densities at three levels",
        "of noise (`bench/vinculos_cidades.py`), with the shipped weights and the same scorer. Nothing",
        "was chosen or learned on them. Regional operators, owners that no table knows, streets by block",
        "and by kilometre, other rates of every noise.",
        "",
        "| noise | sites/km² | stations | pair F1 | precision | FA | FC | site F1 | in review "
        "| FA outside | FC outside |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for r in linhas:
        medidas = (r[nome] for nome in ("F1", "P", "FA", "FC", "sitios", "revisao", "FA_fora", "FC_fora"))
        saida.append(
            f"| {r['nivel']} | {r['por_km2']:.0f} | {r['estacoes']} | "
            + " | ".join(f"{valor:.3f}" for valor in medidas)
            + " |"
        )
    return [*saida, "", *_LEITURA]


if __name__ == "__main__":
    print("\n".join(write_secao()))
