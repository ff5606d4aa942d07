"""Stations for each hundred thousand inhabitants: only where a population was loaded, never as a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from etrdash.ui.formatos import write_number
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask


def find_populacao(ibge: str) -> Mapping[str, Any] | None:
    """Return the row of ``list_populacoes`` of a municipality; None where none was loaded."""
    return next((row for row in ask("list_populacoes") if row["codigo_ibge"] == ibge), None)


def write_per_inhabitant(populacao: Mapping[str, Any]) -> str:
    """Write the figure with its denominator and its year.

    Args:
        populacao: a row of ``list_populacoes``.
    """
    return t(
        "{n} ({h} habitantes em {ano})",
        n=write_number(populacao["por_100_mil"], 1),
        h=write_number(populacao["habitantes"]),
        ano=populacao["ano"],
    )


def write_with_source(populacao: Mapping[str, Any]) -> str:
    """Write the figure with its denominator, year and source."""
    figura, fonte = write_per_inhabitant(populacao), populacao["fonte"]
    return t("{figura}; fonte da população: {fonte}", figura=figura, fonte=fonte)


def say_sources(populacoes: Iterable[Mapping[str, Any]]) -> str:
    """Say what the column of a comparison is and whose populations it divides by."""
    fontes = sorted({row["fonte"] for row in populacoes})
    return t(
        "Por 100 mil habitantes: estações licenciadas, de todos os serviços. Fonte da população: {fontes}."
        " Não é classificação: uma estação atende áreas e públicos muito diferentes.",
        fontes="; ".join(fontes),
    )
