"""The months of the series."""

from __future__ import annotations

import calendar
from datetime import date

MESES = 24


def list_meses(em: date) -> list[tuple[str, date]]:
    """Return the last 24 months up to ``em``: ``AAAA-MM`` and the day to evaluate.

    The day is the month's last one; in the as-of date's own month, the as-of date.

    Examples:
        For 2026-11-30: ``2024-12`` on 31/12/2024, …, ``2026-11`` on 30/11/2026.
    """
    ultimo = em.year * 12 + em.month - 1
    meses = []
    for indice in range(ultimo - MESES + 1, ultimo + 1):
        ano, mes = divmod(indice, 12)
        fim = date(ano, mes + 1, calendar.monthrange(ano, mes + 1)[1])
        meses.append((f"{ano:04d}-{mes + 1:02d}", min(fim, em)))
    return meses
