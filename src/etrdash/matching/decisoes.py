"""Decisions by people (`vinculos/*.csv`): they outrank every computed link."""

from __future__ import annotations

import csv
import io
from datetime import date
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema
from etrdash.matching.consultas import load_sql
from etrdash.staging.celulas import drop_invisiveis

COLUNAS = ("numero_estacao", "registro_id", "decisao", "por", "em", "motivo")
CONFIRMADO, REJEITADO = "confirmado", "rejeitado"
SOBRA = "_sobra"
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
        lidas, achados = read_arquivo(caminho, f"vinculos/{nome}")
        linhas += lidas
        problemas += achados
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


def read_arquivo(caminho: Path, nome: str) -> tuple[list[dict[str, object]], list[Problema]]:
    """Read one file of decisions.

    Args:
        caminho: the CSV, UTF-8.
        nome: of the file in messages.

    Returns:
        Its good lines (``COLUNAS`` plus ``arquivo, linha``) and every mistake of the others.
    """
    linhas: list[dict[str, object]] = []
    problemas: list[Problema] = []
    try:
        texto = caminho.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as erro:
        remedio = "Salve o arquivo como CSV UTF-8."
        return [], [Problema("o arquivo não é UTF-8", arquivo=nome, encontrado=erro.reason, remedio=remedio)]
    leitor = csv.DictReader(io.StringIO(texto, newline=""), restkey=SOBRA)
    faltam = [coluna for coluna in COLUNAS if coluna not in (leitor.fieldnames or [])]
    if faltam:
        problema = Problema(
            "faltam colunas no arquivo de decisões",
            arquivo=nome,
            linha=1,
            coluna=", ".join(faltam),
            esperado=", ".join(COLUNAS),
            remedio="Acrescente as colunas ao cabeçalho.",
        )
        return [], [problema]
    for bruta in leitor:
        linha = {coluna: drop_invisiveis(bruta.get(coluna) or "") for coluna in COLUNAS}
        achados = _check_linha(nome, leitor.line_num, linha, sobra=SOBRA in bruta)
        problemas.extend(achados)
        if not achados:
            linhas.append({**linha, "arquivo": nome, "linha": leitor.line_num})
    return linhas, problemas


def _check_linha(nome: str, numero: int, linha: dict[str, str], sobra: bool) -> list[Problema]:
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

    if sobra:
        refuse("a linha tem mais campos que o cabeçalho", COLUNAS[-1], "aspas em volta de texto com vírgula")
    for coluna in ("registro_id", "por", "motivo"):
        if not linha[coluna]:
            refuse("campo vazio na decisão", coluna, "um texto")
    if not linha["numero_estacao"].isdecimal():
        refuse("número de estação ilegível", "numero_estacao", "só algarismos", linha["numero_estacao"][:20])
    if linha["decisao"] not in {CONFIRMADO, REJEITADO}:
        refuse("decisão desconhecida", "decisao", f"{CONFIRMADO} ou {REJEITADO}", linha["decisao"][:20])
    if not _is_date(linha["em"]):
        refuse("data que não existe", "em", "aaaa-mm-dd", linha["em"][:20])
    return achados


def _is_date(texto: str) -> bool:
    try:
        return date.fromisoformat(texto).isoformat() == texto
    except ValueError:
        return False
