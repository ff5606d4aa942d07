"""Copies an acervo's published files elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

from etrdash.erros import AcervoError, Problema
from etrdash.published.publicacao import list_files
from etrdash.published.somas import find_divergentes, refuse_divergentes


def export_acervo(pasta: Path, destino: Path) -> list[str]:
    """Copy every published file of an acervo into a folder and check the copies.

    Args:
        pasta: the acervo's folder.
        destino: folder for the copies, created where it does not exist.

    Returns:
        Names of the files written.

    Raises:
        AcervoError: the folder cannot be written, or a copy differs from its checksum.
    """
    nomes = list_files(pasta)
    try:
        destino.mkdir(parents=True, exist_ok=True)
        for nome in nomes:
            shutil.copyfile(pasta / nome, destino / nome)
        divergentes = find_divergentes(destino)
    except OSError as erro:
        raise AcervoError(
            Problema(
                "os arquivos não puderam ser copiados",
                arquivo=str(destino),
                esperado="uma pasta com espaço livre e permissão de escrita",
                remedio="Escolha outra pasta com --out.",
            )
        ) from erro
    refuse_divergentes(divergentes)
    return nomes
