"""The as-of date, asked only by comparison, so that the evaluator knows until when its answer holds."""

from __future__ import annotations

from datetime import date, timedelta

NUNCA = date.max
_UM_DIA = timedelta(days=1)


class Relogio:
    """Answers whether a day has come; remembers the first future day on which an answer given would differ.

    An evaluation that learns the date only through these questions gives the same result on every day from
    ``em`` until the day before ``muda_em``: that is what lets a monthly course be computed once and reused.
    """

    __slots__ = ("em", "muda_em")

    def __init__(self, em: date) -> None:
        self.em = em
        self.muda_em = NUNCA

    def chegou(self, dia: date) -> bool:
        """Tell whether ``dia`` is today or past."""
        if self.em >= dia:
            return True
        self.muda_em = min(self.muda_em, dia)
        return False

    def passou(self, dia: date) -> bool:
        """Tell whether ``dia`` is over (a term that ends on it still runs through it)."""
        if self.em > dia:
            return True
        if dia < NUNCA:
            self.muda_em = min(self.muda_em, dia + _UM_DIA)
        return False
