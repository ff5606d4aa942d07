"""Checksums of files: ``SHA256SUMS`` as coreutils writes and checks it."""

from __future__ import annotations

import hashlib
from pathlib import Path

SOMAS = "SHA256SUMS"


def hash_file(caminho: Path) -> str:
    """Return the SHA-256 of a file, hex, with constant memory."""
    with caminho.open("rb") as entrada:
        return hashlib.file_digest(entrada, "sha256").hexdigest()


def write_somas(pasta: Path, nomes: list[str]) -> None:
    """Write ``SHA256SUMS`` over the named files of a folder."""
    linhas = [f"{hash_file(pasta / nome)}  {nome}\n" for nome in sorted(nomes)]
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
        if not (pasta / nome).is_file() or hash_file(pasta / nome) != soma
    ]
