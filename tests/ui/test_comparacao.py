"""Cities side by side: a city that cannot be compared has words on the page and empty cells in the file."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.ui.comparacao import COMPARAVEIS, blank_groups
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
        assert row["avaliadas"] == m["avaliadas"]
        assert "ficha" not in row


def test_rows_on_screen_are_offered(abre: Abre) -> None:
    for endereco in ("comparar", "leis"):
        offered = [element.proto.label for element in abre(endereco).get("download_button")]
        assert "CSV para programas" in offered, endereco


def test_list_of_cities_shows_no_zero_where_nothing_can_be_pending(abre: Abre, acervo: Acervo) -> None:
    sem = next(m for m in acervo.list_municipios().to_pylist() if m["cobertura"] not in COMPARAVEIS)
    texto = read_text(abre(""))
    linha = texto[texto.index(f">{sem['municipio']} (") :].split("</tr>")[0]
    assert "<td>—</td>" in linha
