"""Writers of municipal files in every form that is read, and a short way to load them."""

from __future__ import annotations

import csv
import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

from etrdash.dados import PastaDeDados
from etrdash.staging.municipal import EntradaMunicipal, load_municipais

BASE: dict[str, str] = {
    "codigo_ibge": "3557105",
    "registro_id": "PA 04611/2020",
    "instrumento": "LICENCA_INSTALACAO",
    "ato": "emissao",
    "data": "2020-05-04",
}
"""The smallest ato there is."""


@dataclass(frozen=True)
class Carregado:
    """What was loaded: ``atos``, ``arquivos`` and ``rejeitos`` as lists of dictionaries."""

    con: duckdb.DuckDBPyConnection

    def rows(self, consulta: str) -> list[dict[str, Any]]:
        cursor = self.con.execute(consulta)
        nomes = [coluna[0] for coluna in cursor.description]
        return [dict(zip(nomes, linha, strict=True)) for linha in cursor.fetchall()]

    @property
    def atos(self) -> list[dict[str, Any]]:
        return self.rows("FROM stg_atos ORDER BY arquivo, linha, ato, data, logradouro")

    @property
    def arquivos(self) -> list[dict[str, Any]]:
        return self.rows("FROM stg_arquivos ORDER BY arquivo")

    @property
    def rejeitos(self) -> list[dict[str, Any]]:
        return self.rows("FROM stg_rejeitos ORDER BY arquivo, linha")


def load(
    caminho: Path | Sequence[Path],
    codigo_ibge: str | None = None,
    pasta: PastaDeDados | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Carregado:
    """Load one file, or several, into a database in memory (or into ``con``)."""
    caminhos = [caminho] if isinstance(caminho, Path) else list(caminho)
    banco = con or duckdb.connect()
    tmp = caminhos[0].parent / "tmp"
    tmp.mkdir(exist_ok=True)
    entradas = [EntradaMunicipal(item, codigo_ibge) for item in caminhos]
    load_municipais(banco, entradas, pasta or PastaDeDados.open(), tmp)
    return Carregado(banco)


def to_table(atos: Sequence[Mapping[str, str]]) -> list[list[str]]:
    """Return header and rows of some atos; columns in the order in which they first appear."""
    colunas = list(dict.fromkeys(coluna for ato in atos for coluna in ato))
    return [colunas, *([ato.get(coluna, "") for coluna in colunas] for ato in atos)]


def to_csv(tabela: Sequence[Sequence[str]], delimitador: str = ",", fim: str = "\n") -> str:
    texto = io.StringIO()
    csv.writer(texto, delimiter=delimitador, lineterminator=fim).writerows(tabela)
    return texto.getvalue()


def write_csv(
    caminho: Path,
    atos: Sequence[Mapping[str, str]],
    delimitador: str = ",",
    codificacao: str = "utf-8",
    fim: str = "\n",
) -> Path:
    caminho.write_bytes(to_csv(to_table(atos), delimitador, fim).encode(codificacao))
    return caminho


def write_xlsx(caminho: Path, folhas: Mapping[str, Sequence[Sequence[Any]]]) -> Path:
    with xlsxwriter.Workbook(str(caminho), {"default_date_format": "dd/mm/yyyy"}) as pasta:
        for nome, linhas in folhas.items():
            folha = pasta.add_worksheet(nome)
            for indice, linha in enumerate(linhas):
                for coluna, valor in enumerate(linha):
                    if isinstance(valor, str):
                        folha.write_string(indice, coluna, valor)
                    else:
                        folha.write(indice, coluna, valor)
    return caminho


def write_parquet(caminho: Path, tabela: Sequence[Sequence[str]]) -> Path:
    cabecalho, *linhas = tabela
    colunas = list(zip(*linhas, strict=True)) if linhas else [()] * len(cabecalho)
    pq.write_table(
        pa.table({n: pa.array(c, pa.string()) for n, c in zip(cabecalho, colunas, strict=True)}), caminho
    )
    return caminho


def write_ods(caminho: Path, tabela: Sequence[Sequence[str]]) -> Path:
    """Write the smallest OpenDocument spreadsheet: one sheet of texts."""
    celula = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    linhas = "".join(
        f"<table:table-row>{''.join(celula.format(escape(valor)) for valor in linha)}</table:table-row>"
        for linha in tabela
    )
    ns = "urn:oasis:names:tc:opendocument:xmlns:"
    conteudo = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="{ns}office:1.0" '
        f'xmlns:table="{ns}table:1.0" xmlns:text="{ns}text:1.0" office:version="1.2"><office:body>'
        f'<office:spreadsheet><table:table table:name="Plan1">{linhas}</table:table></office:spreadsheet>'
        "</office:body></office:document-content>"
    )
    tipo = "application/vnd.oasis.opendocument.spreadsheet"
    with zipfile.ZipFile(caminho, "w") as zipado:
        zipado.writestr("mimetype", tipo)
        zipado.writestr("content.xml", conteudo)
        zipado.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{ns}manifest:1.0"><manifest:file-entry '
            f'manifest:full-path="/" manifest:media-type="{tipo}"/></manifest:manifest>',
        )
    return caminho


def write_xls(caminho: Path, tabela: Sequence[Sequence[str]]) -> Path:
    """Write the smallest Excel 97 workbook: one sheet of texts, in a compound file of one stream."""

    def record(tipo: int, dados: bytes) -> bytes:
        return struct.pack("<HH", tipo, len(dados)) + dados

    def bof(conteudo: int) -> bytes:
        return record(0x0809, struct.pack("<HHHHII", 0x0600, conteudo, 0, 1997, 0, 0x06))

    folha = bof(0x0010)
    for indice, linha in enumerate(tabela):
        for coluna, valor in enumerate(linha):
            texto = valor.encode("utf-16-le")
            folha += record(0x0204, struct.pack("<HHHHB", indice, coluna, 0, len(valor), 1) + texto)
    folha += record(0x000A, b"")
    pagina = record(0x0042, struct.pack("<H", 1200))

    def globais(posicao: int) -> bytes:
        nome = b"Plan1"
        limite = record(0x0085, struct.pack("<IBBBB", posicao, 0, 0, len(nome), 0) + nome)
        return bof(0x0005) + pagina + limite + record(0x000A, b"")

    fluxo = globais(len(globais(0))) + folha
    fluxo = fluxo.ljust(max(4096, -(-len(fluxo) // 512) * 512), b"\0")
    caminho.write_bytes(_compound_file("Workbook", fluxo))
    return caminho


def _compound_file(nome: str, fluxo: bytes) -> bytes:
    setores = len(fluxo) // 512
    fat = [0xFFFFFFFD, 0xFFFFFFFE, *range(3, 2 + setores), 0xFFFFFFFE]
    assert len(fat) <= 128, "one FAT sector holds 64 kB"
    fat += [0xFFFFFFFF] * (128 - len(fat))

    def entry(nome: str, tipo: int, filho: int, inicio: int, tamanho: int) -> bytes:
        texto = nome.encode("utf-16-le") + b"\0\0"
        return (
            texto.ljust(64, b"\0")
            + struct.pack("<HBBIII", len(texto), tipo, 1, 0xFFFFFFFF, 0xFFFFFFFF, filho)
            + b"\0" * 36
            + struct.pack("<IQ", inicio, tamanho)
        )

    vazia = b"\0" * 68 + struct.pack("<III", *[0xFFFFFFFF] * 3) + b"\0" * 48
    pasta = entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + entry(nome, 2, 0xFFFFFFFF, 2, len(fluxo)) + vazia * 2
    cabecalho = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + b"\0" * 16
        + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
        + b"\0" * 6
        + struct.pack("<IIIIIIIIII", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 0)
        + struct.pack("<I", 0xFFFFFFFF) * 108
    )
    return cabecalho + struct.pack("<128I", *fat) + pasta + fluxo
