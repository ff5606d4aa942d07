"""The stage of the marts: every table of the acervo, in the order in which they build on each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

import duckdb

from etrdash.marts.adocoes import Lugar, create_adocoes, create_nomes, find_lugares
from etrdash.marts.consultas import fill_table, show_table
from etrdash.marts.fichas import fill_fichas, fill_leis, fill_manifestacoes
from etrdash.marts.meses import list_meses
from etrdash.marts.proximidades import fill_proximidades
from etrdash.marts.situacoes import decide_situacoes
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio
from etrdash.vocabulario import Instrumento

_PAGINAS = ("atos", "rejeitos", "arquivos", "pontos", "contornos", "populacoes")
_SO_PUBLICADAS = ("atos_detalhes", "detalhes", "emissoes", "recusados", "explicacoes", "cursos")


def build_marts(
    con: duckdb.DuckDBPyConnection,
    leis: Mapping[str, Lei],
    municipios: Mapping[str, Municipio],
    acervo: str,
    em: date,
    nomes: Mapping[str, tuple[str, str]],
) -> list[str]:
    """Create every table of the dictionary from the staged rows and the links.

    Args:
        con: the build's database, holding ``stg_*`` and ``int_*``.
        leis: laws on file, by id.
        municipios: municipality files, by IBGE code.
        acervo: id, the first column of every published table.
        em: as-of date.
        nomes: name and state of every municipality, by IBGE code: one that sent acts may have no station.

    Returns:
        Warnings for the manifest.

    Raises:
        DadosInvalidos: a municipality names a law that is not on file.
    """
    lugares = find_lugares(leis, municipios)
    create_adocoes(con, lugares, municipios, em)
    create_nomes(con, nomes)
    decide_situacoes(con, lugares, em)
    for tabela in ("registros", "sitios", "vinculos", "estacoes", "municipios"):
        fill_table(con, tabela, acervo=acervo, em=em)
    fill_table(con, "serie", acervo=acervo, meses=[mes for mes, _ in list_meses(em)])
    for tabela in _PAGINAS:
        fill_table(con, tabela, acervo=acervo, em=em)
    for tabela in _SO_PUBLICADAS:
        show_table(con, tabela)
    fill_proximidades(con, lugares)
    fill_leis(con, leis)
    fill_fichas(con, municipios)
    fill_manifestacoes(con, municipios)
    return [*_list_avisos(con), *_iter_estranhos(con, lugares), *_iter_sem_publicacao(lugares)]


def _list_avisos(con: duckdb.DuckDBPyConnection) -> list[str]:
    lidos = con.execute(
        "SELECT DISTINCT arquivo, unnest(avisos) AS aviso FROM arquivos ORDER BY arquivo, aviso"
    ).fetchall()
    sem_efeito = con.execute("SELECT * FROM int_decisoes_sem_efeito ORDER BY ALL").fetchall()
    duvidas = con.execute("SELECT codigo_ibge, estacoes FROM int_duvidas ORDER BY codigo_ibge").fetchall()
    return [
        *(f"{arquivo}: {aviso}" for arquivo, aviso in lidos),
        *(
            f"vinculos/: estação {estacao}, processo {processo}: {motivo}"
            for estacao, processo, motivo in sem_efeito
        ),
        *(
            f"município {codigo}: {estacoes} estações sem vínculo dividem com processos sem sítio uma rua ou"
            " um ponto de mais de 500 estações; ficam em dúvida, com um vínculo provável cada uma"
            for codigo, estacoes in duvidas
        ),
    ]


def _iter_estranhos(con: duckdb.DuckDBPyConnection, lugares: Mapping[str, Lugar]) -> Iterator[str]:
    """Yield the instruments of a city's acts that its law does not know: the law may be another."""
    contados = con.execute(
        "SELECT codigo_ibge, instrumento, count(*) FROM stg_atos GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    for codigo, instrumento, atos in contados:
        lei = lugares[codigo].lei if codigo in lugares else None
        if lei is not None and instrumento not in {
            *lei.atual.regras.instrumento,
            Instrumento.LICENCA_ANTERIOR,
        }:
            yield (
                f"municipios/{codigo}.toml: instrumento {instrumento} ({atos} na base municipal),"
                f" que a lei {lei.id} não prevê; confira se é essa a lei da cidade"
            )


def _iter_sem_publicacao(lugares: Mapping[str, Lugar]) -> Iterator[str]:
    """Yield the municipalities under a model law that do not say when they published theirs."""
    for codigo, lugar in sorted(lugares.items()):
        if lugar.municipio.publicada_em is None and lugar.lei.cabecalho.publicada_em is None:
            yield (
                f"municipios/{codigo}.toml: {lugar.lei.id} é um modelo e falta publicada_em, o dia em que o"
                " município publicou a lei que o adota; sem ele não há prazo"
            )
