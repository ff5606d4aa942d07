"""Worked cases: facts, acts, law and date with the one situação expected.

The arithmetic that tests the laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field, PlainValidator, ValidationError

from etrdash.erros import DadosInvalidos, EntradaIlegivel, Problema
from etrdash.rules.avaliador import evaluate
from etrdash.rules.declaracao import Declaracao
from etrdash.rules.fatos import Adocao, Ato, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.mensagens import translate_erros
from etrdash.rules.prazo import Termo, parse_termo
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Instalacao, Instrumento, Situacao, Tipo, TipoAto, Vigencia, Zona

TermoEscrito = Annotated[Termo, PlainValidator(parse_termo)]


class EstacaoDoCaso(Declaracao):
    """Facts of a case; an absent boolean is false, an absent ``construcao`` is true."""

    tipo: Tipo = Tipo.ETR
    instalacao: Instalacao = Instalacao.EXTERNA
    primeiro_licenciamento: date | None = None
    instalada_em: date | None = None
    validade_anatel: date | None = None
    compartilhada: bool = False
    hospedeira_regular: bool | None = None
    zona: Zona = Zona.URBANA
    area_sensivel: bool = False
    equiparada: bool = False
    substituicao: bool = False
    construcao: bool = True

    def to_fatos(self) -> Fatos:
        """Return the facts as the evaluator takes them."""
        return Fatos(**{nome: getattr(self, nome) for nome in type(self).model_fields})


class AtoDoCaso(Declaracao):
    """One act of a case; an absent ``suspensivo`` is false."""

    ato: TipoAto
    data: date
    instrumento: Instrumento | None = None
    validade: date | None = None
    motivo: str | None = None
    prazo: TermoEscrito | None = None
    registro_id: str | None = None
    favoravel: bool | None = None
    suspensivo: bool = False
    distancia_m: float | None = None
    numero_em_dois_sitios: bool = False

    def to_ato(self) -> Ato:
        """Return the act as the evaluator takes it."""
        return Ato(**{nome: getattr(self, nome) for nome in type(self).model_fields})


class Caso(Declaracao):
    """One worked case."""

    id: Annotated[str, Field(min_length=1)]
    lei: str
    publicada_em: date | None = None
    prorrogada_em: date | None = None
    feriados: tuple[date, ...] = ()
    em: date
    extraida_em: date | None = None
    estacao: EstacaoDoCaso = EstacaoDoCaso()
    atos: tuple[AtoDoCaso, ...] = ()
    situacao: Situacao
    prazo_em: date | None = None
    motivos: tuple[str, ...] = ()
    descricao: str = ""


@dataclass(frozen=True, slots=True)
class Diferenca:
    """A case whose answer is not the expected one.

    Attributes:
        id: the case.
        esperada: what the case says (situação, or another field with its name).
        obtida: what came.
        porque: reasons, provisions and arithmetic of the answer.
    """

    id: str
    esperada: str
    obtida: str
    porque: str

    def __str__(self) -> str:
        return f"{self.id}: esperado {self.esperada}, obtido {self.obtida}: {self.porque}"


def load_casos(caminho: Path) -> list[Caso]:
    """Read a YAML file of cases (a list, or a mapping with the key ``casos``).

    Raises:
        EntradaIlegivel: missing file, or not YAML.
        DadosInvalidos: a case with a mistake, all of them reported.
    """
    nome = caminho.name
    try:
        conteudo = yaml.safe_load(caminho.read_text(encoding="utf-8-sig"))
    except OSError as erro:
        raise EntradaIlegivel(Problema("o arquivo não pôde ser lido", arquivo=nome)) from erro
    except UnicodeDecodeError as erro:
        raise EntradaIlegivel(Problema("o arquivo não está em UTF-8", arquivo=nome)) from erro
    except (yaml.YAMLError, ValueError) as erro:
        linha = getattr(getattr(erro, "problem_mark", None), "line", None)
        problema = Problema(
            "o arquivo não é YAML válido",
            arquivo=nome,
            linha=None if linha is None else linha + 1,
            remedio="Confira recuos, aspas e datas (aaaa-mm-dd) na linha indicada.",
        )
        raise EntradaIlegivel(problema) from erro
    lista = conteudo.get("casos") if isinstance(conteudo, Mapping) else conteudo
    if not isinstance(lista, list):
        raise EntradaIlegivel(
            Problema("não há lista de casos", arquivo=nome, esperado="a chave casos, com uma lista")
        )
    return _read_casos(lista, nome)


def run_casos(caminho: Path, leis: Mapping[str, Lei]) -> list[Diferenca]:
    """Evaluate every case of a file and return the ones that differ.

    Raises:
        EntradaIlegivel: missing file, or not YAML.
        DadosInvalidos: a case with a mistake, or of a law that does not exist.
    """
    casos = load_casos(caminho)
    desconhecidas = sorted({caso.lei for caso in casos if caso.lei not in leis})
    if desconhecidas:
        raise DadosInvalidos(
            Problema(
                "há casos de lei que não existe",
                arquivo=caminho.name,
                coluna="lei",
                encontrado=", ".join(desconhecidas),
                esperado=", ".join(leis),
            )
        )
    return [
        diferenca for caso in casos for diferenca in compare_caso(caso, evaluate_caso(caso, leis[caso.lei]))
    ]


def evaluate_caso(caso: Caso, lei: Lei) -> Resposta:
    """Evaluate one case; without ``extraida_em`` the records are of the as-of date."""
    adocao = Adocao(caso.publicada_em, caso.prorrogada_em, frozenset(caso.feriados), Vigencia.CONFIRMADA)
    atos = [ato.to_ato() for ato in caso.atos]
    return evaluate(lei, adocao, caso.estacao.to_fatos(), atos, caso.em, caso.extraida_em or caso.em)


def compare_caso(caso: Caso, resposta: Resposta) -> list[Diferenca]:
    """Return what the answer has different from the case.

    Situação, term, expected reasons that are missing.
    """
    porque = explain_briefly(resposta)
    diferencas = []
    if resposta.situacao is not caso.situacao:
        diferencas.append(Diferenca(caso.id, str(caso.situacao), str(resposta.situacao), porque))
    if caso.prazo_em is not None and resposta.prazo_em != caso.prazo_em:
        diferencas.append(
            Diferenca(caso.id, f"prazo_em {caso.prazo_em}", f"prazo_em {resposta.prazo_em}", porque)
        )
    faltam = [motivo for motivo in caso.motivos if motivo not in resposta.motivos]
    if faltam:
        diferencas.append(
            Diferenca(
                caso.id, f"motivos {', '.join(faltam)}", f"motivos {', '.join(resposta.motivos)}", porque
            )
        )
    return diferencas


def explain_briefly(resposta: Resposta) -> str:
    """Return one line: reasons, arithmetic and provisions."""
    partes = [", ".join(resposta.motivos)]
    if resposta.prazo is not None:
        partes.append("; ".join(resposta.prazo.describe()))
    partes.append(", ".join(resposta.rotulos))
    return " | ".join(parte for parte in partes if parte) or "sem razões"


def _read_casos(lista: list[Any], arquivo: str) -> list[Caso]:
    casos: list[Caso] = []
    problemas: list[Problema] = []
    vistos: set[str] = set()
    for posicao, item in enumerate(lista, 1):
        nome = str(item.get("id", posicao)) if isinstance(item, Mapping) else str(posicao)
        try:
            caso = Caso.model_validate(item)
        except ValidationError as erro:
            problemas += translate_erros(erro, arquivo, Caso, item, f"casos.{nome}")
            continue
        if caso.id in vistos:
            problemas.append(
                Problema("id de caso repetido", arquivo=arquivo, coluna="id", encontrado=caso.id)
            )
        vistos.add(caso.id)
        casos.append(caso)
    if problemas:
        raise DadosInvalidos(problemas)
    return casos
