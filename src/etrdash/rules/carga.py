"""Reads law, federal and municipality files.

Every mistake of a file becomes one problem with its line, all reported together.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from decimal import InvalidOperation
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, EntradaIlegivel, Problema
from etrdash.rules.compilacao import read_lei
from etrdash.rules.federal import Federal
from etrdash.rules.indice import IndiceMensal, load_indice
from etrdash.rules.lei import Lei
from etrdash.rules.mensagens import translate_erros
from etrdash.rules.municipio import Municipio
from etrdash.rules.referencias import find_citacoes_federais_soltas
from etrdash.rules.sintaxe import locate_problemas, parse_toml

__all__ = ["load_federal", "load_indices", "load_leis", "load_municipios", "read_lei", "read_municipio"]

FEDERAL = "referencia/federal.toml"
INDICES = "referencia/indices.toml"


def load_leis(pasta: PastaDeDados) -> dict[str, Lei]:
    """Read every law of the data folder.

    Returns:
        id of the law → law, in the order of the ids.

    Raises:
        DadosInvalidos: with every problem of every file.
    """
    federal = load_federal(pasta)
    indices = load_indices(pasta)
    leis: dict[str, Lei] = {}
    problemas: list[Problema] = []
    for nome, caminho in pasta.files("leis", "*.toml").items():
        lei, erros = read_lei(caminho.read_bytes(), f"leis/{nome}", federal, indices)
        problemas += erros
        if lei is not None:
            leis[lei.id] = lei
    if problemas:
        raise DadosInvalidos(problemas)
    return leis


def load_municipios(pasta: PastaDeDados) -> dict[str, Municipio]:
    """Read every municipality file of the data folder.

    Returns:
        IBGE code (7 digits) → municipality.

    Raises:
        DadosInvalidos: with every problem of every file.
    """
    municipios: dict[str, Municipio] = {}
    problemas: list[Problema] = []
    for nome, caminho in pasta.files("municipios", "*.toml").items():
        municipio, erros = read_municipio(caminho.read_bytes(), f"municipios/{nome}")
        problemas += erros
        if municipio is not None:
            municipios[municipio.codigo_ibge] = municipio
    if problemas:
        raise DadosInvalidos(problemas)
    return municipios


def load_federal(pasta: PastaDeDados) -> Federal:
    """Read ``referencia/federal.toml``.

    Raises:
        DadosInvalidos: with every problem of the file.
    """
    federal, problemas = read_federal(pasta.file(FEDERAL).read_bytes(), FEDERAL)
    if federal is None:
        raise DadosInvalidos(problemas)
    return federal


def read_federal(conteudo: bytes, arquivo: str) -> tuple[Federal | None, list[Problema]]:
    """Read the federal file: its rules, or None with the problems that prevent it."""
    tabela, problemas = parse_toml(conteudo, arquivo)
    if tabela is None:
        return None, problemas
    federal: Federal | None = None
    try:
        federal = Federal.model_validate(tabela)
        problemas += find_citacoes_federais_soltas(federal, arquivo)
    except ValidationError as erro:
        problemas += translate_erros(erro, arquivo, Federal, tabela)
    return (None if problemas else federal), locate_problemas(problemas, conteudo)


def load_indices(pasta: PastaDeDados) -> dict[str, IndiceMensal]:
    """Read the price indices listed in ``referencia/indices.toml``; without that file there are none.

    Raises:
        DadosInvalidos: with every problem of the list and of the files that it names.
    """
    try:
        conteudo = pasta.file(INDICES).read_bytes()
    except EntradaIlegivel:
        return {}
    tabela, problemas = parse_toml(conteudo, INDICES)
    indices: dict[str, IndiceMensal] = {}
    for nome, dados in (tabela or {}).items():
        if problema := _check_indice(nome, dados):
            problemas.append(problema)
            continue
        arquivo = f"referencia/{dados['arquivo']}"
        try:
            indices[nome] = load_indice(pasta.file(arquivo), nome, dados["fonte"])
        except (EntradaIlegivel, KeyError, InvalidOperation, TypeError, UnicodeDecodeError, csv.Error):
            problemas.append(
                Problema(
                    f"a série do índice {nome} falta ou não pôde ser lida",
                    arquivo=INDICES,
                    coluna=f"{nome}.arquivo",
                    encontrado=arquivo,
                    esperado="um CSV com as colunas mes (aaaa-mm) e variacao_pct (ponto decimal)",
                    remedio="Baixe-a de novo com etrdash fetch ipca, ou corrija o nome do arquivo.",
                )
            )
    if problemas:
        raise DadosInvalidos(locate_problemas(problemas, conteudo))
    return indices


def read_municipio(conteudo: bytes, arquivo: str) -> tuple[Municipio | None, list[Problema]]:
    """Read one municipality file: the municipality, or None with the problems that prevent it."""
    tabela, problemas = parse_toml(conteudo, arquivo)
    if tabela is None:
        return None, problemas
    municipio: Municipio | None = None
    try:
        municipio = Municipio.model_validate(tabela)
    except ValidationError as erro:
        problemas += translate_erros(erro, arquivo, Municipio, tabela)
    problemas += _check_codigo(tabela, arquivo)
    return (None if problemas else municipio), locate_problemas(problemas, conteudo)


def _check_codigo(tabela: Mapping[str, Any], arquivo: str) -> list[Problema]:
    codigo, nome = tabela.get("codigo_ibge"), Path(arquivo).stem
    if codigo is None or str(codigo) == nome:
        return []
    return [
        Problema(
            "o codigo_ibge não é o nome do arquivo",
            arquivo=arquivo,
            coluna="codigo_ibge",
            encontrado=f'"{codigo}"',
            esperado=f'"{nome}"',
            remedio=f"Corrija o código, ou chame o arquivo de {codigo}.toml.",
        )
    ]


def _check_indice(nome: str, dados: Any) -> Problema | None:
    if isinstance(dados, dict) and all(isinstance(dados.get(chave), str) for chave in ("arquivo", "fonte")):
        return None
    return Problema(
        f"o índice {nome} não diz o arquivo e a fonte",
        arquivo=INDICES,
        coluna=nome,
        esperado=f'[{nome}] com arquivo = "….csv" e fonte = "…"',
        remedio="Acrescente as duas chaves.",
    )
