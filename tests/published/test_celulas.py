"""Cells: formulas are made inert in text columns only, in both flavours; the text survives otherwise."""

from __future__ import annotations

import csv
from datetime import date
from io import StringIO
from pathlib import Path

import duckdb
import pytest

from etrdash.marts.dicionario import Coluna, Tabela
from etrdash.published.celulas import CANONICO, EXCEL, SABORES, Sabor, select_celulas
from etrdash.published.tabelas import copy_to_csv

TEXTO = Coluna("texto", "texto", "", "")


def cell(tipo: str, valor: object, sabor: Sabor = CANONICO) -> str | None:
    coluna = Coluna("c", tipo, "", "")
    tabela = Tabela("t", "", "", "", "", (), True, (coluna,))
    with duckdb.connect() as con:
        con.execute(f"CREATE TABLE t (c {coluna.sql})")
        con.execute("INSERT INTO t VALUES (?)", [valor])
        (celula,) = con.execute(select_celulas(tabela, sabor, "t")).fetchone() or (None,)
    return celula


@pytest.mark.parametrize("sabor", SABORES, ids=lambda sabor: sabor.sufixo)
@pytest.mark.parametrize(
    "hostil",
    [
        "=1+1",
        "+55 17 99999",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "\u00a0=1",
        "＝1",
        '=HYPERLINK("http://x")',
        "-",
    ],
)
def test_a_formula_gets_an_apostrophe(hostil: str, sabor: Sabor) -> None:
    celula = cell("texto", hostil, sabor)
    assert celula is not None
    assert celula.replace("'", "") == hostil
    assert celula.lstrip("\t\r\n \u00a0").startswith("'")


def test_a_formula_after_another_separator_gets_an_apostrophe_too() -> None:
    assert cell("texto", "Rua A;=1+1") == "Rua A;'=1+1"
    assert cell("texto", "Rua A\n@x") == "Rua A\n'@x"


@pytest.mark.parametrize("inocente", ["Rua A-B", "a=b", "x@y", "010", "3557105", "10/2022", "'já'"])
def test_other_text_stays(inocente: str) -> None:
    assert cell("texto", inocente) == inocente


@pytest.mark.parametrize("numero", ["-21", "-21.5", "+3", "-21,151580", "1.234,56"])
def test_text_that_is_only_a_number_stays(numero: str) -> None:
    assert cell("texto", numero) == numero


def test_numbers_stay_numbers() -> None:
    assert cell("numero", -20.4223) == "-20.4223"
    assert cell("numero", -20.4223, EXCEL) == "-20,4223"
    assert cell("inteiro", -3) == "-3"


def test_dates_booleans_and_lists() -> None:
    assert cell("data", date(2024, 2, 29)) == "2024-02-29"
    assert cell("data", date(2024, 2, 29), EXCEL) == "29/02/2024"
    assert cell("logico", True) == "true"
    assert cell("logico", False, EXCEL) == "não"
    assert cell("lista", ["LTE", "NR"]) == "LTE|NR"
    assert cell("lista", ["=1", "NR"]) == "'=1|NR"
    assert cell("lista", ["A|B", "C"]) == "A/B|C"
    assert cell("lista", []) is None
    assert cell("texto", "") is None
    assert cell("texto", None) is None


@pytest.mark.parametrize("sabor", SABORES, ids=lambda sabor: sabor.sufixo)
def test_any_text_is_read_back(sabor: Sabor, tmp_path: Path) -> None:
    """What is written is read back by another program's reader: quotes, separators, line breaks, accents."""
    textos = ['aspas "duplas"', "a,b;c|d", "linha 1\nlinha 2", "ção ñ €", "  espaços  ", "NULL", '""', "a\rb"]
    tabela = Tabela("t", "", "", "", "", (), True, (TEXTO, Coluna("n", "inteiro", "", "")))
    with duckdb.connect() as con:
        con.execute("CREATE TABLE t (texto VARCHAR, n BIGINT)")
        con.executemany("INSERT INTO t VALUES (?, ?)", list(zip(textos, range(len(textos)), strict=True)))
        copy_to_csv(con, tabela, sabor, "t", tmp_path / "t.csv")
    cru = (tmp_path / "t.csv").read_bytes().decode("utf-8-sig")
    linhas = list(csv.reader(StringIO(cru, newline=""), delimiter=sabor.separador))
    assert linhas[0] == ["texto", "n"]
    assert [linha[0] for linha in linhas[1:]] == textos
