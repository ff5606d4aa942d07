"""Copies an acervo's published files to object storage: any address that fsspec knows, such as ``s3://``."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Any

from etrdash.erros import AcervoError, EntradaIlegivel, Problema
from etrdash.published.publicacao import list_files
from etrdash.published.somas import SOMAS, read_somas, refuse_divergentes

_PEDACO = 1 << 20


def is_endereco(destino: str) -> bool:
    """Whether a destination is an address of object storage rather than a folder."""
    return "://" in destino


def export_objetos(pasta: Path, destino: str) -> list[str]:
    """Copy every published file of an acervo to an address, and read each copy back against its checksum.

    The checksums go last: where they are, everything they name is. Credentials come from where the storage's
    own tools take them (environment, profile); none is an argument.

    Args:
        pasta: the acervo's folder.
        destino: address, e.g. ``s3://balde/dados/ID``; each file becomes an object below it.

    Returns:
        Names of the objects written.

    Raises:
        EntradaIlegivel: fsspec, or its part for this kind of address, is not installed.
        AcervoError: the storage refuses, or a copy differs from its checksum.
    """
    fs, raiz = _open(destino)
    somas = read_somas(pasta)
    nomes = sorted(list_files(pasta), key=lambda nome: (nome == SOMAS, nome))
    try:
        for nome in nomes:
            fs.put_file(str(pasta / nome), f"{raiz}/{nome}")
        divergentes = [nome for nome, soma in somas.items() if _hash(fs, f"{raiz}/{nome}") != soma]
    except Exception as erro:  # each storage has its own exceptions
        raise AcervoError(
            Problema(
                "os arquivos não puderam ser copiados",
                arquivo=destino.partition("://")[0] + "://…",
                encontrado=type(erro).__name__,
                esperado="um endereço que exista, com permissão de escrita",
                remedio="Confira o endereço e as credenciais, ou escolha outro destino com --out.",
            )
        ) from erro
    refuse_divergentes(divergentes)
    return nomes


def _open(destino: str) -> tuple[Any, str]:
    try:
        fs, raiz = import_module("fsspec").core.url_to_fs(destino)
    except (ImportError, ValueError) as erro:
        raise EntradaIlegivel(
            Problema(
                "este tipo de endereço não pode ser usado nesta instalação",
                encontrado=destino.partition("://")[0] + "://…",
                esperado="uma pasta, ou um endereço como s3://balde/pasta",
                remedio="Para s3://, instale o complemento: pip install 'etrdash[nuvem]'.",
            )
        ) from erro
    return fs, str(raiz).rstrip("/")


def _hash(fs: Any, caminho: str) -> str:
    soma = hashlib.sha256()
    with fs.open(caminho, "rb") as arquivo:
        while pedaco := arquivo.read(_PEDACO):
            soma.update(pedaco)
    return soma.hexdigest()
