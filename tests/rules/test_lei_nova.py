"""A sixth law by files alone: a fictitious law and municipality in an overlay folder get right answers."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados
from etrdash.rules.avaliador import evaluate, find_transicao
from etrdash.rules.carga import load_leis, load_municipios
from etrdash.rules.cautela import ContextoDeCautela, apply_cautela
from etrdash.rules.explicacao import explain
from etrdash.rules.fatos import Ato, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio
from etrdash.vocabulario import Instrumento, Situacao, Tipo, TipoAto

DOCUMENTO = Path(__file__).resolve().parents[2] / "docs" / "nova-lei.md"
CODIGO = "9999901"
LEI = "lei_ficticia_1_2024"


def read_exemplos() -> dict[str, str]:
    """Return the files that the walk-through shows: path in the data folder → content."""
    exemplos: dict[str, str] = {}
    blocos = DOCUMENTO.read_text(encoding="utf-8").split("```toml\n")[1:]
    for bloco in blocos:
        conteudo = bloco.split("```")[0]
        primeira = conteudo.splitlines()[0]
        if primeira.startswith("# arquivo: "):
            exemplos[primeira.removeprefix("# arquivo: ").strip()] = conteudo
    return exemplos


@pytest.fixture(scope="module")
def cidade(tmp_path_factory: pytest.TempPathFactory) -> tuple[Lei, Municipio]:
    pasta = tmp_path_factory.mktemp("dados")
    for nome, conteudo in read_exemplos().items():
        (pasta / nome).parent.mkdir(parents=True, exist_ok=True)
        (pasta / nome).write_text(conteudo, encoding="utf-8")
    dados = PastaDeDados.open(pasta)
    leis, municipios = load_leis(dados), load_municipios(dados)
    assert len(leis) == 6
    return leis[LEI], municipios[CODIGO]


def test_the_walk_through_shows_two_files() -> None:
    assert set(read_exemplos()) == {f"leis/{LEI}.toml", f"municipios/{CODIGO}.toml"}


MACRO_ANTIGA = Fatos(primeiro_licenciamento=date(2015, 1, 5))
MACRO_NOVA = Fatos(primeiro_licenciamento=date(2025, 3, 3))
PEQUENA = Fatos(Tipo.PEQUENO_PORTE, primeiro_licenciamento=date(2025, 3, 3))


@pytest.mark.parametrize(
    ("fatos", "atos", "em", "situacao", "prazo_em"),
    [
        # 13 months of 31/01/2024: there is no 31/02/2025, and 01/03 is a Saturday; Monday 03/03 is the
        # municipality's own holiday, Tuesday 04/03 the last day
        (MACRO_ANTIGA, (), date(2024, 1, 30), Situacao.SEM_DADOS_SUFICIENTES, None),
        (MACRO_ANTIGA, (), date(2024, 1, 31), Situacao.EM_TRANSICAO, date(2025, 3, 4)),
        (MACRO_ANTIGA, (), date(2025, 3, 4), Situacao.EM_TRANSICAO, date(2025, 3, 4)),
        (MACRO_ANTIGA, (), date(2025, 3, 5), Situacao.PRAZO_VENCIDO, date(2025, 3, 4)),
        (MACRO_NOVA, (), date(2025, 4, 1), Situacao.SEM_REGISTRO, None),
        # five years of the licence, last day and next
        (
            MACRO_NOVA,
            (Ato(TipoAto.EMISSAO, date(2025, 2, 3), Instrumento.LICENCA_INSTALACAO),),
            date(2030, 2, 3),
            Situacao.REGULAR,
            date(2030, 2, 3),
        ),
        (
            MACRO_NOVA,
            (Ato(TipoAto.EMISSAO, date(2025, 2, 3), Instrumento.LICENCA_INSTALACAO),),
            date(2030, 2, 4),
            Situacao.REGISTRO_VENCIDO,
            date(2030, 2, 3),
        ),
        # 45 days to decide, then tacit: 03/02/2025 + 45 = Thursday 20/03/2025
        (
            MACRO_NOVA,
            (Ato(TipoAto.PROTOCOLO, date(2025, 2, 3), Instrumento.LICENCA_INSTALACAO),),
            date(2025, 3, 20),
            Situacao.EM_ANALISE,
            date(2025, 3, 20),
        ),
        (
            MACRO_NOVA,
            (Ato(TipoAto.PROTOCOLO, date(2025, 2, 3), Instrumento.LICENCA_INSTALACAO),),
            date(2025, 3, 21),
            Situacao.SILENCIO_POSITIVO,
            date(2025, 3, 20),
        ),
        # small cells: 30 days after, 03/03/2025 + 30 = Wednesday 02/04/2025
        (PEQUENA, (), date(2025, 4, 2), Situacao.PRAZO_DE_COMUNICACAO, date(2025, 4, 2)),
        (PEQUENA, (), date(2025, 4, 3), Situacao.PRAZO_VENCIDO, date(2025, 4, 2)),
        (
            Fatos(Tipo.RADIOAMADOR, primeiro_licenciamento=date(2025, 3, 3)),
            (),
            date(2025, 4, 3),
            Situacao.FORA_DO_ESCOPO,
            None,
        ),
    ],
)
def test_right_answers_without_code(
    cidade: tuple[Lei, Municipio],
    fatos: Fatos,
    atos: tuple[Ato, ...],
    em: date,
    situacao: Situacao,
    prazo_em: date | None,
) -> None:
    lei, municipio = cidade
    resposta = evaluate(lei, municipio.adocao, fatos, atos, em)
    assert (resposta.situacao, resposta.prazo_em) == (situacao, prazo_em)


def test_its_words_come_from_the_file(cidade: tuple[Lei, Municipio]) -> None:
    lei, municipio = cidade
    explicada = explain(evaluate(lei, municipio.adocao, MACRO_NOVA, (), date(2026, 4, 1)))
    assert [item["rotulo"] for item in explicada["base_legal"]] == ["art. 2º", "art. 9º"]
    assert explicada["responsavel"] == ["detentora"]
    assert explicada["falta"][0]["documentos"] == ["requerimento", "projeto"]
    # January 2024 to December 2024 and 2025: two whole years by the published index
    assert "multa de R$ 1.000,00" in explicada["previsto"][0]["texto"]
    assert "mês-base 01/2024" in explicada["previsto"][0]["texto"]


def test_its_records_make_red_answers_publishable(cidade: tuple[Lei, Municipio]) -> None:
    lei, municipio = cidade
    resposta = evaluate(lei, municipio.adocao, MACRO_NOVA, (), date(2025, 4, 1))
    contexto = ContextoDeCautela(registros=municipio.registros, servico_avaliado=True)
    assert apply_cautela(resposta, contexto) is resposta


def test_its_transition_is_listed(cidade: tuple[Lei, Municipio]) -> None:
    lei, municipio = cidade
    prazo = find_transicao(lei, municipio.adocao)
    assert prazo is not None
    assert prazo.describe() == [
        "13 meses de 31/01/2024 = 01/03/2025 (não há dia 31 naquele mês), sábado, "
        "feriado municipal em 03/03/2025 → 04/03/2025"
    ]
