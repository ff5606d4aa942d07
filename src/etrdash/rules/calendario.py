"""Business days of a municipality: weekends, national holidays, Good Friday, and the municipality's own list.

Sources: Código Civil, art. 132, § 1º (a term that ends on a holiday runs to the next business day); the
national list is the public category of the ``holidays`` library (20 November from 2024; no Carnival, no
Corpus Christi).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache

DIAS_DA_SEMANA = {
    "pt": (
        "segunda-feira",
        "terça-feira",
        "quarta-feira",
        "quinta-feira",
        "sexta-feira",
        "sábado",
        "domingo",
    ),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
_UM_DIA = timedelta(days=1)
_SABADO = 5


@lru_cache(maxsize=256)
def list_feriados_nacionais(ano: int) -> dict[date, str]:
    """Return the national holidays of one year, with their Portuguese names."""
    import holidays  # noqa: PLC0415 - spares what counts no days

    return dict(holidays.country_holidays("BR", years=[ano], language="pt_BR").items())


class Calendario:
    """Which days are business days in one municipality.

    Args:
        feriados: the municipality's own holidays (local dates, *pontos facultativos*), national ones not
            repeated.
    """

    __slots__ = ("_uteis", "feriados")

    def __init__(self, feriados: Iterable[date] = ()) -> None:
        self.feriados = frozenset(feriados)
        self._uteis: dict[date, date] = {}

    def is_dia_util(self, dia: date) -> bool:
        """Tell whether the town hall is presumed open on ``dia``."""
        return (
            dia.weekday() < _SABADO
            and dia not in self.feriados
            and dia not in list_feriados_nacionais(dia.year)
        )

    def roll(self, dia: date) -> date:
        """Return ``dia`` if it is a business day, else the next one (terms to act; never validities)."""
        util = self._uteis.get(dia)
        if util is None:
            util = dia
            while not self.is_dia_util(util):
                util += _UM_DIA
            self._uteis[dia] = util
        return util

    def name_dia(self, dia: date, idioma: str = "pt") -> str:
        """Return why ``dia`` is not a business day ("domingo", "feriado (Natal)"), or its weekday."""
        nacional = list_feriados_nacionais(dia.year).get(dia)
        semana = DIAS_DA_SEMANA[idioma][dia.weekday()]
        if dia.weekday() >= _SABADO:
            return semana
        if nacional:
            return f"feriado ({nacional})" if idioma == "pt" else f"holiday ({nacional})"
        if dia in self.feriados:
            return "feriado municipal" if idioma == "pt" else "municipal holiday"
        return semana
