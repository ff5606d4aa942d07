"""A search that names a municipality beside a street, a neighbourhood or a postcode: "Rua X, Cidade - UF"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from etrdash.dados import PastaDeDados
from etrdash.ui.leitura import ask
from etrdash.ui.nomes import find_by_old_name, find_codes, find_state, fold_name

_VIAS = "matching/vias.toml"
_DIVISOR = re.compile(r"\s*[,;/]\s*|\s+[-–—]\s+")
_NUMERO = r"(?:n[º°o.]*\s*)?\d{1,6}\s?[a-z]?"
_SO_NUMERO = re.compile(_NUMERO, re.IGNORECASE)
_NUMERO_NO_FIM = re.compile(rf"(\S+\s+\S.*?)\s+{_NUMERO}", re.IGNORECASE)
_PARECIDO = 0.93


@dataclass(frozen=True, slots=True)
class Pergunta:
    """What is asked for, and where.

    Attributes:
        lugares: streets, neighbourhoods, postcodes as typed, without house numbers; none for a city alone.
        codigos: IBGE codes of the municipalities that the search may name.
        cidade: the name of the municipality as typed.
    """

    lugares: tuple[str, ...]
    codigos: tuple[str, ...]
    cidade: str


def split_question(text: str) -> Pergunta | None:
    """Return the parts of a search whose commas or dashes set a municipality apart; None where none does.

    The last part that names a municipality is the one, within the state named after it where there is one:
    "Santos, São Paulo" is Santos. A name with a typing error counts where no part is written right.
    """
    parts = [part for part in _DIVISOR.split(text.strip()) if part]
    if len(parts) < 2:
        return None
    for find in (_find_exact, _find_similar):
        for state, named in _read_states(parts):
            for position in reversed(range(len(named))):
                if codes := find(named[position], state):
                    places = [part for i, part in enumerate(named) if i != position]
                    return Pergunta(tuple(_drop_numbers(places)), codes, named[position])
    return None


def list_words(place: str) -> tuple[str, ...]:
    """Return the words that tell a place from others: no street type, title or particle."""
    words = re.split(r"[^a-z0-9]+", fold_name(place))
    return tuple(word for word in words if word and word not in _load_empty_words())


def _read_states(parts: Sequence[str]) -> Iterator[tuple[str | None, Sequence[str]]]:
    """Yield the state that a part after the first names and the other parts; then no state and every part."""
    for position in reversed(range(1, len(parts))):
        if state := find_state(parts[position]):
            yield state, [part for i, part in enumerate(parts) if i != position]
            break
    yield None, parts


def _find_exact(name: str, state: str | None) -> tuple[str, ...]:
    return tuple(find_codes(name, state) or find_by_old_name(name))


def _find_similar(name: str, state: str | None) -> tuple[str, ...]:
    return tuple(
        row["codigo_ibge"]
        for row in ask("search", name, 5)
        if row["tipo"] == "municipio" and row["semelhanca"] >= _PARECIDO and state in {None, row["uf"]}
    )


def _drop_numbers(places: Sequence[str]) -> Iterator[str]:
    """Yield places without house numbers: "Rua das Flores 12" loses it, "Rua 7" does not."""
    for place in places:
        if not _SO_NUMERO.fullmatch(place):
            with_number = _NUMERO_NO_FIM.fullmatch(place)
            yield with_number[1] if with_number else place


@cache
def _load_empty_words() -> frozenset[str]:
    """Return street types, titles and particles, which registries write in many ways or leave out."""
    lists = tomllib.loads(PastaDeDados.open().file(_VIAS).read_text(encoding="utf-8"))
    names = ("tipos", "tipos_abreviados", "titulos", "particulas")
    return frozenset(fold_name(word) for name in names for word in lists[name])
