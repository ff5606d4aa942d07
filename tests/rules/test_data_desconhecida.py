"""A station without a first licence of its own: what its neighbours' licences may and may not say of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from etrdash.rules.avaliador import evaluate
from etrdash.rules.fatos import Adocao, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Situacao, Tipo, Vigencia

EM = date(2024, 6, 3)
PUBLICADA = date(2022, 5, 16)


def answer(leis: Mapping[str, Lei], tipo: Tipo, vizinha: date, *, presumida: bool) -> Resposta:
    fatos = Fatos(
        tipo=tipo, instalada_em=vizinha, instalacao_presumida=presumida, sitio_licenciado_em=vizinha
    )
    adocao = Adocao(PUBLICADA, vigencia=Vigencia.CONFIRMADA)
    return evaluate(leis["sp_modelo"], adocao, fatos, [], EM, EM)


@pytest.mark.parametrize("tipo", [Tipo.ETR, Tipo.MOVEL, Tipo.PEQUENO_PORTE])
def test_newer_neighbours_date_nothing(leis: Mapping[str, Lei], tipo: Tipo) -> None:
    resposta = answer(leis, tipo, date(2023, 1, 10), presumida=True)
    assert resposta.situacao is Situacao.SEM_DADOS_SUFICIENTES
    assert "DATA_DE_INSTALACAO_DESCONHECIDA" in resposta.motivos
    assert resposta.prazo is None


def test_older_neighbour_tells_that_the_structure_is_as_old_as_the_law(leis: Mapping[str, Lei]) -> None:
    assert answer(leis, Tipo.ETR, PUBLICADA, presumida=True).situacao is Situacao.PRAZO_VENCIDO
    proxima = answer(leis, Tipo.PEQUENO_PORTE, PUBLICADA, presumida=True)
    assert proxima.situacao is Situacao.SEM_DADOS_SUFICIENTES


def test_documents_date_of_the_structure_still_counts(leis: Mapping[str, Lei]) -> None:
    assert answer(leis, Tipo.ETR, date(2023, 1, 10), presumida=False).situacao is Situacao.SEM_REGISTRO


def test_structure_not_yet_built_accuses_nobody(leis: Mapping[str, Lei]) -> None:
    futura = answer(leis, Tipo.ETR, date(2024, 6, 4), presumida=False)
    assert futura.situacao is Situacao.SEM_DADOS_SUFICIENTES
    assert answer(leis, Tipo.ETR, EM, presumida=False).situacao is Situacao.SEM_REGISTRO
