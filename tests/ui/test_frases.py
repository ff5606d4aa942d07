"""Sentences with counts done by hand: nothing, one, many, and nothing known."""

from __future__ import annotations

from datetime import date

import pytest

from etrdash.ui.frases import say_basis, say_counts


@pytest.mark.parametrize(
    ("avaliadas", "vermelho", "cinza", "esperado"),
    [
        (0, 0, 0, "Aqui, nenhuma estação é de um serviço que as leis de antenas avaliam."),
        (4, 0, 0, "Aqui, nenhuma das 4 estações avaliadas está com pendência."),
        (4, 1, 0, "Aqui, 1 de 4 estações avaliadas (25%) está com pendência."),
        (
            8,
            3,
            2,
            "Aqui, 3 de 8 estações avaliadas (38%) estão com pendência."
            " Sobre 2 (25%) os dados não permitem concluir.",
        ),
        (1, 0, 1, "Aqui há 1 estação avaliada, e os dados não permitem concluir nada sobre ela."),
        (
            3,
            0,
            3,
            "Aqui há 3 estações avaliadas, e os dados não permitem concluir nada sobre nenhuma delas.",
        ),
    ],
)
def test_counts_in_words(avaliadas: int, vermelho: int, cinza: int, esperado: str) -> None:
    assert say_counts({"avaliadas": avaliadas, "vermelho": vermelho, "cinza": cinza}, "Aqui") == esperado


def test_records_without_a_day_of_extraction_are_given_none() -> None:
    texto = say_basis({"cobertura": "parcial", "base_recebida_em": None}, date(2026, 11, 30))
    assert "não se sabe o dia da extração" in texto
    assert "30/11/2026" in texto
    assert "—" not in texto
