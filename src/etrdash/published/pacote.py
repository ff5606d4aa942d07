"""The Frictionless description of the published files: ``datapackage.json``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from etrdash.marts.dicionario import Coluna, Tabela, list_publicadas
from etrdash.published.celulas import SABORES, Sabor
from etrdash.published.identidade import Identidade
from etrdash.sources.baixa_proveniencia import hash_arquivo

_TIPOS = {
    "inteiro": "integer",
    "numero": "number",
    "data": "date",
    "mes": "yearmonth",
    "logico": "boolean",
}
_CC_BY = {
    "name": "CC-BY-4.0",
    "path": "https://creativecommons.org/licenses/by/4.0/",
    "title": "Creative Commons Atribuição 4.0 Internacional",
}
_CC0 = {
    "name": "CC0-1.0",
    "path": "https://creativecommons.org/publicdomain/zero/1.0/",
    "title": "Creative Commons CC0 1.0 Universal",
}
FONTES = [
    {
        "title": "ANATEL, dados abertos de licenciamento de estações",
        "path": "https://www.anatel.gov.br/dadosabertos/",
    },
    {"title": "Registros dos municípios, pelo canal indicado na página de cada um"},
]


def describe_pacote(
    identidade: Identidade, pasta: Path, soma: Callable[[Path], str] = hash_arquivo
) -> dict[str, Any]:
    """Return the data package of the CSV files in ``pasta``, both flavours, with a schema for each.

    Args:
        identidade: what the acervo is made of.
        pasta: folder with the CSV files.
        soma: gives the SHA-256 (hex) of a file.
    """
    return {
        "profile": "tabular-data-package",
        "name": f"etrdash-{identidade.acervo}",
        "title": f"Antenas e leis municipais, acervo {identidade.acervo}",
        "description": identidade.aviso
        or f"Estações licenciadas pela ANATEL diante das leis municipais em {identidade.em:%d/%m/%Y}.",
        "version": identidade.acervo,
        "licenses": [find_licenca(identidade)],
        "sources": FONTES,
        "resources": [
            _describe_recurso(tabela, sabor, pasta, soma) for tabela in list_publicadas() for sabor in SABORES
        ],
    }


def find_licenca(identidade: Identidade) -> dict[str, str]:
    """Return the licence of the compilation (``LICENCA-DADOS.md``): CC BY 4.0, or CC0 for invented data."""
    return _CC0 if identidade.ficticio else _CC_BY


def _describe_recurso(
    tabela: Tabela, sabor: Sabor, pasta: Path, soma: Callable[[Path], str]
) -> dict[str, Any]:
    caminho = pasta / f"{tabela.nome}{sabor.sufixo}"
    esquema: dict[str, Any] = {"fields": [_describe_campo(coluna, sabor) for coluna in tabela.colunas]}
    if tabela.chave:
        esquema["primaryKey"] = list(tabela.chave)
    return {
        "profile": "tabular-data-resource",
        "name": caminho.name.removesuffix(".csv").replace(".", "-"),
        "title": tabela.titulo,
        "description": tabela.descricao,
        "path": caminho.name,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8-sig" if sabor.bom else "utf-8",
        "bytes": caminho.stat().st_size,
        "hash": f"sha256:{soma(caminho)}",
        "dialect": {
            "delimiter": sabor.separador,
            "lineTerminator": "\n",
            "quoteChar": '"',
            "doubleQuote": True,
        },
        "schema": esquema,
    }


def _describe_campo(coluna: Coluna, sabor: Sabor) -> dict[str, Any]:
    campo: dict[str, Any] = {
        "name": coluna.nome,
        "type": _TIPOS.get(coluna.tipo, "string"),
        "description": coluna.descricao,
    }
    if coluna.tipo == "numero" and sabor.excel:
        campo["decimalChar"] = ","
    if coluna.tipo == "data" and sabor.excel:
        campo["format"] = "%d/%m/%Y"
    if coluna.tipo == "logico":
        campo["trueValues"], campo["falseValues"] = (
            (["sim"], ["não"]) if sabor.excel else (["true"], ["false"])
        )
    regras: dict[str, Any] = {}
    if coluna.obrigatoria:
        regras["required"] = True
    if coluna.valores:
        regras["enum"] = list(coluna.valores)
    if regras:
        campo["constraints"] = regras
    return campo
