"""Cautela only turns red into grey; and no red passes against the table of SPEC §1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etrdash.dados import PastaDeDados
from etrdash.rules.avaliador import evaluate
from etrdash.rules.carga import load_leis
from etrdash.rules.cautela import ContextoDeCautela, apply_cautela
from etrdash.rules.fatos import Adocao, Ato, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.motivos import MOTIVOS, describe_situacao
from etrdash.rules.municipio import Periodo, Registros
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Completude, Grupo, Instrumento, Situacao, TipoAto, Vigencia

EM = date(2026, 11, 30)
PUBLICADA = date(2022, 5, 16)
REGISTROS = Registros(
    orgao="Secretaria", canal="LAI", licenca="dados abertos", extraida_em=EM, completude=Completude.COMPLETA
)
SEGURO = ContextoDeCautela(registros=REGISTROS, servico_avaliado=True)
VERMELHAS = {
    Situacao.PRAZO_VENCIDO: (Fatos(primeiro_licenciamento=date(2015, 4, 1)), ()),
    Situacao.SEM_REGISTRO: (Fatos(primeiro_licenciamento=date(2023, 4, 3)), ()),
    Situacao.REGISTRO_VENCIDO: (
        Fatos(primeiro_licenciamento=date(2015, 4, 1)),
        (Ato(TipoAto.EMISSAO, date(2015, 1, 15), Instrumento.LICENCA_ANTERIOR, validade=date(2025, 1, 15)),),
    ),
    Situacao.INDEFERIDA: (
        Fatos(primeiro_licenciamento=date(2023, 4, 3)),
        (Ato(TipoAto.INDEFERIMENTO, date(2023, 6, 1), Instrumento.CADASTRO),),
    ),
}


def answer(lei: Lei, situacao: Situacao, vigencia: Vigencia = Vigencia.CONFIRMADA) -> Resposta:
    fatos, atos = VERMELHAS[situacao]
    resposta = evaluate(lei, Adocao(PUBLICADA, vigencia=vigencia), fatos, atos, EM, EM)
    assert resposta.situacao is situacao
    return resposta


@pytest.fixture
def modelo(leis: Mapping[str, Lei]) -> Lei:
    return leis["sp_modelo"]


@pytest.mark.parametrize("situacao", VERMELHAS)
def test_a_red_answer_stands_when_nothing_is_against_it(modelo: Lei, situacao: Situacao) -> None:
    resposta = answer(modelo, situacao)
    assert apply_cautela(resposta, SEGURO) is resposta


@pytest.mark.parametrize("situacao", VERMELHAS)
@pytest.mark.parametrize(
    ("contexto", "motivo"),
    [
        (replace(SEGURO, registros=None), "SEM_BASE_MUNICIPAL"),
        (
            replace(SEGURO, registros=REGISTROS.model_copy(update={"completude": Completude.PARCIAL})),
            "BASE_PARCIAL",
        ),
        (
            replace(SEGURO, registros=REGISTROS.model_copy(update={"completude": Completude.DESCONHECIDA})),
            "BASE_PARCIAL",
        ),
        (replace(SEGURO, registros=REGISTROS.model_copy(update={"completude": {}})), "BASE_PARCIAL"),
        (
            replace(SEGURO, registros=REGISTROS.model_copy(update={"extraida_em": None})),
            "BASE_ANTERIOR_AO_FATO",
        ),
        (
            replace(SEGURO, registros=REGISTROS.model_copy(update={"extraida_em": date(2014, 1, 1)})),
            "BASE_ANTERIOR_AO_FATO",
        ),
        (replace(SEGURO, servico_avaliado=False), "SERVICO_NAO_AVALIADO"),
        (replace(SEGURO, processos_sem_lugar=True), "BASE_PARCIAL"),
        (replace(SEGURO, estacao_sem_lugar=True), "ESTACAO_SEM_LUGAR"),
    ],
)
def test_each_row_of_the_table(
    modelo: Lei, situacao: Situacao, contexto: ContextoDeCautela, motivo: str
) -> None:
    resposta = apply_cautela(answer(modelo, situacao), contexto)
    assert resposta.situacao is Situacao.SEM_DADOS_SUFICIENTES
    assert resposta.motivos[0] == motivo
    assert resposta.avaliador is situacao
    assert MOTIVOS[motivo]["pt"]


@pytest.mark.parametrize("situacao", VERMELHAS)
@pytest.mark.parametrize("vigencia", [v for v in Vigencia if v is not Vigencia.CONFIRMADA])
def test_unconfirmed_law(modelo: Lei, situacao: Situacao, vigencia: Vigencia) -> None:
    resposta = apply_cautela(answer(modelo, situacao, vigencia), SEGURO)
    assert resposta.situacao is Situacao.SEM_DADOS_SUFICIENTES
    assert "LEI_A_CONFIRMAR" in resposta.motivos


def test_other_instrument_only_bars_sem_registro(modelo: Lei) -> None:
    contexto = replace(SEGURO, tem_registro=True)
    cinza = apply_cautela(answer(modelo, Situacao.SEM_REGISTRO), contexto)
    assert cinza.situacao is Situacao.SEM_DADOS_SUFICIENTES
    assert "REGISTRO_DE_OUTRO_INSTRUMENTO" in cinza.motivos
    vencido = answer(modelo, Situacao.PRAZO_VENCIDO)
    assert apply_cautela(vencido, contexto) is vencido


@pytest.mark.parametrize("situacao", VERMELHAS)
def test_probable_link_that_changes_the_answer(modelo: Lei, situacao: Situacao) -> None:
    resposta = answer(modelo, situacao)
    mudada = apply_cautela(resposta, replace(SEGURO, com_provaveis=Situacao.REGULAR, tem_registro=True))
    assert mudada.situacao is Situacao.A_CONFERIR
    assert "VINCULO_PROVAVEL" in mudada.motivos
    assert apply_cautela(resposta, replace(SEGURO, com_provaveis=situacao)) is resposta


def test_what_is_said_of_the_records_comes_before_the_link(modelo: Lei) -> None:
    contexto = ContextoDeCautela(registros=None, servico_avaliado=True, com_provaveis=Situacao.REGULAR)
    resposta = apply_cautela(answer(modelo, Situacao.PRAZO_VENCIDO), contexto)
    assert resposta.situacao is Situacao.SEM_DADOS_SUFICIENTES
    assert {"SEM_BASE_MUNICIPAL", "VINCULO_PROVAVEL"} <= {*resposta.motivos}


def test_deadline_on_the_day_of_the_extraction_is_not_later(modelo: Lei) -> None:
    resposta = answer(modelo, Situacao.PRAZO_VENCIDO)
    assert resposta.prazo_em == date(2024, 5, 16)
    no_dia = REGISTROS.model_copy(update={"extraida_em": date(2024, 5, 16)})
    antes = REGISTROS.model_copy(update={"extraida_em": date(2024, 5, 15)})
    assert apply_cautela(resposta, replace(SEGURO, registros=no_dia)) is resposta
    assert "BASE_ANTERIOR_AO_FATO" in apply_cautela(resposta, replace(SEGURO, registros=antes)).motivos


def test_station_licensed_after_the_extraction(modelo: Lei) -> None:
    resposta = answer(modelo, Situacao.SEM_REGISTRO)
    antes = REGISTROS.model_copy(update={"extraida_em": date(2023, 4, 2)})
    assert "BASE_ANTERIOR_AO_FATO" in apply_cautela(resposta, replace(SEGURO, registros=antes)).motivos


def test_completeness_by_instrument_and_period(modelo: Lei) -> None:
    resposta = answer(modelo, Situacao.SEM_REGISTRO)
    for periodo, basta in (
        (Periodo(), True),
        (Periodo(desde=PUBLICADA), True),
        (Periodo(desde=PUBLICADA + timedelta(days=1)), False),
        (Periodo(ate=EM), True),
        (Periodo(ate=date(2023, 4, 2)), False),
        (Periodo(ate=EM - timedelta(days=1)), False),
        (Periodo(completude=Completude.PARCIAL), False),
    ):
        registros = REGISTROS.model_copy(update={"completude": {Instrumento.CADASTRO: periodo}})
        prudente = apply_cautela(resposta, replace(SEGURO, registros=registros))
        assert (prudente is resposta) is basta, periodo
    outro = REGISTROS.model_copy(update={"completude": {Instrumento.COMUNICACAO: Periodo()}})
    assert "BASE_PARCIAL" in apply_cautela(resposta, replace(SEGURO, registros=outro)).motivos


def test_completeness_covers_what_the_transition_accepts(leis: Mapping[str, Lei]) -> None:
    fatos = Fatos(primeiro_licenciamento=date(2012, 1, 1))
    adocao = Adocao(PUBLICADA, vigencia=Vigencia.CONFIRMADA)
    resposta = evaluate(leis["modelo_nao_identificado"], adocao, fatos, (), EM, EM)
    assert resposta.situacao is Situacao.PRAZO_VENCIDO
    cadeia = {Instrumento.ALVARA_CONSTRUCAO: Periodo(), Instrumento.CERT_CONCLUSAO: Periodo()}
    for completude, basta in ((cadeia, False), ({**cadeia, Instrumento.TERMO_REGULARIDADE: Periodo()}, True)):
        registros = REGISTROS.model_copy(update={"completude": completude})
        assert (apply_cautela(resposta, replace(SEGURO, registros=registros)) is resposta) is basta


def test_sentence_of_each_red_answer() -> None:
    frases = {
        situacao: describe_situacao(situacao, EM) for situacao in Situacao if situacao.grupo is Grupo.VERMELHO
    }
    assert frases[Situacao.SEM_REGISTRO] == "não consta registro municipal na base recebida em 30/11/2026"
    assert len(set(frases.values())) == 4
    assert all("30/11/2026" in frase for frase in frases.values())


LEIS = load_leis(PastaDeDados.open())
datas = st.one_of(st.none(), st.dates(date(2000, 1, 1), date(2040, 12, 31)))
registros = st.one_of(
    st.none(),
    st.builds(
        Registros,
        orgao=st.just("o"),
        canal=st.just("c"),
        licenca=st.just("l"),
        extraida_em=datas,
        completude=st.one_of(
            st.sampled_from(Completude),
            st.dictionaries(
                st.sampled_from(Instrumento), st.builds(Periodo, desde=datas, ate=datas), max_size=3
            ),
        ),
    ),
)
contextos = st.builds(
    ContextoDeCautela,
    registros=registros,
    servico_avaliado=st.booleans(),
    tem_registro=st.booleans(),
    com_provaveis=st.one_of(st.none(), st.sampled_from(Situacao)),
)
atos = st.lists(
    st.builds(
        Ato,
        ato=st.sampled_from(TipoAto),
        data=st.dates(date(2010, 1, 1), date(2030, 1, 1)),
        instrumento=st.one_of(st.none(), st.sampled_from(Instrumento)),
        suspensivo=st.one_of(st.none(), st.booleans()),
        favoravel=st.one_of(st.none(), st.booleans()),
    ),
    max_size=4,
)


@given(
    st.sampled_from(sorted(LEIS)),
    st.sampled_from(Vigencia),
    st.builds(Fatos, primeiro_licenciamento=datas, instalada_em=datas),
    atos,
    st.dates(date(2017, 1, 1), date(2040, 12, 31)),
    contextos,
)
def test_only_red_changes_only_to_grey_and_no_red_passes_against_the_table(
    lei: str, vigencia: Vigencia, fatos: Fatos, historico: list[Ato], em: date, contexto: ContextoDeCautela
) -> None:
    extraida_em = contexto.registros.extraida_em if contexto.registros else None
    antes = evaluate(LEIS[lei], Adocao(PUBLICADA, vigencia=vigencia), fatos, historico, em, extraida_em)
    depois = apply_cautela(antes, contexto)
    if antes.grupo is not Grupo.VERMELHO:
        assert depois is antes
        return
    assert depois.grupo in {Grupo.VERMELHO, Grupo.CINZA}
    assert replace(depois, situacao=antes.situacao, motivos=antes.motivos) == antes
    if depois.grupo is Grupo.VERMELHO:
        assert vigencia is Vigencia.CONFIRMADA
        assert contexto.servico_avaliado
        assert contexto.registros is not None
        assert contexto.registros.extraida_em is not None
        assert all(fato <= contexto.registros.extraida_em for fato in antes.fatos_em)
        assert contexto.registros.completude != Completude.PARCIAL
        assert contexto.registros.completude != Completude.DESCONHECIDA
        assert contexto.com_provaveis in {None, antes.situacao}
        assert not (antes.situacao is Situacao.SEM_REGISTRO and contexto.tem_registro)
    else:
        assert set(antes.motivos) < set(depois.motivos)
