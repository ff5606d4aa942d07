"""The answer in words: shape, citations, what is missing, what the law foresees, warnings, readings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from etrdash.rules import motivos as sentencas
from etrdash.rules.avaliador import evaluate
from etrdash.rules.casos import evaluate_caso, load_casos
from etrdash.rules.explicacao import explain, list_conteudo
from etrdash.rules.fatos import Adocao, Ato, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.motivos import MOTIVOS, SITUACOES, describe_motivo
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Grupo, Instrumento, Situacao, Tipo, TipoAto, Vigencia

PASTA_DE_CASOS = Path(__file__).parents[1] / "casos"
CASOS = {caso.id: caso for arquivo in PASTA_DE_CASOS.glob("*.yaml") for caso in load_casos(arquivo)}
CHAVES = {
    "situacao",
    "grupo",
    "em",
    "avaliador",
    "frase",
    "motivos",
    "prazo",
    "base_legal",
    "responsavel",
    "falta",
    "previsto",
    "vigencia",
    "avisos",
    "leituras",
}


def answer(caso: str, leis: Mapping[str, Lei]) -> Resposta:
    return evaluate_caso(CASOS[caso], leis[CASOS[caso].lei])


def test_every_case_explains_itself_in_json(leis: Mapping[str, Lei]) -> None:
    for nome, caso in CASOS.items():
        explicada = explain(evaluate_caso(caso, leis[caso.lei]))
        assert set(explicada) == CHAVES, nome
        assert json.loads(json.dumps(explicada, ensure_ascii=False)) == explicada
        assert explicada["frase"]
        assert all(item["texto"] != item["codigo"] for item in explicada["motivos"]), (
            nome,
            explicada["motivos"],
        )
        assert all(item["rotulo"] and item["trecho"] for item in explicada["base_legal"])
        if explicada["grupo"] in {"amarelo", "vermelho"}:
            assert explicada["responsavel"], nome
        if explicada["grupo"] == "vermelho":
            assert explicada["falta"], nome
            assert explicada["previsto"], nome


def test_english_differs_and_is_complete(leis: Mapping[str, Lei]) -> None:
    for caso in CASOS.values():
        resposta = evaluate_caso(caso, leis[caso.lei])
        assert explain(resposta, "en")["frase"] != explain(resposta)["frase"]
        assert all(explain(resposta, "en")["motivos"][n]["texto"] for n in range(len(resposta.motivos)))


@pytest.mark.parametrize(
    ("caso", "rotulos"),
    [
        # a missing communication is art. 15, I, of the state model, not II
        ("sp-p46", ["art. 6º, caput", "art. 6º, II", "art. 15, I, a"]),
        ("sp-p11", ["art. 20, caput", "art. 20, § 1º", "art. 15, II, a"]),
        ("sp-p05", ["art. 5º, caput", "art. 13", "art. 15, II, a"]),
        ("sp-p65", ["art. 20, § 4º"]),
        # the unidentified law, kinds of art. 4º: arts. 4º and 21
        ("an-p13", ["art. 4º, caput", "art. 4º, I", "art. 21"]),
        ("an-p33", ["art. 12", "art. 16, caput", "art. 22, I", "art. 23, I"]),
        # plain refusal and withdrawal are cited apart
        ("vo-p35", ["art. 8º, caput", "art. 26"]),
        ("vo-p51", ["art. 29, caput", "art. 29, § 2º", "art. 29, § 3º"]),
        ("lo-p23", ["art. 6º, caput", "art. 10, caput"]),
        ("lo-p07", ["art. 14, caput", "art. 16, parágrafo único", "art. 14, parágrafo único"]),
        ("sv-p04", ["art. 31, caput", "art. 31, § 3º", "art. 25, I", "art. 26"]),
        ("vo-p24", ["art. 8º, caput", "art. 9º, caput", "Decreto 10.480/2020, art. 13"]),
    ],
)
def test_citations(caso: str, rotulos: list[str], leis: Mapping[str, Lei]) -> None:
    assert list(answer(caso, leis).rotulos) == rotulos


def test_kinds_of_the_prior_authorisation_do_not_cite_works_without_licence(leis: Mapping[str, Lei]) -> None:
    for caso in ("lo-p26", "lo-p27", "lo-p32", "lo-p36"):
        assert not any(rotulo == "art. 15" for rotulo in answer(caso, leis).rotulos)
    assert "art. 15" in answer("lo-p24", leis).rotulos


def test_point_to_point_cites_only_its_own_provision(leis: Mapping[str, Lei]) -> None:
    lei = leis["votuporanga_lei_5992_2017"]
    fatos = Fatos(Tipo.ENLACE, primeiro_licenciamento=date(2020, 1, 10))
    assert evaluate(lei, Adocao(), fatos, (), date(2024, 2, 1)).rotulos == ("art. 3º, parágrafo único, IV",)


def test_fine_is_updated_with_base_month_and_factor(leis: Mapping[str, Lei]) -> None:
    previsto = explain(answer("sp-p11", leis))["previsto"]
    intimacao, nova, remocao = previsto[:3]
    assert intimacao["rotulo"] == "art. 15, II, a; art. 15, III"
    assert "30 dias" in intimacao["texto"]
    # 16/05/2022 to 17/05/2024: two whole years, May 2022 to April 2024
    assert "multa de R$ 2.000,00, hoje R$ 2.1" in intimacao["texto"]
    assert "IPCA de 05/2022 a 04/2024, mês-base 05/2022, fator 1,0" in intimacao["texto"]
    assert "retirada" in nova["texto"]
    assert remocao["rotulo"] == "art. 16"
    assert any("A multa pode se repetir a cada ano" in item["texto"] for item in previsto)


def test_no_amount_where_the_law_gives_none(leis: Mapping[str, Lei]) -> None:
    for caso in ("lo-p24", "sv-p04", "an-p33"):
        textos = " ".join(item["texto"] for item in explain(answer(caso, leis))["previsto"])
        assert "R$" not in textos, caso
        assert "multa" in textos, caso
    unidades = " ".join(item["texto"] for item in explain(answer("vo-p51", leis))["previsto"])
    assert "20.000 UFM por dia de evento" in unidades
    assert "R$" not in unidades


def test_defence_and_appeal_with_their_effect(leis: Mapping[str, Lei]) -> None:
    textos = [item["texto"] for item in explain(answer("vo-p51", leis))["previsto"]]
    assert "Defesa: em 15 dias, ao Secretário Municipal de Planejamento, com efeito suspensivo" in textos
    assert "Recurso: em 5 dias, ao Prefeito Municipal, com efeito suspensivo" in textos
    sem_prazo = [item["texto"] for item in explain(answer("an-p33", leis))["previsto"]]
    assert "Recurso: sem prazo na lei, ao Prefeito, com efeito suspensivo" in sem_prazo
    assert not any(
        item["texto"].startswith("Recurso") for item in explain(answer("sp-p11", leis))["previsto"]
    )


def test_inside_the_term_the_law_is_only_foretold(leis: Mapping[str, Lei]) -> None:
    previsto = explain(answer("sp-p10", leis))["previsto"]
    assert previsto[0]["texto"].startswith("Depois do prazo: ")
    assert explain(answer("lo-p03", leis))["previsto"] == []


def test_what_is_missing_lists_links_alternatives_and_the_transition(leis: Mapping[str, Lei]) -> None:
    cadeia = explain(answer("an-p02", leis))["falta"]
    assert [(item["instrumento"], item["elo"], item["na_transicao"]) for item in cadeia] == [
        ("ALVARA_CONSTRUCAO", 1, False),
        ("CERT_CONCLUSAO", 2, False),
        ("TERMO_REGULARIDADE", 0, True),
    ]
    alternativas = explain(answer("lo-p26", leis))["falta"]
    assert [(item["instrumento"], item["elo"]) for item in alternativas] == [
        ("AUTORIZACAO_PREVIA", 1),
        ("COMUNICACAO", 1),
    ]
    assert len(explain(answer("vo-p06", leis))["falta"][0]["documentos"]) == 15
    assert explain(answer("sp-p33", leis))["falta"][0]["nome"] == "Cadastro prévio"


def test_warnings_state_the_law_and_its_validity(leis: Mapping[str, Lei]) -> None:
    lei = leis["votuporanga_lei_5992_2017"]
    fatos = Fatos(primeiro_licenciamento=date(2020, 1, 10))
    avisos = explain(evaluate(lei, Adocao(vigencia=Vigencia.A_CONFIRMAR), fatos, (), date(2024, 2, 1)))[
        "avisos"
    ]
    assert any("ainda não foi confirmada" in aviso and "dezembro de 2023" in aviso for aviso in avisos)
    assert any("Tema 1.235" in aviso and "ADPF 732" in aviso for aviso in avisos)
    provisoria = explain(evaluate(leis["sao_vicente_lc_1090_2023"], Adocao(), fatos, (), date(2026, 2, 1)))[
        "avisos"
    ]
    assert any("15/08/2025" in aviso and "provisória" in aviso for aviso in provisoria)
    tombado = explain(answer("sp-p09", leis))["avisos"]
    assert any("art. 7º" in aviso for aviso in tombado)


def test_no_wording_no_citation(leis: Mapping[str, Lei]) -> None:
    explicada = explain(answer("sp-p01", leis))
    assert (explicada["base_legal"], explicada["falta"], explicada["previsto"]) == ([], [], [])


def test_recorded_notice_of_removal_opens_its_terms(leis: Mapping[str, Lei]) -> None:
    """180 days and two years from the notice, all doubled while the law is in its first two years."""
    lei, adocao = leis["modelo_nao_identificado"], Adocao(publicada_em=date(2022, 5, 5))
    fatos = Fatos(primeiro_licenciamento=date(2012, 1, 1))
    textos = {}
    for dia in (date(2024, 5, 5), date(2024, 5, 6)):
        atos = (Ato(TipoAto.INTIMACAO, dia, motivo="remocao"),)
        previsto = explain(evaluate(lei, adocao, fatos, atos, date(2024, 6, 3)))["previsto"]
        textos[dia] = [item["texto"] for item in previsto if "emo" in item["texto"]]
    assert "360 dias de 05/05/2024 = 30/04/2025" in textos[date(2024, 5, 5)][0]
    assert "4 anos de 05/05/2024 = 05/05/2028" in textos[date(2024, 5, 5)][1]
    assert "180 dias de 06/05/2024 = 02/11/2024" in textos[date(2024, 5, 6)][0]
    assert "2 anos de 06/05/2024 = 06/05/2026" in textos[date(2024, 5, 6)][1]


def test_presumed_facts_are_said(leis: Mapping[str, Lei]) -> None:
    lei, adocao = leis["sp_modelo"], Adocao(publicada_em=date(2022, 5, 16))
    presumida = Fatos(
        primeiro_licenciamento=date(2023, 1, 9),
        instalada_em=date(2015, 1, 9),
        instalacao_presumida=True,
        motivos=("CLASSE_PRESUMIDA",),
    )
    documento = Fatos(primeiro_licenciamento=date(2023, 1, 9), instalada_em=date(2015, 1, 9))
    codigo = "INSTALACAO_PRESUMIDA_PELA_1a_LICENCA_ANATEL"
    em = date(2024, 1, 10)
    assert {codigo, "CLASSE_PRESUMIDA"} <= {*evaluate(lei, adocao, presumida, (), em).motivos}
    assert codigo not in evaluate(lei, adocao, documento, (), em).motivos
    pequena = Fatos(Tipo.PEQUENO_PORTE, primeiro_licenciamento=date(2022, 11, 7))
    outra = evaluate(leis["londrina_lei_13184_2020"], Adocao(), pequena, (), date(2022, 12, 1))
    assert "ZONA_PRESUMIDA_URBANA" in outra.motivos


def test_second_station_of_an_old_licensed_structure_is_in_the_transition_of_anatel_s_licensees(
    leis: Mapping[str, Lei],
) -> None:
    """The structure's date, presumed from the earliest first licence at the place, is a licence too."""
    fatos = Fatos(
        primeiro_licenciamento=date(2023, 1, 9), instalada_em=date(2015, 1, 9), instalacao_presumida=True
    )
    resposta = evaluate(leis["londrina_lei_13184_2020"], Adocao(), fatos, (), date(2024, 1, 10))
    assert resposta.situacao is Situacao.EM_TRANSICAO
    documento = replace(fatos, instalada_em=date(2013, 5, 2), instalacao_presumida=False)
    for licenca, situacao in (
        (date(2015, 1, 9), Situacao.EM_TRANSICAO),
        (date(2023, 1, 9), Situacao.SEM_REGISTRO),
        (None, Situacao.SEM_REGISTRO),
    ):
        do_sitio = replace(documento, sitio_licenciado_em=licenca)
        obtida = evaluate(leis["londrina_lei_13184_2020"], Adocao(), do_sitio, (), date(2024, 1, 10))
        assert obtida.situacao is situacao


def test_appeal_of_unknown_effect_is_not_red(leis: Mapping[str, Lei]) -> None:
    atos = [
        Ato(TipoAto.INDEFERIMENTO, date(2023, 6, 1), Instrumento.CADASTRO),
        Ato(TipoAto.RECURSO, date(2023, 6, 10)),
    ]
    fatos = Fatos(primeiro_licenciamento=date(2023, 4, 3))
    resposta = evaluate(leis["sp_modelo"], Adocao(date(2022, 5, 16)), fatos, atos, date(2024, 1, 10))
    assert resposta.situacao is Situacao.EM_ANALISE
    assert "RECURSO_DE_EFEITO_NAO_INFORMADO" in resposta.motivos


def test_every_reason_in_the_code_has_a_sentence_and_every_sentence_a_use() -> None:
    pasta = Path(sentencas.__file__).parent
    codigo = "\n".join(
        arquivo.read_text(encoding="utf-8") for arquivo in pasta.glob("*.py") if arquivo.name != "motivos.py"
    )
    usados = set(re.findall(r'"([A-Z][A-Z0-9a]*(?:_[A-Z0-9a]+)+)"', codigo)) - {
        *Situacao,
        *Instrumento,
        *Tipo,
    }
    de_fora = {"CLASSE_PRESUMIDA", "LEI_NAO_CADASTRADA"}
    assert usados - set(MOTIVOS) - {"FALTA_"} == set()
    assert set(MOTIVOS) - usados == de_fora


def test_words_that_never_describe_a_station() -> None:
    frases = [*MOTIVOS.values(), *SITUACOES.values()]
    texto = " ".join(texto for frase in frases for texto in frase.values()).lower()
    assert not re.search(r"ilegal|irregular|clandestin|illegal|unlawful", texto)
    assert set(SITUACOES) == set(Situacao)
    assert len({frase["pt"] for frase in SITUACOES.values()}) == len(Situacao)


def test_missing_instrument_is_named_as_the_law_does(leis: Mapping[str, Lei]) -> None:
    nomes = leis["londrina_lei_13184_2020"].atual.regras.nomes
    assert describe_motivo("FALTA_APROVACAO_EXECUCAO", nomes) == "Falta: Aprovação da execução da obra."
    assert describe_motivo("FALTA_APROVACAO_EXECUCAO", nomes, "en").startswith("Missing: ")
    assert describe_motivo("CODIGO_DE_OUTRA_CAMADA", nomes) == "CODIGO_DE_OUTRA_CAMADA"


def test_green_never_foresees_sanctions(leis: Mapping[str, Lei]) -> None:
    for caso in CASOS.values():
        resposta = evaluate_caso(caso, leis[caso.lei])
        if resposta.grupo is Grupo.VERDE:
            assert not any("multa" in item["texto"] for item in explain(resposta)["previsto"])


def test_the_same_content_gives_the_same_words(leis: Mapping[str, Lei]) -> None:
    contadas: dict[tuple[object, ...], dict[str, object]] = {}
    comuns = 0
    for caso in CASOS.values():
        lei = leis[caso.lei]
        adocao = Adocao(caso.publicada_em, caso.prorrogada_em, frozenset(caso.feriados), Vigencia.CONFIRMADA)
        atos = [ato.to_ato() for ato in caso.atos]
        for processo, metros in ((None, 0.0), ("99/2021", 1.0)):
            proprios = [replace(ato, registro_id=processo, distancia_m=metros) for ato in atos]
            for em in (caso.em, date(2026, 11, 30), date(2027, 1, 31)):
                resposta = evaluate(lei, adocao, caso.estacao.to_fatos(), proprios, em)
                comuns += list_conteudo(resposta) in contadas
                assert contadas.setdefault(list_conteudo(resposta), explain(resposta)) == explain(resposta)
    assert comuns > len(CASOS)
