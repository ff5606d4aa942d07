"""Checksums of files: ``SHA256SUMS`` as coreutils writes and checks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from etrdash.erros import AcervoError, Problema
from etrdash.sources.baixa_proveniencia import hash_arquivo

SOMAS = "SHA256SUMS"


def write_somas(pasta: Path, nomes: list[str], soma: Callable[[Path], str] = hash_arquivo) -> None:
    """Write ``SHA256SUMS`` over the named files of a folder; ``soma`` gives the SHA-256 (hex) of a file."""
    linhas = [f"{soma(pasta / nome)}  {nome}\n" for nome in sorted(nomes)]
    (pasta / SOMAS).write_text("".join(linhas), encoding="utf-8")


def read_somas(pasta: Path) -> dict[str, str]:
    """Return file name → SHA-256 from a folder's ``SHA256SUMS``."""
    linhas = (pasta / SOMAS).read_text(encoding="utf-8").splitlines()
    return {nome: soma for soma, _, nome in (linha.partition("  ") for linha in linhas)}


def find_divergentes(pasta: Path) -> list[str]:
    """Return the names in ``SHA256SUMS`` whose file is missing or has other bytes."""
    return [
        nome
        for nome, soma in read_somas(pasta).items()
        if not (pasta / nome).is_file() or hash_arquivo(pasta / nome) != soma
    ]


def refuse_divergentes(nomes: list[str]) -> None:
    """Refuse copies that differ from their checksum.

    Raises:
        AcervoError: there is one.
    """
    if nomes:
        raise AcervoError(
            [Problema("a cópia não confere com a soma SHA-256", arquivo=nome) for nome in nomes]
        )
