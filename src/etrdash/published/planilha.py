"""The stations as an Excel workbook: codes stay text, dates are dates, and the bytes are stable."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import xlsxwriter

from etrdash.marts.dicionario import Coluna, load_dicionario

_LOTE = 10_000
_LIMITE_CELULA = 32_767


def write_planilha(banco: Path, destino: Path, em: date, titulo: str) -> None:
    """Write ``estacoes.xlsx``.

    Args:
        banco: database of the acervo.
        destino: file to write.
        em: as-of date, used as the workbook's creation date so that equal acervos give equal bytes.
        titulo: title in the workbook's properties.
    """
    tabela = load_dicionario()["estacoes"]
    livro = xlsxwriter.Workbook(
        str(destino),
        {
            "constant_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    livro.set_properties({"title": titulo, "created": datetime(em.year, em.month, em.day)})  # noqa: DTZ001
    formatos = {
        "data": livro.add_format({"num_format": "dd/mm/yyyy"}),
        "cabecalho": livro.add_format({"bold": True}),
    }
    folha = livro.add_worksheet(tabela.titulo)
    folha.freeze_panes(1, 0)
    for posicao, coluna in enumerate(tabela.colunas):
        folha.write_string(0, posicao, coluna.nome, formatos["cabecalho"])
    linha = 0
    with duckdb.connect(str(banco), read_only=True) as con:
        resultado = con.execute("SELECT * FROM estacoes")
        while lote := resultado.fetchmany(_LOTE):
            for valores in lote:
                linha += 1
                for posicao, (coluna, valor) in enumerate(zip(tabela.colunas, valores, strict=True)):
                    if valor is not None:
                        _write_celula(folha, (linha, posicao), coluna, valor, formatos["data"])
    folha.autofilter(0, 0, max(linha, 1), len(tabela.colunas) - 1)
    livro.close()


def _write_celula(folha: Any, lugar: tuple[int, int], coluna: Coluna, valor: Any, data: Any) -> None:
    match coluna.tipo:
        case "numero" | "inteiro":
            folha.write_number(*lugar, valor)
        case "data":
            folha.write_datetime(*lugar, valor, data)
        case "logico":
            folha.write_boolean(*lugar, valor)
        case "lista":
            folha.write_string(*lugar, "|".join(valor)[:_LIMITE_CELULA])
        case _:
            folha.write_string(*lugar, valor[:_LIMITE_CELULA])
