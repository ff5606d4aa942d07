"""Every situação has a name, a sentence and, through its group, a colour and a shape of its own."""

from __future__ import annotations

import re
from datetime import date

import pytest

from etrdash.ui.html import draw_chip, fill
from etrdash.ui.situacoes import (
    MARCAS,
    NOMES,
    PENDENCIAS,
    explain_situacao,
    say_officially,
    say_situacao,
    say_station,
)
from etrdash.vocabulario import Grupo, Situacao

PROIBIDAS = ("ilegal", "irregular", "clandestin")


def test_all_eighteen_are_named_and_said_apart() -> None:
    frases = {say_situacao(s, "DIA", lingua) for s in Situacao for lingua in ("pt", "en")}
    assert set(NOMES) == set(Situacao)
    assert len(set(NOMES.values())) == 18
    assert len(frases) == 36
    assert all(frase[0].isupper() and frase.endswith(".") for frase in frases)
    assert set(PENDENCIAS) == {s for s in Situacao if s.grupo is Grupo.VERMELHO}


def test_no_word_accuses() -> None:
    frases = [say_situacao(s, "DIA", "pt") for s in Situacao]
    textos = " ".join([*NOMES.values(), *frases, *PENDENCIAS.values()]).lower()
    assert not any(palavra in textos for palavra in PROIBIDAS)


def make_station(situacao: Situacao, prazo: date | None = None, **explicacao: str) -> dict[str, object]:
    return {"situacao": situacao.value, "prazo_em": prazo, "explicacao": explicacao}


def test_sentence_of_the_contract_for_no_record() -> None:
    estacao = make_station(Situacao.SEM_REGISTRO)
    assert (
        say_officially(estacao, date(2026, 11, 1))
        == "Não consta registro municipal na base recebida em 01/11/2026."
    )
    assert "data não informada" in say_officially(estacao, None)


def test_station_is_said_as_the_acervo_says_it() -> None:
    frase = say_station(make_station(Situacao.SEM_REGISTRO, frase="frase publicada"), None)
    assert frase == "Frase publicada."
    velha = say_station(make_station(Situacao.SEM_REGISTRO), date(2026, 11, 1))
    assert velha == "Não consta registro municipal na base recebida em 01/11/2026."


def test_last_day_of_a_term_is_part_of_the_answer() -> None:
    dia = date(2026, 2, 3)
    for situacao in Situacao:
        com_prazo = "03/02/2026" in say_officially(make_station(situacao, dia), date(2026, 11, 1))
        assert com_prazo == ("03/02/2026" in say_station(make_station(situacao, dia), date(2026, 11, 1)))
        assert com_prazo == (
            situacao in {"EM_TRANSICAO", "PRAZO_DE_COMUNICACAO", "REGISTRO_VENCIDO", "PRAZO_VENCIDO"}
        )


def test_groups_differ_by_colour_shape_and_symbol() -> None:
    assert set(MARCAS) == set(Grupo)
    for campo in ("cor", "forma", "simbolo", "nome"):
        assert len({getattr(marca, campo) for marca in MARCAS.values()}) == 4


def _luminance(cor: str) -> float:
    canais = [int(cor[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    lineares = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in canais]
    return 0.2126 * lineares[0] + 0.7152 * lineares[1] + 0.0722 * lineares[2]


def test_red_and_green_differ_in_lightness_from_amber() -> None:
    luz = {grupo: _luminance(marca.cor) for grupo, marca in MARCAS.items()}
    for grupo in (Grupo.VERMELHO, Grupo.VERDE, Grupo.CINZA):
        claro, escuro = max(luz[grupo], luz[Grupo.AMARELO]), min(luz[grupo], luz[Grupo.AMARELO])
        assert (claro + 0.05) / (escuro + 0.05) > 1.7


def test_html_escapes_every_value() -> None:
    assert "<b>" not in fill("<p>{x}</p>", x="<b>oi</b>")
    assert "Prazo vencido" in draw_chip("PRAZO_VENCIDO")


@pytest.mark.parametrize("situacao", Situacao)
def test_plain_words_exist_and_accuse_nobody(situacao: Situacao) -> None:
    texto = explain_situacao(situacao)
    assert texto.endswith(".")
    assert not re.search("|".join([*PROIBIDAS, "culpa", "descumpr", "infraç"]), texto, re.IGNORECASE)


@pytest.mark.parametrize(
    "situacao", [Situacao.SEM_REGISTRO, Situacao.PRAZO_VENCIDO, Situacao.REGISTRO_VENCIDO]
)
def test_what_was_not_found_may_exist(situacao: Situacao) -> None:
    assert "pode existir e não constar nela" in explain_situacao(situacao).lower()


def test_an_unknown_situation_has_no_plain_words() -> None:
    assert explain_situacao("OUTRA") == ""
