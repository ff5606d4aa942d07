"""Spreadsheets, Parquet and GeoJSON as tables of text."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, load_workbook

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.containers import Membro, open_membro
from etrdash.staging.municipal_tabelas import (
    LINHAS_DE_TITULO,
    FormaDaTabela,
    LinhaLida,
    Pontuacao,
    SemCabecalho,
    Tabela,
    sem_cabecalho,
)

GEOMETRIA = ("geometria_longitude", "geometria_latitude")
"""Columns that the point of a GeoJSON feature is read into: x and y, as written."""

_MAX_PLANILHA = 2 << 30
"""Bytes; a workbook that expands beyond this is not opened."""


def read_planilhas(
    caminho: Path, forma: FormaDaTabela, pontuacao: Pontuacao
) -> Iterator[Tabela | SemCabecalho | Problema]:
    """Yield the tables of an ``.xlsx``, ``.xls`` or ``.ods`` workbook, one a sheet.

    Raises:
        EntradaIlegivel: damaged, protected by password, or absurdly large.
    """
    conteudo = caminho.read_bytes()
    resumo = hashlib.sha256(conteudo).hexdigest()
    pasta = _open_planilhas(caminho)
    nomes = [folha.name for folha in pasta.sheets_metadata if folha.typ == SheetTypeEnum.WorkSheet]
    for nome in forma.planilhas:
        if nome not in nomes:
            yield Problema(
                f'o perfil nomeia a planilha "{nome}", que não existe no arquivo',
                arquivo=caminho.name,
                remedio="Corrija `planilhas` no perfil.",
            )
    for nome in nomes:
        if forma.planilhas and nome not in forma.planilhas:
            continue
        arquivo = caminho.name if len(nomes) == 1 else f"{caminho.name}!{nome}"
        tabela = _tabulate(arquivo, _read_folha(pasta, nome), forma, pontuacao)
        if isinstance(tabela, Tabela):
            tabela.sha256, tabela.tamanho = resumo, len(conteudo)
        yield tabela


def _open_planilhas(caminho: Path) -> CalamineWorkbook:
    causa, remedio = "a planilha se expande além do razoável e não foi aberta", "Confira a origem do arquivo."
    try:
        if zipfile.is_zipfile(caminho):
            with zipfile.ZipFile(caminho) as zipado:
                tamanho = sum(info.file_size for info in zipado.infolist())
        else:
            tamanho = caminho.stat().st_size
        if tamanho <= _MAX_PLANILHA:
            return load_workbook(caminho)
    except PasswordError:
        causa, remedio = "a planilha está protegida por senha", "Salve uma cópia sem senha."
    except (CalamineError, OSError, ValueError, zipfile.BadZipFile):
        causa = "a planilha está corrompida ou incompleta"
        remedio = "Abra-a e salve de novo como .xlsx ou .csv."
    raise EntradaIlegivel(Problema(causa, arquivo=caminho.name, remedio=remedio))


def _read_folha(pasta: CalamineWorkbook, nome: str) -> list[LinhaLida]:
    folha = pasta.get_sheet_by_name(nome)
    desvio = folha.start[0] if folha.start else 0
    return [
        LinhaLida(desvio + indice + 1, tuple(format_celula(celula) for celula in celulas))
        for indice, celulas in enumerate(folha.to_python(skip_empty_area=True))
    ]


def _tabulate(
    arquivo: str, linhas: Sequence[LinhaLida], forma: FormaDaTabela, pontuacao: Pontuacao
) -> Tabela | SemCabecalho:
    candidatas = [
        (pontuacao(lida.celulas), -lida.linha, lida)
        for lida in linhas[:LINHAS_DE_TITULO]
        if forma.linha_cabecalho in {None, lida.linha}
    ]
    pontos, _, achado = max(candidatas, default=(0, 0, None), key=lambda candidata: candidata[:2])
    if achado is None or not pontos:
        return sem_cabecalho(arquivo, (lida.celulas for lida in linhas[:LINHAS_DE_TITULO]))
    inicio = achado.linha
    dados = (
        lida for lida in linhas if lida.linha > inicio and any(celula.strip() for celula in lida.celulas)
    )
    return Tabela(arquivo, tuple(" ".join(celula.split()) for celula in achado.celulas), dados)


def read_parquet(caminho: Path, pontuacao: Pontuacao) -> Tabela | SemCabecalho:
    """Return the table of a Parquet file.

    Raises:
        EntradaIlegivel: damaged.
    """
    try:
        arquivo = pq.ParquetFile(caminho)
    except (pa.ArrowException, OSError):
        raise EntradaIlegivel(
            Problema(
                "o arquivo Parquet está corrompido ou incompleto",
                arquivo=caminho.name,
                remedio="Gere o arquivo de novo.",
            )
        ) from None
    cabecalho = tuple(arquivo.schema_arrow.names)
    if not pontuacao(cabecalho):
        return sem_cabecalho(caminho.name, [cabecalho, cabecalho])
    conteudo = caminho.read_bytes()
    resumo = hashlib.sha256(conteudo).hexdigest()
    return Tabela(
        caminho.name, cabecalho, _iter_parquet(arquivo, caminho.name), sha256=resumo, tamanho=len(conteudo)
    )


def _iter_parquet(arquivo: pq.ParquetFile, nome: str) -> Iterator[LinhaLida]:
    posicao = 1
    try:
        for lote in arquivo.iter_batches(batch_size=10_000):
            for valores in zip(*(coluna.to_pylist() for coluna in lote.columns), strict=True):
                posicao += 1
                yield LinhaLida(posicao, tuple(format_celula(valor) for valor in valores))
    except (pa.ArrowException, OSError):
        raise EntradaIlegivel(
            Problema(
                "o arquivo Parquet está corrompido",
                arquivo=nome,
                linha=posicao,
                remedio="Gere o arquivo de novo.",
            )
        ) from None


def read_geojson(membro: Membro, pontuacao: Pontuacao) -> Tabela | SemCabecalho:
    """Return the table of a GeoJSON feature collection: properties as columns, and a point per feature.

    Raises:
        EntradaIlegivel: not a feature collection, or cut.
    """
    with open_membro(membro) as fluxo:
        conteudo = fluxo.read()
    try:
        documento = json.loads(conteudo.decode("utf-8-sig"))
        feicoes = [dict(feicao) for feicao in documento["features"]]
        propriedades = [dict(feicao.get("properties") or {}) for feicao in feicoes]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise EntradaIlegivel(
            Problema(
                "o arquivo começa como JSON, mas não é um GeoJSON completo",
                arquivo=membro.arquivo,
                esperado="uma FeatureCollection com `features`",
                remedio="Exporte a camada de novo como GeoJSON.",
            )
        ) from None
    nomes = list(dict.fromkeys(nome for propriedade in propriedades for nome in propriedade))
    cabecalho = (*nomes, *GEOMETRIA)
    if not pontuacao(cabecalho):
        return sem_cabecalho(membro.arquivo, [cabecalho, cabecalho])
    linhas = (
        LinhaLida(
            indice + 2,
            (*(format_celula(proprias.get(nome)) for nome in nomes), *_mean_point(feicao.get("geometry"))),
        )
        for indice, (feicao, proprias) in enumerate(zip(feicoes, propriedades, strict=True))
    )
    resumo = hashlib.sha256(conteudo).hexdigest()
    epsg = _read_epsg(documento)
    return Tabela(membro.arquivo, cabecalho, linhas, epsg=epsg, sha256=resumo, tamanho=len(conteudo))


def _read_epsg(documento: Any) -> int | None:
    """Return the code of the ``crs`` member that older GeoJSON carries (RFC 7946 dropped it), or None."""
    try:
        nome = str(documento["crs"]["properties"]["name"])
    except (KeyError, TypeError):
        return None
    codigo = nome.rsplit(":", 1)[-1]
    return int(codigo) if "EPSG" in nome.upper() and codigo.isdigit() else None


def _mean_point(geometria: Any) -> tuple[str, str]:
    """Return x and y of the mean of a geometry's distinct vertices, as text; empty where there is none."""
    vertices: dict[tuple[float, float], None] = {}
    pendentes = [geometria.get("coordinates")] if isinstance(geometria, dict) else []
    while pendentes:
        valor = pendentes.pop()
        if not isinstance(valor, list):
            continue
        if len(valor) >= 2 and all(isinstance(numero, int | float) for numero in valor[:2]):
            vertices[float(valor[0]), float(valor[1])] = None
        else:
            pendentes.extend(valor)
    if not vertices:
        return "", ""
    x = sum(vertice[0] for vertice in vertices) / len(vertices)
    y = sum(vertice[1] for vertice in vertices) / len(vertices)
    return format_celula(round(x, 9)), format_celula(round(y, 9))


def format_celula(valor: object) -> str:  # noqa: PLR0911
    """Return a typed cell as a CSV would hold it: ISO dates, decimal point, S/N, ``|`` between items."""
    if valor is None or isinstance(valor, dict | bytes | timedelta):
        return ""
    if isinstance(valor, bool):
        return "S" if valor else "N"
    if isinstance(valor, float):
        if valor.is_integer() and abs(valor) < 1e15:
            return str(int(valor))
        return repr(valor) if abs(valor) < float("inf") else ""
    if isinstance(valor, datetime):
        return valor.date().isoformat() if valor.time() == time() else valor.isoformat(sep=" ")
    if isinstance(valor, date | time):
        return valor.isoformat()
    if isinstance(valor, list | tuple):
        return "|".join(format_celula(item) for item in valor)
    return str(valor)
