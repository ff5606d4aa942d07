"""Many municipalities, many stations: the state comes first, and lists come a page at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.ui import escolha, municipios, tabelas
from tests.ui.conftest import list_numbers, read_text

Abre = Callable[..., AppTest]


def test_the_state_comes_before_the_municipality(abre: Abre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escolha, "MUITOS", 1)
    app = abre("cidade")
    por_rotulo = {caixa.label: caixa for caixa in app.selectbox}
    assert por_rotulo["Município"].options == []
    por_rotulo["Estado"].select("SP").run()
    assert [caixa.options for caixa in app.selectbox if caixa.label == "Município"] == [["Votuporanga (SP)"]]
    assert "Lavras" not in read_text(app)


def test_the_address_of_a_municipality_needs_no_state(abre: Abre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escolha, "MUITOS", 1)
    texto = read_text(abre("cidade", ibge="3557105"))
    assert "3 de 8 estações avaliadas" in texto


def test_pages_of_stations_hold_each_station_once(
    abre: Abre, acervo: Acervo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabelas, "POR_PAGINA", 3)
    vistas: list[str] = []
    for pagina in ("1", "2", "3"):
        app = abre("cidade", ibge="3557105", pagina=pagina)
        vistas += list_numbers(app)
    filtro = Filtro(codigo_ibge="3557105", avaliada=True)
    avaliadas = acervo.list_estacoes(filtro)["numero_estacao"].to_pylist()
    assert sorted(vistas) == sorted(avaliadas)


@pytest.mark.parametrize("pagina", ["0", "-1", "99999999999", "x", "²"])
def test_a_page_that_does_not_exist_is_mended(
    abre: Abre, monkeypatch: pytest.MonkeyPatch, pagina: str
) -> None:
    monkeypatch.setattr(tabelas, "POR_PAGINA", 3)
    app = abre("cidade", ibge="3557105", pagina=pagina)
    assert not app.exception
    assert list_numbers(app)


def test_pages_of_municipalities_follow_each_other(abre: Abre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(municipios, "POR_PAGINA", 1)
    primeira, segunda = (read_text(abre("cidade", lista=n)) for n in ("1", "2"))
    assert "Lavras" in primeira
    assert "Lavras" not in segunda
