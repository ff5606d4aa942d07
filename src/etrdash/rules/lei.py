"""A law: identity, readings and dated wordings.

An amendment adds a wording; no earlier one is overwritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from pydantic import Field

from etrdash.rules.declaracao import Declaracao, Dispositivo
from etrdash.rules.emenda import Alteracao
from etrdash.rules.federal import PREFIXO, Federal
from etrdash.rules.indice import IndiceMensal
from etrdash.rules.regras import Regras


class TextoDaLei(Declaracao):
    """Where the text was read: file name, its SHA-256, who published it."""

    arquivo: str
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    fonte: str


class Opcao(Declaracao):
    """One way of reading an ambiguity, and what it changes in the file."""

    texto: str
    altera: tuple[Alteracao, ...] = ()


class Leitura(Declaracao):
    """A named reading: the question, the ways to answer it, the one adopted and why.

    ``toca`` lists the rules that it bears on (``transicao``, ``obrigacao.movel``, ``instrumento.X``,
    ``prazo``); an answer that used one of them prints the reading.
    """

    pergunta: str
    adotada: str
    razao: str
    toca: Annotated[tuple[str, ...], Field(min_length=1)]
    muda_cor: bool = False
    opcao: dict[str, Opcao] = Field(min_length=1)

    @property
    def texto(self) -> str:
        """The adopted reading in words."""
        return self.opcao[self.adotada].texto


class RedacaoDeclarada(Declaracao):
    """A dated wording as written in the file: the amending norm, its first day and what it changes."""

    norma: str
    desde: date | None = None
    provisoria: bool = False
    lacuna: str = ""
    altera: tuple[Alteracao, ...] = ()


class Cabecalho(Declaracao):
    """Identity of a law file.

    ``modelo``: a template, in force only where a municipality adopts it. ``modelo_da_uf``: the state that
    offers it to its municipalities; every other law is shown beside it.
    """

    id: str
    nome: str
    curto: str
    ementa: str
    modelo: bool = False
    modelo_da_uf: str = ""
    publicada_em: date | None = None
    revogada_em: date | None = None
    servicos_avaliados: tuple[str, ...] = ("010",)
    classes_avaliadas: tuple[str, ...] = ("FB",)
    texto: TextoDaLei
    vigencia_nota: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Redacao:
    """One dated wording, ready to be applied.

    Attributes:
        norma: the norm that gave the wording.
        desde: first day in force; None in a template (the adopting law's publication).
        provisoria: whether that day is not confirmed.
        lacuna: why the wording cannot be applied, or an empty string.
        regras: its rules (those of the first known wording, where this one is a gap).
    """

    norma: str
    desde: date | None
    provisoria: bool
    lacuna: str
    regras: Regras


@dataclass(frozen=True, slots=True, eq=False)
class Lei:
    """A law file, read and checked. Compared by identity: one load, one object.

    Attributes:
        cabecalho: identity.
        leituras: named readings, with the one adopted.
        redacoes: dated wordings, oldest first.
        federal: the federal rules that act beside it.
        indices: price indices by name (``IPCA``).
    """

    cabecalho: Cabecalho
    leituras: Mapping[str, Leitura]
    redacoes: tuple[Redacao, ...]
    federal: Federal
    indices: Mapping[str, IndiceMensal] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Identifier, the file's name."""
        return self.cabecalho.id

    @property
    def nome(self) -> str:
        """Name in full."""
        return self.cabecalho.nome

    @property
    def atual(self) -> Redacao:
        """The newest wording."""
        return self.redacoes[-1]

    def find_dispositivo(self, chave: str, regras: Regras | None = None) -> Dispositivo:
        """Return a provision of the law, or of the federal file for keys that start with ``federal.``."""
        if chave.startswith(PREFIXO):
            return self.federal.dispositivo[chave.removeprefix(PREFIXO)]
        return (regras or self.atual.regras).dispositivo[chave]
