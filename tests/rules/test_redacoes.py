"""An amendment adds a wording; yesterday's answer can be computed again tomorrow."""

from __future__ import annotations

from datetime import date

import pytest
import tomlkit

from etrdash.dados import PastaDeDados
from etrdash.erros import Problema
from etrdash.rules.avaliador import evaluate, find_transicao
from etrdash.rules.carga import load_federal, read_lei
from etrdash.rules.explicacao import explain
from etrdash.rules.fatos import Adocao, Fatos
from etrdash.rules.lei import Lei
from etrdash.vocabulario import Situacao

PASTA = PastaDeDados.open()
ARQUIVO = "leis/londrina_lei_13184_2020.toml"
EMENDA = """
[[redacao]]
norma = "Lei original"
desde = 2020-12-30

[[redacao]]
norma = "Lei de teste, de 2024"
desde = 2024-07-01
altera = [
  { chave = "obrigacao.geral.precisa", valor = ["LICENCA_INSTALACAO"] },
  { chave = "instrumento.LICENCA_INSTALACAO.conclusao", remove = true },
  { chave = "transicao.prazo", valor = "2y" },
  { chave = "transicao.contada_de", valor = 2024-07-01 },
  { chave = "transicao.apos", valor = ["art_teste"] },
  { chave = "dispositivo.art_teste", valor = { rotulo = "art. 19-A", trecho = "no prazo de 2 anos" } },
]
"""


def read(texto: str) -> tuple[Lei | None, list[Problema]]:
    return read_lei(texto.encode(), ARQUIVO, load_federal(PASTA), {})


@pytest.fixture(scope="module")
def emendada() -> Lei:
    lei, problemas = read(PASTA.file(ARQUIVO).read_text(encoding="utf-8") + EMENDA)
    assert lei is not None, [str(problema) for problema in problemas]
    return lei


@pytest.mark.parametrize(
    ("em", "situacao"),
    [
        (date(2024, 6, 30), Situacao.EM_TRANSICAO),
        (date(2024, 7, 1), Situacao.EM_TRANSICAO),
        (date(2026, 7, 1), Situacao.EM_TRANSICAO),
        (date(2026, 7, 2), Situacao.PRAZO_VENCIDO),
    ],
)
def test_each_day_is_answered_by_its_own_wording(emendada: Lei, em: date, situacao: Situacao) -> None:
    fatos = Fatos(primeiro_licenciamento=date(2014, 5, 1))
    resposta = evaluate(emendada, Adocao(), fatos, (), em)
    assert resposta.situacao is situacao
    desde = {item["redacao_desde"] for item in explain(resposta)["base_legal"]}
    assert desde == {"2020-12-30" if em < date(2024, 7, 1) else "2024-07-01"}


def test_the_new_provision_is_cited_only_by_the_new_wording(emendada: Lei) -> None:
    antiga, nova = (redacao.regras for redacao in emendada.redacoes)
    assert "art_teste" not in antiga.dispositivo
    assert nova.dispositivo["art_teste"].rotulo == "art. 19-A"
    assert antiga.obrigacao[-1].cadeia != nova.obrigacao[-1].cadeia


def test_transition_as_it_stood(emendada: Lei) -> None:
    assert find_transicao(emendada, Adocao(), date(2024, 6, 30)) is None
    prazo = find_transicao(emendada, Adocao())
    assert prazo is not None
    assert prazo.em == date(2026, 7, 1)


@pytest.mark.parametrize(
    ("emenda", "mensagem"),
    [
        ('norma = "x"\ndesde = 2020-12-30\n\n[[redacao]]\nnorma = "y"\ndesde = 2020-12-30', "em ordem"),
        ('norma = "x"\ndesde = 2024-01-01\n\n[[redacao]]\nnorma = "y"\ndesde = 2023-01-01', "em ordem"),
        ('norma = "x"\n\n[[redacao]]\nnorma = "y"\ndesde = 2023-01-01', "em ordem"),
        ('norma = "x"\naltera = [{ chave = "transicao.aceitaa.x", valor = 1 }]', "não existe na lei"),
        ('norma = "x"\naltera = [{ chave = "obrigacao.gerall.precisa", valor = [] }]', "não existe na lei"),
        ('norma = "x"\naltera = [{ chave = "instrumento.CADASTRO", remove = true }]', "não existe na lei"),
        ('norma = "x"\naltera = [{ chave = "transicao.prazo" }]', "remove = true"),
        ('norma = "x"\naltera = [{ chave = "transicao.apos", valor = ["art_99"] }]', 'cita "art_99"'),
        ('norma = "x"\naltera = [{ chave = "transicao.prazo", valor = "2 anos" }]', "número e unidade"),
    ],
)
def test_wording_with_a_mistake(emenda: str, mensagem: str) -> None:
    lei, problemas = read(PASTA.file(ARQUIVO).read_text(encoding="utf-8") + f"\n[[redacao]]\n{emenda}\n")
    assert lei is None
    assert any(mensagem in str(problema) for problema in problemas), [str(problema) for problema in problemas]


def test_the_file_itself_is_plain_toml() -> None:
    for nome in PASTA.files("leis", "*.toml"):
        assert tomlkit.parse(PASTA.file(f"leis/{nome}").read_text(encoding="utf-8"))[
            "id"
        ] == nome.removesuffix(".toml")


def test_provisional_wording_starts_on_the_confirmed_day() -> None:
    lei, _ = read_lei(
        PASTA.file("leis/sao_vicente_lc_1090_2023.toml").read_bytes(),
        "leis/sao_vicente_lc_1090_2023.toml",
        load_federal(PASTA),
        {},
    )
    assert lei is not None
    fatos, confirmada = Fatos(primeiro_licenciamento=date(2019, 1, 1)), Adocao(publicada_em=date(2025, 9, 1))
    vespera = evaluate(lei, confirmada, fatos, (), date(2025, 8, 31))
    assert vespera.motivos == ("TEXTO_LEGAL_NAO_DISPONIVEL",)
    dia = evaluate(lei, confirmada, fatos, (), date(2025, 9, 1))
    assert dia.prazo_nominal == date(2026, 2, 28)
    assert not any("provisória" in aviso for aviso in explain(dia)["avisos"] if "redação" in aviso)
