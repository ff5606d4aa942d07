"""Languages of the pages: Portuguese is the source text, any other one a gettext catalogue of the folder.

A language is its file: ``en.po`` serves ``?lang=en``, with numbers and dates as Babel writes them for ``en``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.core import get_global, parse_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PASTA = Path(__file__).parent / "idiomas"
ORIGEM = "pt"


@cache
def list_idiomas() -> Mapping[str, str]:
    """Return language of the address → Babel locale: Portuguese, then each catalogue present."""
    return {ORIGEM: "pt_BR"} | {arquivo.stem: arquivo.stem for arquivo in sorted(PASTA.glob("*.po"))}


def choose_idioma(pedido: str) -> str:
    """Return the language asked for, Portuguese where there is no catalogue of it."""
    return pedido if pedido in list_idiomas() else ORIGEM


def name_idioma(idioma: str) -> str:
    """Return what a language calls itself: ``Português``, ``English``."""
    nome = Locale.parse(list_idiomas()[idioma]).get_language_name()
    return f"{nome or idioma}".capitalize()


def tag_idioma(idioma: str) -> str:
    """Return the BCP 47 tag of a language: ``pt-BR``, ``en``."""
    return list_idiomas()[idioma].replace("_", "-")


def place_idioma(idioma: str) -> str:
    """Return language and territory, as link previews ask for them: ``pt_BR``, ``en_US``."""
    local = list_idiomas()[idioma]
    lingua, territorio, *_ = parse_locale(get_global("likely_subtags").get(local, local))
    return f"{lingua}_{territorio}" if territorio else lingua


@cache
def load_catalogo(idioma: str) -> GNUTranslations:
    """Read the catalogue of a language other than Portuguese; what it leaves empty stays in Portuguese."""
    binario = BytesIO()
    with (PASTA / f"{idioma}.po").open("rb") as arquivo:
        write_mo(binario, read_po(arquivo, locale=list_idiomas()[idioma]))
    binario.seek(0)
    return GNUTranslations(binario)


def N_(mensagem: str) -> str:  # noqa: N802 - gettext's customary name
    """Mark a message for the catalogues without translating it yet."""
    return mensagem


def translate(idioma: str, mensagem: str, /, **valores: object) -> str:
    """Translate one message and fill its ``{names}``."""
    texto = mensagem
    if mensagem and idioma != ORIGEM:  # the empty message of a catalogue is its header
        texto = load_catalogo(idioma).gettext(mensagem)
    return texto.format(**valores) if valores else texto


def translate_plural(idioma: str, singular: str, plural: str, n: int, /, **valores: object) -> str:
    """Translate a message that depends on a number; ``{n}`` is not filled by itself.

    Args:
        idioma: the language; its catalogue says how many plurals it has and which one ``n`` takes.
        singular: Portuguese for one (and zero, as Portuguese grammar of CLDR has it).
        plural: Portuguese for the rest.
        n: the number that decides.
        **valores: what fills the ``{names}``.
    """
    if idioma == ORIGEM:
        texto = singular if n in {0, 1} else plural
    else:
        texto = load_catalogo(idioma).ngettext(singular, plural, n)
    return texto.format(**valores) if valores else texto
