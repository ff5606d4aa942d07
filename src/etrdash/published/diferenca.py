"""What changed between two acervos."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from etrdash.erros import AcervoError, Problema
from etrdash.published.banco import attach_banco
from etrdash.published.consultas import load_consulta

MUDANCAS = ("entraram", "sairam", "mudaram_de_lugar", "mudaram_de_situacao")


def compare_acervos(antes: Path, depois: Path) -> dict[str, list[dict[str, Any]]]:
    """Return what changed from one acervo to another.

    Args:
        antes: folder of the earlier acervo.
        depois: folder of the later one.

    Returns:
        By municipality and station: ``entraram`` and ``sairam`` (``numero_estacao, codigo_ibge, prestadora,
        situacao``); ``mudaram_de_lugar``, by more than 10 m (``numero_estacao, codigo_ibge_antes,
        codigo_ibge, metros``); ``mudaram_de_situacao`` (``numero_estacao, codigo_ibge, situacao_antes,
        situacao, grupo_antes, grupo``).

    Raises:
        AcervoError: one of the databases does not open.
    """
    try:
        with duckdb.connect() as con:
            for nome, pasta in (("antes", antes), ("depois", depois)):
                attach_banco(con, pasta, nome)
            return {
                mudanca: con.sql(load_consulta(f"diferenca/{mudanca}")).to_arrow_table().to_pylist()
                for mudanca in MUDANCAS
            }
    except duckdb.Error as erro:
        raise AcervoError(
            Problema(
                "os acervos não puderam ser comparados",
                arquivo=f"{antes.name}, {depois.name}",
                remedio="Confira os dois com `etrdash status`.",
            )
        ) from erro
