"""Containers: what a path given by the user holds, as named byte streams.

A path may be a plain file, a ``.zip`` (several members, folders inside, one more zip level), a ``.gz`` or a
folder of them. The form is told by the first bytes, never by the name.
"""

from __future__ import annotations

import errno
import gzip
import lzma
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.formas import Forma, detect_forma_of_path, refuse_forma

MAX_MEMBROS = 10_000
MAX_NIVEIS = 2
MAX_EXPANDIDO = 64 << 30
MAX_RAZAO = 900
"""Deflate cannot exceed 1032:1; real exports stay below 50:1 and triple-written ones below 300:1."""
_RAZAO_A_PARTIR_DE = 256 << 20
_TEXTOS = (".csv", ".txt", ".tsv")
_ZIPS = (".zip",)
_GZIPS = (".gz",)


@dataclass(frozen=True, slots=True)
class Membro:
    """One stream of bytes to read, with the name that messages and tables show.

    Attributes:
        arquivo: base name of the path, ``container.zip!pasta/membro.csv`` inside a container.
        abrir: opens the stream from its start; the caller closes it.
        explicito: whether the user named this very file (a refusal is then an error, not a notice).
        ignorados: names of the container's members that are not text, reported beside its first member.
    """

    arquivo: str
    abrir: Callable[[], BinaryIO]
    explicito: bool
    ignorados: tuple[str, ...] = field(default=())


def list_membros(caminhos: Sequence[Path], tmp: Path) -> Iterator[Membro]:
    """Walk the given paths in order and yield every text stream that they hold.

    A folder is walked in name order. Second-level zips are copied to ``tmp``, compressed, while read.

    Args:
        caminhos: files or folders.
        tmp: folder for temporary files; what is written there is removed as the walk goes on.

    Raises:
        EntradaIlegivel: a path that is missing, empty, truncated, encrypted, a bomb, or without text.
    """
    for caminho in caminhos:
        if caminho.is_dir():
            yield from _walk_folder(caminho, tmp)
        else:
            yield from _walk_file(caminho, caminho.name, tmp, explicito=True, nivel=0)


def _walk_folder(pasta: Path, tmp: Path) -> Iterator[Membro]:
    arquivos = [
        caminho
        for caminho in sorted(pasta.rglob("*"))
        if caminho.is_file()
        and not any(parte.startswith(".") for parte in caminho.relative_to(pasta).parts)
        and caminho.suffix.lower() in _TEXTOS + _ZIPS + _GZIPS
    ]
    if not arquivos:
        raise EntradaIlegivel(
            Problema(
                "a pasta não tem nenhum arquivo que se possa ler",
                arquivo=pasta.name or str(pasta),
                esperado="arquivos .csv, .zip ou .csv.gz",
                remedio="Confira o caminho da pasta.",
            )
        )
    for caminho in arquivos:
        nome = caminho.relative_to(pasta).as_posix()
        yield from _walk_file(caminho, nome, tmp, explicito=len(arquivos) == 1, nivel=0)


def _walk_file(caminho: Path, nome: str, tmp: Path, *, explicito: bool, nivel: int) -> Iterator[Membro]:
    forma = _forma_legivel(caminho, nome)
    if forma is Forma.ZIP:
        yield from _walk_zip(caminho, nome, tmp, explicito=explicito, nivel=nivel + 1)
    elif forma is Forma.GZIP:
        yield Membro(nome, partial(_open_gzip, caminho), explicito)
    else:
        yield Membro(nome, partial(_open_arquivo, caminho), explicito)


def _open_arquivo(caminho: Path) -> BinaryIO:
    return caminho.open("rb")


def _open_gzip(caminho: Path) -> BinaryIO:
    return cast("BinaryIO", gzip.GzipFile(caminho, "rb"))


def _forma_legivel(caminho: Path, nome: str) -> Forma:
    try:
        tamanho = caminho.stat().st_size
        forma = detect_forma_of_path(caminho)
    except FileNotFoundError:
        raise EntradaIlegivel(
            Problema("o arquivo não existe", arquivo=str(caminho), remedio="Confira o caminho e o nome.")
        ) from None
    except OSError as erro:
        raise EntradaIlegivel(
            Problema(
                "o arquivo não pôde ser aberto",
                arquivo=nome,
                encontrado=erro.strerror or type(erro).__name__,
                remedio="Confira as permissões e o disco.",
            )
        ) from None
    except zipfile.BadZipFile:
        raise _zip_quebrado(nome) from None
    if forma is Forma.ZIP and not zipfile.is_zipfile(caminho):
        raise _zip_quebrado(nome)
    refuse_forma(forma, nome, tamanho)
    return forma


def _zip_quebrado(nome: str) -> EntradaIlegivel:
    return EntradaIlegivel(
        Problema(
            "o zip está truncado ou corrompido",
            arquivo=nome,
            esperado="um zip completo",
            remedio="Baixe o arquivo de novo e compare o tamanho com o da origem.",
        )
    )


def _walk_zip(caminho: Path, nome: str, tmp: Path, *, explicito: bool, nivel: int) -> Iterator[Membro]:
    if nivel > MAX_NIVEIS:
        raise EntradaIlegivel(
            Problema(
                "zip dentro de zip dentro de zip",
                arquivo=nome,
                esperado=f"no máximo {MAX_NIVEIS} níveis",
                remedio="Extraia o zip interno e informe-o diretamente.",
            )
        )
    with _reading(nome), zipfile.ZipFile(caminho) as zipado:
        membros = [
            info
            for info in zipado.infolist()
            if info.filename and not info.is_dir() and not _is_lixo(info.filename)
        ]
        _refuse_bomba(membros, nome)
        textos = [info for info in membros if _sufixo(info) in _TEXTOS + _ZIPS + _GZIPS]
        outros = tuple(_nome_seguro(info.filename) for info in membros if info not in textos)
        if not textos:
            raise EntradaIlegivel(
                Problema(
                    "o zip não tem nenhum arquivo que se possa ler",
                    arquivo=nome,
                    encontrado=f"{len(membros)} membro(s), nenhum .csv",
                    esperado="ao menos um membro .csv, .txt, .csv.gz ou .zip",
                    remedio="Confira se este é o zip certo.",
                )
            )
        for indice, info in enumerate(sorted(textos, key=lambda info: info.filename)):
            rotulo = f"{nome}!{_nome_seguro(info.filename)}"
            membro = Membro(
                rotulo,
                partial(_open_no_zip, zipado, info),
                explicito=explicito and len(textos) == 1,
                ignorados=outros if indice == 0 else (),
            )
            yield from _walk_membro(membro, info, tmp, nivel)


def _open_no_zip(zipado: zipfile.ZipFile, info: zipfile.ZipInfo) -> BinaryIO:
    try:
        return cast("BinaryIO", zipado.open(info))
    except UnicodeDecodeError as erro:
        raise zipfile.BadZipFile("a member's name is not text") from erro


def _open_gzip_no_zip(abrir: Callable[[], BinaryIO]) -> BinaryIO:
    comprimido = abrir()
    fluxo = gzip.GzipFile(fileobj=comprimido)
    fluxo.myfileobj = comprimido  # type: ignore[assignment]  # closed with the gzip, and the zip's file with it
    return cast("BinaryIO", fluxo)


def _walk_membro(membro: Membro, info: zipfile.ZipInfo, tmp: Path, nivel: int) -> Iterator[Membro]:
    if info.flag_bits & 0x1:
        raise EntradaIlegivel(
            Problema(
                "o membro do zip está protegido por senha",
                arquivo=membro.arquivo,
                esperado="um zip sem senha",
                remedio="Extraia o arquivo com a senha e informe o CSV.",
            )
        )
    with membro.abrir() as fluxo:
        inicio = fluxo.read(4096)
    if inicio.startswith(b"\x1f\x8b"):
        yield replace(membro, abrir=partial(_open_gzip_no_zip, membro.abrir))
    elif inicio.startswith(b"PK"):
        interno = _copy_zip(membro, tmp)
        try:
            yield from _walk_file(interno, membro.arquivo, tmp, explicito=membro.explicito, nivel=nivel)
        finally:
            interno.unlink(missing_ok=True)
    else:
        yield membro


def _copy_zip(membro: Membro, tmp: Path) -> Path:
    with (
        tempfile.NamedTemporaryFile(dir=tmp, suffix=".zip", delete=False) as copia,
        membro.abrir() as fluxo,
    ):
        shutil.copyfileobj(fluxo, copia, 1 << 20)
    return Path(copia.name)


def _refuse_bomba(membros: Sequence[zipfile.ZipInfo], nome: str) -> None:
    total = sum(info.file_size for info in membros)
    razoes = (
        info.file_size / max(1, info.compress_size) for info in membros if info.file_size > _RAZAO_A_PARTIR_DE
    )
    razao = max(razoes, default=0.0)
    if len(membros) <= MAX_MEMBROS and total <= MAX_EXPANDIDO and razao <= MAX_RAZAO:
        return
    raise EntradaIlegivel(
        Problema(
            "o zip se expande além do razoável e não foi aberto",
            arquivo=nome,
            encontrado=f"{len(membros)} membro(s), {total >> 20} MB expandidos, razão {razao:.0f} para 1",
            esperado=f"até {MAX_MEMBROS} membros, {MAX_EXPANDIDO >> 30} GB e razão de {MAX_RAZAO} para 1",
            remedio="Confira a origem do arquivo.",
        )
    )


@contextmanager
def _reading(nome: str) -> Iterator[None]:
    """Turn what the decompressors raise into a message about ``nome``."""
    try:
        yield
    except (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError):
        raise _zip_quebrado(nome) from None
    except OSError as erro:
        if erro.errno not in {errno.EINVAL, None}:  # a member before the file's beginning; a broken bzip2
            raise
        raise _zip_quebrado(nome) from None
    except NotImplementedError:
        raise EntradaIlegivel(
            Problema(
                "o zip usa um método de compressão que não se pode ler",
                arquivo=nome,
                esperado="deflate ou sem compressão",
                remedio="Extraia o arquivo e informe o CSV.",
            )
        ) from None


@contextmanager
def open_membro(membro: Membro) -> Iterator[BinaryIO]:
    """Open a member for reading, with damage in its container told as a message.

    Raises:
        EntradaIlegivel: the compressed stream ends early or fails its check.
    """
    with _reading(membro.arquivo), membro.abrir() as fluxo:
        yield fluxo


def _sufixo(info: zipfile.ZipInfo) -> str:
    return PurePosixPath(info.filename.replace("\\", "/")).suffix.lower()


def _is_lixo(nome: str) -> bool:
    partes = PurePosixPath(nome.replace("\\", "/")).parts
    return "__MACOSX" in partes or any(parte.startswith(".") and parte != ".." for parte in partes[-1:])


def _nome_seguro(nome: str) -> str:
    """Return a member's name fit for a message: no drive, no parent folder, no control character."""
    partes = [parte for parte in nome.replace("\\", "/").split("/") if parte not in {"", ".", ".."}]
    return "".join(letra if letra.isprintable() else "?" for letra in "/".join(partes))[:200]
