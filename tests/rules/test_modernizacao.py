"""A law beside the state's model: computed, never listed; absence is said only of a whole text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from etrdash.dados import PastaDeDados
from etrdash.rules.carga import load_leis
from etrdash.rules.lei import Lei
from etrdash.rules.modernizacao import Estado, Ponto, compare_with


@pytest.fixture(scope="module")
def leis() -> Mapping[str, Lei]:
    return load_leis(PastaDeDados.open())


@pytest.fixture(scope="module")
def modelo(leis: Mapping[str, Lei]) -> Lei:
    (achada,) = [lei for lei in leis.values() if lei.cabecalho.modelo_da_uf]
    return achada


def find_ponto(pontos: tuple[Ponto, ...], assunto: str, rotulo: str = "") -> Ponto:
    (ponto,) = [p for p in pontos if p.assunto == assunto and rotulo in p.rotulo]
    return ponto


def test_the_model_is_equal_to_itself(modelo: Lei) -> None:
    pontos = compare_with(modelo, modelo)
    assert len(pontos) >= 14
    assert {ponto.estado for ponto in pontos} == {Estado.IGUAL}
    assert all(ponto.dispositivos_modelo for ponto in pontos)


def test_every_provision_named_exists_in_its_law(leis: Mapping[str, Lei], modelo: Lei) -> None:
    for lei in leis.values():
        for ponto in compare_with(modelo, lei):
            for chave in ponto.dispositivos_modelo:
                assert modelo.find_dispositivo(chave).rotulo
            for chave in ponto.dispositivos_lei:
                assert lei.find_dispositivo(chave).rotulo


def test_what_each_law_asks_of_an_ordinary_tower(leis: Mapping[str, Lei], modelo: Lei) -> None:
    # arts. 8º and 9º: a licence; art. 9º, § 1º: 60 days, nothing on silence; art. 10: ten years
    pontos = compare_with(modelo, leis["votuporanga_lei_5992_2017"])
    ordinaria = find_ponto(pontos, "obrigacao", "lugar comum")
    assert ordinaria.estado is Estado.DIFERENTE
    assert ordinaria.lei is not None
    assert ordinaria.lei["precisa"] == [["LICENCA_INSTALACAO"]]
    assert ordinaria.modelo["precisa"] == [["CADASTRO"]]
    assert find_ponto(pontos, "decisao").lei == {"prazo": "60d", "silencio": None}
    assert find_ponto(pontos, "decisao").modelo == {"protocolo_autoriza": True}
    assert find_ponto(pontos, "validade").estado is Estado.IGUAL
    assert find_ponto(pontos, "transicao").lei == {"prazo": "180d", "prorrogacao": "180d"}


def test_absence_is_never_told_of_a_text_with_gaps(leis: Mapping[str, Lei], modelo: Lei) -> None:
    vistos: Counter[Estado] = Counter()
    for lei in leis.values():
        incompleta = bool(lei.atual.regras.lacuna or lei.atual.lacuna)
        for ponto in compare_with(modelo, lei):
            vistos[ponto.estado] += 1
            assert ponto.estado is not (Estado.AUSENTE if incompleta else Estado.LACUNA), (lei.id, ponto)
            assert (ponto.lei is None) == (ponto.estado in {Estado.AUSENTE, Estado.LACUNA})
    assert vistos[Estado.DIFERENTE] > 20


def test_changing_the_law_changes_the_comparison(modelo: Lei) -> None:
    atual = modelo.atual
    sem_laudo = atual.regras.model_copy(
        update={
            "transicao": atual.regras.transicao and atual.regras.transicao.model_copy(update={"laudo": None}),
            "lacuna": (),
        }
    )
    redacao = type(atual)(atual.norma, atual.desde, atual.provisoria, atual.lacuna, sem_laudo)
    outra = Lei(modelo.cabecalho, modelo.leituras, (redacao,), modelo.federal, modelo.indices)
    mudou = [p for p in compare_with(modelo, outra) if p.estado is not Estado.IGUAL]
    assert [(p.assunto, p.estado) for p in mudou] == [("laudo", Estado.AUSENTE)]
