"""Spellings of companies that no table knows, and names that must stay apart."""

from __future__ import annotations

import pandas as pd
import pytest

from etrdash.matching.empresas import unify_empresas


@pytest.mark.parametrize(
    ("grafias", "quantas"),
    [
        (["Mastro Azul Infraestrutura Ltda", "MASTRO AZUL INFRA LTDA ME", "Mastro Azul S.A."], 1),
        (["NORDENET SERVICOS DE TELECOM", "Nordenet", "NORDENET TELECOMUNICACOES S/A"], 1),
        (["Torres do Planalto S.A.", "Torres do Pontal S.A."], 2),
        (["Telecom Serviços Ltda", "Telecom Internet Ltda"], 1),
        (["Brazil Tower Company", "Brazil Telecom Ltda"], 2),
        (["American Tower do Brasil", "Torres do Brasil"], 2),
        (["Vivo", "TIM", "Claro", "Oi"], 4),
    ],
)
def test_spellings_of_one_company_count_once(grafias: list[str], quantas: int) -> None:
    assert unify_empresas(pd.Series(grafias)).nunique() == quantas


def test_known_names_stay_and_nulls_too() -> None:
    nomes = pd.Series(["Algar Telecom", None, "American Tower do Brasil"])
    unidos = unify_empresas(nomes)
    assert unidos[[0, 2]].tolist() == ["Algar Telecom", "American Tower do Brasil"]
    assert pd.isna(unidos[1])
