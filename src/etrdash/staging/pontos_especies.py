"""Kinds of places: the words of laws, of the federal registers and of ANATEL, kept as data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from etrdash.dados import PastaDeDados
from etrdash.staging.empresas import read_referencia
from etrdash.staging.identificadores import fold_texto

SAUDE = "saude"
"""A health establishment of a kind that no law names."""

ESCOLA = "escola"
HOSPITAL = "hospital"


@dataclass(frozen=True, slots=True)
class Especies:
    """Folded word → kind of place, by where the word is written (``referencia/especies_pontos.csv``).

    Attributes:
        palavras: ``especie`` (the own layout's column), ``lei``, ``cnes`` (``TP_UNIDADE``), ``pessoa`` (the
            same codes, of practices that bear a person's name), ``nome``, ``fechada``, ``infraestrutura``.
    """

    palavras: Mapping[str, Mapping[str, str]]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Especies:
        """Read the table, overlay applied."""
        palavras: dict[str, dict[str, str]] = defaultdict(dict)
        for linha in read_referencia(pasta.file("referencia/especies_pontos.csv")):
            palavras[linha["onde"]][fold_texto(linha["palavra"].replace("_", " "))] = linha["especie"]
        return cls(palavras)

    def find(self, onde: str, texto: str) -> str | None:
        """Return the kind that a whole text names, or None."""
        return self.palavras[onde].get(fold_texto(texto.replace("_", " ")))

    def find_in(self, onde: str, texto: str) -> str | None:
        """Return the kind of the first word of the table that occurs in a text, or None."""
        frase = f" {fold_texto(texto)} "
        achadas = (especie for palavra, especie in self.palavras[onde].items() if f" {palavra} " in frase)
        return next(achadas, None)

    def rows(self) -> Iterator[tuple[str, str, str | None]]:
        """Yield the table as ``(onde, palavra, especie)``, words folded."""
        for onde, palavras in self.palavras.items():
            for palavra, especie in palavras.items():
                yield onde, palavra, especie or None
