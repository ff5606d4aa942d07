"""A municipality's file.

Which law it applies, what is known of that law, what records were received from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated

from pydantic import Field

from etrdash.rules.declaracao import Declaracao
from etrdash.rules.fatos import Adocao
from etrdash.vocabulario import Completude, Instrumento, Vigencia


class Periodo(Declaracao):
    """For which days the records of one instrument are complete; an open end is not bounded."""

    completude: Completude = Completude.COMPLETA
    desde: date | None = None
    ate: date | None = None


class Registros(Declaracao):
    """The municipal records received."""

    orgao: str
    canal: str
    licenca: str
    extraida_em: date | None = None
    completude: Completude | dict[Instrumento, Periodo] = Completude.DESCONHECIDA
    perfil: str = ""

    def find_completude(
        self, instrumentos: Iterable[Instrumento], desde: date | None, ate: date | None
    ) -> Completude:
        """Say how complete the records are for every one of ``instrumentos`` from ``desde`` to ``ate``."""
        if isinstance(self.completude, Completude):
            return self.completude
        piores = [self._find_um(instrumento, desde, ate) for instrumento in instrumentos]
        if not piores:
            piores = [periodo.completude for periodo in self.completude.values()]
        for pior in (Completude.DESCONHECIDA, Completude.PARCIAL):
            if pior in piores:
                return pior
        return Completude.COMPLETA if piores else Completude.DESCONHECIDA

    def _find_um(self, instrumento: Instrumento, desde: date | None, ate: date | None) -> Completude:
        assert not isinstance(self.completude, Completude)  # noqa: S101 - narrowed by the caller
        periodo = self.completude.get(instrumento)
        if periodo is None:
            return Completude.DESCONHECIDA
        comeca_tarde = periodo.desde is not None and (desde is None or periodo.desde > desde)
        acaba_cedo = periodo.ate is not None and (ate is None or periodo.ate < ate)
        return Completude.PARCIAL if comeca_tarde or acaba_cedo else periodo.completude


class Manifestacao(Declaracao):
    """A reply sent by someone concerned, shown beside the stations it speaks of."""

    autor: str
    em: date
    texto: str
    estacoes: tuple[str, ...] = ()


class Municipio(Declaracao):
    """``municipios/<codigo_ibge>.toml``."""

    codigo_ibge: Annotated[str, Field(pattern=r"^\d{7}$")]
    nome: str
    uf: Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
    lei: str = ""
    vigencia: Vigencia = Vigencia.A_CONFIRMAR
    vigencia_nota: str = ""
    publicada_em: date | None = None
    prorrogada_em: date | None = None
    feriados: tuple[date, ...] = ()
    contato: str = ""
    ficticio: bool = False
    registros: Registros | None = None
    manifestacao: tuple[Manifestacao, ...] = ()

    @property
    def adocao(self) -> Adocao:
        """What the evaluator needs of this file."""
        return Adocao(self.publicada_em, self.prorrogada_em, frozenset(self.feriados), self.vigencia)
