"""Copies the acervo's tables into its own database and writes them as CSV and Parquet."""

from __future__ import annotations

from pathlib import Path

import duckdb

from etrdash.erros import AcervoError, Problema
from etrdash.marts.dicionario import Tabela, list_publicadas, load_dicionario
from etrdash.published.banco import quote_texto
from etrdash.published.celulas import SABORES, Sabor, quote, select_celulas

_BOM = "\ufeff"


def copy_tables(con: duckdb.DuckDBPyConnection, banco: Path) -> None:
    """Write every table of the dictionary into a new database, rows in the published order.

    Args:
        con: the build's database, holding every table of the dictionary.
        banco: file to create.

    Raises:
        AcervoError: a table is missing or its columns are not those of the dictionary.
    """
    con.execute(f"ATTACH {quote_texto(str(banco))} AS acervo_novo")
    try:
        for tabela in load_dicionario().values():
            check_columns(con, tabela)
            con.execute(tabela.ddl.replace("CREATE TABLE ", "CREATE TABLE acervo_novo.", 1))
            ordem = ", ".join(f"{quote(coluna)} NULLS LAST" for coluna in tabela.ordem)
            con.execute(
                f"INSERT INTO acervo_novo.{quote(tabela.nome)} "
                f"SELECT * FROM {quote(tabela.nome)} ORDER BY {ordem}"
            )
    finally:
        con.execute("DETACH acervo_novo")


def check_columns(con: duckdb.DuckDBPyConnection, tabela: Tabela) -> None:
    """Refuse a table whose columns or types differ from the dictionary's.

    Raises:
        AcervoError: naming the table and the first column that differs.
    """
    existentes = con.execute(
        "SELECT column_name, data_type FROM duckdb_columns() "
        "WHERE table_name = ? AND database_name = current_database() ORDER BY column_index",
        [tabela.nome],
    ).fetchall()
    esperadas = [(coluna.nome, coluna.sql) for coluna in tabela.colunas]
    if existentes == esperadas:
        return
    diferentes = [par for par in esperadas if par not in existentes] or [
        par for par in existentes if par not in esperadas
    ]
    raise AcervoError(
        Problema(
            f'a tabela "{tabela.nome}" não tem as colunas do dicionário',
            coluna=diferentes[0][0] if diferentes else None,
            esperado=", ".join(f"{nome} {tipo}" for nome, tipo in esperadas),
        )
    )


def write_tables(con: duckdb.DuckDBPyConnection, pasta: Path, aviso: str | None = None) -> dict[str, int]:
    """Write every published table of an acervo in both CSV flavours and as Parquet.

    Args:
        con: connection to the database that ``copy_tables`` wrote.
        pasta: folder for the files.
        aviso: a notice for the files that can carry one (Parquet's metadata).

    Returns:
        Rows of each table, by table name.
    """
    linhas: dict[str, int] = {}
    metadados = f", KV_METADATA {{aviso: {quote_texto(aviso)}}}" if aviso else ""
    for tabela in list_publicadas():
        origem = quote(tabela.nome)
        for sabor in SABORES:
            copy_to_csv(con, tabela, sabor, origem, pasta / f"{tabela.nome}{sabor.sufixo}")
        con.execute(
            f"COPY (SELECT * FROM {origem}) TO {quote_texto(str(pasta / (tabela.nome + '.parquet')))} "
            f"(FORMAT parquet, COMPRESSION zstd{metadados})"
        )
        (total,) = con.execute(f"SELECT count(*) FROM {origem}").fetchone() or (0,)
        linhas[tabela.nome] = int(total)
    return linhas


def copy_to_csv(
    con: duckdb.DuckDBPyConnection, tabela: Tabela, sabor: Sabor, origem: str, destino: Path
) -> None:
    """Write one table as CSV, rows in the order of ``origem`` (a table or subquery)."""
    con.execute(
        f"COPY ({_with_bom(tabela, sabor, origem)}) TO {quote_texto(str(destino))} "
        f"(FORMAT csv, HEADER, DELIMITER '{sabor.separador}', QUOTE '\"', ESCAPE '\"')"
    )


def _with_bom(tabela: Tabela, sabor: Sabor, origem: str) -> str:
    sql = select_celulas(tabela, sabor, origem)
    if not sabor.bom:
        return sql
    primeira = tabela.colunas[0].nome
    return f"SELECT {quote(primeira)} AS {quote(_BOM + primeira)}, * EXCLUDE ({quote(primeira)}) FROM ({sql})"
