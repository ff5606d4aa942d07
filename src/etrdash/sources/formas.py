"""Forms of files, told by their first bytes: text, containers, spreadsheets, and what is refused."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema


class Forma(StrEnum):
    """What the first bytes of a file say that it is."""

    VAZIO = "vazio"
    TEXTO = "texto"
    ZIP = "zip"
    GZIP = "gzip"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    PARQUET = "parquet"
    HTML = "html"
    PDF = "pdf"
    BINARIO = "binario"


_MAGIAS = {
    b"\x1f\x8b": Forma.GZIP,
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": Forma.XLS,
    b"PAR1": Forma.PARQUET,
    b"%PDF": Forma.PDF,
    b"\xff\xfe": Forma.TEXTO,
    b"\xfe\xff": Forma.TEXTO,
}

_CONTROLES = bytes(byte for byte in range(27) if byte < 9 or byte > 13)


def detect_forma(inicio: bytes, nomes_zip: Sequence[str] = ()) -> Forma:
    """Tell the form of a file from its first bytes (at least 512 where there are as many).

    Args:
        inicio: first bytes.
        nomes_zip: member names, to tell a spreadsheet from a plain zip.
    """
    if inicio.startswith(b"PK"):
        return _forma_de_zip(nomes_zip)
    magia = next((magia for magia in _MAGIAS if inicio.startswith(magia)), None)
    return _MAGIAS[magia] if magia else _forma_de_texto(inicio)


def _forma_de_zip(nomes: Sequence[str]) -> Forma:
    if "[Content_Types].xml" in nomes:
        return Forma.XLSX
    return Forma.ODS if "content.xml" in nomes else Forma.ZIP


def _forma_de_texto(inicio: bytes) -> Forma:
    comeco = inicio.removeprefix(b"\xef\xbb\xbf").lstrip()[:200].lower()
    if not comeco and len(inicio) < 512:
        return Forma.VAZIO
    if comeco.startswith((b"<!doctype", b"<html", b"<?xml", b"<head", b"<!--")):
        return Forma.HTML
    controles = len(inicio) - len(inicio.translate(None, _CONTROLES))
    return Forma.BINARIO if controles > max(8, len(inicio) // 10) else Forma.TEXTO


def detect_forma_of_path(caminho: Path) -> Forma:
    """Tell the form of a file on disk, looking inside a zip for a spreadsheet's signature members.

    Raises:
        OSError: the file cannot be opened.
        zipfile.BadZipFile: it looks like a zip and its directory is broken.
    """
    with caminho.open("rb") as arquivo:
        inicio = arquivo.read(4096)
    if inicio.startswith(b"PK") and zipfile.is_zipfile(caminho):
        try:
            with zipfile.ZipFile(caminho) as zipado:
                return detect_forma(inicio, zipado.namelist())
        except (UnicodeDecodeError, NotImplementedError) as erro:
            raise zipfile.BadZipFile("a directory that cannot be read") from erro
    return detect_forma(inicio)


def refuse_forma(forma: Forma, arquivo: str, tamanho: int | None = None) -> None:
    """Raise the message that fits a form that is neither text nor a container of text.

    Raises:
        EntradaIlegivel: empty file, HTML page, spreadsheet, PDF or other binary.
    """
    if forma in {Forma.TEXTO, Forma.ZIP, Forma.GZIP}:
        return
    if forma is Forma.VAZIO:
        raise EntradaIlegivel(
            Problema(
                "o arquivo está vazio",
                arquivo=arquivo,
                encontrado=f"{tamanho or 0} byte(s), nenhuma linha",
                esperado="um cabeçalho e linhas de dados",
                remedio="Baixe o arquivo de novo.",
            )
        )
    if forma is Forma.HTML:
        raise EntradaIlegivel(
            Problema(
                "o arquivo é uma página da internet, não um CSV",
                arquivo=arquivo,
                linha=1,
                encontrado="marcação HTML ou XML",
                esperado="um cabeçalho com nomes de colunas",
                remedio="O servidor respondeu com uma página de erro: baixe o arquivo de novo.",
            )
        )
    raise EntradaIlegivel(
        Problema(
            "o arquivo não é um texto separado por delimitador",
            arquivo=arquivo,
            encontrado=f"formato {forma.value}",
            esperado=".csv, .zip ou .csv.gz",
            remedio="Exporte ou salve os dados como CSV.",
        )
    )
