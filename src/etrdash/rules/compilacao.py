"""A law file becomes a law: header, readings, wordings and the rules of each.

Every mistake on the way is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from etrdash.erros import Problema
from etrdash.rules.cabecalho import check_cabecalho, check_ordem
from etrdash.rules.emenda import Alteracao, apply_alteracoes
from etrdash.rules.esquema import Citacoes, LicencaAnterior, Obrigacao
from etrdash.rules.federal import Federal
from etrdash.rules.indice import IndiceMensal
from etrdash.rules.lei import Cabecalho, Lei, Leitura, Redacao, RedacaoDeclarada
from etrdash.rules.mensagens import suggest, translate_erros
from etrdash.rules.referencias import check_resto, find_referencias_soltas
from etrdash.rules.regras import Regras
from etrdash.rules.sintaxe import locate_problemas, parse_toml

_LEITURA = TypeAdapter(Leitura)
_REDACOES = TypeAdapter(tuple[RedacaoDeclarada, ...])
_NOMEADAS = ("dispositivo", "instrumento", "escada", "multa")


@dataclass(frozen=True, slots=True)
class Fonte:
    """A law file taken apart, with what could be read of each part.

    Attributes:
        cabecalho: identity, or None where it is wrong.
        leituras: the readings that could be read.
        declaradas: dated wordings, oldest first; one, without changes, where the file declares none.
        corpo: the tables that the wordings and readings change.
    """

    cabecalho: Cabecalho | None
    leituras: Mapping[str, Leitura]
    declaradas: tuple[RedacaoDeclarada, ...]
    corpo: dict[str, Any]

    @property
    def escolhas(self) -> list[tuple[str, Alteracao]]:
        """What the adopted readings change, with the path of each change in the file."""
        return [
            alteracao
            for nome, leitura in self.leituras.items()
            if leitura.adotada in leitura.opcao
            for alteracao in list_opcao(nome, leitura, leitura.adotada)
        ]


def read_lei(
    conteudo: bytes, arquivo: str, federal: Federal, indices: Mapping[str, IndiceMensal]
) -> tuple[Lei | None, list[Problema]]:
    """Read one law file: the law, or None with the problems that prevent it, each at its line."""
    tabela, problemas = parse_toml(conteudo, arquivo)
    if tabela is None:
        return None, problemas
    fonte, erros = split_lei(tabela, arquivo)
    redacoes, outros = _compile_redacoes(fonte, federal, arquivo)
    problemas = locate_problemas([*problemas, *erros, *outros], conteudo)
    if problemas or fonte.cabecalho is None:
        return None, problemas
    return Lei(fonte.cabecalho, fonte.leituras, redacoes, federal, dict(indices)), []


def split_lei(tabela: Mapping[str, Any], arquivo: str) -> tuple[Fonte, list[Problema]]:
    """Take a law file apart and check its header, its readings and the order of its wordings."""
    corpo = dict(tabela)
    partes = {nome: corpo.pop(nome) for nome in Cabecalho.model_fields if nome in corpo}
    leituras, problemas = _read_leituras(corpo.pop("leitura", {}), arquivo)
    cabecalho: Cabecalho | None = None
    try:
        cabecalho = Cabecalho.model_validate(partes)
    except ValidationError as erro:
        problemas += translate_erros(erro, arquivo, Cabecalho, partes)
    declaradas: tuple[RedacaoDeclarada, ...] = ()
    escritas = corpo.pop("redacao", [])
    try:
        declaradas = _REDACOES.validate_python(escritas)
    except ValidationError as erro:
        problemas += translate_erros(erro, arquivo, tabela=escritas, prefixo="redacao")
    if cabecalho is not None:
        problemas += check_cabecalho(cabecalho, arquivo)
        problemas += check_ordem(declaradas, cabecalho, arquivo)
        padrao = (RedacaoDeclarada(norma=cabecalho.curto, desde=cabecalho.publicada_em),)
    else:
        padrao = (RedacaoDeclarada(norma=""),)
    return Fonte(cabecalho, leituras, declaradas or padrao, corpo), problemas


def compile_regras(
    fonte: Fonte,
    alteracoes: Sequence[tuple[str, Alteracao]],
    federal: Federal,
    arquivo: str,
) -> tuple[Regras | None, dict[str, Any], list[Problema]]:
    """Apply changes to the tables of a law and check the rules that result.

    Returns:
        the rules (None where the schema refuses them), the tables after the changes, and the problems, each
        with the path of the change that brought it.
    """
    tabela, problemas = dict(fonte.corpo), []
    for origem, alteracao in alteracoes:
        try:
            tabela = apply_alteracoes(tabela, [alteracao])
        except (KeyError, TypeError, ValueError):
            problemas.append(_report_chave(tabela, alteracao, origem, arquivo))
    regras, erros = _validate_regras(tabela, federal, arquivo)
    problemas += [_trace(erro, alteracoes) for erro in erros]
    return regras, tabela, problemas


def list_opcao(nome: str, leitura: Leitura, opcao: str) -> list[tuple[str, Alteracao]]:
    """Return what one option of a reading changes, with the path of each change in the file."""
    return [
        (f"leitura.{nome}.opcao.{opcao}.altera.{posicao}", alteracao)
        for posicao, alteracao in enumerate(leitura.opcao[opcao].altera, 1)
    ]


def list_emendas(declaradas: Iterable[RedacaoDeclarada]) -> list[list[tuple[str, Alteracao]]]:
    """Return, for each wording, every change up to it, with the path of each in the file."""
    ate_aqui: list[tuple[str, Alteracao]] = []
    emendas = []
    for posicao, declarada in enumerate(declaradas, 1):
        ate_aqui = [
            *ate_aqui,
            *(
                (f"redacao.{posicao}.altera.{n}", alteracao)
                for n, alteracao in enumerate(declarada.altera, 1)
            ),
        ]
        emendas.append(ate_aqui)
    return emendas


def _compile_redacoes(
    fonte: Fonte, federal: Federal, arquivo: str
) -> tuple[tuple[Redacao, ...], list[Problema]]:
    prontas: list[Redacao] = []
    problemas: list[Problema] = []
    for declarada, emendas in zip(fonte.declaradas, list_emendas(fonte.declaradas), strict=True):
        regras, _, erros = compile_regras(fonte, [*emendas, *fonte.escolhas], federal, arquivo)
        problemas += [erro for erro in erros if erro not in problemas]
        if regras is not None:
            prontas.append(
                Redacao(declarada.norma, declarada.desde, declarada.provisoria, declarada.lacuna, regras)
            )
    return tuple(prontas), problemas


def _validate_regras(
    tabela: dict[str, Any], federal: Federal, arquivo: str
) -> tuple[Regras | None, list[Problema]]:
    """Check the schema, then the references; where the schema fails, the references of what it accepts."""
    try:
        regras = Regras.model_validate(tabela)
    except ValidationError as erro:
        problemas = translate_erros(erro, arquivo, Regras, tabela)
        try:
            restantes = Regras.model_validate(_prune(tabela, erro))
        except ValidationError:
            return None, problemas
        return None, [*problemas, *find_referencias_soltas(restantes, federal, arquivo, tabela)]
    problemas = find_referencias_soltas(regras, federal, arquivo, tabela) + check_resto(regras, arquivo)
    return regras, problemas


def _prune(tabela: Mapping[str, Any], erro: ValidationError) -> dict[str, Any]:
    """Return the tables without the entries that the schema refuses, with stubs for those that must exist."""
    limpa: dict[str, Any] = {}
    lugares = [item["loc"] for item in erro.errors(include_url=False) if item["loc"]]
    for nome, valor in tabela.items():
        ruins = {lugar[1] if len(lugar) > 1 else None for lugar in lugares if lugar[0] == nome}
        if not ruins:
            limpa[nome] = valor
        elif isinstance(valor, list) and None not in ruins:
            limpa[nome] = [item for posicao, item in enumerate(valor) if posicao not in ruins]
        elif isinstance(valor, dict) and nome in _NOMEADAS and None not in ruins:
            limpa[nome] = {chave: item for chave, item in valor.items() if chave not in ruins}
    for nome in ("dispositivo", "instrumento"):
        limpa.setdefault(nome, {})
    limpa.setdefault("licenca_anterior", LicencaAnterior.model_construct(dispositivos=()))
    limpa.setdefault("citacao", Citacoes.model_construct(omissao=(), negativa=()))
    vazia = Obrigacao.model_construct(id="", rotulo="", precisa=(), responsavel=(), dispositivos=())
    limpa["obrigacao"] = limpa.get("obrigacao") or [vazia]
    return limpa


def _read_leituras(escritas: Any, arquivo: str) -> tuple[dict[str, Leitura], list[Problema]]:
    if not isinstance(escritas, dict):
        forma = "tabelas [leitura.NOME]"
        return {}, [Problema("a leitura não é uma tabela", arquivo=arquivo, coluna="leitura", esperado=forma)]
    leituras: dict[str, Leitura] = {}
    problemas: list[Problema] = []
    for nome, escrita in escritas.items():
        try:
            leitura = _LEITURA.validate_python(escrita)
        except ValidationError as erro:
            problemas += translate_erros(erro, arquivo, Leitura, escrita, f"leitura.{nome}")
            continue
        leituras[nome] = leitura
        if leitura.adotada not in leitura.opcao:
            problemas.append(
                Problema(
                    f'a leitura {nome} adota "{leitura.adotada}", que não está entre as opções',
                    arquivo=arquivo,
                    coluna=f"leitura.{nome}.adotada",
                    encontrado=f'"{leitura.adotada}"',
                    esperado=", ".join(leitura.opcao),
                    remedio=suggest(leitura.adotada, leitura.opcao)
                    or f"Declare [leitura.{nome}.opcao.{leitura.adotada}].",
                )
            )
    return leituras, problemas


def _report_chave(tabela: Any, alteracao: Alteracao, origem: str, arquivo: str) -> Problema:
    """Say which key a change names in vain, and the nearest one at the level where it is lost."""
    atual, certas = tabela, list[str]()
    vizinhas: list[str] = []
    for parte in alteracao.chave.split("."):
        if isinstance(atual, list):
            filhas = {item["id"]: item for item in atual if isinstance(item, dict) and "id" in item}
        else:
            filhas = atual if isinstance(atual, dict) else {}
        if parte not in filhas:
            vizinhas = [".".join((*certas, filha)) for filha in filhas]
            break
        atual = filhas[parte]
        certas.append(parte)
    perdida = ".".join(alteracao.chave.split(".")[: len(certas) + 1])
    return Problema(
        f'uma alteração muda "{alteracao.chave}", que não existe na lei',
        arquivo=arquivo,
        coluna=origem,
        encontrado=f'"{perdida}"',
        esperado="partes separadas por ponto, elementos de lista pelo seu id",
        remedio=suggest(perdida, vizinhas) or "Confira a chave.",
    )


def _trace(problema: Problema, alteracoes: Sequence[tuple[str, Alteracao]]) -> Problema:
    """Point a problem at the change that wrote the value, where a change did."""
    coluna = f"{problema.coluna}."
    origem = next((onde for onde, a in reversed(alteracoes) if coluna.startswith(f"{a.chave}.")), None)
    return replace(problema, coluna=origem) if origem else problema
