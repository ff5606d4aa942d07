"""From filled tables to a published acervo: files, checks, then the swing of the pointer."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from etrdash.erros import AcervoError, Problema
from etrdash.published.acervo import MANIFESTO
from etrdash.published.banco import BANCO, open_banco
from etrdash.published.conferencia import check_acervo
from etrdash.published.conservacao import check_conservacao
from etrdash.published.geojson import write_geojson
from etrdash.published.identidade import Identidade
from etrdash.published.leiame import write_leiame
from etrdash.published.manifesto import describe_acervo
from etrdash.published.pacote import describe_pacote
from etrdash.published.somas import SOMAS, write_somas
from etrdash.published.store import Store
from etrdash.published.tabelas import copy_tables, write_tables
from etrdash.sources.baixa_proveniencia import hash_arquivo

MEMORIA = "ETRDASH_MEMORIA"
_TRABALHO = "trabalho"
PACOTE = "datapackage.json"
LEIAME = "LEIAME.txt"

_ERROS_DE_DISCO = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO})
_PALAVRAS_DE_DISCO = ("IO Error", "Could not write", "No space left", "max_temp_directory_size")

Preenche = Callable[[duckdb.DuckDBPyConnection, Path], list[str]]


def publish_acervo(
    store: Store,
    identidade: Identidade,
    fill: Preenche,
    *,
    anterior: Path | None = None,
    repair: bool = False,
) -> Path:
    """Build, check and publish one acervo; all or nothing.

    Args:
        store: where it goes.
        identidade: what it is made of.
        fill: given an empty database and a folder for temporary files, creates every table of the dictionary
            and returns the build's warnings.
        anterior: folder of the acervo before, of which most must be kept; None to accept any change.
        repair: replace the folder of the same id, found damaged.

    Returns:
        The acervo's folder.

    Raises:
        AcervoError: the store cannot be written, or the result fails its own checks. Nothing that was
            published changes.
        DadosInvalidos: the inputs lost too much against ``anterior``.
    """
    limite = read_memoria()
    with store.building() as pasta:
        try:
            trabalho = pasta / _TRABALHO
            trabalho.mkdir()
            with duckdb.connect(str(trabalho / BANCO), config={"memory_limit": limite}) as con:
                avisos = fill(con, trabalho)
                if anterior is not None:
                    check_conservacao(con, anterior)
                copy_tables(con, pasta / BANCO)
            shutil.rmtree(trabalho)
            write_files(pasta, identidade, avisos)
        except (OSError, duckdb.Error) as erro:
            if not is_disk_failure(erro):
                raise
            raise _interrupted(store.pasta) from erro
        check_acervo(pasta)
        return store.publish(pasta, identidade.acervo, repair=repair)


def read_memoria() -> str:
    """Return how much memory DuckDB may take in a build before it uses the disk: ``ETRDASH_MEMORIA``, 1 GB.

    Raises:
        AcervoError: the variable is not a size.
    """
    limite = os.environ.get(MEMORIA) or "1GB"
    if not re.fullmatch(r"[1-9]\d{0,5}(MB|GB)", limite):
        raise AcervoError(
            Problema(
                f"{MEMORIA} não é um tamanho de memória",
                encontrado=limite[:20],
                esperado="um número e MB ou GB, como 1GB",
                remedio=f"Corrija a variável {MEMORIA}, ou retire-a.",
            )
        )
    return limite


def write_files(pasta: Path, identidade: Identidade, avisos: list[str]) -> None:
    """Write every published file, the manifest and the checksums beside the acervo's database."""
    from etrdash.published.planilha import write_planilhas  # noqa: PLC0415 - spares what writes no workbook

    titulo = identidade.aviso or f"etrdash, acervo {identidade.acervo}"
    soma = cache(hash_arquivo)  # no file is written twice
    with open_banco(pasta) as con:
        linhas = write_tables(con, pasta, identidade.aviso)
        write_geojson(con, pasta / "estacoes.geojson", identidade.aviso)
        write_planilhas(con, pasta, identidade.em, titulo)
        _write_json(pasta / PACOTE, describe_pacote(identidade, pasta, soma))
        (pasta / LEIAME).write_text(write_leiame(identidade, linhas), encoding="utf-8")
        manifesto = describe_acervo(identidade, con, pasta, linhas, avisos, soma)
    _write_json(pasta / MANIFESTO, manifesto)
    write_somas(pasta, [publicado["arquivo"] for publicado in manifesto["publicados"]] + [MANIFESTO], soma)


def list_files(pasta: Path) -> list[str]:
    """Return the names of an acervo's published files, manifest and checksums included, its database not."""
    manifesto: dict[str, Any] = json.loads((pasta / MANIFESTO).read_text(encoding="utf-8"))
    return sorted([*(publicado["arquivo"] for publicado in manifesto["publicados"]), MANIFESTO, SOMAS])


def is_disk_failure(erro: OSError | duckdb.Error) -> bool:
    """Whether an error says that something could not be written: disk full, quota, read-only, broken."""
    if isinstance(erro, OSError):
        return erro.errno in _ERROS_DE_DISCO
    return isinstance(erro, duckdb.IOException) or any(palavra in str(erro) for palavra in _PALAVRAS_DE_DISCO)


def _write_json(caminho: Path, conteudo: dict[str, Any]) -> None:
    texto = json.dumps(conteudo, ensure_ascii=False, indent=1)
    caminho.write_text(texto + "\n", encoding="utf-8")


def _interrupted(pasta: Path) -> AcervoError:
    return AcervoError(
        Problema(
            "a construção parou: não foi possível gravar",
            arquivo=str(pasta),
            esperado="espaço livre em disco e permissão de escrita",
            remedio="O acervo anterior continua publicado. Libere espaço e repita o comando.",
        )
    )
