"""Decisions by people (`vinculos/*.csv`): they outrank every computed link."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema
from etrdash.matching.consultas import load_sql

COLUNAS = ("numero_estacao", "registro_id", "decisao", "por", "em", "motivo")
CONFIRMADO, REJEITADO = "confirmado", "rejeitado"
_REMEDIO = "Corrija a linha ou peça uma nova à página Conferência, que a escreve pronta."


def read_decisoes(pasta: PastaDeDados) -> pd.DataFrame:
    """Read every `vinculos/*.csv` of the data folder, overlay applied.

    Returns:
        `numero_estacao, registro_id, decisao, por, em` (ISO text), `arquivo, linha`; by time, file
        and line: the last decision on a pair is the one that counts.

    Raises:
        DadosInvalidos: a file without the columns, or a line with an unknown decision or date.
    """
    linhas: list[dict[str, object]] = []
    problemas: list[Problema] = []
    for nome, caminho in pasta.files("vinculos", "*.csv").items():
        _read_arquivo(f"vinculos/{nome}", caminho, linhas, problemas)
    if problemas:
        raise DadosInvalidos(problemas)
    colunas = ["numero_estacao", "registro_id", "decisao", "por", "em", "arquivo", "linha"]
    tabela = pd.DataFrame(linhas, columns=colunas)
    return tabela.sort_values(["em", "arquivo", "linha"], kind="stable").reset_index(drop=True)


def resolve_decisoes(con: duckdb.DuckDBPyConnection, decisoes: pd.DataFrame) -> pd.DataFrame:
    """Find each decision's station and registro, under any spelling that the records use.

    Returns:
        The decisions with `codigo_ibge`, `registro` (the spelling of `stg_atos`; null where not found) and
        `problema` (why it has no effect, else null). Of several on one pair, the last one counts.
    """
    con.register("_decisoes", decisoes.assign(ordem=np.arange(len(decisoes))))
    try:
        return con.execute(load_sql("decisoes")).df()
    finally:
        con.unregister("_decisoes")


def _read_arquivo(
    nome: str, caminho: Path, linhas: list[dict[str, object]], problemas: list[Problema]
) -> None:
    with caminho.open(encoding="utf-8-sig", newline="") as arquivo:
        leitor = csv.DictReader(arquivo)
        faltam = [coluna for coluna in COLUNAS if coluna not in (leitor.fieldnames or [])]
        if faltam:
            problemas.append(
                Problema(
                    "faltam colunas no arquivo de decisões",
                    arquivo=nome,
                    linha=1,
                    coluna=", ".join(faltam),
                    esperado=", ".join(COLUNAS),
                    remedio="Acrescente as colunas ao cabeçalho.",
                )
            )
            return
        for bruta in leitor:
            linha = {coluna: (bruta.get(coluna) or "").strip() for coluna in COLUNAS}
            achados = list(_check_linha(nome, leitor.line_num, linha))
            problemas.extend(achados)
            if not achados:
                linhas.append({**linha, "arquivo": nome, "linha": leitor.line_num})


def _check_linha(nome: str, numero: int, linha: dict[str, str]) -> list[Problema]:
    achados: list[Problema] = []

    def refuse(mensagem: str, coluna: str, esperado: str, encontrado: str | None = None) -> None:
        achados.append(
            Problema(
                mensagem,
                arquivo=nome,
                linha=numero,
                coluna=coluna,
                encontrado=encontrado,
                esperado=esperado,
                remedio=_REMEDIO,
            )
        )

    for coluna in ("numero_estacao", "registro_id", "por", "motivo"):
        if not linha[coluna]:
            refuse("campo vazio na decisão", coluna, "um texto")
    if linha["decisao"] not in {CONFIRMADO, REJEITADO}:
        refuse("decisão desconhecida", "decisao", f"{CONFIRMADO} ou {REJEITADO}")
    try:
        date.fromisoformat(linha["em"])
    except ValueError:
        refuse("data que não existe", "em", "aaaa-mm-dd")
    return achados
