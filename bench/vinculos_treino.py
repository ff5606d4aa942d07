"""Learn the weights of the scorecards: penalised logistic and conditional logistic regressions.

Everything is learned on whole municipalities. What a later step takes from an earlier one (scores of
stations, places and merges) comes, while learning, from weights that did not see the municipality at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.spatial import cKDTree

from bench.vinculos_conjuntos import keep_digits
from etrdash.matching.atribuicao import link_lugares
from etrdash.matching.candidatos import Pares, find_estacoes_vizinhas
from etrdash.matching.comunicacao import weigh_comunicacao
from etrdash.matching.contexto import weigh_contexto
from etrdash.matching.dispersos import add_dispersos, choose_dispersos
from etrdash.matching.estacoes import weigh_estacoes
from etrdash.matching.fatos import Fatos
from etrdash.matching.fusao import Ligacoes
from etrdash.matching.geometria import EIXOS
from etrdash.matching.grupos import softmax_or_none
from etrdash.matching.hipoteses import Hipoteses, weigh_hipoteses
from etrdash.matching.pesos import PLACARES, Pesos
from etrdash.matching.placar import Niveis, Placar
from etrdash.matching.registros import select_principais, weigh_registros
from etrdash.matching.sitios import cluster_sitios
from etrdash.matching.tabela import Infraestruturas, Tabela, build_tabela
from etrdash.matching.vinculos import keep_provaveis

_VIZINHANCA_M = 130.0
_RODADAS_DE_FUSAO = 3


@dataclass(slots=True)
class Municipio:
    """One municipality with its truth.

    Attributes:
        codigo: IBGE code.
        fatos: both sides.
        tabela: comparisons.
        pares: pairs of stations worth weighing.
        sitio: true site of each station (number), -1 unknown.
        sitio_do_lugar: true site of each place, -1 none, -2 a batch.
        do_lote: stations of each batch place.
        vinculos: true links (place, station).
    """

    codigo: str
    fatos: Fatos
    tabela: Tabela
    pares: Pares
    sitio: NDArray[np.int64]
    sitio_do_lugar: NDArray[np.int64]
    vinculos: set[tuple[int, int]]
    do_lote: NDArray[np.bool_]
    principais: pd.DataFrame = field(init=False)

    def __post_init__(self) -> None:
        self.principais = select_principais(self.fatos)


def load_municipio(
    fatos: Fatos, codigo: str, infraestruturas: Infraestruturas, verdade: Mapping[str, pd.DataFrame]
) -> Municipio:
    """Join the facts of one municipality with its truth (`estacoes`, `registros`, `vinculos` of a set)."""
    recorte = fatos.select([codigo])
    estacoes, lugares = recorte.estacoes, recorte.lugares
    sitios = verdade["estacoes"].drop_duplicates("numero_estacao").set_index("numero_estacao")["site_id"]
    nomes = estacoes["numero_estacao"].map(sitios)
    sitio, unicos = pd.factorize(nomes.where(nomes.notna(), "~" + estacoes["numero_estacao"]))
    sitio = np.where(nomes.isna(), -1 - np.arange(len(sitio)), sitio)
    registros = verdade["registros"]
    registros = registros[registros["codigo_ibge"] == codigo].drop_duplicates("chave").set_index("chave")
    processos = registros.loc[lugares["registro_id"].map(keep_digits)]
    indice = pd.Index(unicos)
    vinculos = verdade["vinculos"]
    vinculos = vinculos[vinculos["registro_id"].isin(set(processos["processo"]))]
    estacao = pd.Series(np.arange(len(estacoes)), index=estacoes["numero_estacao"])
    por_processo = pd.DataFrame({"l": np.arange(len(lugares)), "processo": processos["processo"].to_numpy()})
    pares = por_processo.merge(vinculos, left_on="processo", right_on="registro_id")
    pares = pares[pares["numero_estacao"].isin(estacao.index)]
    return Municipio(
        codigo,
        recorte,
        build_tabela(recorte, infraestruturas),
        find_estacoes_vizinhas(estacoes),
        sitio,
        indice.get_indexer(processos["site_id"].fillna("")),
        set(zip(pares["l"].tolist(), estacao.loc[pares["numero_estacao"]].tolist(), strict=True)),
        (processos["escopo"] == "lote").to_numpy(),
    )


def mark_verdade(m: Municipio, hipoteses: Hipoteses, sitio: NDArray[np.int64]) -> NDArray[np.float64]:
    """Say, for every row place × site, whether the place belongs there (the majority of its stations)."""
    tabela = pd.DataFrame({"h": sitio, "s": m.sitio})
    contagem = tabela.groupby(["h", "s"]).size().rename("n").reset_index()
    maioria = (
        contagem.sort_values(["n", "s"], ascending=[False, True]).drop_duplicates("h").set_index("h")["s"]
    )
    certo = maioria.reindex(hipoteses.h).to_numpy() == m.sitio_do_lugar[hipoteses.lugar]
    certo &= m.sitio_do_lugar[hipoteses.lugar] >= 0
    membros = pd.Series(np.arange(len(sitio))).groupby(sitio).agg(list)
    for r in np.flatnonzero(m.do_lote[hipoteses.lugar]):
        certo[r] = any((int(hipoteses.lugar[r]), e) in m.vinculos for e in membros[hipoteses.h[r]])
    return certo.astype(float)


@dataclass(slots=True)
class Amostra:
    """Rows of one regression: levels, answer, group (conditional) and weight."""

    niveis: list[Niveis] = field(default_factory=list)
    resposta: list[NDArray[np.float64]] = field(default_factory=list)
    grupo: list[NDArray[np.int64]] = field(default_factory=list)

    def add(
        self, niveis: Niveis, resposta: NDArray[np.float64], grupo: NDArray[np.int64] | None = None
    ) -> None:
        """Append the rows of one municipality."""
        self.niveis.append(niveis)
        self.resposta.append(resposta)
        if grupo is not None:
            base = int(self.grupo[-1].max(initial=-1)) + 1 if self.grupo else 0
            self.grupo.append(grupo + base)


def fit_placar(nome: str, amostra: Amostra, l2: float = 1.0, vizinhos: float = 1.0) -> Placar:
    """Fit one scorecard; conditional on the group where the sample has groups ("none" scores 0).

    Args:
        nome: which of `PLACARES`.
        amostra: rows.
        l2: ridge on every weight.
        vizinhos: ridge on the difference of neighbouring levels of ordered facts.
    """
    fatos = PLACARES[nome]
    inicio = np.cumsum([0, *(len(f.niveis) for f in fatos.values())])
    n = int(inicio[-1])
    niveis = {f: np.concatenate([p[f] for p in amostra.niveis]) for f in fatos}
    codigos = np.column_stack([niveis[f].astype(np.int64) + o for f, o in zip(fatos, inicio, strict=False)])
    y = np.concatenate(amostra.resposta)
    pares = [
        (o + i, o + i + 1)
        for (f, d), o in zip(fatos.items(), inicio, strict=False)
        if d.ordenado
        for i in range(len(d.niveis) - 1)
        if not d.niveis[i + 1].startswith("sem_")
    ]
    a, b = (np.array([p[k] for p in pares], np.int64) for k in (0, 1))
    condicional = _conditional(np.concatenate(amostra.grupo), y) if amostra.grupo else _binary(y)

    def loss(theta: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        w = theta[:-1]
        valor, residuo = condicional(w[codigos].sum(1) + theta[-1])
        gradiente = np.bincount(codigos.ravel(), np.repeat(residuo, codigos.shape[1]), n) + l2 * w
        valor += 0.5 * l2 * float(w @ w)
        if len(a):
            d = w[b] - w[a]
            valor += 0.5 * vizinhos * float(d @ d)
            np.add.at(gradiente, b, vizinhos * d)
            np.add.at(gradiente, a, -vizinhos * d)
        return valor, np.append(gradiente, residuo.sum())

    livre = np.append(~np.concatenate([mark_neutros(f.niveis) for f in fatos.values()]), True)

    def reduced(parte: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        theta = np.zeros(n + 1)
        theta[livre] = parte
        valor, gradiente = loss(theta)
        return valor, gradiente[livre]

    theta = np.zeros(n + 1)
    inicial = np.zeros(int(livre.sum()))
    theta[livre] = minimize(reduced, inicial, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    pesos = {
        fato: np.round(theta[o : o + len(d.niveis)], 3)
        for (fato, d), o in zip(fatos.items(), inicio, strict=False)
    }
    return Placar(round(float(theta[-1]), 3), pesos)


def mark_neutros(niveis: tuple[str, ...]) -> NDArray[np.bool_]:
    """Mark the levels that say nothing: one side does not tell. They weigh nothing."""
    return np.array([nivel.startswith("sem_") or nivel.endswith("_sem_numero") for nivel in niveis])


Perda = Callable[[NDArray[np.float64]], tuple[float, NDArray[np.float64]]]


def _binary(y: NDArray[np.float64]) -> Perda:
    def loss(s: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        return float((np.logaddexp(0, s) - y * s).sum()), 1 / (1 + np.exp(-s)) - y

    return loss


def _conditional(grupo: NDArray[np.int64], y: NDArray[np.float64]) -> Perda:
    g, total = np.unique(grupo, return_inverse=True)[1], len(np.unique(grupo))
    tem = np.bincount(g, y, total) > 0

    def loss(s: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        maior = np.zeros(total)
        np.maximum.at(maior, g, s)
        pesos = np.exp(s - maior[g])
        soma = np.bincount(g, pesos, total) + np.exp(-maior)
        certos = np.bincount(g, pesos * y, total)
        do_certo = np.where(tem, np.log(np.maximum(certos, 1e-300)), -maior)
        p = pesos / soma[g]
        q = np.where(y > 0, pesos / np.maximum(certos, 1e-300)[g], 0.0) * tem[g]
        return float((np.log(soma) - do_certo).sum()), p - q

    return loss


def fit_basicos(municipios: Sequence[Municipio]) -> dict[str, Placar]:
    """Fit the scorecards that need no other: stations, registros, place (first look), communication."""
    amostras = {nome: Amostra() for nome in ("estacoes", "registros", "lugar", "comunicacao")}
    for m in municipios:
        i, j = m.pares[:, 0], m.pares[:, 1]
        sabe = (m.sitio[i] >= 0) & (m.sitio[j] >= 0)
        niveis = weigh_estacoes(m.fatos.estacoes, m.tabela, m.pares[sabe])
        amostras["estacoes"].add(niveis, (m.sitio[i] == m.sitio[j])[sabe].astype(float))
        lugar, outro = _list_vizinhos(m)
        iguais = m.sitio_do_lugar[lugar] == m.sitio_do_lugar[outro]
        amostras["registros"].add(weigh_registros(m.tabela, m.principais, lugar, outro), iguais.astype(float))
        hipoteses, certo = _weigh_verdadeiros(m)
        amostras["lugar"].add(hipoteses.niveis, certo, hipoteses.lugar)
        _add_comunicacoes(m, hipoteses, certo, amostras["comunicacao"])
    return {
        "estacoes": fit_placar("estacoes", amostras["estacoes"], vizinhos=2.0),
        "registros": fit_placar("registros", amostras["registros"]),
        "lugar": fit_placar("lugar", amostras["lugar"]),
        "comunicacao": fit_placar("comunicacao", amostras["comunicacao"]),
    }


def _number(sitio: NDArray[np.int64]) -> NDArray[np.int64]:
    """Name every site by the position of its first station."""
    _, primeira, inverso = np.unique(sitio, return_index=True, return_inverse=True)
    numerados: NDArray[np.int64] = primeira[inverso]
    return numerados


def _weigh_verdadeiros(m: Municipio) -> tuple[Hipoteses, NDArray[np.float64]]:
    sitio = _number(m.sitio)
    hipoteses = weigh_hipoteses(m.tabela, np.arange(len(sitio)), sitio, len(sitio))
    return hipoteses, mark_verdade(m, hipoteses, sitio)


def _list_vizinhos(m: Municipio) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of structure registros whose true sites are one or neighbours."""
    eixos = m.fatos.estacoes[EIXOS].assign(s=m.sitio).groupby("s").median()
    lugares = np.flatnonzero((m.sitio_do_lugar >= 0) & ~m.tabela.comunicacao)
    pontos = eixos.reindex(m.sitio_do_lugar[lugares]).to_numpy()
    lugares, pontos = lugares[np.isfinite(pontos).all(1)], pontos[np.isfinite(pontos).all(1)]
    pares = cKDTree(pontos).query_pairs(_VIZINHANCA_M, output_type="ndarray")
    pares = pares[np.lexsort((pares[:, 1], pares[:, 0]))]
    return lugares[pares[:, 0]], lugares[pares[:, 1]]


def _add_comunicacoes(
    m: Municipio, hipoteses: Hipoteses, certo: NDArray[np.float64], amostra: Amostra
) -> None:
    linhas = np.flatnonzero((certo > 0) & m.tabela.comunicacao[hipoteses.lugar])
    membros = pd.DataFrame({"h": _number(m.sitio), "e": np.arange(len(m.sitio))})
    pares = pd.DataFrame({"h": hipoteses.h[linhas], "l": hipoteses.lugar[linhas]}).merge(membros, on="h")
    lugar, e = pares["l"].to_numpy(), pares["e"].to_numpy()
    resposta = np.array([(int(a), int(b)) in m.vinculos for a, b in zip(lugar, e, strict=True)], float)
    amostra.add(weigh_comunicacao(m.tabela, lugar, e), resposta, lugar)


def fit_pesos(
    municipios: Sequence[Municipio], limiares: Mapping[str, float], vazio: Pesos, seguir: bool = True
) -> Pesos:
    """Fit all scorecards on some municipalities.

    Args:
        municipios: those to learn from.
        limiares: thresholds to store with the weights.
        vazio: weights of which only the shape is used.
        seguir: learn merges and the second look too.
    """
    pesos = replace(vazio, **fit_basicos(municipios), limiares=dict(limiares))
    if not seguir:
        return pesos
    cruzados = {
        m.codigo: replace(
            vazio, **fit_basicos([o for o in municipios if o is not m]), limiares=dict(limiares)
        )
        for m in municipios
    }
    fusao = _fit_fusao(municipios, cruzados)
    contexto = Amostra()
    for m in municipios:
        proprios = replace(cruzados[m.codigo], fusao=fusao)
        achado = cluster_sitios(m.fatos.estacoes, m.tabela, m.principais, m.pares, proprios).sitio
        for sitio in (achado, _number(m.sitio)):
            hipoteses = weigh_hipoteses(m.tabela, np.arange(len(sitio)), sitio, len(sitio))
            p = softmax_or_none(proprios.lugar.score(hipoteses.niveis), hipoteses.lugar, m.tabela.n_lugares)
            niveis = hipoteses.niveis | weigh_contexto(m.tabela, hipoteses, p)
            contexto.add(niveis, mark_verdade(m, hipoteses, sitio), hipoteses.lugar)
    return replace(pesos, fusao=fusao, lugar_com_contexto=fit_placar("lugar_com_contexto", contexto))


def _fit_fusao(municipios: Sequence[Municipio], cruzados: Mapping[str, Pesos]) -> Placar:
    """Learn merges along the way that they themselves lead: each round adds what the last weights met."""
    fusao = _start_fusao()
    amostra = Amostra()
    for _ in range(_RODADAS_DE_FUSAO):
        for m in municipios:
            proprios = replace(cruzados[m.codigo], fusao=fusao)
            # what follows a pair's refusal is seen too

            def observe(
                sitio: NDArray[np.int64],
                pares: Ligacoes,
                niveis: Niveis,
                mutuas: NDArray[np.bool_],
                m: Municipio = m,
            ) -> None:
                escolhidos = {fato: nivel[mutuas] for fato, nivel in niveis.items()}
                amostra.add(escolhidos, _mark_fusoes(m, sitio, pares)[mutuas])

            cluster_sitios(m.fatos.estacoes, m.tabela, m.principais, m.pares, proprios, observe)
        fusao = fit_placar("fusao", amostra, vizinhos=2.0)
    return fusao


def _mark_fusoes(m: Municipio, sitio: NDArray[np.int64], pares: Ligacoes) -> NDArray[np.float64]:
    """Say of each pair of sites whether most of their pairs of stations are of one true site."""
    contagem = pd.DataFrame({"h": sitio, "s": m.sitio}).groupby(["h", "s"]).size().rename("n").reset_index()
    tabela = pd.DataFrame({"k": np.arange(len(pares.a)), "a": pares.a, "b": pares.b})
    juntos = tabela.merge(contagem, left_on="a", right_on="h").merge(
        contagem, left_on=["b", "s"], right_on=["h", "s"], suffixes=("_a", "_b")
    )
    iguais = np.bincount(juntos["k"], juntos["n_a"] * juntos["n_b"], len(tabela))
    return (iguais / (pares.tamanho_a * pares.tamanho_b) > 0.5).astype(float)


def _start_fusao() -> Placar:
    """Merge on what the stations say alone."""
    fatos = PLACARES["fusao"]
    pesos = {fato: np.zeros(len(definicao.niveis)) for fato, definicao in fatos.items()}
    n = len(fatos["media_das_estacoes"].niveis)
    pesos["media_das_estacoes"] = np.linspace(-2.6, 3.4, n)
    return Placar(0.0, pesos)


def empty_pesos() -> Pesos:
    """Return weights of zero."""
    placares = {
        nome: Placar(0.0, {f: np.zeros(len(d.niveis)) for f, d in fatos.items()})
        for nome, fatos in PLACARES.items()
    }
    return Pesos(**placares, limiares={})


def predict(m: Municipio, pesos: Pesos) -> tuple[NDArray[np.int64], pd.DataFrame]:
    """Return the sites found and the candidate links (`numero_estacao, registro_id, p`) of a municipality."""
    sitios = cluster_sitios(m.fatos.estacoes, m.tabela, m.principais, m.pares, pesos)
    atribuicao, candidatos = link_lugares(m.tabela, sitios, pesos)
    n, em_soma = m.tabela.n_estacoes, pesos.limiares["provavel_em_soma"]
    ligadas = candidatos.e[keep_provaveis(candidatos, n, pesos)]
    candidatos = add_dispersos(candidatos, atribuicao, sitios.sitio, ligadas, em_soma)
    dispersos = choose_dispersos(candidatos, keep_provaveis(candidatos, n, pesos), em_soma)
    probabilidade = candidatos.probabilidade.copy()
    provavel = np.maximum(probabilidade[dispersos], pesos.limiares["provavel"])  # published as the others
    probabilidade[dispersos] = provavel
    pares = pd.DataFrame(
        {
            "numero_estacao": m.fatos.estacoes["numero_estacao"].to_numpy()[candidatos.e],
            "registro_id": m.fatos.lugares["registro_id"].to_numpy()[candidatos.lugar],
            "p": probabilidade,
        }
    )
    return sitios.sitio, pares
