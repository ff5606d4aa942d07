"""What one step of the decision order answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from etrdash.rules.esquema import Alternativas
from etrdash.rules.prazo import Prazo
from etrdash.vocabulario import Situacao


@dataclass(frozen=True, slots=True)
class Decisao:
    """The answer of one step.

    Attributes:
        situacao: the situação.
        dispositivos: provisions that ground it.
        motivos: reason codes.
        prazo: the term it rests on (end of validity for a green one).
        falta: links of a chain that are missing.
        escada: ladder of measures that the law foresees next.
        fatos_em: dates of the facts it depends on (deadline, expiry), for cautela.
        usa_instalacao: whether it rests on the installation date.
        toca: rules used, for the readings to print.
    """

    situacao: Situacao
    dispositivos: tuple[str, ...] = ()
    motivos: tuple[str, ...] = ()
    prazo: Prazo | None = None
    falta: tuple[Alternativas, ...] = ()
    escada: str = ""
    fatos_em: tuple[date, ...] = ()
    usa_instalacao: bool = False
    toca: tuple[str, ...] = ()
