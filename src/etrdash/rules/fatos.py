"""What is known of one station, of its municipal records and of the law's adoption.

The evaluator's inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from etrdash.rules.prazo import Termo
from etrdash.vocabulario import Instalacao, Instrumento, Tipo, TipoAto, Vigencia, Zona


@dataclass(frozen=True, slots=True)
class Fatos:
    """Facts of one station. An unknown boolean is None: it satisfies neither "true" nor "false".

    Attributes:
        tipo: kind of station.
        instalacao: inside or outside a building.
        primeiro_licenciamento: the station's own first licence at ANATEL.
        instalada_em: the structure's installation date (a document's, or the earliest first licence at the
            sítio).
        instalacao_presumida: whether ``instalada_em`` is that earliest first licence.
        sitio_licenciado_em: earliest first licence of any station at the sítio, whatever the documents say.
        validade_anatel: last day of the ANATEL licence.
        licenciada: whether ANATEL's base shows the station as licensed.
        compartilhada: whether it uses another's structure.
        hospedeira_regular: whether that structure has a valid registro.
        zona: urban or rural; unknown counts as urban, and the answer says so.
        area_sensivel: protected vegetation, conservation unit, listed building.
        equiparada: equivalent to one already licensed.
        substituicao: replaces a licensed structure.
        construcao: needed works or a change of the building; unknown counts as yes.
        motivos: reason codes that come with the facts (``CLASSE_PRESUMIDA``…).
    """

    tipo: Tipo = Tipo.ETR
    instalacao: Instalacao = Instalacao.EXTERNA
    primeiro_licenciamento: date | None = None
    instalada_em: date | None = None
    instalacao_presumida: bool = False
    sitio_licenciado_em: date | None = None
    validade_anatel: date | None = None
    licenciada: bool = True
    compartilhada: bool | None = None
    hospedeira_regular: bool | None = None
    zona: Zona | None = None
    area_sensivel: bool | None = None
    equiparada: bool | None = None
    substituicao: bool | None = None
    construcao: bool | None = None
    motivos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ato:
    """One municipal act linked to the station.

    Attributes:
        ato: what happened.
        data: on which day.
        instrumento: of which instrument; None for acts that name none (a laudo, an appeal).
        validade: last valid day written on the act.
        motivo: word of the closed vocabulary (``modernizacao``, ``ampliacao``…).
        prazo: term granted by the act.
        registro_id: municipal process it belongs to.
        favoravel: sense of a decision.
        suspensivo: whether an appeal suspends; None when the record does not say.
        distancia_m: metres between the act's coordinates and the station.
        numero_em_dois_sitios: whether the act's station number stands on two sítios.
    """

    ato: TipoAto
    data: date
    instrumento: Instrumento | None = None
    validade: date | None = None
    motivo: str | None = None
    prazo: Termo | None = None
    registro_id: str | None = None
    favoravel: bool | None = None
    suspensivo: bool | None = None
    distancia_m: float | None = None
    numero_em_dois_sitios: bool = False


@dataclass(frozen=True, slots=True)
class Adocao:
    """How one municipality applies a law.

    Attributes:
        publicada_em: publication of the municipal law, where the law file is a template or its date is
            provisional.
        prorrogada_em: date of the act that extended the transition.
        feriados: municipal holidays.
        vigencia: what is known of the law's validity.
    """

    publicada_em: date | None = None
    prorrogada_em: date | None = None
    feriados: frozenset[date] = frozenset()
    vigencia: Vigencia = Vigencia.A_CONFIRMAR
