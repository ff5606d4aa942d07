"""TOML as text: what is wrong with its writing, in Portuguese, with the line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from datetime import date
from typing import Any

from etrdash.erros import Problema
from etrdash.rules.linhas import DataEscrita, Linhas

_EXPLICACOES = (
    ("Cannot overwrite a value", "a chave já tinha valor: aparece duas vezes"),
    ("Duplicate inline table key", "a chave aparece duas vezes na mesma tabela"),
    ("Cannot declare", "a tabela aparece duas vezes"),
    ("Cannot mutate", "a tabela já estava fechada: não se lhe acrescentam chaves"),
    ("Cannot redefine", "a tabela já estava fechada: não se lhe acrescentam chaves"),
    ("Expected '=' after a key", "falta o sinal = depois da chave"),
    ("Expected ']", "falta fechar o colchete do nome da tabela"),
    ("Unclosed array", "falta fechar o colchete da lista"),
    ("Unclosed inline table", "falta fechar a chave da tabela"),
    ("Unterminated string", "falta fechar as aspas"),
    ("Illegal character '\\n'", "falta fechar as aspas"),
    ("Illegal character", "caractere que não se admite"),
    ("Unescaped '\\'", "barra invertida solta: escreva \\\\"),
    ("Expected newline", "sobra texto depois do valor"),
    ("Invalid date or datetime", "data que não existe"),
    ("Invalid initial character for a key", "a chave começa com um caractere que não se admite"),
    ("Invalid statement", "a linha não é chave = valor nem [tabela] (chaves não têm acento nem espaço)"),
    ("Invalid value", "valor que não é texto entre aspas, número, data, lista nem true ou false"),
)
_LUGAR = re.compile(r"\(at line (\d+), column \d+\)$")
_DATA = re.compile(r"=\s*\d{1,4}[-/]\d{1,2}[-/]\d{1,4}\b")
_TEXTOS = re.compile(r'"[^"]+')
DATA_TROCADA = date(1, 1, 1)
"""Stands for a date that does not exist, so that the rest of its file is checked: no rule looks at it."""


def parse_toml(conteudo: bytes, arquivo: str) -> tuple[dict[str, Any] | None, list[Problema]]:
    """Read a TOML file, or say what is wrong with its writing.

    A date that does not exist is reported and replaced, so that the rest of the file is checked too.

    Returns:
        the tables (None when they cannot be read) and the problems of the text.
    """
    try:
        return tomllib.loads(conteudo.decode("utf-8-sig")), []
    except UnicodeDecodeError as erro:
        linha = conteudo[: erro.start].count(b"\n") + 1
        return None, [
            Problema(
                "o arquivo não está em UTF-8", arquivo=arquivo, linha=linha, remedio="Salve-o como UTF-8."
            )
        ]
    except tomllib.TOMLDecodeError as erro:
        falha = erro
    conteudo = conteudo.removeprefix(b"\xef\xbb\xbf")
    impossiveis = [data for data in Linhas.read(conteudo).datas if not _exists(data)]
    problemas = [_report_data(data, arquivo) for data in impossiveis]
    if not impossiveis:
        return None, [_report_sintaxe(falha, conteudo, arquivo)]
    for data in impossiveis:
        trocada = DATA_TROCADA.isoformat().encode()
        conteudo = conteudo[: data.inicio] + trocada + conteudo[data.inicio + len(trocada) :]
    try:
        return tomllib.loads(conteudo.decode("utf-8")), problemas
    except tomllib.TOMLDecodeError as erro:
        return None, [*problemas, _report_sintaxe(erro, conteudo, arquivo)]


def locate_problemas(problemas: list[Problema], conteudo: bytes) -> list[Problema]:
    """Return the problems with the line of the key that each one names, in order of line."""
    if not problemas:
        return []
    linhas = Linhas.read(conteudo)
    achados = [
        problema if problema.linha is not None else replace(problema, linha=linhas.find(problema.coluna) or 1)
        for problema in problemas
    ]
    return sorted(achados, key=lambda problema: problema.linha or 0)


def _exists(data: DataEscrita) -> bool:
    try:
        date.fromisoformat(data.texto[:10])
    except ValueError:
        return False
    return True


def _report_data(data: DataEscrita, arquivo: str) -> Problema:
    return Problema(
        "a data não existe no calendário",
        arquivo=arquivo,
        linha=data.linha,
        coluna=".".join(data.caminho),
        encontrado=data.texto,
        esperado="uma data que exista, aaaa-mm-dd",
        remedio="Confira o dia e o mês no texto publicado.",
    )


def _report_sintaxe(erro: tomllib.TOMLDecodeError, conteudo: bytes, arquivo: str) -> Problema:
    mensagem, lugar = str(erro), _LUGAR.search(str(erro))
    linhas = conteudo.decode("utf-8").split("\n")
    linha = int(lugar[1]) if lugar else len(linhas)
    explicacao = next(
        (texto for ingles, texto in _EXPLICACOES if mensagem.startswith(ingles)), "sintaxe inválida"
    )
    if _DATA.search(linhas[linha - 1]):
        explicacao = "data que não existe no calendário, ou fora da forma aaaa-mm-dd"
    return Problema(
        f"o arquivo não é TOML válido: {explicacao}",
        arquivo=arquivo,
        linha=linha,
        encontrado=_TEXTOS.sub('"…', linhas[linha - 1].strip())[:80] or None,
        esperado='chave = valor, com aspas nos textos ("…") e datas sem aspas (aaaa-mm-dd)',
        remedio="Corrija essa linha, ou a anterior, e confira de novo: o resto ainda não foi lido.",
    )
