"""The table of comparisons: one row per place and station worth weighing, and the codes of each side."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema
from etrdash.matching.candidatos import (
    Cheias,
    Pares,
    code_municipios,
    find_lugares_estacoes,
    find_numeros,
    find_obras,
)
from etrdash.matching.comparacao import compare
from etrdash.matching.fatos import Fatos, days
from etrdash.matching.grupos import Grupos, Inteiros, Reais, expand, find_sorted, unique_sorted

NUMERO_NENHUM, NUMERO_QUASE, NUMERO_IGUAL = range(3)
ARQUIVO = "matching/infraestruturas.toml"
TIPOS = ("interna", "rua", "solo", "topo")
PORTES, AMBIENTES = ("ETR", "PEQUENO_PORTE"), ("EXTERNA", "INTERNA")


@dataclass(frozen=True, slots=True)
class Infraestruturas:
    """Words that name kinds of structure (`matching/infraestruturas.toml`), each with the kinds it may mean.

    A kind is one bit, in the order of `TIPOS`: texts are compatible where they share one.
    """

    palavras: tuple[tuple[str, int], ...]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Infraestruturas:
        """Read the list of the data folder.

        Raises:
            DadosInvalidos: a word without a kind that is known.
        """
        palavras = tomllib.loads(pasta.file(ARQUIVO).read_text(encoding="utf-8"))["palavras"]
        for palavra, *tipos in palavras:
            if not tipos or not set(tipos) <= set(TIPOS):
                raise DadosInvalidos(
                    Problema(
                        "tipo de estrutura desconhecido",
                        arquivo=ARQUIVO,
                        coluna=str(palavra),
                        encontrado=", ".join(map(str, tipos)) or None,
                        esperado=", ".join(TIPOS),
                        remedio="Use um ou mais destes tipos depois da palavra.",
                    )
                )
        return cls(
            tuple((palavra, sum(1 << TIPOS.index(t) for t in set(tipos))) for palavra, *tipos in palavras)
        )

    def code(self, textos: pd.Series) -> Inteiros:
        """Return the kinds that the words of each text may mean, as bits; 0 where it names none.

        The first word of the list that a text contains decides.
        """
        unicos = {t: next((n for p, n in self.palavras if p in t), 0) for t in textos.dropna().unique()}
        return textos.map(unicos).fillna(0).to_numpy(np.int64)


@dataclass(frozen=True, slots=True)
class Tabela:
    """Comparisons of places (`l`) with stations (`e`), and codes of each side.

    Attributes:
        colunas: `l, e, metros, livres, folga, casa, via, esquina, cep, bairro, raridade, numero`, sorted by
            `l, e`: the best that any spelling of the place says.
        ordem_por_estacao: rows of `colunas` by station.
        linhas_por_estacao: how many rows each station has.
        n_lugares: number of places.
        n_estacoes: number of stations.
        prestadora: operator code of each station; the last code is "unstated".
        servico_da_prestadora: code of operator and service of each station.
        n_servicos: number of such codes.
        detentora: company code of each place's holder, -1 where unstated.
        eh_operadora: whether the holder of each place operates some station of its municipality.
        operadoras: sorted keys place × company of the operators that places name.
        n_operadoras: operators that each place names.
        n_empresas: number of company codes.
        infra_estacao: kinds of structure of each station, as bits, 0 unknown.
        infra_lugar: kinds of structure of each place, as bits, 0 unknown.
        porte: position in `PORTES` that each place states, -1 unstated.
        ambiente: position in `AMBIENTES` that each place states, -1 unstated.
        licenciada: first licence of each station (days).
        instalada: installation that each place states (days).
        iniciada: first act of each place (days).
        altura: height that each place states (metres).
        compartilhada: 1 shared, 0 not, -1 unstated, by place.
        comunicacao: places whose registro is only a communication.
        numeros_ditos: station numbers that each place names.
        numeros_conhecidos: of them, those of stations of the municipality.
        cheias: who shares a street or point that too many stations share.
    """

    colunas: pd.DataFrame
    ordem_por_estacao: Inteiros
    linhas_por_estacao: Inteiros
    n_lugares: int
    n_estacoes: int
    prestadora: Inteiros
    servico_da_prestadora: Inteiros
    n_servicos: int
    detentora: Inteiros
    eh_operadora: NDArray[np.bool_]
    operadoras: Inteiros
    n_operadoras: Inteiros
    n_empresas: int
    infra_estacao: Inteiros
    infra_lugar: Inteiros
    porte: Inteiros
    ambiente: Inteiros
    licenciada: Reais
    instalada: Reais
    iniciada: Reais
    altura: Reais
    compartilhada: Inteiros
    comunicacao: NDArray[np.bool_]
    numeros_ditos: Inteiros
    numeros_conhecidos: Inteiros
    cheias: Cheias

    def names_operadora(self, lugares: Inteiros, empresas: Inteiros) -> NDArray[np.bool_]:
        """Whether each place names each company among its operators."""
        return find_sorted(self.operadoras, lugares * np.int64(self.n_empresas) + empresas)[1]

    def find_pares(self, lugar: Inteiros, e: Inteiros) -> tuple[Inteiros, NDArray[np.bool_]]:
        """Return the row of `colunas` of each (place, station), and whether it has one."""
        n = np.int64(max(self.n_estacoes, 1))
        return find_sorted(self.colunas["l"].to_numpy() * n + self.colunas["e"].to_numpy(), lugar * n + e)


def build_tabela(fatos: Fatos, infraestruturas: Infraestruturas) -> Tabela:
    """Compare every place with every station worth weighing."""
    estacoes, lugares = fatos.estacoes, fatos.lugares
    n = len(lugares)
    nomes = pd.concat([estacoes["prestadora"], fatos.operadoras["prestadora"], lugares["empresa"]])
    empresas = pd.Index(sorted(nomes.dropna().unique()))
    n_empresas = len(empresas) + 1
    prestadora = empresas.get_indexer(estacoes["prestadora"])
    prestadora = np.where(prestadora < 0, len(empresas), prestadora)
    detentora = empresas.get_indexer(lugares["empresa"])
    servicos = estacoes.groupby(["prestadora", "servico"], dropna=False).ngroup().to_numpy().astype(np.int64)
    ditas = empresas.get_indexer(fatos.operadoras["prestadora"])
    operadoras = np.unique(fatos.operadoras["l"].to_numpy(np.int64) * n_empresas + ditas)
    conhecidos = fatos.numeros.merge(
        estacoes[["codigo_ibge", "numero_estacao"]].rename(columns={"numero_estacao": "numero"}),
        on=["codigo_ibge", "numero"],
    )
    por_variante, cheias = find_lugares_estacoes(fatos)
    colunas = _compare_pares(fatos, por_variante)
    return Tabela(
        colunas=colunas,
        ordem_por_estacao=np.argsort(colunas["e"].to_numpy(), kind="stable"),
        linhas_por_estacao=np.bincount(colunas["e"], minlength=len(estacoes)),
        n_lugares=n,
        n_estacoes=len(estacoes),
        prestadora=prestadora,
        servico_da_prestadora=servicos,
        n_servicos=int(servicos.max(initial=0)) + 1,
        detentora=detentora,
        eh_operadora=_is_operadora(fatos, detentora, prestadora, n_empresas),
        operadoras=operadoras,
        n_operadoras=np.bincount(operadoras // n_empresas, minlength=n),
        n_empresas=n_empresas,
        infra_estacao=infraestruturas.code(estacoes["infra"]),
        infra_lugar=infraestruturas.code(lugares["infra"]),
        porte=_code_textos(lugares["tipo_estacao"], PORTES),
        ambiente=_code_textos(lugares["instalacao"], AMBIENTES),
        licenciada=days(estacoes["licenciada_em"]),
        instalada=days(lugares["instalada_em"]),
        iniciada=days(lugares["iniciada_em"]),
        altura=lugares["altura_m"].to_numpy(np.float64),
        compartilhada=_code_logicos(lugares["compartilhada"]),
        comunicacao=lugares["comunicacao"].to_numpy(bool),
        numeros_ditos=np.bincount(fatos.numeros["l"], minlength=n),
        numeros_conhecidos=np.bincount(conhecidos["l"], minlength=n),
        cheias=cheias,
    )


def _compare_pares(fatos: Fatos, por_variante: Pares) -> pd.DataFrame:
    """Weigh variants against stations and keep, per place and station, the best of each fact."""
    n = np.int64(max(len(fatos.estacoes), 1))
    lugar_da_variante = fatos.variantes["l"].to_numpy(np.int64)
    por_numero, igual = find_numeros(fatos)
    por_data = find_obras(fatos)
    chaves = unique_sorted(
        np.concatenate(
            [
                lugar_da_variante[por_variante[:, 0]] * n + por_variante[:, 1],
                por_numero[:, 0] * n + por_numero[:, 1],
                por_data[:, 0] * n + por_data[:, 1],
            ]
        )
    )
    lugar, e = np.divmod(chaves, n)
    inicio = np.searchsorted(lugar_da_variante, lugar)
    i, ordinal = expand(np.searchsorted(lugar_da_variante, lugar, side="right") - inicio)
    c = compare(fatos.variantes, inicio[i] + ordinal, fatos.estacoes, e[i])
    grupos = Grupos.by(i)
    saida: dict[str, NDArray[Any]] = {"l": lugar, "e": e}
    for nome, valores, juntar in (
        ("metros", c.metros, grupos.min),
        ("livres", c.metros_livres, grupos.min),
        ("folga", c.folga, grupos.max),
        ("casa", c.casa, grupos.min),
    ):
        saida[nome] = _fill(len(chaves), np.nan, grupos.chaves, juntar(valores))
    for nome, niveis, vazio in (
        ("via", c.via, -1),
        ("esquina", c.esquina, 0),
        ("cep", c.cep, -1),
        ("bairro", c.bairro, -1),
    ):
        saida[nome] = _fill(len(chaves), vazio, grupos.chaves, grupos.max(niveis)).astype(np.int8)
    saida["raridade"] = _count_na_via(fatos.estacoes)[e]
    numero = np.full(len(chaves), NUMERO_NENHUM, np.int8)
    onde = np.searchsorted(chaves, por_numero[:, 0] * n + por_numero[:, 1])
    np.maximum.at(numero, onde, np.where(igual, NUMERO_IGUAL, NUMERO_QUASE).astype(np.int8))
    return pd.DataFrame(saida | {"numero": numero})


def _is_operadora(
    fatos: Fatos, detentora: Inteiros, prestadora: Inteiros, n_empresas: int
) -> NDArray[np.bool_]:
    """Whether the holder of each place operates a station of its municipality, whatever is linked with it."""
    do_lugar, da_estacao = code_municipios(fatos.lugares, fatos.estacoes)
    operam = da_estacao * np.int64(n_empresas) + prestadora
    return (detentora >= 0) & np.isin(do_lugar * np.int64(n_empresas) + detentora, operam)


def _code_logicos(valores: pd.Series) -> Inteiros:
    """Return 1 for true, 0 for false, -1 where unstated."""
    return np.where(valores.isna(), -1, valores.fillna(False).astype(bool)).astype(np.int64)


def _code_textos(textos: pd.Series, nomes: tuple[str, ...]) -> Inteiros:
    """Return the position of each text among `nomes`, -1 where it is none of them."""
    return pd.Index(nomes).get_indexer(pd.Index(textos))


def _fill(tamanho: int, vazio: float, onde: Inteiros, valores: NDArray[np.float64]) -> Reais:
    coluna = np.full(tamanho, vazio, np.float64)
    coluna[onde] = valores
    return coluna


def _count_na_via(estacoes: pd.DataFrame) -> Reais:
    """Number of stations of the municipality whose street has the same name."""
    contagem = estacoes.groupby(["codigo_ibge", "via"])["numero_estacao"].transform("size")
    return contagem.reindex(estacoes.index).fillna(0).to_numpy(np.float64)
