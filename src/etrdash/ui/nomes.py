"""Names of municipalities beyond the acervo's own: earlier names and spellings, and those it lacks."""

from __future__ import annotations

import csv
from functools import cache
from unicodedata import combining, normalize

from etrdash.dados import PastaDeDados

ATUAIS = "referencia/municipios.csv"
ANTIGOS = "referencia/nomes_antigos.csv"
ESTADOS = "referencia/ufs.csv"


def fold_name(name: str) -> str:
    """Return a name without accents, case, hyphens and doubled spaces."""
    plain = "".join(c for c in normalize("NFD", name.casefold()) if not combining(c))
    return " ".join(plain.replace("-", " ").split())


def find_by_old_name(name: str) -> list[str]:
    """Return the IBGE codes of the municipalities that once had this name, or that it is misspelt as."""
    return [codigo for antigo, codigo in _load_old_names() if antigo == fold_name(name)]


def find_codes(name: str, state: str | None = None) -> list[str]:
    """Return the IBGE codes of the municipalities of this name, of one state or of any."""
    folded = fold_name(name)
    return [codigo for codigo, nome, uf in _load_names() if fold_name(nome) == folded and state in {None, uf}]


def find_state(name: str) -> str | None:
    """Return the UF that this is the abbreviation or the name of, if any."""
    return _load_states().get(fold_name(name))


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
def _load_states() -> dict[str, str]:
    with PastaDeDados.open().file(ESTADOS).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {fold_name(name): row["uf"] for row in rows for name in (row["uf"], row["nome"])}


@cache
def _load_names() -> list[tuple[str, str, str]]:
    with PastaDeDados.open().file(ATUAIS).open(encoding="utf-8", newline="") as file:
        return [(row["codigo_ibge"], row["nome"], row["uf"]) for row in csv.DictReader(file)]
