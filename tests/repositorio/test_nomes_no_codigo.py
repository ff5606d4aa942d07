"""No municipality, law or IBGE code is named in code: they are data."""

from __future__ import annotations

import ast
import csv
import re
import tomllib
import unicodedata
from collections.abc import Iterator

import pytest

from tests.repositorio.arvore import RAIZ, code, numbered, texts

REFERENCIA = RAIZ / "data" / "referencia" / "municipios.csv"
CODIGO = re.compile(r"(?<!\d)(?:1[1-7]|2[1-9]|3[1235]|4[1-3]|5[0-3])\d{5}(?!\d)")
TEXTO_SQL = re.compile(r"'((?:[^']|'')*)'")


def bare(texto: str) -> str:
    """Fold case and accents, so that every spelling of a name compares equal."""
    sem_acento = unicodedata.normalize("NFKD", texto).encode("ascii", "ignore").decode()
    return re.sub(r"[\s_-]+", " ", sem_acento).strip().lower()


def municipios() -> dict[str, str]:
    """Return IBGE code → name of the whole country."""
    with REFERENCIA.open(encoding="utf-8", newline="") as arquivo:
        return {linha["codigo_ibge"]: linha["nome"] for linha in csv.DictReader(arquivo)}


def own_municipios() -> set[str]:
    """Return the names of the municipalities that have a file in the project."""
    arquivos = [
        c for c in texts() if c.parts[0] == "data" and "municipios" in c.parts and c.suffix == ".toml"
    ]
    return {bare(tomllib.loads(texts()[arquivo])["nome"]) for arquivo in arquivos}


def laws() -> list[str]:
    """Return the ids of the law files."""
    return [c.stem for c in texts() if c.parts[:2] == ("data", "leis") and c.suffix == ".toml"]


def law_pattern(lei: str) -> re.Pattern[str]:
    """Match a law's id, or its number as people write it (``5992``, ``5.992``)."""
    numeros = [numero for numero in re.findall(r"\d+", lei)[:1] if len(numero) >= 4]
    escritos = [rf"(?<![\d.]){n[:-3]}\.?{n[-3:]}(?![\d.]*\d)" for n in numeros]
    return re.compile("|".join([re.escape(lei), *escritos]))


def literals() -> Iterator[tuple[str, str]]:
    """Yield (`path:line`, text) of every text literal in Python and SQL code."""
    for caminho, texto in code().items():
        if caminho.suffix == ".py":
            for no in ast.walk(ast.parse(texto)):
                if isinstance(no, ast.Constant) and isinstance(no.value, str):
                    yield f"{caminho.as_posix()}:{no.lineno}", no.value
        elif caminho.suffix == ".sql":
            for numero, linha in enumerate(texto.splitlines(), start=1):
                for achado in TEXTO_SQL.findall(linha):
                    yield f"{caminho.as_posix()}:{numero}", achado


def test_the_lists_are_not_empty():
    assert len(municipios()) == 5571
    assert len(own_municipios()) >= 5
    assert len(laws()) >= 2


@pytest.mark.parametrize("linha", ["codigo = '3557105'", "if ibge == 3541000:"])
def test_the_code_pattern_finds_a_code(linha):
    assert set(CODIGO.findall(linha)) & set(municipios())


@pytest.mark.parametrize(
    "linha", ["lei_5992_2017", "votuporanga_lei_5992_2017", "Lei 5.992/2017", "Lei 5992"]
)
def test_the_law_pattern_finds_a_law(linha):
    assert law_pattern("votuporanga_lei_5992_2017").search(linha)


def test_no_ibge_code():
    conhecidos = set(municipios())
    achados = [
        (lugar, numero)
        for lugar, linha in numbered(code())
        for numero in CODIGO.findall(linha)
        if numero in conhecidos
    ]
    assert achados == []


def test_no_municipality_with_a_file_is_named():
    nomes = own_municipios()
    padrao = re.compile("|".join(rf"\b{re.escape(nome)}\b" for nome in sorted(nomes)))
    assert [lugar for lugar, linha in numbered(code()) if padrao.search(bare(linha))] == []


def test_no_text_is_the_name_of_a_municipality():
    """A literal that is a whole name of two words or more; single words are too often ordinary ones."""
    nomes = {bare(nome) for nome in municipios().values() if len(nome.split()) > 1}
    assert [(lugar, texto) for lugar, texto in literals() if bare(texto) in nomes] == []


def test_no_law_is_named():
    achados = [
        (lugar, lei) for lei in laws() for lugar, linha in numbered(code()) if law_pattern(lei).search(linha)
    ]
    assert achados == []
