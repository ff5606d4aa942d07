"""The city and station pages against the tiny acervo's counts, done by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import list_numbers, read_text

Abre = Callable[..., AppTest]


def test_city_counts_evaluated_stations_only(abre: Abre) -> None:
    texto = read_text(abre("cidade", ibge="3557105"))
    assert "3 de 8 estações avaliadas (38%) estão com pendência" in texto
    assert "Sobre 2 (25%) os dados não permitem concluir" in texto
    assert "registros municipais recebidos em 01/11/2026" in texto


def test_each_red_situation_has_its_own_sentence_and_article(abre: Abre) -> None:
    texto = read_text(abre("cidade", ibge="3557105"))
    assert "Não consta registro municipal na base recebida em 01/11/2026" in texto
    assert "O registro deixou de valer" in texto
    assert "O prazo da lei terminou" in texto
    assert "art. 39" in texto


def test_city_without_law_is_never_accused(abre: Abre) -> None:
    texto = read_text(abre("cidade", ibge="3138203"))
    assert "há 3 estações avaliadas, e os dados não permitem concluir nada sobre nenhuma delas" in texto
    assert ">0% das avaliadas" not in texto
    assert "não quer dizer que a lei não exista" in texto
    assert "o que falta" not in texto


def test_unknown_city_offers_the_list(abre: Abre) -> None:
    app = abre("cidade", ibge="9999999")
    assert "9999999 não está neste acervo" in read_text(app)
    assert not app.exception


def test_filters_in_the_address_choose_the_rows(abre: Abre) -> None:
    app = abre("cidade", ibge="3557105", situacao=["PRAZO_VENCIDO", "SEM_REGISTRO"])
    assert sorted(list_numbers(app)) == ["1004", "1005"]


def test_filter_that_leaves_nothing_says_so(abre: Abre) -> None:
    texto = read_text(abre("cidade", ibge="3557105", grupo="amarelo", situacao="SEM_REGISTRO"))
    assert "Nenhuma estação com estes filtros" in texto


def test_other_services_are_listed_only_on_request(abre: Abre) -> None:
    app = abre("cidade", ibge="3557105", servicos="todos")
    assert len(list_numbers(app)) == 9


def test_station_page_shows_rule_arithmetic_reply_and_both_sources(abre: Abre) -> None:
    texto = read_text(abre("estacao", numero="1004"))
    assert "O prazo da lei terminou e não consta o ato na base municipal recebida em 01/11/2026." in texto
    assert "Último dia do prazo: 26/12/2017." in texto
    assert "180 dias de 28/06/2017 = 25/12/2017 → 26/12/2017" in texto
    assert "«prazo de 180 dias»" in texto
    assert "Pedido em preparo." in texto
    assert "anatel.csv, linha 5" in texto
    assert "Lei 12.527/2011" in texto


def test_station_without_record_uses_the_contract_sentence(abre: Abre) -> None:
    texto = read_text(abre("estacao", numero="1005"))
    assert "Não consta registro municipal na base recebida em 01/11/2026." in texto
    assert "não quer dizer que o documento não exista" in texto.replace("Não quer", "não quer")


def test_stations_on_one_site_reach_each_other(abre: Abre) -> None:
    app = abre("estacao", numero="1001")
    assert any("1002" in link.proto.label for link in app.get("page_link"))


def test_unknown_station_says_so(abre: Abre) -> None:
    app = abre("estacao", numero="31337")
    assert "31337 não está neste acervo" in read_text(app)
    assert not app.exception


def test_hostile_number_is_inert(abre: Abre) -> None:
    app = abre("estacao", numero="<script>alert(1)</script>")
    assert not app.exception
    assert all("<script>" not in html.proto.body for html in app.get("html"))


def test_choice_survives_from_page_to_page(abre: Abre) -> None:
    app = abre("cidade", ibge="3557105")
    app.switch_page("../../../pages/mapa.py")
    app.query_params["ibge"] = "3557105"
    app.query_params["situacao"] = ["PRAZO_VENCIDO"]
    app.run()
    assert list_numbers(app) == ["1004"]
    assert app.query_params["ibge"] == "3557105"


def test_grey_station_says_why_in_its_first_sentence(abre: Abre) -> None:
    texto = read_text(abre("estacao", numero="2001"))
    assert "Sem dados suficientes para responder. Nenhuma lei municipal cadastrada." in texto


def test_a_distance_of_the_law_is_information_with_its_article_and_the_note(abre: Abre) -> None:
    texto = read_text(abre("estacao", numero="1004"))
    assert "Distâncias que a lei menciona" in texto
    assert "50 m de escola, hospital (art. 21, § 1º)" in texto
    assert "Escola de Exemplo" in texto
    assert "31 m" in texto
    assert "não muda a situação de nenhuma estação" in texto
    assert "ADPF 732" in texto


def test_a_station_with_nothing_near_says_so(abre: Abre) -> None:
    texto = read_text(abre("estacao", numero="1005"))
    assert "Nada consta a menos dessas distâncias" in texto


def test_the_city_counts_stations_near_what_the_law_names(abre: Abre) -> None:
    texto = read_text(abre("cidade", ibge="3557105"))
    assert "1 estação a menos de 50 m de escola, hospital." in texto
    assert "ADPF 732" in texto


@pytest.mark.parametrize(
    ("pagina", "parametro", "rotulo"),
    [
        ("cidade", "prestadora", "Prestadora"),
        ("cidade", "grupo", "Legenda"),
        ("cidade", "ordem", "Em ordem de"),
        ("mapa", "tecnologia", "Tecnologia"),
        ("mapa", "mes", "Situação ao fim de"),
    ],
)
def test_a_filter_that_is_not_on_offer_is_said(abre: Abre, pagina: str, parametro: str, rotulo: str) -> None:
    app = abre(pagina, ibge="3557105", **{parametro: "NAO [EXISTE](x)"})
    (dito,) = [item.value for item in app.info if "foi deixado de lado" in item.value]
    assert dito.startswith(rotulo)
    assert "NAO \\[EXISTE\\]" in dito
    assert parametro not in app.query_params


def test_a_filter_on_offer_needs_no_notice(abre: Abre) -> None:
    app = abre("cidade", ibge="3557105", prestadora="CLARO", grupo="vermelho")
    assert not [item for item in app.info if "foi deixado de lado" in item.value]
