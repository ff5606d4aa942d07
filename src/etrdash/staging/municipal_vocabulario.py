"""Words of municipal files → the closed vocabularies of the contracts, with aliases kept as data."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from etrdash.dados import PastaDeDados
from etrdash.staging.empresas import read_referencia
from etrdash.staging.identificadores import fold_texto

_PRAZO = re.compile(r"(\d{1,4})\s*([A-Za-zÀ-ÿ]+)\.?")
_ZONA_CODIGO = re.compile(r"[A-Z]{1,6}(?:[ ./-]{0,2}[A-Z0-9]{1,5}){0,4}")
_PROXIMO_O_BASTANTE = 75.0


@dataclass(frozen=True, slots=True)
class Vocabulario:
    """Folded alias → canonical value, by column.

    Attributes:
        colunas: column of the canonical file → its aliases, and ``unidade_prazo``.
    """

    colunas: Mapping[str, Mapping[str, str]]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Vocabulario:
        """Read ``referencia/vocabulario_municipal.csv`` and ``referencia/motivos.csv``, overlay applied."""
        colunas: dict[str, dict[str, str]] = defaultdict(dict)
        for linha in read_referencia(pasta.file("referencia/vocabulario_municipal.csv")):
            colunas[linha["coluna"]].setdefault(fold_texto(linha["apelido"]), linha["valor"])
        for linha in read_referencia(pasta.file("referencia/motivos.csv")):
            colunas["motivo"].setdefault(fold_texto(linha["apelido"]), linha["motivo"])
        return cls(colunas)

    def find(self, coluna: str, texto: str) -> str | None:
        """Return the canonical value of a word of ``coluna``, or None."""
        return self.colunas[coluna].get(fold_texto(texto))

    def suggest(self, coluna: str, texto: str) -> str | None:
        """Return the canonical value whose spelling is nearest to ``texto``, or None when none is near."""
        apelidos = self.colunas[coluna]
        achado = process.extractOne(
            fold_texto(texto), apelidos.keys(), scorer=fuzz.ratio, score_cutoff=_PROXIMO_O_BASTANTE
        )
        return apelidos[achado[0]] if achado else None

    def values(self, coluna: str) -> list[str]:
        """Return the canonical values of ``coluna``, in the order of the table."""
        return list(dict.fromkeys(self.colunas[coluna].values()))

    def find_prazo(self, texto: str) -> str | None:
        """Return a term as ``180d``, ``6m`` or ``2y``; None without a unit or with a term of zero."""
        achado = _PRAZO.fullmatch(texto.strip())
        if not achado or int(achado.group(1)) == 0:
            return None
        unidade = self.find("unidade_prazo", achado.group(2))
        return f"{int(achado.group(1))}{unidade}" if unidade else None

    def find_zona(self, texto: str) -> tuple[str, str | None]:
        """Return zone and zoning code: only RURAL and ZR words are rural, any other code urban (SPEC §2).

        A text that does not look like a zoning code is not kept.
        """
        if conhecida := self.find("zona", texto):
            return conhecida, None
        if "RURAL" in fold_texto(texto).split():
            return "RURAL", None
        codigo = " ".join(texto.upper().split())
        com_numero = len(codigo) <= 16 and re.search(r"\d", codigo) and _ZONA_CODIGO.fullmatch(codigo)
        return "URBANA", codigo if com_numero or re.fullmatch(r"Z[A-Z]{1,5}", codigo) else None
