"""How often a station marked without a record truly had none, as measured on the sets with the truth."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from etrdash.dados import PastaDeDados

ARQUIVO = "matching/confiabilidade.json"


@dataclass(frozen=True, slots=True)
class Medida:
    """One measurement.

    Attributes:
        marcadas: stations that the reconciliation left without a record.
        confirmadas: those of them that truly had none.
    """

    marcadas: int
    confirmadas: int


@dataclass(frozen=True, slots=True)
class Confiabilidade:
    """The newest measurement, written by ``bench/bench_vinculos.py``.

    Attributes:
        todas: every station without an accepted link.
        fora_da_revisao: those without a probable one either: only they can be shown as pending.
        conjuntos: number of sets measured.
    """

    todas: Medida
    fora_da_revisao: Medida
    conjuntos: int


@cache
def load_confiabilidade() -> Confiabilidade:
    """Return the measurement that ships with the program.

    Raises:
        EntradaIlegivel: the file is gone from the data folder.
    """
    lido = json.loads(PastaDeDados.open().file(ARQUIVO).read_text(encoding="utf-8"))

    def take(nome: str) -> Medida:
        return Medida(lido[nome]["marcadas"], lido[nome]["confirmadas"])

    return Confiabilidade(take("sem_registro"), take("sem_registro_fora_da_revisao"), len(lido["conjuntos"]))
