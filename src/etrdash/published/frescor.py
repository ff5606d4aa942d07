"""Whether an acervo's sources are older than whoever runs the service allows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.published.fontes import list_fontes

VARIAVEIS = {"anatel": "ETRDASH_IDADE_ANATEL", "municipal": "ETRDASH_IDADE_REGISTROS"}
PADROES = {"anatel": 45, "municipal": 180}
"""Days: ANATEL publishes every month; municipal records are asked for by hand, twice a year."""


@dataclass(frozen=True, slots=True)
class Velhice:
    """Sources of one kind that are too old.

    Attributes:
        papel: ``anatel`` or ``municipal``.
        desde: day of the oldest.
        quantas: how many of them: files, or municipalities.
        limite: days allowed.
    """

    papel: str
    desde: date
    quantas: int
    limite: int


def read_limites(ambiente: Mapping[str, str] = os.environ) -> dict[str, int]:
    """Return the days allowed to each kind of source; 0 allows any age.

    Raises:
        EntradaIlegivel: a variable holds no whole number of days.
    """
    limites = {}
    for papel, variavel in VARIAVEIS.items():
        texto = ambiente.get(variavel, "").strip() or str(PADROES[papel])
        if not (texto.isascii() and texto.isdecimal() and len(texto) <= 6):
            raise EntradaIlegivel(
                Problema(
                    "a idade máxima dos dados não é um número de dias",
                    coluna=variavel,
                    esperado="um número inteiro de dias; 0 aceita qualquer idade",
                    remedio=f"Corrija a variável de ambiente {variavel}.",
                )
            )
        limites[papel] = int(texto)
    return limites


def find_velhices(
    manifesto: Mapping[str, Any],
    municipios: Iterable[Mapping[str, Any]],
    hoje: date,
    limites: Mapping[str, int],
) -> list[Velhice]:
    """Return the kinds of sources that are too old on a day.

    ANATEL's file counts from its download, or from the acervo's as-of date where the download is not on
    record; municipal records count from the day they were received.

    Args:
        manifesto: the acervo's manifest.
        municipios: rows with ``base_recebida_em``, null where unknown.
        hoje: the day.
        limites: days allowed, as ``read_limites`` gives them.
    """
    em = date.fromisoformat(manifesto["em"])
    dias = {
        "anatel": [fonte.dia or em for fonte in list_fontes(manifesto) if fonte.papel == "anatel"],
        "municipal": [linha["base_recebida_em"] for linha in municipios if linha["base_recebida_em"]],
    }
    velhices = []
    for papel, limite in limites.items():
        velhos = [dia for dia in dias[papel] if limite and (hoje - dia).days > limite]
        if velhos:
            velhices.append(Velhice(papel, min(velhos), len(velhos), limite))
    return velhices
