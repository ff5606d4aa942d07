"""Every situação has a name, a sentence and, through its group, a colour and a shape of its own."""

from __future__ import annotations

from datetime import date

from etrdash.ui.html import draw_chip, fill
from etrdash.ui.situacoes import FRASES, MARCAS, NOMES, PENDENCIAS, say_situacao
from etrdash.vocabulario import Grupo, Situacao

PROIBIDAS = ("ilegal", "irregular", "clandestin")


def test_all_eighteen_are_named_and_said_apart() -> None:
    assert set(NOMES) == set(FRASES) == set(Situacao)
    assert len(set(NOMES.values())) == len(set(FRASES.values())) == 18
    assert set(PENDENCIAS) == {s for s in Situacao if s.grupo is Grupo.VERMELHO}


def test_no_word_accuses() -> None:
    textos = " ".join([*NOMES.values(), *FRASES.values(), *PENDENCIAS.values()]).lower()
    assert not any(palavra in textos for palavra in PROIBIDAS)


def test_sentence_of_the_contract_for_no_record() -> None:
    frase = say_situacao("SEM_REGISTRO", None, date(2026, 11, 1))
    assert frase == "Não consta registro municipal na base recebida em 01/11/2026."
    assert "data não informada" in say_situacao("SEM_REGISTRO", None, None)


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
