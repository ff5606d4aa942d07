"""Schema of a law file: the part that is shown.

Sanctions, terms of defence, removal, setbacks, fees, signs, gaps.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from etrdash.rules.declaracao import Declaracao, Dispositivos, TermoDeclarado


class Passo(Declaracao):
    """One step of a ladder of measures.

    ``multa`` names a fine of the same law; ``para`` says whom the step addresses.
    """

    medida: str
    prazo: TermoDeclarado | None = None
    multa: str = ""
    para: str = ""
    dispositivos: Dispositivos


class Escada(Declaracao):
    """An ordered ladder of measures, with the note that its wording needs."""

    rotulo: str
    passos: tuple[Passo, ...] = Field(min_length=1)
    nota: str = ""


class Multa(Declaracao):
    """A fine: an amount in reais, a range of municipal units, or words where the law gives no amount."""

    rotulo: str
    reais: Decimal | None = None
    ufm: tuple[int, ...] = ()
    sem_valor: str = ""
    por: str = ""
    atualizada: bool = False
    dispositivos: Dispositivos


class Atualizacao(Declaracao):
    """How amounts are updated."""

    indice: str
    cada: TermoDeclarado
    dispositivos: Dispositivos


class Repeticao(Declaracao):
    """How often a fine may come again."""

    cada: TermoDeclarado
    dispositivos: Dispositivos


class Meio(Declaracao):
    """Defence, appeal, payment or notice: term (None where the law gives none), addressee, effect."""

    prazo: TermoDeclarado | None = None
    a_quem: str = ""
    suspensivo: bool | None = None
    nota: str = ""
    dispositivos: Dispositivos


class LimiteDaRemocao(StrEnum):
    """Whether a removal term is the least the city must leave or the most the company may take."""

    MINIMO = "minimo"
    MAXIMO = "maximo"


class Remocao(Declaracao):
    """A term for removing a structure, counted from an event."""

    evento: str
    providencia: str
    prazo: TermoDeclarado | None = None
    limite: LimiteDaRemocao = LimiteDaRemocao.MAXIMO
    dobra: bool = False
    dispositivos: Dispositivos


class Dobra(Declaracao):
    """Removal terms doubled while the law is young."""

    durante: TermoDeclarado
    dispositivos: Dispositivos


class Recuo(Declaracao):
    """A setback, in metres (information only)."""

    estrutura: str
    frente_m: Decimal | None = None
    lados_m: Decimal | None = None
    contado_de: str = ""
    dispositivos: Dispositivos


class Distancia(Declaracao):
    """A minimum distance, in metres: shown as information, never as a situação."""

    id: str
    de: str
    ate: tuple[str, ...]
    minimo_m: Decimal
    nota: str = ""
    dispositivos: Dispositivos


class Altura(Declaracao):
    """A height limit or threshold, in metres."""

    o_que: str
    maximo_m: Decimal
    dispositivos: Dispositivos


class Taxa(Declaracao):
    """A fee as the law words it; no debt is ever computed."""

    o_que: str
    valor: str
    dispositivos: Dispositivos


class Nota(Declaracao):
    """A rule shown in words: noise, signs, sharing, use of ANATEL's base, land use."""

    assunto: str
    texto: str
    dispositivos: Dispositivos


class Lacuna(Declaracao):
    """A provision whose text is not available, what is known of it and why it matters."""

    onde: str
    sabe_se: str
    importa: str = ""


class Topico(Declaracao):
    """One line of the comparison between laws."""

    topico: str
    texto: str
    dispositivos: tuple[str, ...] = ()
