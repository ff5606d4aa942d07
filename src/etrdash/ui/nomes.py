"""Names of municipalities beyond the acervo's own: earlier names and spellings, and those it lacks."""

from __future__ import annotations

import csv
from functools import cache
from unicodedata import combining, normalize

from etrdash.dados import PastaDeDados

ATUAIS = "referencia/municipios.csv"
ANTIGOS = "referencia/nomes_antigos.csv"


def fold_name(name: str) -> str:
    """Return a name without accents, case, hyphens and doubled spaces."""
    plain = "".join(c for c in normalize("NFD", name.casefold()) if not combining(c))
    return " ".join(plain.replace("-", " ").split())


def find_by_old_name(name: str) -> list[str]:
    """Return the IBGE codes of the municipalities that once had this name, or that it is misspelt as."""
    return [codigo for antigo, codigo in _load_old_names() if antigo == fold_name(name)]


def find_outside(name: str) -> list[str]:
    """Return ``name (UF)`` of every Brazilian municipality that has, or once had, exactly this name."""
    antigos = set(find_by_old_name(name))
    return [
        f"{nome} ({uf})"
        for codigo, nome, uf in _load_names()
        if codigo in antigos or fold_name(nome) == fold_name(name)
    ]


@cache
def _load_old_names() -> list[tuple[str, str]]:
    with PastaDeDados.open().file(ANTIGOS).open(encoding="utf-8", newline="") as file:
        return [(fold_name(row["nome_antigo"]), row["codigo_ibge"]) for row in csv.DictReader(file)]


@cache
def _load_names() -> list[tuple[str, str, str]]:
    with PastaDeDados.open().file(ATUAIS).open(encoding="utf-8", newline="") as file:
        return [(row["codigo_ibge"], row["nome"], row["uf"]) for row in csv.DictReader(file)]
