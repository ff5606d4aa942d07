"""The glossary is complete: a domain word that names a module, class or vocabulary member is in it."""

from __future__ import annotations

import ast
import inspect
import re
from enum import StrEnum
from pathlib import Path

import pytest

from etrdash import vocabulario
from tests.repositorio.arvore import RAIZ, code, texts

GLOSSARIO = Path("docs/glossario.md")
COMUNS = RAIZ / "tests" / "repositorio" / "palavras_comuns.txt"


def words(nome: str) -> set[str]:
    """Split ``snake_case`` and ``CamelCase`` into lower-case words, digits left out."""
    partido = re.sub(r"([a-z])([A-Z])", r"\1_\2", nome)
    return {palavra.lower() for palavra in re.split(r"[_\W\d]+", partido) if len(palavra) > 1}


def singular(palavra: str) -> set[str]:
    """Return the word and what it may be the plural of."""
    formas = {palavra}
    for plural, unico in (("oes", "ao"), ("aes", "ao"), ("ais", "al"), ("eis", "el"), ("es", ""), ("s", "")):
        if palavra.endswith(plural):
            formas.add(palavra.removesuffix(plural) + unico)
    return formas


def explained() -> set[str]:
    """Return the words that the glossary sets in bold or in code."""
    texto = texts()[GLOSSARIO]
    return {
        palavra
        for termo in re.findall(r"\*\*([^*]+)\*\*|`([^`]+)`", texto)
        for palavra in words(" ".join(termo))
    }


def ordinary() -> set[str]:
    """Return the words that mean here what they mean anywhere, in English or Portuguese."""
    return set(COMUNS.read_text(encoding="utf-8").split())


def named() -> dict[str, str]:
    """Return name → where, of every module and public class of the package."""
    nomes: dict[str, str] = {}
    for caminho, texto in code().items():
        if caminho.suffix != ".py" or caminho.parts[0] != "src":
            continue
        nomes.setdefault(caminho.stem, caminho.as_posix())
        for no in ast.walk(ast.parse(texto)):
            if isinstance(no, ast.ClassDef) and not no.name.startswith("_"):
                nomes.setdefault(no.name, f"{caminho.as_posix()}:{no.lineno}")
    return nomes


def test_a_plural_counts_as_its_singular():
    assert "situacao" in singular("situacoes")
    assert "ato" in singular("atos")
    assert "local" in singular("locais")


def test_every_name_is_explained_or_ordinary():
    conhecidas = explained() | ordinary()
    faltam = {
        f"{palavra} ({onde})"
        for nome, onde in named().items()
        for palavra in words(nome)
        if not singular(palavra) & conhecidas
    }
    assert sorted(faltam) == []


def test_no_ordinary_word_is_listed_in_vain():
    usadas = {forma for nome in named() for palavra in words(nome) for forma in singular(palavra)}
    assert sorted(ordinary() - usadas) == []


def test_no_word_is_both():
    assert sorted(ordinary() & explained()) == []


@pytest.mark.parametrize(
    "vocabulo",
    [
        classe
        for _, classe in inspect.getmembers(vocabulario, inspect.isclass)
        if issubclass(classe, StrEnum) and classe is not StrEnum
    ],
    ids=lambda classe: classe.__name__,
)
def test_every_member_of_a_vocabulary_is_explained(vocabulo):
    escritos = set(re.findall(r"`([^`]+)`", texts()[GLOSSARIO]))
    assert [membro.value for membro in vocabulo if membro.value not in escritos] == []


def test_the_law_words_are_kept_apart():
    linhas = dict(re.findall(r"^\| \*\*(\w+)\*\* \|[^|]*\| (.*) \|$", texts()[GLOSSARIO], re.MULTILINE))
    assert "not the prestadora" in linhas["detentora"]
    assert len({linhas[palavra] for palavra in ("cadastro", "comunicacao", "licenca", "alvara")}) == 4
