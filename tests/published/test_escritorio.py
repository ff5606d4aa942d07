"""LibreOffice itself opens what is meant for spreadsheets: codes, accents, decimals, dates, no formula run.

Runs in ``make test-long``. LibreOffice set for Brazil reads a CSV as a double click does there: the
decimal comma and the day before the month come from the locale. Codes keep their zeros in the workbooks only.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import duckdb
import pytest

from etrdash.marts.dicionario import Coluna, list_publicadas, load_dicionario
from etrdash.published.identidade import Identidade
from etrdash.published.planilha import PLANILHAS
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, fill_minimo

pytestmark = pytest.mark.longo

INSTALA = "apt-get install --no-install-recommends libreoffice-calc"
HOSTIL = '=HYPERLINK("http://exemplo.invalid";"São João; açaí")'
# Field separator ;, quote ", UTF-8, from line 1, Portuguese of Brazil, dates and numbers recognised: what a
# double click in a Brazilian desktop does.
LE = "CSV:59,34,76,1,,1046,false,true"
BRASIL = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
<value>pt-BR</value></prop></item></oor:items>"""
# Comma, quote, UTF-8, as shown on the screen.
ESCREVE = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1046,false,true"


@pytest.fixture(scope="module")
def pasta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    identidade = Identidade(em=EM, entradas=())

    def fill(con: duckdb.DuckDBPyConnection, _tmp: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("UPDATE estacoes SET endereco = ? WHERE numero_estacao = '1001'", [HOSTIL])
        con.execute("UPDATE registros SET detentora = ? WHERE registro_id = '10/2022'", [HOSTIL])
        return avisos

    return publish_acervo(Store(tmp_path_factory.mktemp("escritorio")), identidade, fill)


@pytest.fixture(scope="module")
def abertos(pasta: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every spreadsheet file of the acervo, opened by LibreOffice and written out as it shows it."""
    programa = shutil.which("soffice") or shutil.which("libreoffice")
    if programa is None:
        pytest.fail(f"falta o LibreOffice. Instale-o: {INSTALA}")
    saida = tmp_path_factory.mktemp("abertos")
    perfil = saida / "perfil" / "user"
    perfil.mkdir(parents=True)
    (perfil / "registrymodifications.xcu").write_text(BRASIL)
    base = [
        programa,
        f"-env:UserInstallation=file://{saida}/perfil",
        "--headless",
        "--norestore",
        "--convert-to",
        ESCREVE,
        "--outdir",
    ]
    livros = [str(pasta / f"{nome}.xlsx") for nome in PLANILHAS]
    folhas = [str(pasta / f"{tabela.nome}.excel.csv") for tabela in list_publicadas()]
    for argumentos in ([str(saida / "xlsx"), *livros], [str(saida / "csv"), f"--infilter={LE}", *folhas]):
        subprocess.run([*base, *argumentos], check=True, timeout=240, capture_output=True)
    return saida


def read_shown(caminho: Path) -> list[list[str]]:
    with caminho.open(encoding="utf-8", newline="") as entrada:
        return list(csv.reader(entrada))


def read_published(pasta: Path, nome: str) -> list[list[str]]:
    return read_shown(pasta / f"{nome}.csv")


def as_shown(valor: str, coluna: Coluna) -> object:
    """What a Brazilian spreadsheet shows for a published cell, as a value to compare."""
    if valor == "":
        return ""
    match coluna.tipo:
        case "inteiro" | "numero":
            return float(valor)
        case "data":
            return datetime.strptime(valor, "%Y-%m-%d").date()  # noqa: DTZ007
        case _:
            return valor


def as_read(texto: str, coluna: Coluna) -> object:
    if texto == "":
        return ""
    match coluna.tipo:
        case "inteiro" | "numero":
            return float(texto.replace(".", "").replace(",", "."))
        case "data":
            ano = "%Y" if len(texto) == len("dd/mm/aaaa") else "%y"  # a date, in the desktop's short form
            return datetime.strptime(texto, f"%d/%m/{ano}").date()  # noqa: DTZ007
        case "logico":
            return {"VERDADEIRO": "true", "FALSO": "false", "TRUE": "true", "FALSE": "false"}.get(
                texto, texto
            )
        case _:
            return texto


@pytest.mark.parametrize("nome", PLANILHAS)
def test_a_workbook_shows_every_value(abertos: Path, pasta: Path, nome: str) -> None:
    colunas = load_dicionario()[nome].colunas
    mostrado, publicado = read_shown(abertos / "xlsx" / f"{nome}.csv"), read_published(pasta, nome)
    assert mostrado[0] == publicado[0]
    assert len(mostrado) == len(publicado)
    for vista, linha in zip(mostrado[1:], publicado[1:], strict=True):
        for celula, valor, coluna in zip(vista, linha, colunas, strict=True):
            if valor.startswith("'="):  # neutralised in the CSV; text as it is in a workbook
                assert celula == valor[1:]
            else:
                assert as_read(celula, coluna) == as_shown(valor, coluna), (nome, coluna.nome)


@pytest.mark.parametrize("nome", [tabela.nome for tabela in list_publicadas()])
def test_the_excel_flavour_opens_without_questions(abertos: Path, pasta: Path, nome: str) -> None:
    colunas = load_dicionario()[nome].colunas
    mostrado = read_shown(abertos / "csv" / f"{nome}.excel.csv")
    publicado = read_published(pasta, nome)
    assert mostrado[0] == publicado[0]
    assert len(mostrado) == len(publicado)
    for vista, linha in zip(mostrado[1:], publicado[1:], strict=True):
        for celula, valor, coluna in zip(vista, linha, colunas, strict=True):
            if coluna.tipo in {"numero", "inteiro", "data"}:
                assert as_read(celula, coluna) == as_shown(valor, coluna), (nome, coluna.nome)
            elif coluna.tipo == "texto" and not valor.isdecimal():
                assert celula in {valor, valor.removeprefix("'")}, (nome, coluna.nome)
