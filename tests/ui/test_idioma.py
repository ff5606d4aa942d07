"""No string without its English, no English without its string."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from etrdash import api, traducao, ui
from etrdash.api.cards import Card
from etrdash.api.shell import rewrite_shell
from etrdash.rules.motivos import MOTIVOS, retell
from etrdash.ui import metodo
from etrdash.ui.idioma import t, tn
from etrdash.ui.paginas import find_folder

KEYWORDS = {"t": None, "N_": None, "tn": (1, 2), "translate": (2,)}
CAMPOS = re.compile(r"\{[a-z_]+\}")
Mensagem = str | tuple[str, ...]


def read_catalogue(idioma: str) -> Catalog:
    with (traducao.PASTA / f"{idioma}.po").open("rb") as arquivo:
        return read_po(arquivo)


def extract_messages() -> dict[str, Mensagem]:
    pastas = (*(Path(pacote.__file__ or "").parent for pacote in (ui, api)), find_folder())
    mensagens: dict[str, Mensagem] = {}
    for pasta in pastas:
        for _, _, mensagem, _, _ in extract_from_dir(pasta, keywords=KEYWORDS):
            mensagens[mensagem[0] if isinstance(mensagem, tuple) else mensagem] = mensagem
    return mensagens


def test_every_message_has_its_english_and_no_other() -> None:
    mensagens = extract_messages()
    catalogo = {m.id[0] if isinstance(m.id, tuple) else m.id: m for m in read_catalogue("en") if m.id}
    assert len(mensagens) > 300
    assert sorted(set(mensagens) - set(catalogo)) == []
    assert sorted(set(catalogo) - set(mensagens)) == []
    vazias = [chave for chave, m in catalogo.items() if not m.string or not all(m.string)]
    assert vazias == []


@pytest.mark.parametrize("idioma", [arquivo.stem for arquivo in traducao.PASTA.glob("*.po")])
def test_translations_fill_the_same_names(idioma: str) -> None:
    for mensagem in read_catalogue(idioma):
        if not mensagem.id or not mensagem.string:
            continue
        origens = mensagem.id if isinstance(mensagem.id, tuple) else (mensagem.id,)
        traducoes = mensagem.string if isinstance(mensagem.string, tuple) else (mensagem.string,)
        for origem, feita in zip(origens, traducoes, strict=True):
            assert set(CAMPOS.findall(origem)) == set(CAMPOS.findall(feita)), origem


def test_long_texts_exist_in_both_languages() -> None:
    nomes = {arquivo.name.split(".")[0] for arquivo in metodo.TEXTOS.glob("*.md")}
    assert nomes == {"metodologia"}
    for nome in nomes:
        titulos = [
            len(re.findall("^## ", (metodo.TEXTOS / f"{nome}.{lang}.md").read_text("utf-8"), re.MULTILINE))
            for lang in ("pt", "en")
        ]
        assert len(set(titulos)) == 1


def test_portuguese_plural_counts_zero_as_one_and_fills_names() -> None:
    assert tn("{n} estação", "{n} estações", 0, n="0") == "0 estação"
    assert tn("{n} estação", "{n} estações", 2, n="2") == "2 estações"
    assert t("Acervo {id}", id="x") == "Acervo x"


ESPANHOL = r"""msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "Mapa das antenas"
msgstr "Mapa de antenas"

msgid "{n} linha"
msgid_plural "{n} linhas"
msgstr[0] "{n} fila"
msgstr[1] "{n} filas"
"""


@pytest.fixture
def espanhol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A third language: one file more in the folder of catalogues."""
    (tmp_path / "es.po").write_text(ESPANHOL, encoding="utf-8")
    monkeypatch.setattr(traducao, "PASTA", tmp_path)
    traducao.list_idiomas.cache_clear()
    yield
    traducao.list_idiomas.cache_clear()
    traducao.load_catalogo.cache_clear()


@pytest.mark.usefixtures("espanhol")
def test_a_third_language_is_one_file_and_what_it_leaves_out_stays_in_portuguese() -> None:
    assert [traducao.name_idioma(idioma) for idioma in traducao.list_idiomas()] == ["Português", "Español"]
    assert traducao.choose_idioma("es") == "es"
    assert traducao.choose_idioma("en") == "pt"
    assert (traducao.tag_idioma("es"), traducao.place_idioma("es")) == ("es", "es_ES")
    assert traducao.translate("es", "Mapa das antenas") == "Mapa de antenas"
    assert traducao.translate("es", "Dados abertos") == "Dados abertos"
    plurais = [traducao.translate_plural("es", "{n} linha", "{n} linhas", n, n=n) for n in (0, 1, 2)]
    assert plurais == ["0 filas", "1 fila", "2 filas"]


@pytest.mark.usefixtures("espanhol")
def test_a_third_language_reaches_the_shell_and_the_answer_of_a_station() -> None:
    html = rewrite_shell("<html><head><title></title></head></html>", "es", Card("A", "B"))
    assert '<html lang="es">' in html
    assert 'content="es_ES"' in html
    guardada = {"frase": "Consta.", "motivos": [{"codigo": "BASE_PARCIAL", "texto": "Como foi guardado."}]}
    assert retell(guardada, "pt") == guardada
    contada = retell(guardada, "es")
    assert contada["frase"] is None
    assert contada["motivos"][0]["texto"] == MOTIVOS["BASE_PARCIAL"]["pt"]
