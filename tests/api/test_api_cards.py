"""Link previews: the page's own figures, with date and unknown share, and nothing that the visitor wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from etrdash.api.cards import TITLES, Card, describe_page
from etrdash.api.shell import Links, rewrite_shell
from tests.acervo_minimo import build_minimo

CASCA = "<html><head><title>x</title></head><body><noscript>x</noscript></body></html>"


@pytest.fixture(scope="module")
def loja(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the tiny acervo, marked as fictitious."""
    pasta = tmp_path_factory.mktemp("cartoes")
    build_minimo(pasta, ficticio=True).close()
    return pasta


def test_city_says_its_figures_their_date_and_what_is_unknown(loja: Path) -> None:
    card = describe_page(loja, "cidade", {"ibge": ["3557105"]}, "pt")
    assert card.title == "Votuporanga (SP): antenas e registros municipais"
    assert card.description == (
        "DADOS FICTÍCIOS. 3 de 8 estações avaliadas com pendência; sobre 2 não há conclusão. Situação em"
        " 30/11/2026, com registros municipais recebidos em 01/11/2026."
    )


def test_city_without_law_shows_no_zero(loja: Path) -> None:
    card = describe_page(loja, "cidade", {"ibge": ["3138203"]}, "en")
    assert "0" not in card.description.split("evaluated")[0]
    assert "no conclusion about any of them" in card.description


def test_a_station_is_never_accused_in_a_preview(loja: Path) -> None:
    card = describe_page(loja, "estacao", {"numero": ["1004"]}, "pt")
    assert card.title == "Estação 1004, Votuporanga (SP)"
    assert "pendência" not in card.description
    assert "vencido" not in card.description.lower()


@pytest.mark.parametrize("valor", ["<script>alert(1)</script>", "", "9999999", "' OR 1=1"])
def test_what_the_acervo_does_not_know_is_not_repeated(loja: Path, valor: str) -> None:
    card = describe_page(loja, "cidade", {"ibge": [valor], "q": [valor]}, "pt")
    assert card.title == TITLES["cidade"]
    assert "3 de 11 estações avaliadas" in card.description


def test_unknown_acervo_or_none_leaves_the_general_words(loja: Path, tmp_path: Path) -> None:
    assert describe_page(loja, "dados", {"acervo": ["2020-01-01-00000000"]}, "pt") == Card("Dados abertos")
    assert describe_page(tmp_path, "", {}, "pt") == Card()


def test_the_shell_escapes_what_it_shows() -> None:
    html = rewrite_shell(CASCA, "pt", Card('A "B" <b>', "C \\1 & D"))
    assert "<title>A &quot;B&quot; &lt;b&gt; · etrdash</title>" in html
    assert 'property="og:description" content="C \\1 &amp; D"' in html
    assert 'name="twitter:card" content="summary"' in html
    assert '<html lang="pt-BR">' in html


def test_shell_names_the_style_last_and_the_page_and_its_picture_only_where_known() -> None:
    card = Card("A", "B")
    alone = rewrite_shell(CASCA, "pt", card)
    assert "og:url" not in alone
    assert "og:image" not in alone
    assert "stylesheet" not in alone
    links = Links("/estatico/x.css", "https://exemplo.test/cidade?a=1&b=2", "https://exemplo.test/x.png")
    html = rewrite_shell(CASCA, "pt", card, links)
    assert html.index("</noscript>") < html.index('<link rel="stylesheet" href="/estatico/x.css">')
    assert '<meta property="og:url" content="https://exemplo.test/cidade?a=1&amp;b=2" />' in html
    assert '<meta property="og:image" content="https://exemplo.test/x.png" />' in html
    assert "summary_large_image" in html
