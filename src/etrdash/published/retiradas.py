"""The log of acervos that left the store, by retention or for the law's sake: ``retiradas.jsonl``.

A stable address never goes silent: one whose acervo was withdrawn answers 410 and names its successor.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

RETIRADAS = "retiradas.jsonl"


@dataclass(frozen=True, slots=True)
class Retirada:
    """One acervo that left.

    Attributes:
        acervo: its id.
        em: when, ISO date.
        motivo: ``retencao`` (the explicit rule of ``build --keep``), ``dados_pessoais`` or another code.
        substituto: id of the acervo that answers in its place, or None.
    """

    acervo: str
    em: str
    motivo: str
    substituto: str | None = None


def read_retiradas(store: Path) -> dict[str, Retirada]:
    """Return the acervos that left a store, by id; the last line of an id wins."""
    try:
        linhas = (store / RETIRADAS).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    retiradas = (Retirada(**json.loads(linha)) for linha in linhas if linha.strip())
    return {retirada.acervo: retirada for retirada in retiradas}


def find_substituto(retiradas: Mapping[str, Retirada], acervo: str) -> str | None:
    """Return the acervo that stands for one that left: its successor's successor, where that one left too."""
    vistos: set[str] = set()
    atual: str | None = acervo
    while atual is not None and atual in retiradas and atual not in vistos:
        vistos.add(atual)
        atual = retiradas[atual].substituto
    return None if atual in vistos else atual


def log_retirada(store: Path, retirada: Retirada) -> None:
    """Append one line to the log."""
    with (store / RETIRADAS).open("a", encoding="utf-8") as saida:
        saida.write(json.dumps(asdict(retirada), ensure_ascii=False) + "\n")
