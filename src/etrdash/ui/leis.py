"""The laws on file, named for people."""

from __future__ import annotations

from typing import Any

from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask


def find_lei(lei: str | None) -> dict[str, Any] | None:
    """Return the row of a law (``lei, nome, ficha``), None where the municipality has none on file."""
    return next((row for row in ask("list_leis") if row["lei"] == lei), None)


def name_lei(lei: str | None) -> str:
    """Name a law; say so where there is none on file."""
    row = find_lei(lei)
    return str(row["nome"]) if row else t("nenhuma lei catalogada")


def name_provision(lei: str | None, dispositivo: str) -> str:
    """Return the label of a provision (``art. 20, § 1º``) as the law file has it, else what was given."""
    row = find_lei(lei)
    dispositivos = row["ficha"].get("dispositivo", {}) if row else {}
    return str(dispositivos.get(dispositivo, {}).get("rotulo", dispositivo))
