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
from etrdash.ui.pergunta import list_words, split_question
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


@pytest.mark.parametrize(
    ("texto", "lugares", "codigos"),
    [
        ("Rua das Acácias, 12, Lavras - MG", ("Rua das Acácias",), ("3138203",)),
        ("R. das Acácias 120, Lavras/MG", ("R. das Acácias",), ("3138203",)),
        ("Rua 7, nº 12, Lavras", ("Rua 7",), ("3138203",)),
        ("Lavras, Centro", ("Centro",), ("3138203",)),
        ("Centro, Lavras, Minas Gerais", ("Centro",), ("3138203",)),
        ("Santos, São Paulo", (), ("3548500",)),
        ("Centro, São Paulo", ("Centro",), ("3550308",)),
        ("Rua São Paulo, Campinas", ("Rua São Paulo",), ("3509502",)),
        ("Centro, Parati", ("Centro",), ("3303807",)),  # an earlier spelling
        ("Centro, Votuporamga", ("Centro",), ("3557105",)),  # a typing error
        ("15500-010, Votuporanga", ("15500-010",), ("3557105",)),
        ("Bom Jesus, PB", (), ("2502201",)),
    ],
)
def test_a_city_set_apart_says_where_to_look(
    abre: Abre, texto: str, lugares: tuple[str, ...], codigos: tuple[str, ...]
) -> None:
    abre("")
    pergunta = split_question(texto)
    assert pergunta is not None
    assert (pergunta.lugares, pergunta.codigos) == (lugares, codigos)


@pytest.mark.parametrize("texto", ["Votuporanga", "Rua São Paulo", "Rua Qualquer, 12", "-22,9, -47,0"])
def test_a_search_that_names_no_city_apart_is_one_text(abre: Abre, texto: str) -> None:
    abre("")
    assert split_question(texto) is None


def test_words_that_registries_drop_do_not_count() -> None:
    assert list_words("R. Dr. João da Silva") == ("joao", "silva")
    assert list_words("Av.") == ()


@pytest.mark.parametrize("texto", ["R. Acácias 103, Votuporanga", "Votuporanga - SP, rua acacias"])
def test_a_street_is_found_in_its_city_however_it_is_written(abre: Abre, texto: str) -> None:
    assert "Em Rua das Acácias, Votuporanga (SP)" in read_text(abre("", q=texto))


def test_a_street_without_antennas_answers_with_its_city_and_says_so(abre: Abre) -> None:
    pagina = read_text(abre("", q="Rua do Nunca, 5, Votuporanga"))
    assert "Não há “Rua do Nunca” entre os endereços das antenas de Votuporanga." in pagina
    assert "Em Votuporanga (SP), 3 de 8 estações avaliadas" in pagina


def test_a_street_of_a_city_outside_the_acervo_is_not_looked_for_elsewhere(abre: Abre) -> None:
    pagina = read_text(abre("", q="Rua das Acácias, Campinas"))
    assert "Campinas (SP): não há estações deste município neste acervo" in pagina
    assert "/estacao?numero=" not in pagina


def test_a_postcode_of_no_antenna_says_what_else_to_search_for(abre: Abre) -> None:
    assert "Nenhuma antena deste acervo tem o CEP 99999-999" in read_text(abre("", q="99999-999"))


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
