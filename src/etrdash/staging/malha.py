"""IBGE's mesh of municipalities (GeoJSON) → ``stg_contornos``, every feature accounted for.

The outlines are drawn, never measured: no station is placed by them. IBGE's own minimal quality is what the
map needs; beyond it, degrees are cut to four decimals (11 m) and points that then repeat are dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.baixa_proveniencia import hash_arquivo
from etrdash.staging.contagens import Arquivo, add_arquivos, add_rejeitos, insert_linhas
from etrdash.staging.empresas import read_referencia
from etrdash.staging.tabelas import create_tabelas, read_sql

CHAVES = ("codarea", "codigo_ibge", "CD_MUN", "CD_GEOCMU", "GEOCODIGO", "id")
"""Where the code of a feature may be: the mesh service's, the own, the ones of IBGE's older meshes."""

_GZIP = b"\x1f\x8b"
_CASAS = 4
_MENOR_ANEL = 4
_OESTE, _SUL, _LESTE, _NORTE = -75.0, -35.0, -28.0, 7.0

Anel = list[list[float]]
Poligono = list[Anel]


def load_malha(con: duckdb.DuckDBPyConnection, caminhos: Sequence[Path], pasta: PastaDeDados) -> None:
    """Create ``stg_contornos`` and fill ``stg_arquivos`` and ``stg_rejeitos``; ``linha`` is the feature's.

    Args:
        con: the build's database.
        caminhos: GeoJSON files, in order; a municipality's first outline wins.
        pasta: data folder (``referencia/``).

    Raises:
        EntradaIlegivel: a file that is no GeoJSON FeatureCollection.
    """
    create_tabelas(con)
    con.execute(read_sql("stg_contornos"))
    linhas = read_referencia(pasta.file("referencia/municipios.csv"))
    ufs = {linha["codigo_ibge"]: linha["uf"] for linha in linhas}
    vistas: dict[str, str] = {}
    for caminho in caminhos:
        _load_arquivo(con, caminho, ufs, vistas)


def _load_arquivo(
    con: duckdb.DuckDBPyConnection, caminho: Path, ufs: Mapping[str, str], vistas: dict[str, str]
) -> None:
    novas: list[tuple[str, str, str, str, int]] = []
    recusas: list[tuple[str, int | None, str, str | None, str | None]] = []
    repetidas = 0
    feicoes = _read_feicoes(caminho)
    for numero, feicao in enumerate(feicoes, start=1):
        codigo = _find_codigo(feicao)
        geometria = simplify_geometria(feicao.get("geometry") if isinstance(feicao, dict) else None)
        if codigo not in ufs:
            recusas.append((caminho.name, numero, "feição sem código de município do IBGE", CHAVES[0], None))
        elif geometria is None:
            motivo = "contorno que não é um polígono no Brasil"
            recusas.append((caminho.name, numero, motivo, "geometry", codigo))
        elif codigo not in vistas:
            vistas[codigo] = geometria
            novas.append((codigo, ufs[codigo], geometria, caminho.name, numero))
        elif vistas[codigo] == geometria:
            repetidas += 1
        else:
            recusas.append((caminho.name, numero, "município repetido com outro contorno", CHAVES[0], codigo))
    insert_linhas(con, "stg_contornos", novas)
    soma, tamanho = hash_arquivo(caminho), caminho.stat().st_size
    contas = (len(feicoes), len(novas), repetidas, len(recusas))
    add_arquivos(con, [Arquivo(caminho.name, "malha", "geojson", None, soma, tamanho, *contas)])
    add_rejeitos(con, recusas)


def simplify_geometria(geometria: object) -> str | None:
    """Return a Polygon or MultiPolygon as compact GeoJSON with fewer digits; None where it is neither.

    Rings that shrink to nothing (islets) are dropped; an outline with a point outside Brazil's box is none.
    """
    if not isinstance(geometria, dict):
        return None
    partes = geometria.get("coordinates")
    if geometria.get("type") == "Polygon":
        partes = [partes]
    elif geometria.get("type") != "MultiPolygon":
        return None
    try:
        poligonos = [poligono for parte in partes if (poligono := _simplify_poligono(parte))]  # type: ignore[union-attr]
    except (TypeError, ValueError, IndexError):
        return None
    if not poligonos:
        return None
    simples = len(poligonos) == 1
    conteudo = {
        "type": "Polygon" if simples else "MultiPolygon",
        "coordinates": poligonos[0] if simples else poligonos,
    }
    return json.dumps(conteudo, separators=(",", ":"))


def _simplify_poligono(parte: Sequence[Any]) -> Poligono:
    """Return the rings with area left, none where the outer one has not."""
    aneis = [_simplify_anel(anel) for anel in parte]
    return [anel for anel in aneis if anel] if aneis[0] else []


def _simplify_anel(anel: Sequence[Any]) -> Anel:
    pontos: Anel = []
    for longitude, latitude, *_ in anel:
        if not (_OESTE <= longitude <= _LESTE and _SUL <= latitude <= _NORTE):
            raise ValueError
        ponto = [round(float(longitude), _CASAS), round(float(latitude), _CASAS)]
        if not pontos or ponto != pontos[-1]:
            pontos.append(ponto)
    if anel and pontos[0] != pontos[-1]:
        raise ValueError
    return pontos if len(pontos) >= _MENOR_ANEL else []


def _find_codigo(feicao: object) -> str:
    """Return the code that a feature gives, as text; empty where it gives none."""
    if not isinstance(feicao, dict):
        return ""
    propriedades = feicao.get("properties")
    ditas = propriedades if isinstance(propriedades, dict) else {}
    achados = (ditas.get(chave) for chave in CHAVES)
    return str(next((codigo for codigo in achados if codigo), feicao.get("id") or ""))


def _read_feicoes(caminho: Path) -> list[Any]:
    linha, lido = None, caminho.read_bytes()
    try:
        colecao = json.loads(lido)
    except (ValueError, RecursionError) as erro:
        colecao = None
        linha = erro.lineno if isinstance(erro, json.JSONDecodeError) else None
    feicoes = colecao.get("features") if isinstance(colecao, dict) else None
    if isinstance(feicoes, list) and feicoes:
        return feicoes
    raise EntradaIlegivel(
        Problema(
            "a malha não é um GeoJSON com feições",
            arquivo=caminho.name,
            linha=linha,
            encontrado="um arquivo gzip" if lido.startswith(_GZIP) else None,
            esperado="uma FeatureCollection, como a do serviço de malhas do IBGE, sem compressão",
            remedio="Baixe a malha com `etrdash fetch ibge`; veja docs/entradas.md.",
        )
    )
