"""What people decided, laid over what the program computed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from etrdash.matching.atribuicao import Candidatos
from etrdash.matching.comparacao import CEP_OUTRO, VIA_OUTRA, compare
from etrdash.matching.decisoes import CONFIRMADO, REJEITADO
from etrdash.matching.fatos import Fatos
from etrdash.matching.grupos import Grupos, Inteiros, expand, find_sorted
from etrdash.matching.tabela import NUMERO_IGUAL, Tabela

_LONGE_M = 1000.0
_LONGE = "o processo descreve um lugar a mais de 1 km da estação"
_OUTRO_ENDERECO = "rua, bairro e CEP do processo são outros"
_OUTRO_NUMERO = "o processo cita o número de outra estação"
_DOIS_SITIOS = "o processo foi confirmado em mais de um sítio"


def apply_decisoes(
    fatos: Fatos, tabela: Tabela, sitio: Inteiros, candidatos: Candidatos, decisoes: pd.DataFrame
) -> tuple[Candidatos, pd.DataFrame]:
    """Let the decisions overrule the computed probabilities.

    A confirmation takes the registro's place to the station's site: its candidates elsewhere fall, the other
    stations of the site are linked too unless it is a communication. A rejection takes the pair away.

    Args:
        fatos: both sides.
        tabela: comparisons.
        sitio: site of each station.
        candidatos: computed candidates.
        decisoes: resolved decisions of these municipalities.

    Returns:
        The candidates, with `decisao` = row of `decisoes` for the pairs that a person confirmed; and the
        decisions that no longer fit, without effect or to be looked at again: `codigo_ibge, numero_estacao,
        registro_id, motivo`.
    """
    estacoes = fatos.estacoes[["codigo_ibge", "numero_estacao"]].assign(e=np.arange(len(fatos.estacoes)))
    lugares = fatos.lugares[["codigo_ibge", "registro_id"]].assign(l=np.arange(len(fatos.lugares)))
    pares = decisoes.assign(d=np.arange(len(decisoes))).merge(estacoes, on=["codigo_ibge", "numero_estacao"])
    pares = pares.merge(lugares.rename(columns={"registro_id": "registro"}), on=["codigo_ibge", "registro"])
    n = np.int64(max(tabela.n_estacoes, 1))
    tabela_de_candidatos = pd.DataFrame(
        {"l": candidatos.lugar, "e": candidatos.e, "linha": candidatos.linha, "p": candidatos.probabilidade}
    )
    tabela_de_candidatos["decisao"] = -1
    chaves = candidatos.lugar * n + candidatos.e
    posicao, achada = find_sorted(chaves, pares["l"].to_numpy(np.int64) * n + pares["e"].to_numpy())
    pares["p"] = np.where(achada, candidatos.probabilidade[posicao], 0.0) if len(chaves) else 0.0
    melhor = pares.sort_values(["d", "p", "l"], ascending=[True, False, True]).drop_duplicates("d")
    sem_efeito = melhor[(melhor["decisao"] == REJEITADO) & (melhor["p"] <= 0)]
    sem_efeito = sem_efeito.assign(motivo="nada a rejeitar: o programa não liga mais este par")
    rejeitados = pares[pares["decisao"] == REJEITADO]
    confirmados = melhor[melhor["decisao"] == CONFIRMADO]
    sem_efeito = pd.concat([sem_efeito, find_suspeitos(fatos, tabela, sitio, confirmados)])
    nova = _move_confirmados(tabela_de_candidatos, confirmados, tabela, sitio)
    negados = rejeitados["l"].to_numpy() * n + rejeitados["e"].to_numpy()
    fora = np.isin(nova["l"].to_numpy() * n + nova["e"].to_numpy(), negados)
    fora &= nova["decisao"].to_numpy() < 0
    nova.loc[fora, "p"] = 0.0
    nova = nova.sort_values(["l", "e"], kind="stable")
    return (
        Candidatos(
            nova["l"].to_numpy(),
            nova["e"].to_numpy(),
            nova["linha"].to_numpy(),
            nova["p"].to_numpy(),
            nova["decisao"].to_numpy(),
        ),
        sem_efeito[["codigo_ibge", "numero_estacao", "registro_id", "motivo"]],
    )


def _move_confirmados(
    candidatos: pd.DataFrame, confirmados: pd.DataFrame, tabela: Tabela, sitio: Inteiros
) -> pd.DataFrame:
    """Give the confirmed pairs, and the other stations of their sites, probability 1; elsewhere 0."""
    if confirmados.empty:
        return candidatos
    certos = confirmados[["l", "e", "d"]].drop_duplicates(["l", "e"], keep="last")
    membros = pd.DataFrame({"s": sitio, "vizinha": np.arange(len(sitio))})
    juntos = certos.assign(s=sitio[certos["e"].to_numpy()]).merge(membros, on="s")
    juntos = juntos[(juntos["vizinha"] == juntos["e"]) | ~tabela.comunicacao[juntos["l"].to_numpy()]]
    juntos["decisao"] = np.where(juntos["vizinha"] == juntos["e"], juntos["d"], -1)
    juntos = juntos.sort_values("decisao", ascending=False).drop_duplicates(["l", "vizinha"])
    dos_confirmados = candidatos["l"].isin(certos["l"])
    novos = juntos.assign(e=juntos["vizinha"])[["l", "e", "decisao"]].merge(
        candidatos[["l", "e", "linha"]], on=["l", "e"], how="left"
    )
    novos["linha"] = novos["linha"].fillna(-1).astype(np.int64)
    caidos = candidatos[dos_confirmados].assign(p=0.0)
    todos = pd.concat([candidatos[~dos_confirmados], novos.assign(p=1.0), caidos])
    unicos = todos.drop_duplicates(["l", "e"], keep="first")
    saida: pd.DataFrame = unicos.assign(decisao=unicos["decisao"].astype(np.int64))
    return saida


def find_suspeitos(fatos: Fatos, tabela: Tabela, sitio: Inteiros, confirmados: pd.DataFrame) -> pd.DataFrame:
    """Return the confirmations that the data contradict: they stay in force, and are reported.

    Args:
        fatos: both sides.
        tabela: comparisons.
        sitio: site of each station.
        confirmados: `l, e, codigo_ibge, numero_estacao, registro_id` of the confirmed pairs.

    Returns:
        `codigo_ibge, numero_estacao, registro_id, motivo`, one row per pair and reason.
    """
    lugar, e = confirmados["l"].to_numpy(np.int64), confirmados["e"].to_numpy(np.int64)
    da_variante = fatos.variantes["l"].to_numpy(np.int64)
    inicio = np.searchsorted(da_variante, lugar)
    i, ordinal = expand(np.searchsorted(da_variante, lugar, side="right") - inicio)
    c = compare(fatos.variantes, inicio[i] + ordinal, fatos.estacoes, e[i])
    grupos = Grupos.by(i)
    longe, outro = np.zeros((2, len(lugar)), bool)
    longe[grupos.chaves] = grupos.min(c.metros_livres) > _LONGE_M
    outro[grupos.chaves] = (
        np.isnan(grupos.min(c.metros))
        & (grupos.max(c.via) == VIA_OUTRA)
        & (grupos.max(c.esquina) == 0)
        & (grupos.max(c.bairro) == 0)
        & (grupos.max(c.cep) == CEP_OUTRO)
    )
    posicao, achada = tabela.find_pares(lugar, e)
    numeros = tabela.colunas["numero"].to_numpy()
    dito = achada & (numeros[posicao] == NUMERO_IGUAL) if len(numeros) else achada
    alheio = (tabela.numeros_conhecidos[lugar] > 0) & ~dito
    sitios = pd.Series(sitio[e]).groupby(lugar).transform("nunique").to_numpy()
    motivos = ((longe, _LONGE), (outro, _OUTRO_ENDERECO), (alheio, _OUTRO_NUMERO), (sitios > 1, _DOIS_SITIOS))
    partes = [
        confirmados.loc[vale, ["codigo_ibge", "numero_estacao", "registro_id"]].assign(
            motivo=f"{motivo}; a confirmação continua valendo, confira-a"
        )
        for vale, motivo in motivos
    ]
    return pd.concat(partes)
