"""What a page is, in one title and one sentence: for link previews, search engines and the browser's tab.

A preview travels without its page: it has the date, the denominator and the unknown share, and never the
situação of a single station.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
from babel.dates import format_date
from babel.numbers import format_decimal

from etrdash.erros import AcervoError
from etrdash.published.abertos import open_acervo, open_current
from etrdash.published.acervo import Acervo

SITE = "etrdash"
LOCALES = {"pt": "pt_BR", "en": "en_US"}
TITLES = {
    "pt": {
        "mapa": "Mapa das antenas",
        "cidade": "Antenas por cidade",
        "estacao": "Estação",
        "prazos": "Prazos das leis de antenas",
        "comparar": "Cidades lado a lado",
        "leis": "Leis municipais de antenas",
        "dados": "Dados abertos",
        "conferencia": "O que falta conferir",
        "metodologia": "Como as respostas são feitas",
    },
    "en": {
        "mapa": "Map of antennas",
        "cidade": "Antennas by city",
        "estacao": "Station",
        "prazos": "Deadlines of the antenna laws",
        "comparar": "Cities side by side",
        "leis": "Municipal antenna laws",
        "dados": "Open data",
        "conferencia": "What still has to be checked",
        "metodologia": "How the answers are made",
    },
}
WORDS = {
    "pt": {
        "of_city": "{title}: {city}",
        "city": "{city}: antenas e registros municipais",
        "station": "Estação {number}, {city}",
        "counts": "{red} de {all} estações avaliadas com pendência; sobre {grey} não há conclusão.",
        "unknown": "{all} estações avaliadas; os dados não permitem concluir nada sobre nenhuma.",
        "as_of": "Situação em {day}.",
        "records": "Situação em {day}, com registros municipais recebidos em {base}.",
        "one": "De {operator}: o que a lei municipal pede e o que consta, com o artigo.",
        "nobody": "prestadora não informada",
        "invented": "DADOS FICTÍCIOS. ",
        "day": "dd/MM/yyyy",
    },
    "en": {
        "of_city": "{title}: {city}",
        "city": "{city}: antennas and municipal records",
        "station": "Station {number}, {city}",
        "counts": "{red} of {all} evaluated stations pending; no conclusion about {grey}.",
        "unknown": "{all} evaluated stations; the data allow no conclusion about any of them.",
        "as_of": "As of {day}.",
        "records": "As of {day}, with municipal records received on {base}.",
        "one": "Of {operator}: what the municipal law asks and what is on record, with the article.",
        "nobody": "operator not stated",
        "invented": "FICTITIOUS DATA. ",
        "day": "d MMM yyyy",
    },
}


@dataclass(frozen=True, slots=True)
class Card:
    """Title and description of one page, as plain text; empty where the general ones serve."""

    title: str = ""
    description: str = ""


def describe_page(store: Path, page: str, query: Mapping[str, Sequence[str]], lang: str) -> Card:
    """Return the card of a page.

    Args:
        store: folder of acervos.
        page: address without the slash.
        query: parameters of the address; only values that the acervo knows are repeated.
        lang: ``pt`` or ``en``.
    """
    title = TITLES[lang].get(page, "")
    try:
        asked = query.get("acervo", [""])[0]
        acervo = open_acervo(store, asked) if asked else open_current(store)
    except AcervoError:
        return Card(title)
    try:
        return _describe(acervo, page, {name: values[0] for name, values in query.items()}, lang)
    except duckdb.Error:  # the page itself says what is wrong with this acervo
        return Card(title)


def _describe(acervo: Acervo, page: str, query: Mapping[str, str], lang: str) -> Card:
    words = WORDS[lang]
    start = words["invented"] if acervo.ficticio else ""
    station = acervo.find_estacao(query.get("numero", "")) if page == "estacao" else None
    if station is not None:
        city = f"{station['municipio']} ({station['uf']})"
        text = words["one"].format(operator=station["prestadora"] or words["nobody"])
        as_of = words["as_of"].format(day=_write_day(acervo.em, lang))
        title = words["station"].format(number=station["numero_estacao"], city=city)
        return Card(title, f"{start}{text} {as_of}")
    municipality = (
        acervo.find_municipio(query.get("ibge", "")) if page in {"cidade", "mapa", "prazos"} else None
    )
    if municipality is not None:
        city = f"{municipality['municipio']} ({municipality['uf']})"
        title = words["city" if page == "cidade" else "of_city"].format(title=TITLES[lang][page], city=city)
        return Card(title, start + _say_counts(municipality, acervo, lang, municipality["base_recebida_em"]))
    return Card(TITLES[lang].get(page, ""), start + _say_counts(acervo.read_totais(), acervo, lang, None))


def _say_counts(totals: Mapping[str, Any], acervo: Acervo, lang: str, base: object) -> str:
    words = WORDS[lang]
    known = totals["cinza"] < totals["avaliadas"]
    counts = words["counts" if known else "unknown"].format(
        red=_write_number(totals["vermelho"], lang),
        all=_write_number(totals["avaliadas"], lang),
        grey=_write_number(totals["cinza"], lang),
    )
    day = _write_day(acervo.em, lang)
    if base is None:
        return f"{counts} {words['as_of'].format(day=day)}"
    return f"{counts} {words['records'].format(day=day, base=_write_day(base, lang))}"


def _write_number(number: int, lang: str) -> str:
    return str(format_decimal(number, locale=LOCALES[lang]))


def _write_day(day: Any, lang: str) -> str:
    return str(format_date(day, WORDS[lang]["day"], locale=LOCALES[lang]))
