"""Reads law, federal and municipality files.

Every mistake of a file becomes one problem, all reported together.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, EntradaIlegivel, Problema
from etrdash.rules.declaracao import Declaracao
from etrdash.rules.emenda import apply_alteracoes
from etrdash.rules.federal import Federal
from etrdash.rules.indice import IndiceMensal, load_indice
from etrdash.rules.lei import Cabecalho, Lei, Leitura, Redacao, RedacaoDeclarada
from etrdash.rules.mensagens import translate_erros
from etrdash.rules.municipio import Municipio
from etrdash.rules.referencias import find_citacoes_federais_soltas, find_referencias_soltas, suggest
from etrdash.rules.regras import Regras

_T = TypeVar("_T", bound=Declaracao)
_LEITURAS = TypeAdapter(dict[str, Leitura])
_REDACOES = TypeAdapter(tuple[RedacaoDeclarada, ...])


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
    nome = "referencia/federal.toml"
    tabela, problemas = _parse(pasta.file(nome).read_bytes(), nome)
    federal, erros = _validate(Federal, tabela, nome) if tabela is not None else (None, [])
    problemas += erros
    if federal is not None:
        problemas += find_citacoes_federais_soltas(federal, nome)
    if federal is None or problemas:
        raise DadosInvalidos(problemas)
    return federal


def load_indices(pasta: PastaDeDados) -> dict[str, IndiceMensal]:
    """Read the price indices listed in ``referencia/indices.toml``; without that file there are none."""
    try:
        caminho = pasta.file("referencia/indices.toml")
    except EntradaIlegivel:
        return {}
    tabela, _ = _parse(caminho.read_bytes(), "referencia/indices.toml")
    return {
        nome: load_indice(pasta.file(f"referencia/{dados['arquivo']}"), nome, dados["fonte"])
        for nome, dados in (tabela or {}).items()
    }


def read_lei(
    conteudo: bytes, arquivo: str, federal: Federal, indices: Mapping[str, IndiceMensal]
) -> tuple[Lei | None, list[Problema]]:
    """Read one law file: the law, or None with the problems that prevent it."""
    tabela, problemas = _parse(conteudo, arquivo)
    if tabela is None:
        return None, problemas
    partes = {nome: tabela.pop(nome) for nome in Cabecalho.model_fields if nome in tabela}
    cabecalho, erros = _validate(Cabecalho, partes, arquivo)
    leituras, mais = _adapt(_LEITURAS, tabela.pop("leitura", {}), arquivo, "leitura")
    redacoes, outros = _adapt(_REDACOES, tabela.pop("redacao", []), arquivo, "redacao")
    problemas += erros + mais + outros
    if cabecalho is None or leituras is None or redacoes is None:
        return None, problemas
    if cabecalho.id != Path(arquivo).stem:
        problemas.append(
            Problema(
                "o id da lei não é o nome do arquivo",
                arquivo=arquivo,
                coluna="id",
                encontrado=cabecalho.id,
                esperado=Path(arquivo).stem,
            )
        )
    problemas += _check_leituras(leituras, arquivo)
    if problemas:
        return None, problemas
    prontas, problemas = _compile_redacoes(tabela, cabecalho, leituras, redacoes, federal, arquivo)
    if problemas:
        return None, problemas
    return Lei(cabecalho, leituras, prontas, federal, dict(indices)), []


def read_municipio(conteudo: bytes, arquivo: str) -> tuple[Municipio | None, list[Problema]]:
    """Read one municipality file: the municipality, or None with the problems that prevent it."""
    tabela, problemas = _parse(conteudo, arquivo)
    if tabela is None:
        return None, problemas
    municipio, erros = _validate(Municipio, tabela, arquivo)
    if municipio is not None and municipio.codigo_ibge != Path(arquivo).stem:
        erros.append(
            Problema(
                "o codigo_ibge não é o nome do arquivo",
                arquivo=arquivo,
                coluna="codigo_ibge",
                encontrado=municipio.codigo_ibge,
                esperado=Path(arquivo).stem,
            )
        )
    return (None if erros else municipio), problemas + erros


def _compile_redacoes(
    tabela: dict[str, Any],
    cabecalho: Cabecalho,
    leituras: Mapping[str, Leitura],
    declaradas: tuple[RedacaoDeclarada, ...],
    federal: Federal,
    arquivo: str,
) -> tuple[tuple[Redacao, ...], list[Problema]]:
    declaradas = declaradas or (RedacaoDeclarada(norma=cabecalho.curto, desde=cabecalho.publicada_em),)
    escolhas = [altera for leitura in leituras.values() for altera in leitura.opcao[leitura.adotada].altera]
    prontas: list[Redacao] = []
    problemas = _check_ordem(declaradas, arquivo)
    for declarada in declaradas:
        try:
            tabela = apply_alteracoes(tabela, declarada.altera)
            final = apply_alteracoes(tabela, escolhas)
        except KeyError as erro:
            problemas.append(_report_chave(str(erro.args[0]), arquivo))
            continue
        regras, erros = _validate(Regras, final, arquivo)
        if regras is not None:
            erros = find_referencias_soltas(regras, federal, arquivo)
            prontas.append(
                Redacao(declarada.norma, declarada.desde, declarada.provisoria, declarada.lacuna, regras)
            )
        problemas += [erro for erro in erros if erro not in problemas]
    return tuple(prontas), problemas


def _check_ordem(declaradas: tuple[RedacaoDeclarada, ...], arquivo: str) -> list[Problema]:
    datas = [declarada.desde for declarada in declaradas]
    certas = [data for data in datas if isinstance(data, date)]
    if len(declaradas) > 1 and (len(certas) != len(datas) or certas != sorted(set(certas))):
        return [
            Problema(
                "as redações têm de vir em ordem, cada uma com a data em que começa, sem repetir datas",
                arquivo=arquivo,
                coluna="redacao.desde",
                encontrado=", ".join(str(data) for data in datas),
                remedio="Cada redação vale até a véspera da seguinte.",
            )
        ]
    return []


def _check_leituras(leituras: Mapping[str, Leitura], arquivo: str) -> list[Problema]:
    return [
        Problema(
            f'a leitura {nome} adota "{leitura.adotada}", que não está entre as opções',
            arquivo=arquivo,
            coluna=f"leitura.{nome}.adotada",
            encontrado=leitura.adotada,
            esperado=", ".join(leitura.opcao),
            remedio=suggest(leitura.adotada, leitura.opcao),
        )
        for nome, leitura in leituras.items()
        if leitura.adotada not in leitura.opcao
    ]


def _report_chave(chave: str, arquivo: str) -> Problema:
    return Problema(
        f'uma alteração muda "{chave}", que não existe na lei',
        arquivo=arquivo,
        coluna=chave,
        remedio="Confira a chave: partes separadas por ponto, elementos de lista pelo seu id.",
    )


def _parse(conteudo: bytes, arquivo: str) -> tuple[dict[str, Any] | None, list[Problema]]:
    try:
        return tomllib.loads(conteudo.decode("utf-8-sig")), []
    except UnicodeDecodeError:
        return None, [Problema("o arquivo não está em UTF-8", arquivo=arquivo, remedio="Salve-o como UTF-8.")]
    except tomllib.TOMLDecodeError as erro:
        return None, [
            Problema(
                f"o arquivo não é TOML válido: {erro}",
                arquivo=arquivo,
                remedio="Confira aspas, colchetes e datas (aaaa-mm-dd) na linha indicada.",
            )
        ]


def _validate(modelo: type[_T], tabela: Mapping[str, Any], arquivo: str) -> tuple[_T | None, list[Problema]]:
    try:
        return modelo.model_validate(tabela), []
    except ValidationError as erro:
        return None, translate_erros(erro, arquivo)


def _adapt(adaptador: TypeAdapter[Any], tabela: Any, arquivo: str, nome: str) -> tuple[Any, list[Problema]]:
    try:
        return adaptador.validate_python(tabela), []
    except ValidationError as erro:
        return None, translate_erros(erro, arquivo, nome)
