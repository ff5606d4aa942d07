"""A grid of dates, kinds and circumstances: each law gives exactly one answer, grounded, and never raises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise, product

import pytest

from etrdash.rules import avaliador
from etrdash.rules.avaliador import ORDEM, SEM_ATOS, evaluate
from etrdash.rules.fatos import Adocao, Ato, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.prazo import Termo
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Grupo, Instalacao, Instrumento, Situacao, Tipo, TipoAto, Vigencia, Zona

IDS = (
    "londrina_lei_13184_2020",
    "modelo_nao_identificado",
    "sao_vicente_lc_1090_2023",
    "sp_modelo",
    "votuporanga_lei_5992_2017",
)
ADOCAO = Adocao(publicada_em=date(2022, 5, 16), prorrogada_em=date(2022, 10, 3), vigencia=Vigencia.CONFIRMADA)
DATAS = tuple(date(ano, mes, dia) for ano in range(2000, 2041) for mes, dia in ((1, 1), (2, 28), (8, 31)))
INSTALACOES = (None, date(2004, 2, 29), date(2020, 9, 1), date(2023, 12, 31))


def make_historicos(codigo: Instrumento) -> tuple[tuple[Ato, ...], ...]:
    """Return lives of one instrument: nothing, asked, stopped, held, renewed, changed, refused, withdrawn."""
    pedido = Ato(TipoAto.PROTOCOLO, date(2022, 8, 1), codigo)
    emissao = Ato(TipoAto.EMISSAO, date(2022, 10, 3), codigo)
    return (
        (),
        (pedido,),
        (pedido, Ato(TipoAto.EXIGENCIA, date(2022, 8, 10), codigo)),
        (
            pedido,
            Ato(TipoAto.EXIGENCIA, date(2022, 8, 10), codigo),
            Ato(TipoAto.RESPOSTA, date(2022, 9, 10), codigo),
        ),
        (emissao,),
        (emissao, Ato(TipoAto.PEDIDO_RENOVACAO, date(2026, 1, 5), codigo)),
        (emissao, Ato(TipoAto.RENOVACAO, date(2026, 1, 5), codigo)),
        (emissao, Ato(TipoAto.MODIFICACAO, date(2024, 1, 5), codigo, motivo="ampliacao")),
        (pedido, Ato(TipoAto.INDEFERIMENTO, date(2022, 9, 1), codigo)),
        (emissao, Ato(TipoAto.CASSACAO, date(2025, 3, 3), codigo)),
        (emissao, Ato(TipoAto.INDEFERIMENTO, date(2022, 10, 3), codigo)),
        (Ato(TipoAto.COMUNICACAO, date(2023, 2, 1), codigo),),
    )


SOLTOS = (
    (Ato(TipoAto.LAUDO, date(2022, 9, 1)),),
    (Ato(TipoAto.LAUDO, date(2022, 9, 1)), Ato(TipoAto.DECISAO_LAUDO, date(2023, 1, 9), favoravel=False)),
    (Ato(TipoAto.PRAZO_ADEQUACAO, date(2023, 1, 9), prazo=Termo(1, "y")),),
    (
        Ato(TipoAto.INTIMACAO, date(2024, 1, 9), motivo="remocao"),
        Ato(TipoAto.AUTO_INFRACAO, date(2024, 2, 9)),
    ),
    (Ato(TipoAto.REMOCAO, date(2024, 1, 9), motivo="substituicao"), Ato(TipoAto.RECURSO, date(2024, 1, 9))),
    (Ato(TipoAto.CASSACAO, date(2024, 1, 9)), Ato(TipoAto.MODIFICACAO, date(2024, 1, 9))),
)


def iterate_fatos() -> Iterator[Fatos]:
    for tipo, instalacao, zona, data in product(Tipo, Instalacao, (None, *Zona), INSTALACOES):
        yield Fatos(tipo, instalacao, primeiro_licenciamento=data, zona=zona)
    for nome, valor, data in product(
        ("compartilhada", "area_sensivel", "equiparada", "substituicao", "construcao"),
        (True, False),
        INSTALACOES,
    ):
        yield Fatos(primeiro_licenciamento=data, **{nome: valor})
    for regular in (True, False, None):
        yield Fatos(primeiro_licenciamento=date(2023, 12, 31), compartilhada=True, hospedeira_regular=regular)


def check(resposta: Resposta) -> None:
    """Check that an answer is one of the evaluator's, grounded, and that its colour and term make sense."""
    assert resposta.situacao in Situacao
    assert resposta.situacao is not Situacao.A_CONFERIR
    assert resposta.avaliador is resposta.situacao
    assert resposta.em < resposta.muda_em
    if resposta.grupo is Grupo.VERMELHO:
        assert resposta.dispositivos
        assert resposta.falta
        assert resposta.escada in (resposta.quadro.regras.escada if resposta.quadro else {})
        assert all(fato <= resposta.em for fato in resposta.fatos_em)
    if resposta.grupo is Grupo.VERDE:
        assert not resposta.falta
        assert resposta.dispositivos
    if resposta.prazo is not None:
        assert resposta.prazo.nominal <= resposta.prazo.em
        assert resposta.prazo.describe()
    if resposta.situacao in {Situacao.EM_TRANSICAO, Situacao.PRAZO_DE_COMUNICACAO} and resposta.prazo_em:
        assert resposta.em <= resposta.prazo_em
    if resposta.situacao is Situacao.PRAZO_VENCIDO:
        assert resposta.prazo_em is not None
        assert resposta.prazo_em < resposta.em


def evaluate_series(lei: Lei, fatos: Fatos, atos: Sequence[Ato], datas: Iterable[date]) -> list[Resposta]:
    """Evaluate on several dates, anew only where the last answer says that it may have changed."""
    respostas: list[Resposta] = []
    for em in datas:
        if respostas and em < respostas[-1].muda_em:
            respostas.append(replace(respostas[-1], em=em))
        else:
            respostas.append(evaluate(lei, ADOCAO, fatos, atos, em))
    return respostas


def evaluate_trechos(lei: Lei, fatos: Fatos, atos: Sequence[Ato], desde: date, ate: date) -> list[Resposta]:
    """Evaluate a period, once for each stretch on which the answer says that it holds."""
    trechos = [evaluate(lei, ADOCAO, fatos, atos, desde)]
    while trechos[-1].muda_em <= ate:
        trechos.append(evaluate(lei, ADOCAO, fatos, atos, trechos[-1].muda_em))
    return trechos


@pytest.mark.parametrize("lei", IDS)
def test_every_day_has_one_answer_without_acts(lei: str, leis: Mapping[str, Lei]) -> None:
    for fatos in iterate_fatos():
        respostas = evaluate_series(leis[lei], fatos, (), DATAS)
        assert len(respostas) == len(DATAS)
        for resposta in respostas:
            check(resposta)


@pytest.mark.parametrize("lei", IDS)
def test_every_day_has_one_answer_with_acts(lei: str, leis: Mapping[str, Lei]) -> None:
    historicos = [atos for codigo in Instrumento for atos in make_historicos(codigo)] + list(SOLTOS)
    casos = [
        Fatos(primeiro_licenciamento=date(2004, 2, 29)),
        Fatos(primeiro_licenciamento=date(2023, 12, 31)),
        Fatos(Tipo.PEQUENO_PORTE, primeiro_licenciamento=date(2023, 12, 31)),
        Fatos(Tipo.MOVEL, primeiro_licenciamento=date(2004, 2, 29)),
        Fatos(primeiro_licenciamento=date(2023, 12, 31), area_sensivel=True),
        Fatos(),
    ]
    for fatos, atos in product(casos, historicos):
        for trecho in evaluate_trechos(leis[lei], fatos, atos, DATAS[0], DATAS[-1]):
            check(trecho)


@pytest.mark.parametrize("lei", IDS)
def test_answers_hold_until_the_day_they_say(lei: str, leis: Mapping[str, Lei]) -> None:
    """On the day before ``muda_em`` a fresh evaluation says the same; the stretches leave no day out."""
    codigos = sorted({*leis[lei].atual.regras.instrumento, Instrumento.LICENCA_ANTERIOR})
    for codigo, data in product(codigos, INSTALACOES):
        for atos in make_historicos(codigo):
            fatos = Fatos(primeiro_licenciamento=data)
            trechos = evaluate_trechos(leis[lei], fatos, atos, date(2019, 1, 1), date(2040, 12, 31))
            for anterior, seguinte in pairwise(trechos):
                assert anterior.muda_em == seguinte.em
                vespera = evaluate(leis[lei], ADOCAO, fatos, atos, seguinte.em - timedelta(days=1))
                assert strip(vespera) == strip(anterior)


def strip(resposta: Resposta) -> tuple[object, ...]:
    """Everything that a reader sees, except the date."""
    return (
        resposta.situacao,
        resposta.motivos,
        resposta.prazo,
        resposta.dispositivos,
        resposta.falta,
        resposta.escada,
        resposta.fatos_em,
        resposta.leituras,
        resposta.muda_em,
    )


def test_series_is_the_single_evaluation_date_by_date(leis: Mapping[str, Lei]) -> None:
    for lei in IDS:
        for codigo in leis[lei].atual.regras.instrumento:
            for atos in make_historicos(codigo):
                fatos = Fatos(primeiro_licenciamento=date(2004, 2, 29))
                datas = [date(2022, 1, 28) + timedelta(days=45 * n) for n in range(40)]
                serie = evaluate_series(leis[lei], fatos, atos, datas)
                assert [(r.em, strip(r)) for r in serie] == [
                    (em, strip(evaluate(leis[lei], ADOCAO, fatos, atos, em))) for em in datas
                ]


def test_short_order_without_acts_is_the_whole_order(
    leis: Mapping[str, Lei], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps left out where there is no act never answer there."""
    casos = [(lei, fatos, em) for lei in IDS for fatos in iterate_fatos() for em in DATAS[60:90:7]]
    curta = [strip(evaluate(leis[lei], ADOCAO, fatos, (), em)) for lei, fatos, em in casos]
    assert len(SEM_ATOS) < len(ORDEM)
    monkeypatch.setattr(avaliador, "SEM_ATOS", ORDEM)
    assert [strip(evaluate(leis[lei], ADOCAO, fatos, (), em)) for lei, fatos, em in casos] == curta


def test_order_of_acts_does_not_matter(leis: Mapping[str, Lei]) -> None:
    for lei in IDS:
        for codigo in leis[lei].atual.regras.instrumento:
            for atos in make_historicos(codigo):
                fatos = Fatos(primeiro_licenciamento=date(2004, 2, 29))
                direta = evaluate(leis[lei], ADOCAO, fatos, atos, date(2026, 11, 30))
                inversa = evaluate(leis[lei], ADOCAO, fatos, tuple(reversed(atos)), date(2026, 11, 30))
                assert strip(direta) == strip(inversa)
