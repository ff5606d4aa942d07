"""Every sentence of the program exists in both languages; an English answer holds none in Portuguese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from etrdash.rules.casos import evaluate_caso, load_casos
from etrdash.rules.explicacao import explain
from etrdash.rules.frases import FRASES, IDIOMAS, translate_palavra, write_frase
from etrdash.rules.lei import Lei
from etrdash.rules.regras import Regras
from etrdash.vocabulario import Situacao, Vigencia

CASOS = sorted((Path(__file__).parents[1] / "casos").glob("*.yaml"))
TODAS = [(familia, codigo) for familia, frases in FRASES.items() for codigo in frases]
IGUAIS = {("previsto", "multa_sem_valor")}
"""Nothing but what is filled in."""
PORTUGUES = re.compile(
    r"\b(dias?|meses|mês|anos?|domingo|sábado|feriado municipal|prorrogação|renovação|validade registrada"
    r"|suspenso|até|dirigida|Depois do prazo|atualizada|hoje|Defesa:|Recurso:|Pagamento|A multa|multa de)\b"
)
MARCA = re.compile(r"\{\w+\}")


@pytest.mark.parametrize(("familia", "codigo"), TODAS)
def test_every_sentence_has_both_languages_and_the_same_blanks(familia: str, codigo: str) -> None:
    frase = FRASES[familia][codigo]
    assert set(frase) >= set(IDIOMAS)
    assert all(texto.strip() for texto in frase.values())
    assert len({tuple(sorted(MARCA.findall(texto))) for texto in frase.values()}) == 1
    assert ((familia, codigo) in IGUAIS) == (frase["pt"] == frase["en"])


def test_every_situacao_and_every_doubt_about_a_law_has_its_sentence() -> None:
    assert set(FRASES["situacao"]) == set(Situacao)
    assert set(Vigencia) - {Vigencia.CONFIRMADA} <= set(FRASES["aviso"])


def test_every_party_and_fine_of_the_laws_has_its_english_word(leis: Mapping[str, Lei]) -> None:
    for lei in leis.values():
        for redacao in lei.redacoes:
            regras = redacao.regras
            palavras = {quem for obrigacao in regras.obrigacao for quem in obrigacao.responsavel}
            palavras |= {passo.para for escada in regras.escada.values() for passo in escada.passos}
            palavras |= {palavra for multa in regras.multa.values() for palavra in (multa.rotulo, multa.por)}
            assert palavras - {""} <= set(FRASES["palavra"]), lei.cabecalho.id


def test_a_word_that_nobody_translated_stays_as_the_law_has_it() -> None:
    assert translate_palavra("concessionária", "en") == "concessionária"


def test_a_missing_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        write_frase("conta", "nenhuma", "pt")


def remove_law(texto: str, regras: Regras) -> str:
    """Leave out of a sentence what the law file says in its own words."""
    da_lei = {escada.nota for escada in regras.escada.values()}
    da_lei |= {passo.medida for escada in regras.escada.values() for passo in escada.passos}
    da_lei |= {multa.sem_valor for multa in regras.multa.values()}
    da_lei |= {regra.providencia for regra in regras.remocao}
    for meio in (regras.defesa, regras.recurso, regras.pagamento):
        da_lei |= {meio.a_quem, meio.nota} if meio else set()
    for trecho in sorted(da_lei, key=len, reverse=True):
        texto = texto.replace(trecho, "") if trecho else texto
    return texto


@pytest.mark.parametrize("arquivo", CASOS, ids=lambda caminho: caminho.stem)
def test_an_english_answer_has_no_portuguese_sentence_of_ours(arquivo: Path, leis: Mapping[str, Lei]) -> None:
    for caso in load_casos(arquivo):
        resposta = evaluate_caso(caso, leis[caso.lei])
        pt, en = explain(resposta), explain(resposta, "en")
        passos = en["prazo"]["passos"] if en["prazo"] else []
        for passo in passos:
            assert not PORTUGUES.search(passo), (caso.id, passo)
        assert len(en["previsto"]) == len(pt["previsto"])
        for item in en["previsto"]:
            assert resposta.quadro is not None
            nosso = remove_law(item["texto"], resposta.quadro.regras)
            assert not PORTUGUES.search(nosso), (caso.id, nosso)
        assert not set(en["responsavel"]) & set(pt["responsavel"])
        assert en["frase"] != pt["frase"]
        assert en["avisos"][-1] == resposta.lei.federal.aviso_en
        for depois, antes in zip(en["motivos"], pt["motivos"], strict=True):
            assert depois["texto"] != antes["texto"]
