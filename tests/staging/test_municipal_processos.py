"""Spellings of one process, told by the municipality's own numbering."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from etrdash.staging.municipal_processos import key_processos

Spellings = dict[tuple[str, str], dict[str, str]]


def read_spellings(shared: Path) -> Spellings:
    """Return (set, municipality) → spelling → process, from the truth."""
    lidas: Spellings = defaultdict(dict)
    for caminho in sorted((shared / "vinculos").glob("conjunto_*/truth/registros.csv")):
        with caminho.open(encoding="utf-8", newline="") as arquivo:
            for linha in csv.DictReader(arquivo):
                lidas[caminho.parts[-3], linha["codigo_ibge"]][linha["registro_id"]] = linha["processo"]
    return lidas


def count_erros(processos: dict[str, str], chaves: dict[str, str]) -> tuple[int, int]:
    """Return how many processes are split over keys, and how many keys join processes."""
    de_processo: dict[str, set[str]] = defaultdict(set)
    de_chave: dict[str, set[str]] = defaultdict(set)
    for grafia, processo in processos.items():
        de_processo[processo].add(chaves[grafia])
        de_chave[chaves[grafia]].add(processo)
    return (
        sum(len(chave) > 1 for chave in de_processo.values()),
        sum(len(processo) > 1 for processo in de_chave.values()),
    )


def test_every_spelling_of_the_sets_with_the_truth(shared: Path) -> None:
    spellings = read_spellings(shared)
    assert sum(len(set(processos.values())) for processos in spellings.values()) == 2730
    for processos in spellings.values():
        assert count_erros(processos, key_processos(processos)) == (0, 0)


def test_other_noise_than_in_the_sets(shared: Path) -> None:
    """One process in three once more without the zeros of its parts, and once with a two-digit year."""
    novas = 0
    for processos in read_spellings(shared).values():
        com_ruido = dict(processos)
        for processo in sorted(set(processos.values()))[::3]:
            for nova in (
                re.sub(r"\b0+(\d)", r"\1", processo),
                re.sub(r"/(?:19|20)(\d\d)\b", r"/\1", processo),
            ):
                novas += nova not in com_ruido
                com_ruido.setdefault(nova, processo)
        assert count_erros(com_ruido, key_processos(com_ruido)) == (0, 0)
    assert novas > 700


def test_widths_and_years_come_from_the_municipality() -> None:
    chaves = key_processos(
        [
            "PA 04611/2005",
            "PA 04612/2006",
            "PA 04613/2007",
            "PA 04614/2007",
            "4611/05",
            "pa 4612/06",
            "AI 4611/05",
        ]
    )
    assert chaves["4611/05"] == chaves["PA 04611/2005"]
    assert chaves["pa 4612/06"] == chaves["PA 04612/2006"]
    assert chaves["AI 4611/05"] != chaves["PA 04611/2005"]


def test_without_a_prevailing_form_nothing_is_completed() -> None:
    chaves = key_processos(["1/2", "12/345", "7-8-9"])
    assert len(set(chaves.values())) == 3


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 99999), st.integers(1990, 2029)), st.none(), min_size=3, max_size=30
    )
)
def test_number_and_year_decide(processos: dict[tuple[int, int], None]) -> None:
    inteiras = {f"{numero:05}/{ano}": (numero, ano) for numero, ano in processos}
    outras = {f"Proc. {numero}-{ano}": (numero, ano) for numero, ano in processos}
    chaves = key_processos([*inteiras, *outras])
    por_processo = {processo: chaves[grafia] for grafia, processo in inteiras.items()}
    assert len(set(por_processo.values())) == len(processos)
    if all(numero >= 10000 for numero, _ in processos):
        assert all(chaves[grafia] == por_processo[processo] for grafia, processo in outras.items())
