"""What changed since the acervo before: counted by hand between two tiny acervos of the same kind."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from streamlit.testing.v1 import AppTest

from etrdash.published.celulas import CANONICO, EXCEL, write_linhas
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import VARIAVEL, Store
from etrdash.published.sucessao import find_previous, list_succession
from tests.acervo_minimo import EM, build_minimo, fill_minimo
from tests.ui.conftest import read_text

Abre = Callable[..., AppTest]


def publish_changed(loja: Path) -> str:
    """Publish, after the tiny acervo, one in which one station has another situação."""
    identidade = Identidade(em=EM, entradas=(), versao="2", ficticio=True)

    def fill(con: duckdb.DuckDBPyConnection, _pasta: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("UPDATE estacoes SET situacao = 'INDEFERIDA' WHERE numero_estacao = '1005'")
        con.execute(
            "UPDATE explicacoes SET explicacao = replace(explicacao::VARCHAR, 'SEM_REGISTRO', 'INDEFERIDA')"
            " WHERE numero_estacao = '1005'"
        )
        con.execute(
            "UPDATE municipios SET sem_registro = sem_registro - 1, indeferida = indeferida + 1"
            " WHERE codigo_ibge = '3557105'"
        )
        return avisos

    return publish_acervo(Store(loja), identidade, fill).name


@pytest.fixture(scope="module")
def dois(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A store with an acervo and its successor."""
    loja = tmp_path_factory.mktemp("dois")
    primeiro = build_minimo(loja, ficticio=True, versao="1")
    primeiro.close()
    os.utime(loja / primeiro.id / "manifesto.json", (1_700_000_000, 1_700_000_000))
    return loja, primeiro.id, publish_changed(loja)


def test_the_acervo_before_is_the_one_published_before(dois: tuple[Path, str, str]) -> None:
    loja, primeiro, segundo = dois
    assert list_succession(loja, ficticios=True) == [primeiro, segundo]
    assert find_previous(loja, segundo) == primeiro
    assert find_previous(loja, primeiro) is None
    assert find_previous(loja, "demo-2020-01-01-00000000") is None


def test_city_says_what_changed(
    abre: Abre, dois: tuple[Path, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loja, primeiro, segundo = dois
    monkeypatch.setenv(VARIAVEL, str(loja))
    texto = read_text(abre("cidade", ibge="3557105", acervo=segundo))
    assert f"Desde o acervo {primeiro}" in texto
    assert "1 estação mudou de situação" in texto
    assert "0 estação entrou" in texto
    antigo = read_text(abre("cidade", ibge="3557105", acervo=primeiro))
    assert "primeiro acervo publicado aqui" in antigo


def test_rows_of_any_table_are_written_as_published_cells_are() -> None:
    linha = {
        "texto": "=SOMA(A1)",
        "numero": -1.5,
        "dia": EM,
        "sim": True,
        "lista": ["a", "b|c"],
        "nada": None,
    }
    linhas = [linha]
    (canonica,) = csv.DictReader(io.StringIO(write_linhas(linhas, CANONICO).decode()))
    assert list(canonica.values()) == ["'=SOMA(A1)", "-1.5", "2026-11-30", "true", "a|b/c", ""]
    assert list(canonica) == list(linha)
    excel = write_linhas(linhas, EXCEL)
    assert excel.startswith(b"\xef\xbb\xbf")
    (brasileira,) = csv.DictReader(io.StringIO(excel.decode("utf-8-sig")), delimiter=";")
    assert (brasileira["numero"], brasileira["dia"], brasileira["sim"]) == ("-1,5", "30/11/2026", "sim")
