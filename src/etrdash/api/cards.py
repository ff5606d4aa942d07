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
from etrdash.traducao import N_, ORIGEM, list_idiomas, translate

SITE = "etrdash"
TITLES = {
    "mapa": N_("Mapa das antenas"),
    "cidade": N_("Antenas por cidade"),
    "estacao": N_("Estação"),
    "prazos": N_("Prazos das leis de antenas"),
    "comparar": N_("Cidades lado a lado"),
    "leis": N_("Leis municipais de antenas"),
    "dados": N_("Dados abertos"),
    "conferencia": N_("O que falta conferir"),
    "metodologia": N_("Como as respostas são feitas"),
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
        lang: a language of ``list_idiomas``.
    """
    title = _name_page(page, lang)
    try:
        asked = query.get("acervo", [""])[0]
        acervo = open_acervo(store, asked) if asked else open_current(store)
    except AcervoError:
        return Card(title)
    try:
        return _describe(acervo, page, {name: values[0] for name, values in query.items()}, lang)
    except duckdb.Error:  # the page itself says what is wrong with this acervo
        return Card(title)


def _name_page(page: str, lang: str) -> str:
    return translate(lang, TITLES[page]) if page in TITLES else ""


def _describe(acervo: Acervo, page: str, query: Mapping[str, str], lang: str) -> Card:
    title = _name_page(page, lang)
    start = translate(lang, "DADOS FICTÍCIOS.") + " " if acervo.ficticio else ""
    station = acervo.find_estacao(query.get("numero", "")) if page == "estacao" else None
    if station is not None:
        city = f"{station['municipio']} ({station['uf']})"
        text = translate(
            lang,
            "De {operator}: o que a lei municipal pede e o que consta, com o artigo.",
            operator=station["prestadora"] or translate(lang, "prestadora não informada"),
        )
        name = translate(lang, "Estação {number}, {city}", number=station["numero_estacao"], city=city)
        return Card(name, f"{start}{text} {_say_day(acervo, lang)}")
    municipality = (
        acervo.find_municipio(query.get("ibge", "")) if page in {"cidade", "mapa", "prazos"} else None
    )
    if municipality is None:
        return Card(title, start + _say_counts(acervo.read_totais(), acervo, lang, None))
    city = f"{municipality['municipio']} ({municipality['uf']})"
    if page == "cidade":
        title = translate(lang, "{city}: antenas e registros municipais", city=city)
    else:
        title = f"{title}: {city}"
    return Card(title, start + _say_counts(municipality, acervo, lang, municipality["base_recebida_em"]))


def _say_counts(totals: Mapping[str, Any], acervo: Acervo, lang: str, base: object) -> str:
    if totals["cinza"] < totals["avaliadas"]:
        counts = translate(
            lang,
            "{red} de {all} estações avaliadas com pendência; sobre {grey} não há conclusão.",
            red=_write_number(totals["vermelho"], lang),
            all=_write_number(totals["avaliadas"], lang),
            grey=_write_number(totals["cinza"], lang),
        )
    else:
        counts = translate(
            lang,
            "{all} estações avaliadas; os dados não permitem concluir nada sobre nenhuma.",
            all=_write_number(totals["avaliadas"], lang),
        )
    return f"{counts} {_say_day(acervo, lang, base)}"


def _say_day(acervo: Acervo, lang: str, base: object = None) -> str:
    day = _write_day(acervo.em, lang)
    if base is None:
        return translate(lang, "Situação em {day}.", day=day)
    return translate(
        lang,
        "Situação em {day}, com registros municipais recebidos em {base}.",
        day=day,
        base=_write_day(base, lang),
    )


def _write_number(number: int, lang: str) -> str:
    return str(format_decimal(number, locale=list_idiomas()[lang]))


def _write_day(day: Any, lang: str) -> str:
    pattern = "dd/MM/yyyy" if lang == ORIGEM else "d MMM yyyy"
    return str(format_date(day, pattern, locale=list_idiomas()[lang]))
