"""Natural persons are recognised in the order of SPEC §8 and never shown."""

from __future__ import annotations

import pytest

from etrdash.staging.pessoas import MASCARA, is_pessoa_fisica, mask_value, strip_pessoais

CPF = "123.456.789-09"
CNPJ_NUMERICO = "04.052.108/0001-89"
CNPJ_ALFANUMERICO = "12.ABC.345/01DE-35"


@pytest.mark.parametrize(
    "nome",
    [
        "TIM S/A ",
        "Tim",
        "TELEFÔNICA BRASIL S.A.",
        "Oi S.a. - em Recuperacao Judicial          ",
        "SBA Torres",
        "AGYONET LTDA",
        "PERDOES PREFEITURA",
        "POLICIA MILITAR DO ESTADO DE MINAS GERAIS",
        "CAMARA MUNICIPAL DE LAVRAS",
        "WKVE-ASSES. EM SERV. DE INF. E TELECOMUNICACOES LTDA",
        "ENERGISA SA",
        "VALE S.A.",
        "XPTO S.A. EM RECUPERACAO JUDICIAL",
        "XPTO S/A (CTBC)",
        "JOAO DA SILVA ME",
    ],
)
def test_company_names_are_not_persons(nome: str) -> None:
    assert not is_pessoa_fisica(nome, None)


@pytest.mark.parametrize(
    "nome",
    [
        "João da Silva",
        "JOSE TORRES",
        "CARLOS CAMARA",
        "Maria Sá",
        "Maria Sa",
        "ESTACIO DE SA",
        "Claro José",
        "José S.A. Silva",
    ],
)
def test_names_without_a_corporate_word_are_persons(nome: str) -> None:
    assert is_pessoa_fisica(nome, None)


def test_order_of_recognition() -> None:
    assert not is_pessoa_fisica("João da Silva", CNPJ_NUMERICO), "a valid CNPJ comes before the name"
    assert not is_pessoa_fisica("João da Silva", CNPJ_ALFANUMERICO)
    assert not is_pessoa_fisica("Claro", CPF), "a known company comes before a CPF"
    assert not is_pessoa_fisica("Claro", None, servico="302")
    assert is_pessoa_fisica("Comércio de Antenas Ltda", CPF), "a CPF comes before the name"
    assert is_pessoa_fisica("Comércio de Antenas Ltda", None, servico="302")
    assert is_pessoa_fisica("Comércio de Antenas Ltda", None, perfil="PF")
    assert is_pessoa_fisica("Xisto", None, servico="400", perfil="PJ"), "the service comes before the word"
    assert not is_pessoa_fisica("Xisto", None, perfil="Pessoa Jurídica")
    assert not is_pessoa_fisica("Xisto Ltda", "123.456.789-00"), "an invalid CPF decides nothing"


@pytest.mark.parametrize("nome", [None, "", "   "])
def test_no_holder_is_no_person(nome: str | None) -> None:
    assert not is_pessoa_fisica(nome, None)


@pytest.mark.parametrize(
    ("coluna", "valor"),
    [
        ("data", "31/02/2020"),
        ("data", "2020-13-01 10:00"),
        ("latitude", "-23.55051"),
        ("latitude", "23°57'39\"S"),
        ("latitude", "21S151580"),
        ("altura_m", "1.587,97"),
        ("prazo", "180 dias"),
        ("instrumento", "ALVARA_INSTALACAOO"),
        ("cep", "15500000"),
        ("numero_estacao", "683107019"),
        ("registro_id", "PA 27026/2004"),
        ("detentora_documento", CNPJ_NUMERICO),
    ],
)
def test_numbers_dates_and_codes_are_shown(coluna: str, valor: str) -> None:
    assert mask_value(coluna, valor) == valor


@pytest.mark.parametrize(
    "valor",
    [
        CPF,
        "12345678909",
        "João da Silva",
        "JOAO",
        "joao@exemplo.com",
        "(17) 3421-1234",
        "17991234567",
        "3421-1234",
    ],
)
@pytest.mark.parametrize(
    "coluna",
    [
        "data",
        "instrumento",
        "registro_id",
        "detentora_documento",
        "latitude",
        "numero_estacao",
        "cep",
        "altura_m",
    ],
)
def test_personal_values_are_masked_in_every_column(coluna: str, valor: str) -> None:
    assert mask_value(coluna, valor) == MASCARA


@pytest.mark.parametrize(
    ("texto", "limpo", "retirados"),
    [
        ("Rua A, 12 - proprietário: João da Silva", "Rua A, 12", 1),
        ("Rua A 12 fone (17) 3421-1234", "Rua A 12", 1),
        ("Rua A, 12, joao@exemplo.com.br", "Rua A, 12", 1),
        (f"Rua A {CPF} 12", "Rua A 12", 1),
        ("AV  GENERAL ATALIBA LEONEL 00081 A 103", "AV  GENERAL ATALIBA LEONEL 00081 A 103", 0),
        ("Rua do Responsável, 3", "Rua do Responsável, 3", 0),
        ("RODOVIA: SP-470 - KM 84+346", "RODOVIA: SP-470 - KM 84+346", 0),
        ("", None, 0),
    ],
)
def test_addresses_lose_only_what_is_personal(texto: str, limpo: str | None, retirados: int) -> None:
    assert strip_pessoais(texto) == (limpo, retirados)


def test_persons_named_in_the_row_leave_its_address() -> None:
    assert strip_pessoais("Sítio de João da Silva, km 3", ("JOAO DA SILVA",)) == (None, 1)


@pytest.mark.parametrize("celula", ["a" * 300_000, "x.-" * 100_000, "1" * 300_000, "a@" * 150_000])
def test_an_absurd_cell_is_cleaned_in_linear_time(celula: str) -> None:
    # counted, not timed: a quadratic pattern would keep this test from ending
    limpo, _ = strip_pessoais(celula)
    assert limpo is None or len(limpo) <= len(celula)
