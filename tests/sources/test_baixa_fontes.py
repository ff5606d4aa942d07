"""The catalogue of official files."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos
from etrdash.sources.baixa_enderecos import check_endereco
from etrdash.sources.baixa_fontes import Conteudo, load_fontes

CONTRATO = ["anatel", "leis-antenas", "ibge", "ipca", "poi"]


def with_catalogo(tmp_path: Path, texto: str) -> PastaDeDados:
    (tmp_path / "referencia").mkdir()
    (tmp_path / "referencia" / "fontes.toml").write_text(texto, encoding="utf-8")
    return PastaDeDados((tmp_path,))


def test_every_source_of_the_contract_is_there():
    fontes = load_fontes(PastaDeDados.open())
    assert [nome for nome, fonte in fontes.items() if not fonte.junto] == CONTRATO
    assert {nome: fonte.junto for nome, fonte in fontes.items() if fonte.junto} == {
        "ibge-malha": "ibge", "ibge-populacao": "ibge",
    }  # fmt: skip


@pytest.mark.parametrize("nome", [*CONTRATO, "ibge-malha", "ibge-populacao"])
def test_every_source_says_what_it_must(nome):
    fonte = load_fontes(PastaDeDados.open())[nome]
    assert check_endereco(fonte.url).scheme == "https"
    assert fonte.licenca
    assert fonte.arquivo.endswith("." + fonte.conteudo)
    assert bool(fonte.chaves) == (fonte.conteudo is Conteudo.JSON)


def test_a_window_ends_on_the_given_day():
    fonte = load_fontes(PastaDeDados.open())["ipca"]
    chamadas = list(fonte.janelas("u?{inicio}&{fim}", date(2026, 11, 30)))
    assert chamadas[0] == "u?01/01/1980&31/12/1989"
    assert chamadas[-1] == "u?01/01/2020&30/11/2026"
    assert list(fonte.janelas("u", date(2026, 11, 30))) == ["u"]


def test_every_fault_of_the_catalogue_is_reported(tmp_path):
    texto = """
    [a]
    titulo = "A"
    orgao = "O"
    url = "https://exemplo.invalid"
    arquivo = "../fora.zip"
    licenca = "livre"
    conteudo = "pdf"
    maximo_mb = 0
    tempo_min = 1
    cor = "azul"

    [b]
    titulo = "B"
    """
    with pytest.raises(DadosInvalidos) as falha:
        load_fontes(with_catalogo(tmp_path, texto))
    colunas = {problema.coluna for problema in falha.value.problemas}
    assert {"a.arquivo", "a.conteudo", "a.maximo_mb", "a.cor", "b.url", "b.licenca"} <= colunas
    assert falha.value.exit_code == 1


@pytest.mark.parametrize("texto", ["[a", "a = 1"])
def test_a_broken_catalogue_is_a_message(tmp_path, texto):
    with pytest.raises(DadosInvalidos, match=r"fontes\.toml"):
        load_fontes(with_catalogo(tmp_path, texto))


def test_windows_need_a_first_day(tmp_path):
    texto = """
    [a]
    titulo = "A"
    orgao = "O"
    url = "https://exemplo.invalid"
    arquivo = "a.json"
    licenca = "livre"
    conteudo = "json"
    maximo_mb = 1
    tempo_min = 1
    janela_anos = 10
    """
    with pytest.raises(DadosInvalidos, match="desde"):
        load_fontes(with_catalogo(tmp_path, texto))
