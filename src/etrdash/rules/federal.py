"""Federal rules that act beside every municipal law.

Silence, the floor for small cells, exclusions, standing notes.
"""

from __future__ import annotations

from datetime import date
from functools import cached_property

from pydantic import Field

from etrdash.rules.declaracao import (
    Citacao,
    Declaracao,
    Dispositivo,
    Dispositivos,
    RegraDeTermo,
    TermoDeclarado,
)
from etrdash.rules.esquema import Isencao

PREFIXO = "federal."


class BaseDoSilencio(Declaracao):
    """From which day, and by which provision, silence authorises."""

    desde: date
    dispositivos: Dispositivos


class AnaliseFederal(Declaracao):
    """The federal clock of a municipal licence in an urban area."""

    prazo: TermoDeclarado
    audiencia: RegraDeTermo
    dispositivos: Dispositivos
    uma_exigencia: Citacao
    so_area_urbana: Citacao
    exceto_area_sensivel: Citacao
    silencio: tuple[BaseDoSilencio, ...] = Field(min_length=1)


class Piso(Declaracao):
    """A tolerance that no municipal law may cut: days after installation, from a day on, in urban areas."""

    prazo: TermoDeclarado
    desde: date
    dispositivos: Dispositivos


class NotaFederal(Declaracao):
    """A standing note shown with every law, with its source and the provisions that it speaks of."""

    id: str
    texto: str
    fonte: str
    dispositivos: tuple[str, ...] = ()


class Federal(Declaracao):
    """The whole federal file."""

    dispositivo: dict[str, Dispositivo]
    analise: AnaliseFederal
    piso: dict[str, Piso]
    validade_minima: RegraDeTermo
    isencao: tuple[Isencao, ...]
    nota: tuple[NotaFederal, ...]
    aviso: str
    aviso_en: str = ""
    contagem: Citacao

    @cached_property
    def silencios(self) -> tuple[BaseDoSilencio, ...]:
        """Grounds of silence, the newest first."""
        return tuple(sorted(self.analise.silencio, key=lambda base: base.desde, reverse=True))

    def find_silencio(self, fim: date) -> BaseDoSilencio | None:
        """Return the ground in force on the day a term ran out, or None before the first one."""
        return next((base for base in self.silencios if base.desde <= fim), None)
