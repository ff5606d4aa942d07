"""Tables as Excel workbooks: codes stay text, dates are dates, and the bytes are stable.

xlsxwriter makes the workbook around the rows (styles, header, filter, properties); the rows themselves, too
many to be written cell by cell in Python, come as text from the database.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from pathlib import Path

import duckdb
import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from etrdash.marts.dicionario import Coluna, Tabela, load_dicionario
from etrdash.published.celulas import quote

PLANILHAS = ("estacoes", "registros", "vinculos", "atos")
LINHAS = 1_048_575
"""Rows that a sheet of Excel holds below its header."""
_AO_MESMO_TEMPO = 2
_LOTE = 10_000
_LIMITE_CELULA = 32_767
_FOLHA = "xl/worksheets/sheet1.xml"
_FIXA = (1980, 1, 1, 0, 0, 0)
_PROIBIDOS = r"[\x00-\x08\x0B\x0C\x0E-\x1F\x{FFFE}\x{FFFF}]"
_SUSPEITOS = _PROIBIDOS[:-1] + "&<>]|_x"


def write_planilhas(con: duckdb.DuckDBPyConnection, pasta: Path, em: date, titulo: str) -> None:
    """Write a workbook of every table that people work with; one with too many rows for Excel gets none.

    Args:
        con: connection to the acervo.
        pasta: folder of the files.
        em: as-of date, used as the workbook's creation date so that equal acervos give equal bytes.
        titulo: title in the workbooks' properties.
    """

    def write(nome: str) -> None:
        with con.cursor() as cursor:
            (linhas,) = cursor.execute(f"SELECT count(*) FROM {quote(nome)}").fetchone() or (0,)
            if linhas <= LINHAS:
                tabela = load_dicionario()[nome]
                _write_planilha(cursor, tabela, pasta / f"{nome}.xlsx", int(linhas), em, titulo)

    with ThreadPoolExecutor(_AO_MESMO_TEMPO) as executor:  # compressing and DuckDB leave Python's lock free
        list(executor.map(write, PLANILHAS))


def _write_planilha(
    con: duckdb.DuckDBPyConnection, tabela: Tabela, destino: Path, linhas: int, em: date, titulo: str
) -> None:
    with tempfile.TemporaryDirectory() as tmp:
        moldura = Path(tmp) / "moldura.xlsx"
        _write_moldura(moldura, tabela, linhas, em, titulo)
        with zipfile.ZipFile(moldura) as origem, zipfile.ZipFile(destino, "w", zipfile.ZIP_DEFLATED) as saida:
            for membro in origem.infolist():
                if membro.filename != _FOLHA:
                    saida.writestr(
                        zipfile.ZipInfo(membro.filename, _FIXA), origem.read(membro), zipfile.ZIP_DEFLATED
                    )
            folha = zipfile.ZipInfo(_FOLHA, _FIXA)
            folha.compress_type = zipfile.ZIP_DEFLATED
            with saida.open(folha, "w", force_zip64=True) as xml:
                for pedaco in _iterate_folha(con, origem.read(_FOLHA).decode(), tabela, linhas):
                    xml.write(pedaco)


def _write_moldura(moldura: Path, tabela: Tabela, linhas: int, em: date, titulo: str) -> None:
    """Write a workbook with the header and one blank row, whose cells lend their styles to the real rows."""
    livro = xlsxwriter.Workbook(str(moldura))
    livro.set_properties({"title": titulo, "created": datetime(em.year, em.month, em.day)})  # noqa: DTZ001
    data = livro.add_format({"num_format": "dd/mm/yyyy"})
    negrito = livro.add_format({"bold": True})
    folha = livro.add_worksheet(tabela.titulo)
    folha.freeze_panes(1, 0)
    for posicao, coluna in enumerate(tabela.colunas):
        folha.write_string(0, posicao, coluna.nome, negrito)
        folha.write_blank(1, posicao, None, data if coluna.tipo == "data" else None)
    folha.autofilter(0, 0, max(linhas, 1), len(tabela.colunas) - 1)
    livro.close()


def _iterate_folha(
    con: duckdb.DuckDBPyConnection, moldura: str, tabela: Tabela, linhas: int
) -> Iterator[bytes]:
    antes, _, fim = moldura.partition("</sheetData>")
    inicio, _, _ = antes.partition('<row r="2"')  # only where some column has a style
    estilo = re.search(r'<c r="[A-Z]+2" s="(\d+)"', antes)
    ultima = xl_col_to_name(len(tabela.colunas) - 1)
    yield re.sub(r'<dimension ref="[^"]*"/>', f'<dimension ref="A1:{ultima}{linhas + 1}"/>', inicio).encode()
    celulas = ", ".join(
        _write_celula(coluna, xl_col_to_name(posicao), estilo[1] if estilo else "0")
        for posicao, coluna in enumerate(tabela.colunas)
    )
    resultado = con.execute(
        f"SELECT encode(concat('<row r=\"', linha_xlsx, '\">', {celulas}, '</row>')) "
        f"FROM (SELECT *, 1 + row_number() OVER () AS linha_xlsx FROM {quote(tabela.nome)})"
    )
    while lote := resultado.fetchmany(_LOTE):
        yield b"".join(linha for (linha,) in lote)
    yield f"</sheetData>{fim}".encode()


def _write_celula(coluna: Coluna, letra: str, estilo_de_data: str) -> str:
    nome = quote(coluna.nome)
    endereco = f"r=\"{letra}' || linha_xlsx || '\""
    match coluna.tipo:
        case "numero" | "inteiro":
            celula = f"'<c {endereco}><v>' || {nome} || '</v></c>'"
        case "data":
            serial = f"({nome} - DATE '1899-12-30')"
            celula = f"'<c {endereco} s=\"{estilo_de_data}\"><v>' || {serial} || '</v></c>'"
        case "logico":
            celula = f"'<c {endereco} t=\"b\"><v>' || {nome}::INTEGER || '</v></c>'"
        case _:
            texto = f"array_to_string({nome}, '|')" if coluna.tipo == "lista" else nome
            limpo = f"left(regexp_replace({texto}, '{_PROIBIDOS}', '', 'g'), {_LIMITE_CELULA})"
            limpo = f"regexp_replace({limpo}, '_(x[0-9A-Fa-f]{{4}}_)', '_x005F_\\1', 'g')"
            for caractere, entidade in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
                limpo = f"replace({limpo}, '{caractere}', '{entidade}')"
            # most cells have nothing to clean: one look tells, instead of five passes
            suspeito = f"regexp_matches({texto}, '{_SUSPEITOS}') OR length({texto}) > {_LIMITE_CELULA}"
            limpo = f"CASE WHEN {suspeito} THEN {limpo} ELSE {texto} END"
            abre = f'<c {endereco} t="inlineStr"><is><t xml:space="preserve">'
            celula = f"'{abre}' || {limpo} || '</t></is></c>'"
    return celula
