"""Cities side by side: a city that cannot be compared has words on the page and empty cells in the file."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.ui.comparacao import COMPARAVEIS, blank_groups, write_row
from etrdash.vocabulario import Grupo
from tests.ui.conftest import read_text

Abre = Callable[..., AppTest]


def test_file_has_figures_only_where_cities_can_be_compared(acervo: Acervo) -> None:
    municipios = acervo.list_municipios().to_pylist()
    assert {m["cobertura"] in COMPARAVEIS for m in municipios} == {True, False}
    for m in municipios:
        row = blank_groups(m)
        figures = {row[g.value] for g in Grupo}
        if m["cobertura"] in COMPARAVEIS:
            assert sum(row[g.value] for g in Grupo) == m["avaliadas"]
        else:
            assert figures == {None}
            assert row["sem_registro"] is None
            assert row["prazo_vencido"] is None
        assert row["avaliadas"] == m["avaliadas"]
        assert "ficha" not in row


def test_file_has_the_shares_and_the_population_that_the_page_shows(acervo: Acervo) -> None:
    populacoes = {p["codigo_ibge"]: p for p in acervo.list_populacoes().to_pylist()}
    rows = [write_row(m, populacoes.get(m["codigo_ibge"])) for m in acervo.list_municipios().to_pylist()]
    assert len({tuple(row) for row in rows}) == 1, "the same columns in every row"
    com = next(row for row in rows if row["codigo_ibge"] == "3557105")
    assert com["parte_vermelho"] == round(com["vermelho"] / com["avaliadas"], 4)
    assert (com["habitantes"], com["ano_da_populacao"]) == (36_000, 2025)
    assert com["estacoes_por_100_mil"] == 100_000 * com["estacoes"] / com["habitantes"]
    sem = next(row for row in rows if row["cobertura"] not in COMPARAVEIS)
    assert sem["parte_vermelho"] is None


def test_rows_on_screen_are_offered(abre: Abre) -> None:
    for endereco in ("comparar", "leis"):
        offered = [element.proto.label for element in abre(endereco).get("download_button")]
        assert "CSV para programas" in offered, endereco


def test_list_of_cities_shows_no_zero_where_nothing_can_be_pending(abre: Abre, acervo: Acervo) -> None:
    sem = next(m for m in acervo.list_municipios().to_pylist() if m["cobertura"] not in COMPARAVEIS)
    texto = read_text(abre(""))
    linha = texto[texto.index(f">{sem['municipio']} (") :].split("</tr>")[0]
    assert "<td>—</td>" in linha


def test_figure_per_inhabitant_has_year_and_source_and_orders_nothing(abre: Abre) -> None:
    cidade, comparar = read_text(abre("cidade", ibge="3557105")), read_text(abre("comparar"))
    assert "25,0 (36.000 habitantes em 2025); fonte da população: IBGE, estimativa de exemplo" in cidade
    assert "25,0 (36.000 habitantes em 2025)" in comparar
    assert "Fonte da população: IBGE, estimativa de exemplo. Não é classificação" in comparar
    tabela = comparar[comparar.index("<table") :]
    assert tabela.index("Lavras (MG)") < tabela.index("Votuporanga (SP)")  # by name, as without the figure


def test_no_figure_per_inhabitant_where_no_population_was_loaded(abre: Abre) -> None:
    assert "100 mil habitantes" not in read_text(abre("cidade", ibge="3138203"))
    assert "100 mil habitantes" not in read_text(abre("comparar", ibge="3138203"))
