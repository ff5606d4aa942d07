"""What no tracked file may carry."""

from __future__ import annotations

import re

import pytest

from tests.repositorio.arvore import numbered, texts, tracked

# Written in pieces, so that this file does not match itself.
REGISTROS = re.compile(
    "|".join(
        re.escape(nome)
        for nome in (
            "pypi" + ".org",
            "python" + "hosted",
            "npm" + "js.",
            "deb.debian" + ".org",
            "/simple" + "/",
        )
    )
)
MAQUINA = re.compile(r"/(?:work|root)" + r"\b|/tmp/[\w.-]+/|/home/\w+|C:\\Users\\\w+")
EMAIL = re.compile(r"[\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}")
RESERVADOS = re.compile(
    r"@(?:(?:[\w-]+\.)*(?:exemplo|example|invalid|test)(?:\.[a-z]+)*|[a-z]\.com)$", re.IGNORECASE
)
CPF = re.compile(r"(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)")


def emails(linha: str) -> list[str]:
    return [achado for achado in EMAIL.findall(linha) if not RESERVADOS.search(achado)]


@pytest.mark.parametrize(
    ("padrao", "linha"),
    [
        (REGISTROS, "--index-url https://pypi" + ".org/simple"),
        (REGISTROS, "https://files.python" + "hosted.org/x.whl"),
        (REGISTROS, "find-links file:///opt/x/simple" + "/"),
        (MAQUINA, "open('/wor" + "k/main/x')"),
        (MAQUINA, "/roo" + "t/.cache"),
        (MAQUINA, "/hom" + "e/alguem"),
        (CPF, "529.982.247" + "-25"),
    ],
)
def test_the_patterns_find_what_they_look_for(padrao, linha):
    assert padrao.search(linha)


def test_the_email_pattern_spares_reserved_names():
    assert emails("fulana@" + "prefeitura.sp.gov.br") == ["fulana@" + "prefeitura.sp.gov.br"]
    assert emails("fulana@exemplo.com.br beltrana@example.org alguem@exemplo.invalid") == []


def test_no_package_registry():
    assert [lugar for lugar, linha in numbered(texts()) if REGISTROS.search(linha)] == []


def test_no_machine_path():
    assert [lugar for lugar, linha in numbered(texts()) if MAQUINA.search(linha)] == []


def test_no_email_address():
    assert [lugar for lugar, linha in numbered(texts()) if emails(linha)] == []


def test_a_cpf_only_in_tests():
    fora = {caminho: texto for caminho, texto in texts().items() if caminho.parts[0] != "tests"}
    assert [lugar for lugar, linha in numbered(fora) if CPF.search(linha)] == []


def test_nothing_big_and_nothing_built():
    estranhos = {".pyc", ".duckdb", ".wal", ".parcial", ".log", ".env", ".pem", ".key"}
    assert [caminho.as_posix() for caminho in tracked() if caminho.suffix in estranhos] == []


def test_plain_text_ends_in_a_newline_and_has_no_carriage_return():
    fontes = {
        c: t
        for c, t in texts().items()
        if c.suffix in {".py", ".sql", ".md", ".toml", ".sh", ".yml", ".yaml"}
    }
    assert [c.as_posix() for c, t in fontes.items() if t and (not t.endswith("\n") or "\r" in t)] == []
