"""The first page's question: what people type, and the one sentence that answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, fill_minimo
from tests.ui.conftest import read_text

Abre = Callable[..., AppTest]


@pytest.mark.parametrize("texto", ["Votuporanga", "votuporamga", "VOTUPORANGA"])
def test_city_with_typos_answers_with_numerator_denominator_and_unknown(abre: Abre, texto: str) -> None:
    assert (
        "Em Votuporanga (SP), 3 de 8 estações avaliadas (38%) estão com pendência."
        " Sobre 2 (25%) os dados não permitem concluir."
    ) in read_text(abre("", q=texto))


def test_station_number_answers_with_its_situation(abre: Abre) -> None:
    texto = read_text(abre("", q="1005"))
    assert "**Estação 1005**, de CLARO, em Votuporanga (SP): não consta registro." in texto


@pytest.mark.parametrize("texto", ["Rua das Acácias, 103", "rua das acacias", "rua das acácias, Votuporanga"])
def test_street_with_or_without_number_lists_its_stations(abre: Abre, texto: str) -> None:
    pagina = read_text(abre("", q=texto))
    assert "Rua das Acácias" in pagina
    assert "/estacao?numero=" in pagina


def test_neighbourhood_of_a_named_city(abre: Abre) -> None:
    pagina = read_text(abre("", q="Centro, Lavras"))
    assert "Em Centro, Lavras (MG)" in pagina


def test_nothing_found_says_what_to_do(abre: Abre) -> None:
    assert "Nada encontrado para “xyzw”" in read_text(abre("", q="xyzw"))


def test_postcode_leads_to_its_street(tmp_path: Path) -> None:
    identidade = Identidade(em=EM, entradas=(), versao="cep", ficticio=False)

    def fill(con: duckdb.DuckDBPyConnection, _pasta: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("UPDATE detalhes SET cep = '15500-010' WHERE numero_estacao = '1005'")
        return avisos

    acervo = Acervo(publish_acervo(Store(tmp_path), identidade, fill))
    (achado,) = acervo.search("15500010").to_pylist()
    acervo.close()
    assert (achado["tipo"], achado["rotulo"], achado["codigo_ibge"]) == (
        "logradouro",
        "Rua das Acácias",
        "3557105",
    )
