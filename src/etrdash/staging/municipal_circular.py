"""A "municipal" file that is ANATEL's own data published again: linking it would be circular."""

from __future__ import annotations

import duckdb

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.staging.tabelas import read_sql


def check_circular(con: duckdb.DuckDBPyConnection) -> None:
    """Refuse municipal files in which every number and position is ANATEL's and nothing is the city's.

    The city's own are dates of acts that are none of the station's licensing dates, and holders that are not
    the station's operator. Call it once ``stg_estacoes`` and ``stg_atos`` both exist.

    Raises:
        EntradaIlegivel: one problem a file.
    """
    problemas = [
        Problema(
            "o arquivo repete os dados da própria ANATEL: conferir uma coisa com ela mesma nada prova",
            arquivo=arquivo,
            encontrado=f"{iguais} de {atos} atos com o número e o ponto de uma estação licenciada, "
            "sem datas nem detentoras próprias do município",
            esperado="registros do município: processos, atos e datas de sua decisão",
            remedio="Peça ao município os processos de licenciamento; tire este arquivo de --municipal.",
        )
        for arquivo, atos, iguais in con.execute(read_sql("check_circular")).fetchall()
    ]
    if problemas:
        raise EntradaIlegivel(problemas)
