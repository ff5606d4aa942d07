"""Sentences with counts done by hand: nothing, one, many, and nothing known."""

from __future__ import annotations

import pytest

from etrdash.ui.frases import say_counts


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
