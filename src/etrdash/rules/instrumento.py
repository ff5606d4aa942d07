"""Schema of a law file, instruments: decision, silence, validity, renewal, works, documents."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from etrdash.rules.declaracao import Citacao, Declaracao, Dispositivos, RegraDeTermo, TermoDeclarado
from etrdash.vocabulario import Instrumento, TipoAto


class EfeitoDaExigencia(StrEnum):
    """What a demand for more documents does to the decision term."""

    SUSPENDE = "suspende"
    INTERROMPE = "interrompe"
    COMPLETA = "completa"


class Exigencia(Declaracao):
    """Demands during the analysis."""

    efeito: EfeitoDaExigencia
    uma_vez: bool = False
    resposta: TermoDeclarado | None = None
    dispositivos: Dispositivos
    resposta_dispositivos: tuple[str, ...] = ()


class EfeitoDoSilencio(StrEnum):
    """What the municipality's silence is worth under the municipal law."""

    TACITA = "tacita"
    OPERAR = "operar"
    PROVISORIA = "provisoria"


class Silencio(Declaracao):
    """Effect of a decision term that ran out."""

    efeito: EfeitoDoSilencio
    dispositivos: Dispositivos


class TipoDeValidade(StrEnum):
    """How a validity is worded.

    ``fixa`` ("será de"), ``minima`` ("não inferior a": nothing is known after it without a recorded
    expiry), ``maxima`` ("não superior a": a longer recorded expiry does not count), ``presumida`` (a
    minimum used only where no expiry is recorded).
    """

    FIXA = "fixa"
    MINIMA = "minima"
    MAXIMA = "maxima"
    PRESUMIDA = "presumida"


class Validade(Declaracao):
    """How long an instrument lasts; without a term it lasts for good."""

    prazo: TermoDeclarado | None = None
    tipo: TipoDeValidade = TipoDeValidade.FIXA
    dispositivos: Dispositivos


class BaseDaRenovacao(StrEnum):
    """From when a renewed term runs."""

    FIM = "fim"
    ATO = "ato"


class Renovacao(Declaracao):
    """Renewal of an instrument; ``prazo`` absent means the same length as the validity."""

    prazo: TermoDeclarado | None = None
    contada_de: BaseDaRenovacao = BaseDaRenovacao.FIM
    vezes: int | None = Field(default=None, ge=1)
    dispositivos: Dispositivos


class Conclusao(Declaracao):
    """Term for finishing the works after approval, and the notice that follows it."""

    prazo: TermoDeclarado
    prorrogacao: TermoDeclarado | None = None
    notificacao: TermoDeclarado
    escada: str = ""
    dispositivos: Dispositivos
    notificacao_dispositivos: Dispositivos


class Impedimento(Declaracao):
    """An act that bars another issue of the instrument for some time."""

    ato: TipoAto
    prazo: TermoDeclarado
    dispositivos: Dispositivos


class Documento(Declaracao):
    """One document that a request must bring."""

    texto: str
    dispositivo: str


class RegraDeInstrumento(Declaracao):
    """What the law says of one instrument."""

    nome: str
    apelidos: tuple[str, ...] = ()
    dispositivos: Dispositivos
    protocolo_autoriza: Citacao | None = None
    decisao: RegraDeTermo | None = None
    exigencia: Exigencia | None = None
    audiencia: RegraDeTermo | None = None
    silencio: Silencio | None = None
    silencio_federal: bool = False
    validade: Validade | None = None
    renovacao: Renovacao | None = None
    superado_por: Instrumento | None = None
    conclusao: Conclusao | None = None
    impedimento: Impedimento | None = None
    documentos: tuple[Documento, ...] = ()
