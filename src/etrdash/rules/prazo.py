"""Legal terms: days, months and years are different units and are never converted.

Sources: Código Civil, art. 132 (the first day is left out, the last one counts; §§ 1º and 3º); Lei
810/1949, arts. 1º–3º; Lei 9.784/1999, art. 66, § 3º for the opposite reading of a missing day
(``ultimo_dia``).
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

from etrdash.rules.calendario import Calendario
from etrdash.rules.frases import write_frase


class RegraDoMes(StrEnum):
    """Where a term in months or years ends when the day of equal number does not exist."""

    DIA_SEGUINTE = "dia_seguinte"
    ULTIMO_DIA = "ultimo_dia"


@dataclass(frozen=True, slots=True)
class Termo:
    """A length of time in one unit.

    Attributes:
        quantidade: how many.
        unidade: ``d`` days, ``m`` months, ``y`` years.
    """

    quantidade: int
    unidade: str

    def __str__(self) -> str:
        return f"{self.quantidade}{self.unidade}"

    def describe_cada(self, idioma: str = "pt") -> str:
        """Return a period in words: ``cada ano``, ``cada 2 meses``."""
        termo = _UNIDADES[idioma][self.unidade][0] if self.quantidade == 1 else self.describe(idioma)
        return write_frase("previsto", "cada", idioma, termo=termo)

    def describe(self, idioma: str = "pt") -> str:
        """Return the term in words: ``180 dias``, ``1 mês``, ``2 anos``."""
        singular, plural = _UNIDADES[idioma][self.unidade]
        return f"{self.quantidade} {singular if self.quantidade == 1 else plural}"


_UNIDADES = {
    "pt": {"d": ("dia", "dias"), "m": ("mês", "meses"), "y": ("ano", "anos")},
    "en": {"d": ("day", "days"), "m": ("month", "months"), "y": ("year", "years")},
}
_FORMA = re.compile(r"(\d{1,4})\s*([dmy])")
_NAO_POSITIVO = re.compile(r"\s*(-|0+\s*[dmy])", re.IGNORECASE)


@lru_cache(maxsize=1024)
def parse_termo(texto: str | Termo) -> Termo:
    """Read ``180d``, ``6m`` or ``2y``.

    Raises:
        ValueError: no unit, another unit, or not a whole positive number.
    """
    if isinstance(texto, Termo):
        return texto
    achado = _FORMA.fullmatch(str(texto).strip().lower())
    if achado is None or int(achado[1]) == 0:
        falta = (
            "que não é positivo, com número e unidade"
            if _NAO_POSITIVO.match(str(texto))
            else "sem número e unidade"
        )
        msg = f'prazo "{texto}" {falta}: escreva, como em 180d (dias), 6m (meses) ou 2y (anos)'
        raise ValueError(msg)
    return Termo(int(achado[1]), achado[2])


@lru_cache(maxsize=65536)
def add_termo(inicio: date, termo: Termo, regra: RegraDoMes = RegraDoMes.DIA_SEGUINTE) -> date:
    """Return the nominal last day of ``termo`` counted from ``inicio`` (that day left out).

    Examples:
        180 days from 28/06/2017 end on 25/12/2017; 2 years from 29/02/2024 end on 01/03/2026.
    """
    if termo.unidade == "d":
        return inicio + timedelta(days=termo.quantidade)
    meses = termo.quantidade * (12 if termo.unidade == "y" else 1)
    total = inicio.year * 12 + inicio.month - 1 + meses
    ano, mes = total // 12, total % 12 + 1
    ultimo = calendar.monthrange(ano, mes)[1]
    if inicio.day <= ultimo:
        return date(ano, mes, inicio.day)
    fim = date(ano, mes, ultimo)
    return fim if regra is RegraDoMes.ULTIMO_DIA else fim + timedelta(days=1)


_MESES_EN = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_data(dia: date, idioma: str = "pt") -> str:
    """Return ``dd/mm/aaaa``; in English ``10 Mar 2024``, which nobody reads month first."""
    if idioma == "en":
        return f"{dia.day} {_MESES_EN[dia.month - 1]} {dia.year:04d}"
    return f"{dia.day:02d}/{dia.month:02d}/{dia.year:04d}"


@dataclass(frozen=True, slots=True)
class Conta:
    """One step of a term's arithmetic.

    Attributes:
        termo: what was added (None for a suspension, which adds ``dias``).
        inicio: day the count starts from, left out of it.
        fim: nominal day it reaches.
        motivo: ``termo``, ``prorrogacao``, ``suspensao``, ``reinicio``, ``audiencia``, ``renovacao`` or
            ``registrada``.
        ate: end of the suspension, for that kind only.
    """

    termo: Termo | None
    inicio: date
    fim: date
    motivo: str = "termo"
    ate: date | None = None


@dataclass(frozen=True, slots=True)
class Prazo:
    """A computed term: nominal end, effective end and the steps that led there.

    Attributes:
        nominal: day the arithmetic gives.
        em: last day in time, after moving to a business day (equal to ``nominal`` for validities).
        contas: the steps, in order.
        calendario: the calendar used to move the end, or None where the end does not move.
    """

    nominal: date
    em: date
    contas: tuple[Conta, ...] = ()
    calendario: Calendario | None = field(default=None, compare=False)

    @classmethod
    def build(cls, contas: tuple[Conta, ...], calendario: Calendario | None) -> Prazo:
        """Close a count at the end of its last step, moved to a business day where a calendar is given."""
        nominal = contas[-1].fim
        return cls(nominal, calendario.roll(nominal) if calendario else nominal, contas, calendario)

    @property
    def movido(self) -> bool:
        """Whether the end moved to a later business day."""
        return self.em != self.nominal

    def describe(self, idioma: str = "pt") -> list[str]:
        """Return the arithmetic in words, one step a sentence."""
        passos = [_describe_conta(conta, idioma) for conta in self.contas]
        if passos and self.movido and self.calendario is not None:
            rolagem = _describe_rolagem(self.nominal, self.em, self.calendario, idioma)
            passos[-1] += f", {rolagem} → {format_data(self.em, idioma)}"
        return passos


def count_termo(
    inicio: date,
    termo: Termo,
    calendario: Calendario | None,
    regra: RegraDoMes = RegraDoMes.DIA_SEGUINTE,
    motivo: str = "termo",
) -> Prazo:
    """Count one term from ``inicio``; with a calendar, move its end to a business day."""
    return Prazo.build((Conta(termo, inicio, add_termo(inicio, termo, regra), motivo),), calendario)


def extend_prazo(prazo: Prazo, termo: Termo, regra: RegraDoMes, motivo: str = "prorrogacao") -> Prazo:
    """Continue a term from its nominal end; the move to a business day happens once, at the very end."""
    conta = Conta(termo, prazo.nominal, add_termo(prazo.nominal, termo, regra), motivo)
    return Prazo.build((*prazo.contas, conta), prazo.calendario)


def _describe_conta(conta: Conta, idioma: str) -> str:
    inicio, fim = format_data(conta.inicio, idioma), format_data(conta.fim, idioma)
    if conta.motivo == "registrada":
        return write_frase("conta", "registrada", idioma, inicio=inicio, fim=fim)
    if conta.termo is None:
        ate = conta.ate or conta.inicio
        termo = Termo((ate - conta.inicio).days, "d").describe(idioma)
        ate_escrita = format_data(ate, idioma)
        return write_frase("conta", "suspensao", idioma, inicio=inicio, ate=ate_escrita, termo=termo, fim=fim)
    termo = conta.termo.describe(idioma)
    texto = write_frase("conta", conta.motivo, idioma, termo=termo, inicio=inicio, fim=fim)
    if conta.termo.unidade != "d" and conta.fim.day != conta.inicio.day:
        texto += write_frase("conta", "sem_dia", idioma, dia=conta.inicio.day)
    return texto


def _describe_rolagem(nominal: date, em: date, calendario: Calendario, idioma: str) -> str:
    razao = calendario.name_dia(nominal, idioma)
    feriados = [
        dia
        for dia in (nominal + timedelta(days=n) for n in range(1, (em - nominal).days))
        if dia.weekday() < 5
    ]
    return razao + "".join(
        write_frase(
            "conta",
            "feriado_seguinte",
            idioma,
            nome=calendario.name_dia(dia, idioma),
            dia=format_data(dia, idioma),
        )
        for dia in feriados
    )
