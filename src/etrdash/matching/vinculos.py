"""The links of one batch of municipalities as rows: probability, weight of each fact, contradictions."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from etrdash.matching.atribuicao import MIN_PROBABILIDADE, Atribuicao, Candidatos, link_lugares
from etrdash.matching.candidatos import find_estacoes_vizinhas
from etrdash.matching.comunicacao import weigh_comunicacao
from etrdash.matching.contexto import FATOS_DE_CONTEXTO
from etrdash.matching.decididos import apply_decisoes
from etrdash.matching.dispersos import add_dispersos, choose_dispersos
from etrdash.matching.duvidas import Duvidas, add_duvidas, choose_duvidas, list_duvidas
from etrdash.matching.fatos import Fatos
from etrdash.matching.geometria import distance_m
from etrdash.matching.grupos import Grupos, Inteiros, Reais, expand
from etrdash.matching.hipoteses import FATOS_DE_LUGAR, FATOS_DE_TIPO
from etrdash.matching.pesos import Pesos
from etrdash.matching.recusados import list_recusados
from etrdash.matching.registros import select_principais
from etrdash.matching.sitios import cluster_sitios
from etrdash.matching.tabela import NUMERO_IGUAL, Infraestruturas, Tabela, build_tabela
from etrdash.vocabulario import Nivel

GRUPOS_DE_FATOS: dict[str, tuple[str, ...]] = {
    "numero": ("numero",),
    "distancia": ("distancia", "coordenada_grossa"),
    "logradouro": ("logradouro", "raridade"),
    "casa": ("casa",),
    "cep": ("cep",),
    "bairro": ("bairro",),
    "prestadora": ("prestadora", "prestadoras"),
    "detentora": ("detentora", "detentora_dos_outros"),
    "compartilhada": ("compartilhada", "tamanho"),
    "infraestrutura": ("infraestrutura", "infraestrutura_dos_outros", *FATOS_DE_TIPO),
    "instalacao": ("instalacao", "instalacao_dos_outros"),
    "processo": ("processo", "comunicacao"),
    "altura": ("altura_dos_outros",),
    "processos": ("processos_do_sitio", "comunicacoes_do_sitio"),
}
"""Facts of the scorecard that a reader sees as one."""

_DO_LUGAR = [
    "codigo_ibge",
    "registro_id",
    "lugar",
    "comunicacao",
    "detentora",
    "detentora_cnpj",
    "compartilhada",
    "infra",
    "instalacao",
    "tipo_estacao",
    "altura_m",
    "instalada_em",
    "iniciada_em",
]
_LOCAL_M, _PROXIMO_M, _NUMERO_M = 30.0, 150.0, 1000.0
_PESO_DA_DECISAO = 10.0
_METADE = 0.5
_CONTRADICOES = {
    "numero_de_outro_sitio": ("numero", FATOS_DE_LUGAR["numero"].niveis.index("de_outra_estacao")),
    "prestadora_ausente": ("prestadora", FATOS_DE_LUGAR["prestadora"].niveis.index("ausente_do_sitio")),
    "detentora_divergente": (
        "detentora_dos_outros",
        FATOS_DE_CONTEXTO["detentora_dos_outros"].niveis.index("outra"),
    ),
}
"""Contradiction → fact and level that raise it."""


@dataclass(frozen=True, slots=True)
class Lote:
    """What one batch of municipalities gives.

    Attributes:
        estacoes: `codigo_ibge, numero_estacao, sitio_id, latitude, longitude`.
        lugares: one row per registro × place: facts, `sitio_id` (null: orphan).
        ditos: `codigo_ibge, registro_id, lugar, numero, prestadora`: what places name, one thing a row.
        vinculos: accepted and probable links with the weight of every group of facts.
        recusados: `codigo_ibge, numero_estacao, registro_id, distancia_m, motivo`.
        sem_efeito: decisions that no longer fit: `codigo_ibge, numero_estacao, registro_id, motivo`.
    """

    estacoes: pd.DataFrame
    lugares: pd.DataFrame
    ditos: pd.DataFrame
    vinculos: pd.DataFrame
    recusados: pd.DataFrame
    sem_efeito: pd.DataFrame


def link_lote(fatos: Fatos, infraestruturas: Infraestruturas, pesos: Pesos, decisoes: pd.DataFrame) -> Lote:
    """Find the sites and the links of some municipalities, the decisions by people applied."""
    tabela = build_tabela(fatos, infraestruturas)
    principais = select_principais(fatos)
    pares = find_estacoes_vizinhas(fatos.estacoes)
    sitios = cluster_sitios(fatos.estacoes, tabela, principais, pares, pesos)
    atribuicao, candidatos = link_lugares(tabela, sitios, pesos)
    n, em_soma = tabela.n_estacoes, pesos.limiares["provavel_em_soma"]
    ligadas = candidatos.e[keep_provaveis(candidatos, n, pesos)]
    candidatos = add_dispersos(candidatos, atribuicao, sitios.sitio, ligadas, em_soma)
    duvidas = list_duvidas(fatos, tabela, atribuicao, ligadas, decisoes)
    candidatos = add_duvidas(candidatos, duvidas, n)
    candidatos, sem_efeito = apply_decisoes(fatos, tabela, sitios.sitio, candidatos, decisoes)
    guardados = keep_provaveis(candidatos, n, pesos)
    guardados[choose_dispersos(candidatos, guardados, em_soma)] = True
    guardados[choose_duvidas(candidatos, duvidas, candidatos.e[guardados], n)] = True
    candidatos = candidatos.take(guardados)
    nomes = _name_sitios(fatos.estacoes, sitios.sitio)
    vinculos = _write_vinculos(
        fatos, tabela, sitios.sitio, nomes, atribuicao, candidatos, duvidas, decisoes, pesos
    )
    ligados = candidatos.lugar * np.int64(max(n, 1)) + candidatos.e
    recusados = list_recusados(tabela, sitios.sitio, atribuicao, ligados)
    estacoes = fatos.estacoes[["codigo_ibge", "numero_estacao", "latitude", "longitude"]]
    return Lote(
        estacoes.assign(sitio_id=nomes),
        _write_lugares(fatos, principais, nomes, tabela, atribuicao, candidatos),
        _write_ditos(fatos),
        vinculos,
        _write_recusados(fatos, recusados),
        sem_efeito,
    )


def keep_provaveis(candidatos: Candidatos, n_estacoes: int, pesos: Pesos) -> NDArray[np.bool_]:
    """Whether each candidate is published: beside an accepted link of its station it must be likelier."""
    p, limiares = candidatos.probabilidade, pesos.limiares
    ligada = np.zeros(n_estacoes, bool)
    ligada[candidatos.e[p > limiares["aceito"]]] = True
    guardados: NDArray[np.bool_] = p >= np.where(
        ligada[candidatos.e], limiares["provavel_ao_lado"], limiares["provavel"]
    )
    return guardados


def _name_sitios(estacoes: pd.DataFrame, sitio: Inteiros) -> NDArray[np.object_]:
    """Name each station's site after the municipality and the site's first station."""
    nomes = (estacoes["codigo_ibge"] + "-" + estacoes["numero_estacao"]).to_numpy(dtype=object)
    return nomes[sitio]


def _write_lugares(
    fatos: Fatos,
    principais: pd.DataFrame,
    nomes: NDArray[np.object_],
    tabela: Tabela,
    atribuicao: Atribuicao,
    candidatos: Candidatos,
) -> pd.DataFrame:
    lugares = fatos.lugares
    sitio = np.full(tabela.n_lugares, None, dtype=object)
    certos = atribuicao.probabilidade > _METADE
    sitio[atribuicao.hipoteses.lugar[certos]] = nomes[atribuicao.hipoteses.h[certos]]
    confirmados = candidatos.decisao >= 0
    sitio[candidatos.lugar[confirmados]] = nomes[candidatos.e[confirmados]]
    return lugares[_DO_LUGAR].assign(
        sitio_id=sitio,
        endereco=principais["texto"],
        bairro=principais["bairro"],
        cep=principais["cep"],
        latitude=principais["latitude"],
        longitude=principais["longitude"],
    )


def _write_ditos(fatos: Fatos) -> pd.DataFrame:
    ditos = pd.concat([fatos.numeros[["l", "numero"]], fatos.operadoras[["l", "prestadora"]]])
    lugares = fatos.lugares[["codigo_ibge", "registro_id", "lugar"]]
    return ditos.merge(lugares, left_on="l", right_index=True).drop(columns="l")


def _write_vinculos(
    fatos: Fatos,
    tabela: Tabela,
    sitio: Inteiros,
    nomes: NDArray[np.object_],
    atribuicao: Atribuicao,
    candidatos: Candidatos,
    duvidas: Duvidas,
    decisoes: pd.DataFrame,
    pesos: Pesos,
) -> pd.DataFrame:
    lugar, e, linha, escore, decisao = (getattr(candidatos, c.name) for c in fields(candidatos))
    posicao, achada = tabela.find_pares(lugar, e)
    numero = np.zeros(len(lugar), bool)
    if len(tabela.colunas):
        numero = achada & (tabela.colunas["numero"].to_numpy()[posicao] == NUMERO_IGUAL)
    metros = _measure(fatos, lugar, e)
    pesados = _weigh_grupos(atribuicao, linha, pesos)
    segundo, segundo_p = _find_segundo(atribuicao, nomes, lugar, sitio[e])
    estacoes_em_duvida, processos_em_duvida = duvidas.find(lugar, e, tabela.n_estacoes)
    saida = pd.DataFrame(
        {
            "codigo_ibge": fatos.lugares["codigo_ibge"].to_numpy()[lugar],
            "numero_estacao": fatos.estacoes["numero_estacao"].to_numpy()[e],
            "registro_id": fatos.lugares["registro_id"].to_numpy()[lugar],
            "lugar": fatos.lugares["lugar"].to_numpy()[lugar],
            "sitio_id": nomes[e],
            "nivel": np.where(
                decisao >= 0, Nivel.DECISAO, level_vinculo(numero, metros, pesados.pop("livres"))
            ),
            "distancia_m": np.round(metros, 1),
            "escore": np.round(escore, 4),
            "ambigua": escore <= pesos.limiares["aceito"],
            "decidido_por": _take_decisao(decisoes, "por", decisao),
            "decidido_em": _take_decisao(decisoes, "em", decisao),
            "w_decisao": np.where(decisao >= 0, _PESO_DA_DECISAO, 0.0),
            "segundo": segundo,
            "segundo_p": segundo_p,
            "estacoes_em_duvida": estacoes_em_duvida,
            "processos_em_duvida": processos_em_duvida,
            **pesados,
            "w_comunicacao": _weigh_partes(tabela, lugar, e, linha, pesos),
        }
    )
    chave = ["codigo_ibge", "registro_id", "numero_estacao"]
    saida = saida.sort_values([*chave, "escore", "lugar"], ascending=[True, True, True, False, True])
    return saida.drop_duplicates(chave).reset_index(drop=True)


def _take_decisao(decisoes: pd.DataFrame, coluna: str, linha: Inteiros) -> NDArray[np.object_]:
    textos = np.array([*decisoes[coluna], None], dtype=object)
    escolhidos: NDArray[np.object_] = textos[np.where(linha >= 0, linha, len(textos) - 1)]
    return escolhidos


def level_vinculo(numero: NDArray[np.bool_], metros: Reais, do_sitio: Reais) -> NDArray[np.object_]:
    """Return the level of each link.

    Args:
        numero: the registro names the station's number.
        metros: distance of the station to the registro's place, NaN unknown.
        do_sitio: smallest distance of the site's stations to it.
    """
    perto = np.where(np.isnan(metros), do_sitio, metros)
    return np.select(
        [numero & ~(metros > _NUMERO_M), perto <= _LOCAL_M, perto <= _PROXIMO_M],
        [Nivel.NUMERO.value, Nivel.LOCAL.value, Nivel.PROXIMO.value],
        Nivel.ENDERECO.value,
    ).astype(object)


def _weigh_grupos(atribuicao: Atribuicao, linha: Inteiros, pesos: Pesos) -> dict[str, NDArray[Any]]:
    """Return the weight of each group of facts, the contradictions and the site's distance of each link."""
    conhecida = linha >= 0
    if not conhecida.any():
        vazio = {f"w_{grupo}": np.zeros(len(linha)) for grupo in (*GRUPOS_DE_FATOS, "base")}
        nao = dict.fromkeys(_CONTRADICOES, conhecida)
        return vazio | nao | {"livres": np.full(len(linha), np.nan)}
    r = np.maximum(linha, 0)
    placar = pesos.lugar_com_contexto
    saida: dict[str, NDArray[Any]] = {}
    for grupo, membros in GRUPOS_DE_FATOS.items():
        peso = np.zeros(len(linha))
        for fato in membros:
            peso += placar.pesos[fato][atribuicao.niveis[fato][r]]
        saida[f"w_{grupo}"] = np.where(conhecida, peso, 0.0).round(2)
    saida["w_base"] = np.where(conhecida, round(placar.base, 2), 0.0)
    for nome, (fato, nivel) in _CONTRADICOES.items():
        saida[nome] = conhecida & (atribuicao.niveis[fato][r] == nivel)
    saida["livres"] = np.where(conhecida, atribuicao.hipoteses.livres[r], np.nan)
    return saida


def _weigh_partes(tabela: Tabela, lugar: Inteiros, e: Inteiros, linha: Inteiros, pesos: Pesos) -> Reais:
    """Return, for communications, the log-odds of the station against the others of its site."""
    saida = np.zeros(len(lugar))
    quais = np.flatnonzero(tabela.comunicacao[lugar] & (linha >= 0))
    if len(quais):
        escore = pesos.comunicacao.score(weigh_comunicacao(tabela, lugar[quais], e[quais]))
        grupos = Grupos.by(linha[quais])
        partes = np.exp(escore - grupos.max(escore)[grupos.linhas])
        outras = np.maximum(grupos.sum(partes)[grupos.linhas] - partes, 1e-6)
        saida[quais] = np.where(grupos.tamanhos[grupos.linhas] > 1, np.log(partes / outras), 0.0)
    return saida.round(2)


def _measure(fatos: Fatos, lugar: Inteiros, e: Inteiros) -> Reais:
    """Return the smallest distance of each station to the written points of each place (metres)."""
    com_ponto = fatos.variantes[fatos.variantes["latitude"].notna()]
    lugar_da_variante = com_ponto["l"].to_numpy(np.int64)
    inicio = np.searchsorted(lugar_da_variante, lugar)
    i, ordinal = expand(np.searchsorted(lugar_da_variante, lugar, side="right") - inicio)
    variante = inicio[i] + ordinal
    lat, lon = (com_ponto[c].to_numpy()[variante] for c in ("latitude", "longitude"))
    lat_e, lon_e = (fatos.estacoes[c].to_numpy()[e[i]] for c in ("latitude", "longitude"))
    grupos = Grupos.by(i)
    metros = np.full(len(lugar), np.nan)
    metros[grupos.chaves] = grupos.min(distance_m(lat, lon, lat_e, lon_e))
    return metros


def _find_segundo(
    atribuicao: Atribuicao, nomes: NDArray[np.object_], lugar: Inteiros, sitio: Inteiros
) -> tuple[NDArray[np.object_], Reais]:
    """Return the likeliest other site of each place, and its probability (null below one in fifty)."""
    h, p = atribuicao.hipoteses, atribuicao.probabilidade
    provaveis = np.flatnonzero(p >= MIN_PROBABILIDADE)
    ordem = provaveis[np.lexsort((h.h[provaveis], -p[provaveis], h.lugar[provaveis]))]
    ordenado = h.lugar[ordem]
    inicio = np.searchsorted(ordenado, lugar)
    quantas = np.searchsorted(ordenado, lugar, side="right") - inicio
    nome, chance = np.full(len(lugar), None, dtype=object), np.zeros(len(lugar))
    for vez in (1, 0):
        tem = np.flatnonzero(quantas > vez)
        r = ordem[inicio[tem] + vez]
        outro = h.h[r] != sitio[tem]
        nome[tem[outro]], chance[tem[outro]] = nomes[h.h[r[outro]]], p[r[outro]]
    return nome, chance.round(2)


def _write_recusados(fatos: Fatos, recusados: pd.DataFrame) -> pd.DataFrame:
    lugar, e = recusados["l"].to_numpy(), recusados["e"].to_numpy()
    return pd.DataFrame(
        {
            "codigo_ibge": fatos.lugares["codigo_ibge"].to_numpy()[lugar],
            "numero_estacao": fatos.estacoes["numero_estacao"].to_numpy()[e],
            "registro_id": fatos.lugares["registro_id"].to_numpy()[lugar],
            "distancia_m": recusados["distancia_m"].round(1).to_numpy(),
            "motivo": recusados["motivo"].to_numpy(),
        }
    )
