"""The program's own sentences about an answer, in Portuguese and in English: one source, ``frases.toml``.

What a law file says (names of documents, measures, readings, notes) is the law's and stays in its language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

IDIOMAS = ("pt", "en")
"""Languages in which an acervo keeps its answers; one that a sentence lacks is told in Portuguese."""
FRASES: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(
    files("etrdash.rules").joinpath("frases.toml").read_text(encoding="utf-8")
)
"""Family → code → language → sentence; ``{…}`` marks what is filled in."""


def pick_lingua(frase: Mapping[str, str], idioma: str) -> str:
    """Return a sentence in one language, in Portuguese where it has none."""
    return frase.get(idioma) or frase["pt"]


def write_frase(familia: str, codigo: str, idioma: str, **valores: object) -> str:
    """Return one sentence, filled in.

    Raises:
        KeyError: no such sentence.
    """
    frase = pick_lingua(FRASES[familia][codigo], idioma)
    return frase.format(**valores) if valores else frase


def translate_palavra(palavra: str, idioma: str) -> str:
    """Return a law's word for a party in another language; an unknown one stays as the law has it."""
    conhecida = FRASES["palavra"].get(palavra)
    return pick_lingua(conhecida, idioma) if conhecida else palavra
