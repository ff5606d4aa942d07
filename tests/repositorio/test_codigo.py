"""House rules that no linter knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repositorio.arvore import code

PUROS = ("sources", "staging", "matching", "rules", "marts", "published", "dados", "vocabulario", "erros")
RELOGIO = re.compile(
    r"\b(?:datetime|date|Timestamp)\s*\.\s*(?:now|today|utcnow)\s*\(|\btime\s*\.\s*(?:time|localtime)\s*\("
    r"|\b(?:current_date|current_timestamp|get_current_timestamp|now\(\)|today\(\))",
    re.IGNORECASE,
)
ACUSACAO = re.compile(r"\b(?:ilega(?:l|is)|irregular(?:es)?|clandestin[ao]s?)\b", re.IGNORECASE)
MAXIMO_DE_LINHAS = 400


def texts_of(caminho: Path, texto: str) -> Iterator[tuple[str, str]]:
    """Yield (place, literal) of the texts that a program may show: docstrings left out."""
    arvore = ast.parse(texto)
    docstrings = {
        id(no.body[0].value)
        for no in ast.walk(arvore)
        if isinstance(no, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and no.body
        and isinstance(no.body[0], ast.Expr)
    }
    for no in ast.walk(arvore):
        if isinstance(no, ast.Constant) and isinstance(no.value, str) and id(no) not in docstrings:
            yield f"{caminho.as_posix()}:{no.lineno}", no.value


@pytest.mark.parametrize("linha", ["datetime.now(UTC)", "date.today()", "SELECT current_date", "time.time()"])
def test_the_clock_pattern_finds_a_clock(linha):
    assert RELOGIO.search(linha)


def test_the_clock_is_read_only_at_the_edges():
    achados = [
        f"{caminho.as_posix()}:{numero}"
        for caminho, texto in code().items()
        if caminho.parts[0] == "src" and Path(*caminho.parts[2:]).parts[0].removesuffix(".py") in PUROS
        for numero, linha in enumerate(texto.splitlines(), start=1)
        if RELOGIO.search(linha)
    ]
    assert achados == []


def test_no_text_accuses_a_station():
    achados = [
        (lugar, literal)
        for caminho, texto in code().items()
        if caminho.suffix == ".py"
        for lugar, literal in texts_of(caminho, texto)
        if ACUSACAO.search(literal)
    ]
    assert achados == []


def test_modules_stay_small():
    grandes = {
        caminho.as_posix(): texto.count("\n")
        for caminho, texto in code().items()
        if caminho.suffix in {".py", ".sql"} and texto.count("\n") > MAXIMO_DE_LINHAS
    }
    assert grandes == {}


def test_pages_stay_short_and_hold_no_query():
    paginas = {caminho: texto for caminho, texto in code().items() if caminho.parts[0] == "pages"}
    assert paginas
    assert {c.as_posix(): t.count("\n") for c, t in paginas.items() if t.count("\n") > 60} == {}
    assert [c.as_posix() for c, t in paginas.items() if re.search(r"\bSELECT\b|\bimport duckdb\b", t)] == []


def test_every_section_has_an_address_that_does_not_change_with_the_language():
    sem = [
        f"{caminho.name}:{numero}"
        for caminho, texto in code().items()
        for numero, linha in enumerate(texto.splitlines(), 1)
        if "st.header(" in linha and "anchor=" not in linha
    ]
    assert sem == []
