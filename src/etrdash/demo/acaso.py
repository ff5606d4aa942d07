"""Choices that look random and are not: each one is a digest of the seed and of its own name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TypeVar

T = TypeVar("T")


class Acaso:
    """A place in the tree of choices; the same seed and names give the same choices on any machine.

    A choice depends on its name alone, so that a scenario added or removed leaves all others as they were.

    Args:
        caminho: seed followed by the names of whatever the choices are about.
    """

    def __init__(self, *caminho: object) -> None:
        self.caminho = "/".join(str(parte) for parte in caminho)

    def inside(self, *nomes: object) -> Acaso:
        """Return the choices about one part."""
        return Acaso(self.caminho, *nomes)

    def fraction(self, nome: str) -> float:
        """Return a number in [0, 1)."""
        digest = hashlib.sha256(f"{self.caminho}/{nome}".encode()).digest()
        return int.from_bytes(digest[:7]) / (1 << 56)

    def between(self, nome: str, menor: int, maior: int) -> int:
        """Return an integer from ``menor`` to ``maior``, both possible."""
        return menor + int(self.fraction(nome) * (maior - menor + 1))

    def happens(self, nome: str, chance: float) -> bool:
        """Tell whether something of this chance happens."""
        return self.fraction(nome) < chance

    def pick(self, nome: str, opcoes: Sequence[T], pesos: Sequence[float] | None = None) -> T:
        """Return one of the options, by weight where weights are given."""
        if pesos is None:
            return opcoes[self.between(nome, 0, len(opcoes) - 1)]
        alvo = self.fraction(nome) * sum(pesos)
        for opcao, peso in zip(opcoes, pesos, strict=True):
            alvo -= peso
            if alvo < 0:
                return opcao
        return opcoes[-1]

    def day(self, nome: str, primeiro: date, ultimo: date) -> date:
        """Return a day from ``primeiro`` to ``ultimo``, both possible."""
        return primeiro + timedelta(days=self.between(nome, 0, (ultimo - primeiro).days))
