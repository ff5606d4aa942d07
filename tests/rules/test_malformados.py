"""One malformed law or municipality file per mistake: its message, with the line and the words that help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from etrdash.cli.checagem import Checagem
from etrdash.cli.checagem_municipios import Referencias, check_municipio
from etrdash.dados import PastaDeDados
from etrdash.erros import Problema
from etrdash.matching.decisoes import read_arquivo
from etrdash.rules.carga import load_federal, load_indices, load_leis
from etrdash.rules.federal import Federal
from etrdash.rules.indice import IndiceMensal
from etrdash.rules.revisao import find_federais_sem_uso

CORPUS = Path(__file__).resolve().parents[1] / "malformed"
LEIS: dict[str, Any] = yaml.safe_load((CORPUS / "leis" / "mensagens.yaml").read_text(encoding="utf-8"))
MUNICIPIOS: dict[str, Any] = yaml.safe_load(
    (CORPUS / "municipios" / "mensagens.yaml").read_text(encoding="utf-8")
)
DECISOES: dict[str, Any] = yaml.safe_load((CORPUS / "vinculos" / "mensagens.yaml").read_text("utf-8"))
TEXTOS = {"lei_minima.txt": (CORPUS / "leis" / "textos" / "lei_minima.txt").read_bytes()}
PASTA = PastaDeDados.open()


@pytest.fixture(scope="module")
def bases() -> tuple[Federal, dict[str, IndiceMensal]]:
    return load_federal(PASTA), load_indices(PASTA)


@pytest.fixture(scope="module")
def referencias() -> Referencias:
    return Referencias.load(PASTA, load_leis(PASTA))


def check_lei(caminho: Path, bases: tuple[Federal, dict[str, IndiceMensal]]) -> list[Problema]:
    checagem = Checagem(TEXTOS)
    checagem.check_lei(caminho.read_bytes(), f"leis/{caminho.name}", *bases)
    return checagem.problemas


def assert_message(problemas: list[Problema], arquivo: str, esperado: dict[str, Any]) -> None:
    mensagens = [str(problema) for problema in problemas]
    assert len(mensagens) == 1, mensagens
    onde = arquivo if esperado["linha"] is None else f"{arquivo}, linha {esperado['linha']}"
    for palavra in [onde, *esperado["palavras"]]:
        assert palavra in mensagens[0], mensagens[0]
    assert problemas[0].esperado or problemas[0].remedio, mensagens[0]


def test_the_corpus_and_the_tables_agree() -> None:
    assert {caminho.stem for caminho in (CORPUS / "leis").glob("*.toml")} == set(LEIS)
    assert {caminho.stem for caminho in (CORPUS / "municipios").glob("*.toml")} == {*MUNICIPIOS, "certo"}
    assert {caminho.stem for caminho in (CORPUS / "vinculos").glob("*.csv")} == {*DECISOES, "certo"}


def test_the_files_they_come_from_are_right(
    bases: tuple[Federal, dict[str, IndiceMensal]], referencias: Referencias
) -> None:
    assert check_lei(CORPUS / "leis" / "textos" / "lei_minima.toml", bases) == []
    certo = (CORPUS / "municipios" / "certo.toml").read_bytes()
    assert check_municipio(certo, "municipios/3557105.toml", referencias) == []
    assert read_arquivo(CORPUS / "vinculos" / "certo.csv", "vinculos/certo.csv")[1] == []


@pytest.mark.parametrize("nome", LEIS)
def test_law_with_one_mistake(nome: str, bases: tuple[Federal, dict[str, IndiceMensal]]) -> None:
    arquivo = CORPUS / "leis" / f"{nome}.toml"
    assert_message(check_lei(arquivo, bases), f"leis/{nome}.toml", LEIS[nome])


@pytest.mark.parametrize("nome", MUNICIPIOS)
def test_municipality_with_one_mistake(nome: str, referencias: Referencias) -> None:
    arquivo = f"municipios/{MUNICIPIOS[nome].get('arquivo', '3557105.toml')}"
    conteudo = (CORPUS / "municipios" / f"{nome}.toml").read_bytes()
    assert_message(check_municipio(conteudo, arquivo, referencias), arquivo, MUNICIPIOS[nome])


@pytest.mark.parametrize("nome", DECISOES)
def test_decisions_with_one_mistake(nome: str) -> None:
    arquivo = f"vinculos/{nome}.csv"
    linhas, problemas = read_arquivo(CORPUS / "vinculos" / f"{nome}.csv", arquivo)
    boas = [] if nome in {"coluna_que_falta", "vazio", "outra_codificacao"} else ["1001"]
    assert [linha["numero_estacao"] for linha in linhas] == boas
    assert_message(problemas, arquivo, DECISOES[nome])


def test_a_federal_provision_that_nobody_cites_is_named() -> None:
    federal = load_federal(PASTA)
    leis = load_leis(PASTA).values()
    assert find_federais_sem_uso(federal, leis, "federal.toml") == []
    sobra = {**federal.dispositivo, "lei_esquecida": next(iter(federal.dispositivo.values()))}
    (problema,) = find_federais_sem_uso(
        federal.model_copy(update={"dispositivo": sobra}), leis, "federal.toml"
    )
    assert "lei_esquecida" in str(problema)
    assert "nunca é citado" in str(problema)
