"""Sentences: one for each situação and one for each reason code, in each language of ``frases.toml``.

Words are chosen for a reader who doubts and a lawyer who checks: facts beside the local text, no judgement.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from etrdash.rules.frases import FRASES, IDIOMAS, pick_lingua, write_frase
from etrdash.rules.prazo import format_data
from etrdash.vocabulario import Situacao

MOTIVOS: Mapping[str, Mapping[str, str]] = FRASES["motivo"]
"""Reason code → language → sentence."""
SITUACOES: Mapping[Situacao, Mapping[str, str]] = {
    Situacao(codigo): frase for codigo, frase in FRASES["situacao"].items()
}
"""Situação → language → sentence; ``{data}`` is the day of the municipal records."""


def describe_situacao(situacao: Situacao, recebida_em: date | None, idioma: str = "pt") -> str:
    """Return the sentence of a situação; red ones name the day of the records they rest on."""
    data = format_data(recebida_em, idioma) if recebida_em else write_frase("aviso", "sem_data", idioma)
    return pick_lingua(SITUACOES[situacao], idioma).format(data=data)


def describe_motivo(codigo: str, nomes: Mapping[str, str], idioma: str = "pt") -> str:
    """Return the sentence of a reason code; ``FALTA_<INSTRUMENTO>`` names the instrument as the law does."""
    if codigo in MOTIVOS:
        return pick_lingua(MOTIVOS[codigo], idioma)
    if codigo.startswith("FALTA_"):
        instrumento = codigo.removeprefix("FALTA_")
        return write_frase("aviso", "falta", idioma, nome=nomes.get(instrumento, instrumento))
    return codigo


def retell(explicacao: Mapping[str, Any], idioma: str) -> dict[str, Any]:
    """Return a stored answer in a language in which an acervo keeps none: what its codes say is told anew.

    The situação's sentence is left for the page to tell; the arithmetic of a term, the measures and the law's
    own words stay as they were kept.
    """
    if idioma in IDIOMAS:
        return dict(explicacao)
    motivos = [
        {**motivo, "texto": pick_lingua(MOTIVOS[motivo["codigo"]], idioma)}
        if motivo["codigo"] in MOTIVOS
        else motivo
        for motivo in explicacao.get("motivos", ())
    ]
    return {**explicacao, "motivos": motivos, "frase": None}
