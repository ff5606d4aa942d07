"""Learn the weights on every set and write `data/matching/pesos.toml` with their origin.

python -m bench.vinculos_treinar
"""

from __future__ import annotations

from bench.vinculos_conjuntos import RAIZ, list_conjuntos, read_verdade, stage_conjunto
from bench.vinculos_treino import Municipio, empty_pesos, fit_pesos, load_municipio
from etrdash.dados import PastaDeDados
from etrdash.matching.enderecos import Vias
from etrdash.matching.fatos import read_fatos
from etrdash.matching.pesos import PLACARES, Pesos
from etrdash.matching.tabela import Infraestruturas

LIMIARES = {"fusao": -0.5, "aceito": 0.5, "provavel": 0.1, "provavel_em_soma": 0.2, "provavel_ao_lado": 0.25}
_DESTINO = RAIZ / "data" / "matching" / "pesos.toml"
_CABECALHO = """\
# Weights of the reconciliation: log-odds, in favour when positive. Written by bench/vinculos_treinar.py.
# A level that says nothing (sem_…) weighs nothing. docs/reconciliacao.md explains every table.

[origem]
conjuntos = [{conjuntos}]
municipios = {municipios}
estacoes = {estacoes}
lugares = {lugares}
metodo = "logistic and conditional logistic regression, ridge on weights and neighbouring levels"
medida = "bench/vinculos.md: weights learned on two sets, measured on the third"

# fusao: log-odds from which two sites merge (a wrong split accuses, a wrong merge clears: hence below 0).
# aceito: probability above which a link is accepted (of two equal rivals none is); provavel: kept from it on;
# provavel_em_soma: the same for the chance of having one at all, where many are each too unlikely alone;
# provavel_ao_lado: where the station has an accepted link, which leaves less room for another.
[limiares]
"""


def load_conjuntos() -> dict[str, list[Municipio]]:
    """Return the municipalities of every set, with their truth."""
    pasta = PastaDeDados.open()
    vias, infraestruturas = Vias.load(pasta), Infraestruturas.load(pasta)
    saida = {}
    for conjunto in list_conjuntos():
        con = stage_conjunto(conjunto)
        fatos = read_fatos(con, vias)
        con.close()
        verdade = read_verdade(conjunto)
        codigos = sorted(fatos.estacoes["codigo_ibge"].unique())
        saida[conjunto.name] = [load_municipio(fatos, c, infraestruturas, verdade) for c in codigos]
    return saida


def write_pesos(pesos: Pesos, conjuntos: dict[str, list[Municipio]]) -> str:
    """Return the text of `pesos.toml`."""
    municipios = [m for membros in conjuntos.values() for m in membros]
    linhas = [
        _CABECALHO.format(
            conjuntos=", ".join(f'"{nome}"' for nome in conjuntos),
            municipios=len(municipios),
            estacoes=sum(len(m.fatos.estacoes) for m in municipios),
            lugares=sum(len(m.fatos.lugares) for m in municipios),
        ).rstrip()
    ]
    linhas += [f"{nome} = {valor}" for nome, valor in LIMIARES.items()]
    for nome, fatos in PLACARES.items():
        placar = getattr(pesos, nome)
        linhas += ["", f"[{nome}]", f"base = {placar.base:.3f}"]
        for fato, definicao in fatos.items():
            linhas += ["", f"[{nome}.{fato}]"]
            linhas += [
                f"{nivel} = {peso + 0.0:.3f}"
                for nivel, peso in zip(definicao.niveis, placar.pesos[fato], strict=True)
            ]
    return "\n".join(linhas) + "\n"


def main() -> None:
    """Learn and write."""
    conjuntos = load_conjuntos()
    todos = [m for membros in conjuntos.values() for m in membros]
    pesos = fit_pesos(todos, LIMIARES, empty_pesos())
    _DESTINO.write_text(write_pesos(pesos, conjuntos), encoding="utf-8")


if __name__ == "__main__":
    main()
