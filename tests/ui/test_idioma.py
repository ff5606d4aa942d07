"""No string without its English, no English without its string."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.extract import extract_from_dir

from etrdash.ui import idioma, metodo
from etrdash.ui.idioma import load_catalogue, t, tn
from etrdash.ui.paginas import find_folder

KEYWORDS = {"t": None, "N_": None, "tn": (1, 2)}
CAMPOS = re.compile(r"\{[a-z_]+\}")
Mensagem = str | tuple[str, ...]


def extract_messages() -> dict[str, Mensagem]:
    pastas = (Path(idioma.__file__).parent, find_folder())
    mensagens: dict[str, Mensagem] = {}
    for pasta in pastas:
        for _, _, mensagem, _, _ in extract_from_dir(pasta, keywords=KEYWORDS):
            mensagens[mensagem[0] if isinstance(mensagem, tuple) else mensagem] = mensagem
    return mensagens


def test_every_message_has_its_english_and_no_other() -> None:
    mensagens = extract_messages()
    catalogo = {m.id[0] if isinstance(m.id, tuple) else m.id: m for m in load_catalogue("en") if m.id}
    assert len(mensagens) > 300
    assert sorted(set(mensagens) - set(catalogo)) == []
    assert sorted(set(catalogo) - set(mensagens)) == []
    vazias = [chave for chave, m in catalogo.items() if not m.string or not all(m.string)]
    assert vazias == []


def test_translations_fill_the_same_names() -> None:
    for mensagem in load_catalogue("en"):
        if not mensagem.id:
            continue
        origens = mensagem.id if isinstance(mensagem.id, tuple) else (mensagem.id,)
        traducoes = mensagem.string if isinstance(mensagem.string, tuple) else (mensagem.string,)
        for origem, traducao in zip(origens, traducoes, strict=True):
            assert set(CAMPOS.findall(origem)) == set(CAMPOS.findall(traducao)), origem


def test_long_texts_exist_in_both_languages() -> None:
    nomes = {arquivo.name.split(".")[0] for arquivo in metodo.TEXTOS.glob("*.md")}
    assert nomes == {"metodologia"}
    for nome in nomes:
        titulos = [
            len(re.findall("^## ", (metodo.TEXTOS / f"{nome}.{lang}.md").read_text("utf-8"), re.MULTILINE))
            for lang in idioma.IDIOMAS
        ]
        assert len(set(titulos)) == 1


def test_portuguese_plural_counts_zero_as_one_and_fills_names() -> None:
    assert tn("{n} estação", "{n} estações", 0, n="0") == "0 estação"
    assert tn("{n} estação", "{n} estações", 2, n="2") == "2 estações"
    assert t("Acervo {id}", id="x") == "Acervo x"
