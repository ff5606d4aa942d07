"""The inputs of an acervo and how old they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Fonte:
    """One input file.

    Attributes:
        arquivo: its name.
        papel: ``anatel``, ``municipal`` or another role of the build.
        codigo_ibge: the municipality it came for, or None.
        baixado_em: ISO time of the download or of the last check for news; None where unknown.
    """

    arquivo: str
    papel: str
    codigo_ibge: str | None
    baixado_em: str | None

    @property
    def dia(self) -> date | None:
        """Day of the download."""
        return datetime.fromisoformat(self.baixado_em).date() if self.baixado_em else None

    def count_idade(self, hoje: date) -> int | None:
        """Return the age in days, None where unknown."""
        return (hoje - self.dia).days if self.dia else None


def list_fontes(manifesto: Mapping[str, Any]) -> list[Fonte]:
    """Return the inputs that a manifest names, in its order."""
    return [_read_fonte(entrada) for entrada in manifesto.get("entradas", [])]


def _read_fonte(entrada: Mapping[str, Any]) -> Fonte:
    proveniencia = entrada["proveniencia"] or {}
    return Fonte(
        entrada["arquivo"],
        entrada["papel"],
        entrada["codigo_ibge"],
        proveniencia.get("conferido_em") or proveniencia.get("baixado_em"),
    )
