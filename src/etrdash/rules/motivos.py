"""Sentences: one for each situação and one for each reason code, in Portuguese and in English.

Words are chosen for a reader who doubts and a lawyer who checks: facts beside the local text, no judgement.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from etrdash.rules.frases import FRASES
from etrdash.rules.prazo import format_data
from etrdash.vocabulario import Situacao

MOTIVOS: Mapping[str, tuple[str, str]] = {
    codigo: (frase["pt"], frase["en"]) for codigo, frase in FRASES["motivo"].items()
}
"""Reason code → sentence in Portuguese and in English."""
SITUACOES: Mapping[Situacao, tuple[str, str]] = {
    Situacao(codigo): (frase["pt"], frase["en"]) for codigo, frase in FRASES["situacao"].items()
}
"""Situação → sentence in Portuguese and in English; ``{data}`` is the day of the municipal records."""

_SEM_DATA = ("data não informada", "an unknown date")


def describe_situacao(situacao: Situacao, recebida_em: date | None, idioma: str = "pt") -> str:
    """Return the sentence of a situação; red ones name the day of the records they rest on."""
    lingua = 0 if idioma == "pt" else 1
    data = format_data(recebida_em, idioma) if recebida_em else _SEM_DATA[lingua]
    return SITUACOES[situacao][lingua].format(data=data)


def describe_motivo(codigo: str, nomes: Mapping[str, str], idioma: str = "pt") -> str:
    """Return the sentence of a reason code; ``FALTA_<INSTRUMENTO>`` names the instrument as the law does."""
    lingua = 0 if idioma == "pt" else 1
    if codigo in MOTIVOS:
        return MOTIVOS[codigo][lingua]
    if codigo.startswith("FALTA_"):
        instrumento = codigo.removeprefix("FALTA_")
        nome = nomes.get(instrumento, instrumento)
        return f"Falta: {nome}." if idioma == "pt" else f"Missing: {nome}."
    return codigo
