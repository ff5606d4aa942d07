"""The one exception tree of etrdash, and the shape of a problem found in an input.

A message is part of the public interface: it says which file, line and column, what was found, what was
expected and what to do. Nothing here ever carries the content of a cell that may hold personal data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Problema:
    """One thing wrong in one input.

    Attributes:
        mensagem: the sentence a person reads, in Portuguese, without file or line.
        arquivo: file name as the user gave it (a zip member as ``arquivo.zip!membro.csv``).
        linha: 1-based physical line, or None where a line has no meaning.
        coluna: column or key, or None.
        encontrado: what was found (masked where it may be personal data), or None.
        esperado: what is expected, or None.
        remedio: what the user can do about it.
    """

    mensagem: str
    arquivo: str | None = None
    linha: int | None = None
    coluna: str | None = None
    encontrado: str | None = None
    esperado: str | None = None
    remedio: str | None = None

    def __str__(self) -> str:
        is_toml = (self.arquivo or "").endswith(".toml")
        lugar = ", ".join(
            parte
            for parte in (
                self.arquivo,
                f"linha {self.linha}" if self.linha is not None else None,
                f'{"chave" if is_toml else "coluna"} "{self.coluna}"' if self.coluna else None,
            )
            if parte
        )
        detalhes = "; ".join(
            parte
            for parte in (
                f"encontrado: {self.encontrado}" if self.encontrado is not None else None,
                f"esperado: {self.esperado}" if self.esperado else None,
            )
            if parte
        )
        texto = f"{lugar}: {self.mensagem}" if lugar else self.mensagem
        if detalhes:
            texto = f"{texto} ({detalhes})"
        fim = "" if texto.endswith((".", "?", "!")) else "."
        return f"{texto}{fim} {self.remedio}" if self.remedio else texto

    def as_dict(self) -> dict[str, str | int | None]:
        """Return the problem as a JSON-ready mapping with the attribute names as keys."""
        return asdict(self)


class EtrdashError(Exception):
    """Anything that etrdash refuses, with the problems that explain it and the command's exit code.

    Args:
        problemas: one or more problems, or a sentence.
    """

    exit_code = 2

    def __init__(self, problemas: Problema | Sequence[Problema] | str) -> None:
        if isinstance(problemas, str):
            problemas = Problema(problemas)
        self.problemas: tuple[Problema, ...] = (
            (problemas,) if isinstance(problemas, Problema) else tuple(problemas)
        )
        super().__init__("\n".join(str(problema) for problema in self.problemas))


class EntradaIlegivel(EtrdashError):  # noqa: N818
    """An input that cannot be read at all: missing, empty, truncated, of another layout (exit code 2)."""


class DadosInvalidos(EtrdashError):  # noqa: N818
    """An input that was read and in which something fails: a law file, a municipality file (exit code 1)."""

    exit_code = 1


class AcervoError(EtrdashError):
    """The store cannot be read or written: no acervo, pointer to nowhere, disk full, read-only (exit 2)."""
