"""The weights that ship: complete, silent where a side is silent, in favour of what confirms."""

from __future__ import annotations

from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados, shipped_folder
from etrdash.erros import DadosInvalidos
from etrdash.matching.pesos import ARQUIVO, PLACARES, Pesos


def test_the_shipped_weights_cover_every_level() -> None:
    pesos = Pesos.load(PastaDeDados.open())
    for nome, fatos in PLACARES.items():
        for fato, definicao in fatos.items():
            assert len(getattr(pesos, nome).pesos[fato]) == len(definicao.niveis)


def test_what_one_side_does_not_say_weighs_nothing() -> None:
    pesos = Pesos.load(PastaDeDados.open())
    for nome, fatos in PLACARES.items():
        for fato, definicao in fatos.items():
            for nivel, peso in zip(definicao.niveis, getattr(pesos, nome).pesos[fato], strict=True):
                if nivel.startswith("sem_") or nivel.endswith("_sem_numero"):
                    assert peso == 0, (nome, fato, nivel)


@pytest.mark.parametrize("placar", ["lugar", "lugar_com_contexto"])
def test_an_equal_number_weighs_more_than_any_other_answer(placar: str) -> None:
    niveis = PLACARES[placar]["numero"].niveis
    pesos = dict(zip(niveis, getattr(Pesos.load(PastaDeDados.open()), placar).pesos["numero"], strict=True))
    iguais = [peso for nivel, peso in pesos.items() if nivel.startswith("igual_")]
    outros = [peso for nivel, peso in pesos.items() if not nivel.startswith("igual_")]
    assert min(iguais) > max(outros)


def test_a_missing_weight_is_named_with_its_remedy(tmp_path: Path) -> None:
    texto = (shipped_folder() / ARQUIVO).read_text(encoding="utf-8")
    (tmp_path / "matching").mkdir()
    (tmp_path / ARQUIVO).write_text(texto.replace("aceito = 0.5", 'aceito = "meio"'), encoding="utf-8")
    with pytest.raises(DadosInvalidos) as erro:
        Pesos.load(PastaDeDados.open(tmp_path))
    assert "limiares.aceito" in str(erro.value)
    assert "vinculos_treinar" in str(erro.value)


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "matching").mkdir()
    (tmp_path / ARQUIVO).write_text("= = =", encoding="utf-8")
    with pytest.raises(DadosInvalidos, match="TOML"):
        Pesos.load(PastaDeDados.open(tmp_path))
