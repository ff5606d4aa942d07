"""The page of an address that is none of the dashboard's."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from etrdash.api.cards import SITE, TITLES
from etrdash.traducao import N_, tag_idioma, translate

TITLE = N_("Não há página neste endereço")
REMEDY = N_("O endereço pode ter sido cortado ou mudado. Estas são as páginas do painel:")
FIRST = N_("Início: busque um endereço, um bairro ou uma cidade")


def render_missing(lang: str, style: str) -> str:
    """Return a page, without script, that says so and names the pages that there are.

    Args:
        lang: a language of ``list_idiomas``.
        style: address of the style sheet.
    """
    return _load_template().render(
        lang=lang,
        tag=tag_idioma(lang),
        site=SITE,
        estilo=style,
        titulo=translate(lang, TITLE),
        remedio=translate(lang, REMEDY),
        paginas=[
            ("/", translate(lang, FIRST)),
            *((f"/{endereco}", translate(lang, titulo)) for endereco, titulo in TITLES.items()),
        ],
    )


@cache
def _load_template() -> Template:
    loader = PackageLoader("etrdash.api")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined).get_template("ausente.html")
