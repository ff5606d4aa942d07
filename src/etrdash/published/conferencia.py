"""The last look before an acervo is published: checksums, counts and queries that return bad rows."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import duckdb

from etrdash.erros import AcervoError, Problema
from etrdash.marts.dicionario import list_publicadas
from etrdash.published.acervo import MANIFESTO
from etrdash.published.banco import open_completo
from etrdash.published.celulas import quote
from etrdash.published.somas import find_divergentes


def check_acervo(pasta: Path) -> None:
    """Check a finished acervo.

    Raises:
        AcervoError: with every check that failed: a file with other bytes than its checksum, a database that
            does not open, a count that differs from the manifest's, a query of ``sql/conferencia`` with rows.
    """
    problemas = find_problemas(pasta)
    if problemas:
        raise AcervoError(problemas)


def is_intact(pasta: Path) -> bool:
    """Whether an acervo still looks whole: every file has its size and the database answers (quick)."""
    try:
        manifesto = json.loads((pasta / MANIFESTO).read_text(encoding="utf-8"))
        tamanhos = [(pasta / p["arquivo"]).stat().st_size == p["bytes"] for p in manifesto["publicados"]]
        con, _ = open_completo(pasta)
        with con:
            return all(tamanhos) and not _check_counts(con, manifesto)
    except (OSError, ValueError, KeyError, duckdb.Error):
        return False


def find_problemas(pasta: Path) -> list[Problema]:
    """Return everything wrong with an acervo's folder; empty where it is whole."""
    try:
        manifesto = json.loads((pasta / MANIFESTO).read_text(encoding="utf-8"))
        problemas = [
            Problema("o arquivo não confere com a soma SHA-256", arquivo=f"{pasta.name}/{nome}")
            for nome in find_divergentes(pasta)
        ]
        con, _ = open_completo(pasta)
        with con:
            problemas += _check_counts(con, manifesto)
            problemas += _run_checks(con)
    except (OSError, ValueError, KeyError, duckdb.Error):
        return [
            Problema(
                "o acervo está incompleto ou danificado",
                arquivo=pasta.name,
                remedio="Construa de novo com as mesmas entradas ou volte a outro com `etrdash rollback ID`.",
            )
        ]
    return problemas


def _check_counts(con: duckdb.DuckDBPyConnection, manifesto: dict[str, object]) -> list[Problema]:
    """Compare rows with the manifest's; a table that an earlier version did not have is absent from both."""
    publicados = manifesto["publicados"]
    assert isinstance(publicados, list)  # noqa: S101
    declaradas = {publicado["tabela"]: publicado["linhas"] for publicado in publicados if publicado["tabela"]}
    problemas = []
    for tabela in list_publicadas():
        (linhas,) = con.execute(f"SELECT count(*) FROM {quote(tabela.nome)}").fetchone() or (None,)
        esperadas = declaradas.get(tabela.nome, 0)
        if linhas != esperadas:
            problemas.append(
                Problema(
                    f'a tabela "{tabela.nome}" não tem as linhas do manifesto',
                    encontrado=str(linhas),
                    esperado=str(esperadas),
                )
            )
    return problemas


def _run_checks(con: duckdb.DuckDBPyConnection) -> list[Problema]:
    problemas = []
    for consulta in sorted(
        (files("etrdash.published") / "sql" / "conferencia").iterdir(), key=lambda x: x.name
    ):
        if not consulta.name.endswith(".sql"):
            continue
        ruins = con.execute(consulta.read_text(encoding="utf-8")).fetchall()
        if ruins:
            problemas.append(
                Problema(
                    f'a conferência "{consulta.name.removesuffix(".sql")}" encontrou {len(ruins)} linha(s)',
                    encontrado=", ".join(str(valor) for valor in ruins[0]),
                    esperado="nenhuma linha",
                )
            )
    return problemas
