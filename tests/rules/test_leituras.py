"""Readings are data: every option can be chosen, and choosing it changes the answer and the printed text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import tomlkit

from etrdash.dados import PastaDeDados
from etrdash.rules.carga import load_federal, load_leis, read_lei
from etrdash.rules.casos import Caso, evaluate_caso, load_casos
from etrdash.rules.explicacao import explain
from etrdash.rules.lei import Lei

PASTA = PastaDeDados.open()
LEIS = load_leis(PASTA)
CASOS = [
    caso for arquivo in (Path(__file__).parents[1] / "casos").glob("*.yaml") for caso in load_casos(arquivo)
]
DA_QUESTAO = {
    "sp_modelo": ("SP-3", "MES"),
    "modelo_nao_identificado": ("AN-7", "MES"),
    "londrina_lei_13184_2020": ("LO-1", "LO-3", "LO-5", "MES"),
    "sao_vicente_lc_1090_2023": ("SV-1", "MES"),
    "votuporanga_lei_5992_2017": ("MES",),
}


def list_alternativas() -> Iterator[tuple[str, str, str]]:
    for lei in LEIS.values():
        for nome, leitura in lei.leituras.items():
            for opcao in leitura.opcao:
                if opcao != leitura.adotada:
                    yield lei.id, nome, opcao


def adopt(lei: str, leitura: str, opcao: str) -> Lei:
    """Read the law's file again with another option adopted, as a lawyer would by changing one line."""
    documento = tomlkit.parse(PASTA.file(f"leis/{lei}.toml").read_text(encoding="utf-8"))
    documento["leitura"][leitura]["adotada"] = opcao  # type: ignore[index]
    outra, problemas = read_lei(
        tomlkit.dumps(documento).encode(), f"leis/{lei}.toml", load_federal(PASTA), LEIS[lei].indices
    )
    assert outra is not None, [str(problema) for problema in problemas]
    return outra


def list_mudados(lei: str, outra: Lei) -> list[Caso]:
    return [
        caso
        for caso in CASOS
        if caso.lei == lei
        and evaluate_caso(caso, outra).situacao is not evaluate_caso(caso, LEIS[lei]).situacao
    ]


@pytest.mark.parametrize(("lei", "leitura", "opcao"), [*list_alternativas()])
def test_another_option_changes_answers_and_text(lei: str, leitura: str, opcao: str) -> None:
    outra = adopt(lei, leitura, opcao)
    assert outra.leituras[leitura].texto != LEIS[lei].leituras[leitura].texto
    assert LEIS[lei].leituras[leitura].muda_cor
    mudados = list_mudados(lei, outra)
    assert mudados
    impressas = [
        {item["id"]: item["texto"] for item in explain(evaluate_caso(caso, outra))["leituras"]}
        for caso in mudados
    ]
    assert any(textos.get(leitura) == outra.leituras[leitura].texto for textos in impressas)


@pytest.mark.parametrize("lei", DA_QUESTAO)
def test_named_ambiguities_are_readings_with_reasons(lei: str) -> None:
    for nome in DA_QUESTAO[lei]:
        leitura = LEIS[lei].leituras[nome]
        assert leitura.muda_cor
        assert len(leitura.opcao) > 1
        assert len(leitura.razao) > 40


def test_readings_touch_rules_that_exist(leis: Mapping[str, Lei]) -> None:
    for lei in leis.values():
        regras = lei.atual.regras
        existem = {
            "transicao",
            "laudo",
            "silencio",
            "prazo",
            "licenca_anterior",
            "remocao",
            *(f"obrigacao.{obrigacao.id}" for obrigacao in regras.obrigacao),
            *(f"instrumento.{codigo}" for codigo in regras.instrumento),
        }
        for nome, leitura in lei.leituras.items():
            assert {*leitura.toca} <= existem, (lei.id, nome)


def test_month_end_rule_moves_one_day() -> None:
    caso = next(caso for caso in CASOS if caso.id == "vo-p61")
    outra = adopt(caso.lei, "MES", "ultimo_dia")
    resposta = evaluate_caso(caso, outra)
    assert str(resposta.situacao) == "REGISTRO_VENCIDO"
    assert resposta.prazo is not None
    assert resposta.prazo.describe() == ["10 anos de 29/02/2020 = 28/02/2030 (não há dia 29 naquele mês)"]
