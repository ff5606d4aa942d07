"""The manifest of an acervo: inputs, row accounts, what was dropped, what was published."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from etrdash.marts.dicionario import list_publicadas
from etrdash.published.identidade import Identidade
from etrdash.sources.baixa_proveniencia import hash_arquivo

_CONTAS = ("arquivo", "papel", "layout", "codigo_ibge", "sha256", "bytes", "lidas", "carregadas", "repetidas")
_RESTO = ("rejeitadas", "pessoais_descartados", "colunas_ignoradas", "avisos")


def describe_acervo(
    identidade: Identidade,
    con: duckdb.DuckDBPyConnection,
    pasta: Path,
    linhas: dict[str, int],
    avisos: list[str],
    soma: Callable[[Path], str] = hash_arquivo,
) -> dict[str, Any]:
    """Return the manifest; the same inputs give the same bytes (no clock, no machine in it).

    Args:
        identidade: what the acervo is made of.
        con: connection to its database.
        pasta: folder with the published files, all written.
        linhas: rows of each published table.
        avisos: warnings of the build.
        soma: gives the SHA-256 (hex) of a file.
    """
    arquivos = _rows(con, f"SELECT {', '.join(_CONTAS + _RESTO)} FROM arquivos ORDER BY papel, arquivo")
    situacoes = _rows(
        con,
        "SELECT situacao, count(*) AS estacoes, count(*) FILTER (WHERE avaliada) AS avaliadas "
        "FROM estacoes GROUP BY situacao ORDER BY situacao",
    )
    (contagens,) = _rows(
        con,
        "SELECT (SELECT count(*) FROM estacoes) AS estacoes, "
        "(SELECT count(*) FROM estacoes WHERE avaliada) AS avaliadas, "
        "(SELECT count(*) FROM sitios) AS sitios, (SELECT count(*) FROM municipios) AS municipios, "
        "(SELECT count(*) FROM vinculos WHERE NOT ambigua) AS vinculos, "
        "(SELECT count(*) FROM vinculos WHERE ambigua) AS ambiguos, "
        "(SELECT count(*) FROM registros) AS registros, (SELECT count(*) FROM atos) AS atos, "
        "(SELECT count(*) FROM rejeitos) AS rejeitos",
    )
    (pessoas,) = _rows(
        con,
        "SELECT coalesce((SELECT sum(pessoais_descartados) FROM arquivos), 0)::BIGINT "
        "AS dados_descartados, "
        "(SELECT count(*) FROM detalhes WHERE pessoa_fisica) AS estacoes_de_pessoas",
    )
    proveniencias = {entrada.arquivo: entrada.proveniencia for entrada in identidade.entradas}
    for arquivo in arquivos:
        arquivo["proveniencia"] = proveniencias.get(arquivo["arquivo"].partition("!")[0])
    return {
        "acervo": identidade.acervo,
        "em": identidade.em.isoformat(),
        "versao": identidade.versao,
        "ficticio": identidade.ficticio,
        "aviso": identidade.aviso,
        "entradas": [
            {
                "arquivo": entrada.arquivo,
                "papel": entrada.papel,
                "codigo_ibge": entrada.codigo_ibge,
                "sha256": entrada.sha256,
                "bytes": entrada.bytes,
                "proveniencia": dict(entrada.proveniencia) if entrada.proveniencia else None,
            }
            for entrada in identidade.entradas
        ],
        "dados": dict(sorted(identidade.dados.items())),
        "arquivos": arquivos,
        "contagens": contagens,
        "situacoes": {linha["situacao"]: linha["estacoes"] for linha in situacoes},
        "situacoes_avaliadas": {
            linha["situacao"]: linha["avaliadas"] for linha in situacoes if linha["avaliadas"]
        },
        "pessoas": pessoas,
        "avisos": avisos,
        "publicados": [
            _describe_publicado(caminho, linhas, soma)
            for caminho in sorted(pasta.iterdir())
            if _is_published(caminho)
        ],
    }


def _is_published(caminho: Path) -> bool:
    return (
        caminho.is_file() and not caminho.name.startswith(".") and caminho.suffix not in {".duckdb", ".wal"}
    )


def _describe_publicado(caminho: Path, linhas: dict[str, int], soma: Callable[[Path], str]) -> dict[str, Any]:
    tabela = caminho.name.partition(".")[0]
    publicada = tabela in {tabela.nome for tabela in list_publicadas()}
    return {
        "arquivo": caminho.name,
        "bytes": caminho.stat().st_size,
        "sha256": soma(caminho),
        "tabela": tabela if publicada else None,
        "linhas": linhas[tabela] if publicada else None,
    }


def _rows(con: duckdb.DuckDBPyConnection, sql: str) -> list[dict[str, Any]]:
    linhas: list[dict[str, Any]] = con.sql(sql).to_arrow_table().to_pylist()
    return linhas
