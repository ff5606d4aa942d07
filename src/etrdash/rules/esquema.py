"""Schema of a law file, the part that is computed: reach, obligations, transition, citations.

Every value stands beside the dispositivo it comes from.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, model_validator

from etrdash.rules.declaracao import Declaracao, Dispositivos, TermoDeclarado
from etrdash.vocabulario import Instalacao, Instrumento, Situacao, Tipo, Zona


class Predicado(Declaracao):
    """Facts that must all hold; a list means any of its values."""

    tipo: tuple[Tipo, ...] = ()
    instalacao: tuple[Instalacao, ...] = ()
    zona: tuple[Zona, ...] = ()
    compartilhada: bool | None = None
    hospedeira_regular: bool | None = None
    area_sensivel: bool | None = None
    equiparada: bool | None = None
    substituicao: bool | None = None
    construcao: bool | None = None


class Isencao(Declaracao):
    """Stations that the law leaves out."""

    quando: Predicado
    dispositivos: Dispositivos


class Momento(StrEnum):
    """When the act must exist, compared with the installation."""

    PREVIO = "previo"
    POSTERIOR = "posterior"
    INDEFINIDO = "indefinido"


class DataDeReferencia(StrEnum):
    """Whose installation counts for an obligation: the structure's or the station's own."""

    ESTRUTURA = "estrutura"
    ESTACAO = "estacao"


class VigoraDesde(Declaracao):
    """First day on which an obligation exists, when it is later than the law itself."""

    desde: date
    dispositivos: Dispositivos


Alternativas = tuple[Instrumento, ...]


class Obrigacao(Declaracao):
    """What a kind of station owes. Obligations are ordered: the first whose predicate holds is the one.

    ``precisa`` is a chain; each link is one instrument or a list of which any one suffices; empty means
    nothing is owed. ``acessorios`` alone make the file incomplete; ``supre`` are instruments that do more
    than what is asked.
    """

    id: str
    rotulo: str
    quando: Predicado = Predicado()
    precisa: tuple[Instrumento | Alternativas, ...]
    momento: Momento = Momento.PREVIO
    prazo: TermoDeclarado | None = None
    tolerancia: str = ""
    data: DataDeReferencia = DataDeReferencia.ESTRUTURA
    vigora: VigoraDesde | None = None
    sem_texto: bool = False
    acessorios: tuple[Instrumento, ...] = ()
    supre: tuple[Instrumento, ...] = ()
    responsavel: Annotated[tuple[str, ...], Field(min_length=1)]
    omissao_situacao: Situacao = Situacao.PRAZO_VENCIDO
    dispositivos: Dispositivos
    omissao: tuple[str, ...] = ()
    negativa: tuple[str, ...] = ()
    escada: str = ""
    aviso: str = ""

    @cached_property
    def cadeia(self) -> tuple[Alternativas, ...]:
        """The chain with every link as a tuple of alternatives."""
        return tuple(elo if isinstance(elo, tuple) else (elo,) for elo in self.precisa)

    @cached_property
    def pede_comunicacao(self) -> bool:
        """Whether a communication is, or is one of, what is asked."""
        return any(Instrumento.COMUNICACAO in elo for elo in self.cadeia)

    @model_validator(mode="after")
    def _check_prazo(self) -> Self:
        if self.momento is Momento.POSTERIOR and self.prazo is None:
            msg = 'momento = "posterior" pede a chave prazo (por exemplo, prazo = "60d")'
            raise ValueError(msg)
        if self.momento is not Momento.POSTERIOR and self.prazo is not None:
            msg = 'a chave prazo só vale com momento = "posterior"'
            raise ValueError(msg)
        return self


class LicencaAnterior(Declaracao):
    """How long a licence of an earlier regime without a recorded expiry stays good, and how it is renewed."""

    permanece: bool = False
    renovada_por: Instrumento | None = None
    dispositivos: Dispositivos
    renovacao_dispositivos: tuple[str, ...] = ()


class GrupoDaTransicao(StrEnum):
    """Who is in the transition."""

    SEM_AUTORIZACAO = "sem_autorizacao"
    LICENCIADA_ANATEL = "licenciada_anatel"


class Prorrogacao(Declaracao):
    """Extension of the transition, only with a recorded act."""

    prazo: TermoDeclarado
    por: str
    dispositivos: Dispositivos


class InicioDaAdequacao(StrEnum):
    """From when the adequacy term runs."""

    DECISAO = "decisao"
    FIM_DO_PRAZO = "fim_do_prazo"


class Adequacao(Declaracao):
    """Term to meet the parameters after the request."""

    maximo: TermoDeclarado
    contada_de: InicioDaAdequacao = InicioDaAdequacao.DECISAO
    dispositivos: Dispositivos


class EfeitoDoLaudo(StrEnum):
    """Whether the report on the need to stay is enough or asks a decision."""

    AUTOMATICO = "automatico"
    DECISAO = "decisao"


class Laudo(Declaracao):
    """The report that justifies keeping a structure."""

    efeito: EfeitoDoLaudo
    exige_pedido: tuple[Instrumento, ...] = ()
    dispositivos: Dispositivos


class Substituicao(Declaracao):
    """How long a structure may stay while another replaces it."""

    prazo: TermoDeclarado
    motivos: tuple[str, ...]
    dispositivos: Dispositivos


class Transicao(Declaracao):
    """The regime of what stood when the law came."""

    rotulo: str
    grupo: GrupoDaTransicao
    prazo: TermoDeclarado | None = None
    contada_de: date | None = None
    prorrogacao: Prorrogacao | None = None
    adequacao: Adequacao | None = None
    aceita: tuple[Instrumento, ...] = ()
    aceita_todas: tuple[Instrumento, ...] = ()
    cassacao_encerra: bool = False
    laudo: Laudo | None = None
    sancoes_suspensas: tuple[str, ...] = ()
    dispositivos: Dispositivos
    incompleta: tuple[str, ...] = ()
    apos: tuple[str, ...] = ()
    escada: str = ""


class Modificacao(Declaracao):
    """Changes that ask no new act (``livres``), any other one ending the validity when ``exige_novo``."""

    livres: tuple[str, ...]
    exige_novo: bool
    dispositivos: Dispositivos


class Citacoes(Declaracao):
    """Provisions cited by default for a missing act, a refusal and a withdrawal."""

    omissao: Dispositivos
    negativa: Dispositivos
    cassacao: tuple[str, ...] = ()
