"""ANATEL's licensed stations: files in, ``stg_emissoes`` and ``stg_estacoes`` out, every row counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.staging.anatel_carga import Carga, load_linhas
from etrdash.staging.anatel_deposito import Deposito
from etrdash.staging.anatel_posicoes import create_posicoes
from etrdash.staging.anatel_titulares import create_titulares
from etrdash.staging.anatel_valores import create_lookups, create_table, list_terminais
from etrdash.staging.contagens import Arquivo, add_arquivos
from etrdash.staging.pessoas import mask_value
from etrdash.staging.tabelas import create_tabelas, read_sql


def load_anatel(
    con: duckdb.DuckDBPyConnection, caminhos: Sequence[Path], pasta: PastaDeDados, tmp: Path
) -> None:
    """Read ANATEL's files into ``stg_emissoes``, ``stg_estacoes``, ``stg_arquivos`` and ``stg_rejeitos``.

    Layouts A, B0, B1, B2 and C, in ``.csv``, ``.zip``, ``.csv.gz`` or folders of them. Several files are
    united; of two that hold a station the one with the newest licensing speaks for it (SPEC §2).

    Args:
        con: the build's database; temporary tables named ``_anatel_*`` come and go.
        caminhos: files or folders, in the user's order.
        pasta: data folder, for the reference tables.
        tmp: folder for temporary files.

    Raises:
        EntradaIlegivel: a file that is missing, empty, damaged, protected or of another layout.
    """
    create_tabelas(con)
    try:
        cargas, layouts = _read_linhas(con, caminhos, pasta, tmp)
        con.execute("BEGIN")
        try:
            _store(con, cargas, layouts, pasta)
        except BaseException:
            con.execute("ROLLBACK")
            raise
        con.execute("COMMIT")
    finally:
        _drop_temporarias(con)


def _refuse_mes_primeiro(con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga]) -> None:
    """Refuse files saved with the month first: ``05/04`` would be read as another day, and decide a term.

    Raises:
        EntradaIlegivel: naming each of them.
    """
    arquivos = {carga.fonte: carga.arquivo for carga in cargas}
    problemas = [
        Problema(
            "as datas estão com o mês antes do dia, e as de dia até 12 seriam lidas trocadas",
            arquivo=arquivos[fonte],
            encontrado=f"{vezes} datas distintas que só existem com o mês antes, nenhuma com o dia antes",
            esperado="AAAA-MM-DD ou DD/MM/AAAA",
            remedio="Use o arquivo como a ANATEL o publica, sem abri-lo e salvá-lo numa planilha em inglês.",
        )
        for fonte, vezes in con.execute(read_sql("anatel_ordem_das_datas")).fetchall()
    ]
    if problemas:
        raise EntradaIlegivel(problemas)


def _read_linhas(
    con: duckdb.DuckDBPyConnection, caminhos: Sequence[Path], pasta: PastaDeDados, tmp: Path
) -> tuple[list[Carga], dict[int, str]]:
    """Read every file into ``_anatel_lidas``; return what was counted and each file's layout."""
    deposito = Deposito(con)
    try:
        cargas = load_linhas(deposito, caminhos, tmp, list_terminais(pasta))
        _refuse_mes_primeiro(con, cargas)
        create_lookups(con, pasta)
        layouts = _tell_layouts(con, cargas)
        con.execute(read_sql("anatel_lidas"))
    finally:
        deposito.release()
    return cargas, layouts


def _store(
    con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga], layouts: dict[int, str], pasta: PastaDeDados
) -> None:
    """Fill the staging tables from ``_anatel_lidas``."""
    _create_fontes(con, cargas)
    _store_recusas(con, cargas)
    create_titulares(con, pasta)
    for tabela in ("anatel_disputas", "anatel_aceitas", "stg_emissoes"):
        con.execute(read_sql(tabela))
    create_posicoes(con)
    for tabela in ("unidas", "tipos", "donas", "posicoes", "enderecos"):
        con.execute(read_sql(f"anatel_{tabela}"))
    con.execute(read_sql("stg_estacoes"))
    _store_arquivos(con, cargas, layouts)


def _create_fontes(con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga]) -> None:
    colunas = {"fonte": pa.int32(), "arquivo": pa.string(), "sha256": pa.string()}
    create_table(
        con, "_anatel_fontes", colunas, [(carga.fonte, carga.arquivo, carga.sha256) for carga in cargas]
    )


def _tell_layouts(con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga]) -> dict[int, str]:
    """Name each file's layout; the three ages of B share a header and differ in delimiter and notation."""
    compactas = {
        fonte
        for (fonte,) in con.execute(
            """
            SELECT DISTINCT fonte FROM _anatel_linhas
            WHERE regexp_full_match(trim(coalesce(latitude, latitude_dms)), '[0-9]{1,2}[NS][0-9]{2,}')
                OR latitude_dms IS NOT NULL
            """
        ).fetchall()
    }
    nomes: dict[int, str] = {}
    for carga in cargas:
        if carga.cabecalho is None:
            nomes[carga.fonte] = "desconhecido"
        elif carga.cabecalho.layout.nome != "B":
            nomes[carga.fonte] = carga.cabecalho.layout.nome
        elif carga.cabecalho.delimitador == "|":
            nomes[carga.fonte] = "B2"
        else:
            nomes[carga.fonte] = "B0" if carga.fonte in compactas else "B1"
    return nomes


def _store_recusas(con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga]) -> None:
    """Copy the refused rows to ``stg_rejeitos`` with the header's own column name and a masked value."""
    cabecalhos: list[tuple[object, ...]] = []
    for carga in cargas:
        if carga.cabecalho is not None:
            celulas = carga.cabecalho.celulas
            cabecalhos.extend(
                (carga.fonte, canonica, celulas[posicao])
                for canonica, posicao in carga.cabecalho.posicoes.items()
            )
    texto = pa.string()
    create_table(
        con, "_anatel_cabecalhos", {"fonte": pa.int32(), "canonica": texto, "celula": texto}, cabecalhos
    )
    distintas = con.execute(
        """
        SELECT DISTINCT recusa.coluna, recusa.valor FROM _anatel_lidas
        WHERE recusa.valor IS NOT NULL ORDER BY ALL
        """
    ).fetchall()
    create_table(
        con,
        "_anatel_mascaras",
        {"coluna": texto, "valor": texto, "mascarado": texto},
        [(coluna, valor, mask_value(coluna, valor)) for coluna, valor in distintas],
    )
    con.execute(read_sql("anatel_recusas"))


def _store_arquivos(con: duckdb.DuckDBPyConnection, cargas: Sequence[Carga], layouts: dict[int, str]) -> None:
    contagens = {linha[0]: linha[1:] for linha in con.execute(read_sql("anatel_contagens")).fetchall()}
    arquivos = []
    for carga in cargas:
        aceitas, rejeitadas, substituidas, estacoes, pessoas, tecnologias, classes = contagens[carga.fonte]
        avisos = list(carga.avisos)
        if substituidas:
            avisos.append(
                f"{substituidas} linha(s) de {estacoes} estação(ões) que outro arquivo traz com "
                "licenciamento mais novo foram contadas como repetidas"
            )
        for linhas, coluna in ((tecnologias, "tecnologia"), (classes, "classe da infraestrutura")):
            if linhas:
                avisos.append(f"{linhas} linha(s) com {coluna} fora da lista conhecida, não guardada")
        arquivos.append(
            Arquivo(
                arquivo=carga.arquivo,
                papel="anatel",
                layout=layouts[carga.fonte],
                codigo_ibge=None,
                sha256=carga.sha256,
                bytes=carga.bytes,
                lidas=carga.lidas,
                carregadas=aceitas,
                repetidas=carga.repetidas + substituidas,
                rejeitadas=rejeitadas,
                pessoais_descartados=pessoas,
                colunas_ignoradas=carga.cabecalho.ignoradas if carga.cabecalho else (),
                avisos=tuple(avisos),
            )
        )
    add_arquivos(con, arquivos)


def _drop_temporarias(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("DROP VIEW IF EXISTS _anatel_aceitas")
    for (tabela,) in con.execute(
        "SELECT table_name FROM duckdb_tables() WHERE temporary AND starts_with(table_name, '_anatel_')"
    ).fetchall():
        con.execute(f"DROP TABLE {tabela}")
