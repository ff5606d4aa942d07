"""Loading laws and municipalities: every mistake of a file in one go, each with the words that help."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos
from etrdash.rules.carga import load_federal, load_leis, load_municipios, read_lei, read_municipio
from etrdash.vocabulario import Completude, Instrumento, Vigencia

PASTA = PastaDeDados.open()
ARQUIVO = "leis/sp_modelo.toml"
TEXTO = PASTA.file(ARQUIVO).read_text(encoding="utf-8")


def list_problemas(texto: str | bytes, arquivo: str = ARQUIVO) -> list[str]:
    conteudo = texto.encode() if isinstance(texto, str) else texto
    lei, problemas = read_lei(conteudo, arquivo, load_federal(PASTA), {})
    assert lei is None
    return [str(problema) for problema in problemas]


def replace_once(antes: str, depois: str) -> str:
    assert antes in TEXTO
    return TEXTO.replace(antes, depois, 1)


@pytest.mark.parametrize(
    ("antes", "depois", "mensagem"),
    [
        (
            'apos = ["art_15_II_a"]',
            'apos = ["art_15_II_aa"]',
            'cita "art_15_II_aa", que não existe em [dispositivo]',
        ),
        ('apos = ["art_15_II_a"]', 'apos = ["art_15_II_aa"]', 'Você quis dizer "art_15_II_a"?'),
        ('precisa = ["CADASTRO"]', 'precisa = ["CADASTROS"]', "vocabulário"),
        ('precisa = ["CADASTRO"]', 'precisa = ["TERMO_REGULARIDADE"]', "não existe em [instrumento]"),
        ('prazo = "2y"', 'prazo = "2"', "número e unidade"),
        ('prazo = "2y"', "prazo = 2021-02-28", "número e unidade"),
        ('grupo = "sem_autorizacao"', 'grupo = "todas"', "vocabulário"),
        ("[transicao]\n", "[transicao]\ncor = 1\n", "não existe neste lugar"),
        ('rotulo = "ETR móvel"', "", "obrigatória"),
        ('id = "sp_modelo"', 'id = "sp_modelos"', "não é o nome do arquivo"),
        ('adotada = "desatendimento"', 'adotada = "desatendiment"', 'Você quis dizer "desatendimento"?'),
        ('momento = "posterior"\nprazo = "60d"', 'momento = "posterior"', "pede a chave prazo"),
        (
            'momento = "previo"\nsupre',
            'momento = "previo"\nprazo = "60d"\nsupre',
            'só vale com momento = "posterior"',
        ),
        ('multa = "geral"', 'multa = "gera"', 'Você quis dizer "geral"?'),
        ('escada = "sem_cadastro"', 'escada = "sem_cadastros"', "não existe em [escada]"),
        ('dispositivos = ["art_6_pu"]', "dispositivos = []", "não pode ser vazia"),
        ('trecho = "requerimento padrão"', 'trecho = ""', "um dos dois"),
        ('sha256 = "60d0', 'sha256 = "60D0', "forma esperada"),
        ("reais = 2000", 'reais = "dois mil"', "número"),
    ],
)
def test_one_mistake_one_message(antes: str, depois: str, mensagem: str) -> None:
    problemas = list_problemas(replace_once(antes, depois))
    assert any(mensagem in problema for problema in problemas), problemas
    assert all(problema.startswith(ARQUIVO) for problema in problemas)


def test_all_mistakes_at_once() -> None:
    texto = TEXTO.replace('apos = ["art_15_II_a"]', 'apos = ["art_x"]').replace(
        'omissao = ["art_13", "art_15_II_a"]\nnegativa', 'omissao = ["art_y"]\nnegativa'
    )
    problemas = list_problemas(texto)
    assert {chave for chave in ("art_x", "art_y") if any(chave in problema for problema in problemas)} == {
        "art_x",
        "art_y",
    }


def test_last_obligation_must_hold_for_all_others() -> None:
    texto = replace_once(
        'rotulo = "Infraestrutura de suporte em lugar comum"', 'rotulo = "x"\nquando = { tipo = ["ETR"] }'
    )
    assert any("última obrigação" in problema for problema in list_problemas(texto))


@pytest.mark.parametrize(
    ("conteudo", "mensagem"),
    [
        (b"id = \xe1", "UTF-8"),
        (b"id = ", "TOML"),
        (b"publicada_em = 2024-02-30\n", "não existe no calendário"),
        (b"", "obrigatória"),
    ],
)
def test_unreadable_file(conteudo: bytes, mensagem: str) -> None:
    assert any(mensagem in problema for problema in list_problemas(conteudo))


def test_a_folder_with_one_bad_law_reports_it(tmp_path: Path) -> None:
    (tmp_path / "leis").mkdir()
    (tmp_path / "leis" / "ruim.toml").write_text('id = "ruim"\n', encoding="utf-8")
    with pytest.raises(DadosInvalidos, match=re.escape("leis/ruim.toml")) as erro:
        load_leis(PastaDeDados.open(tmp_path))
    assert erro.value.exit_code == 1


def test_federal_file_with_a_dangling_citation(tmp_path: Path) -> None:
    (tmp_path / "referencia").mkdir()
    texto = PASTA.file("referencia/federal.toml").read_text(encoding="utf-8")
    errado = texto.replace(
        'dispositivos = ["federal.lei_13116_art_1_p2"]', 'dispositivos = ["federal.lei_13116_art_1_p22"]'
    )
    assert errado != texto
    (tmp_path / "referencia" / "federal.toml").write_text(errado, encoding="utf-8")
    with pytest.raises(DadosInvalidos, match=re.escape('Você quis dizer "federal.lei_13116_art_1_p2"?')):
        load_federal(PastaDeDados.open(tmp_path))


def test_shipped_municipalities_claim_nothing_they_do_not_know() -> None:
    municipios = load_municipios(PASTA)
    assert municipios
    for municipio in municipios.values():
        assert municipio.registros is None
        assert municipio.vigencia is not Vigencia.CONFIRMADA
        assert municipio.vigencia_nota


@pytest.mark.parametrize(
    ("texto", "mensagem"),
    [
        ('codigo_ibge = "123"\nnome = "x"\nuf = "SP"\n', "forma esperada"),
        ('codigo_ibge = "9999902"\nnome = "x"\nuf = "SP"\n', "não é o nome do arquivo"),
        ('codigo_ibge = "9999901"\nnome = "x"\nuf = "São Paulo"\n', "forma esperada"),
        ('codigo_ibge = "9999901"\nnome = "x"\nuf = "SP"\nvigencia = "sim"\n', "vocabulário"),
        ('codigo_ibge = "9999901"\nnome = "x"\nuf = "SP"\nferiados = ["hoje"]\n', "data"),
        ('codigo_ibge = "9999901"\nnome = "x"\nuf = "SP"\n[registros]\norgao = "x"\n', "obrigatória"),
        ('codigo_ibge = "9999901"\nnome = "x"\nuf = "SP"\nprefeito = "x"\n', "não existe neste lugar"),
    ],
)
def test_municipality_with_a_mistake(texto: str, mensagem: str) -> None:
    municipio, problemas = read_municipio(texto.encode(), "municipios/9999901.toml")
    assert municipio is None
    assert any(mensagem in str(problema) for problema in problemas), problemas


def test_the_whole_municipality_file() -> None:
    municipio, problemas = read_municipio(
        b"""
codigo_ibge = "9999901"
nome = "Cidade"
uf = "SP"
lei = "sp_modelo"
vigencia = "confirmada"
publicada_em = 2022-05-16
prorrogada_em = 2023-01-02
feriados = [2026-08-08]
contato = "ouvidoria"

[registros]
orgao = "Secretaria"
canal = "LAI"
licenca = "dados abertos"
extraida_em = 2026-11-01
perfil = "planilha"

[registros.completude]
CADASTRO = { desde = 2022-05-16, ate = 2026-11-01 }
COMUNICACAO = { completude = "parcial" }

[[manifestacao]]
autor = "Detentora"
em = 2026-10-01
texto = "Resposta."
estacoes = ["1"]
""",
        "municipios/9999901.toml",
    )
    assert problemas == []
    assert municipio is not None
    assert municipio.adocao.feriados == {date(2026, 8, 8)}
    assert municipio.registros is not None
    cadastro, comunicacao = (Instrumento.CADASTRO,), (Instrumento.COMUNICACAO,)
    dentro = (date(2022, 5, 16), date(2026, 11, 1))
    assert municipio.registros.find_completude(cadastro, *dentro) is Completude.COMPLETA
    assert (
        municipio.registros.find_completude(cadastro, date(2020, 1, 1), date(2026, 11, 1))
        is Completude.PARCIAL
    )
    assert municipio.registros.find_completude(cadastro, None, None) is Completude.PARCIAL
    assert municipio.registros.find_completude(comunicacao, *dentro) is Completude.PARCIAL
    assert (
        municipio.registros.find_completude((Instrumento.ALVARA_MOVEL,), *dentro) is Completude.DESCONHECIDA
    )
    assert municipio.registros.find_completude((), *dentro) is Completude.PARCIAL
