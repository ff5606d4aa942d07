"""The map at small scale: one circle per state or municipality, counted by the database, never by station."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pydeck as pdk

from etrdash.ui.formatos import write_number
from etrdash.ui.idioma import t, tn
from etrdash.ui.moldura import project
from etrdash.ui.palavras import Palavra, build_words_layer
from etrdash.ui.rotulos import label
from etrdash.ui.situacoes import MARCAS
from etrdash.vocabulario import Grupo

MENOR_PX, MAIOR_PX = 7.0, 34.0
LETRA_PX = 13
COMPARAVEIS = ("completa", "parcial")


def join_ufs(
    municipios: Sequence[Mapping[str, Any]], contagens: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return one row per state: place (mean of its municipalities'), counts and how many have records.

    Args:
        municipios: rows of ``list_municipios``.
        contagens: rows of ``count_by("uf")``, filtered.
    """
    por_uf = {row["chave"]: row for row in contagens}
    rows = []
    for uf in sorted({m["uf"] for m in municipios}):
        dela = [m for m in municipios if m["uf"] == uf]
        postos = [m for m in dela if m["latitude"] is not None]
        com_base = sum(m["cobertura"] in COMPARAVEIS for m in dela)
        if postos:
            rows.append(
                {
                    "chave": uf,
                    "nome": uf,
                    "latitude": sum(m["latitude"] for m in postos) / len(postos),
                    "longitude": sum(m["longitude"] for m in postos) / len(postos),
                    "cobertura": tn(
                        "{n} município com lei catalogada e registros recebidos",
                        "{n} municípios com lei catalogada e registros recebidos",
                        com_base,
                        n=write_number(com_base),
                    ),
                    "comparavel": com_base > 0,
                    **_counts(por_uf.get(uf)),
                }
            )
    return rows


def join_municipios(
    municipios: Sequence[Mapping[str, Any]], contagens: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return one row per municipality that can be placed, with its filtered counts and its coverage."""
    por_codigo = {row["chave"]: row for row in contagens}
    return [
        {
            "chave": m["codigo_ibge"],
            "nome": m["municipio"],
            "latitude": m["latitude"],
            "longitude": m["longitude"],
            "cobertura": label("cobertura", m["cobertura"]),
            "comparavel": m["cobertura"] in COMPARAVEIS,
            **_counts(por_codigo.get(m["codigo_ibge"])),
        }
        for m in municipios
        if m["latitude"] is not None
    ]


def build_circles(rows: Sequence[Mapping[str, Any]], zoom: float) -> list[Any]:
    """Return the layers: a circle as large as the evaluated stations, inside it the pending ones, the names.

    Places without law or records have a hollow circle and no inner one: nothing is known there.

    Args:
        rows: what ``join_ufs`` or ``join_municipios`` returns.
        zoom: of the map, which decides the names that fit.
    """
    maior = max((row["avaliadas"] for row in rows), default=0) or 1
    points = [_describe(row, maior) for row in sorted(rows, key=lambda r: (-r["avaliadas"], r["chave"]))]
    shared = {"get_position": "ponto", "radius_units": pdk.types.String("pixels")}
    return [
        pdk.Layer(
            "ScatterplotLayer",
            points,
            id="lugares",
            pickable=True,
            auto_highlight=True,
            get_radius="raio",
            get_fill_color="cor",
            stroked=True,
            get_line_color=[23, 64, 109, 255],
            line_width_min_pixels=1.5,
            **shared,
        ),
        pdk.Layer(
            "ScatterplotLayer",
            [p for p in points if p["pendente"] > 0],
            id="pendentes",
            get_radius="pendente",
            get_fill_color=[*MARCAS[Grupo.VERMELHO].rgb, 235],
            stroked=True,
            get_line_color=[255, 255, 255, 255],
            line_width_min_pixels=1,
            **shared,
        ),
        build_words_layer("nomes", choose_labels(points, zoom), LETRA_PX),
    ]


def choose_labels(points: Sequence[Mapping[str, Any]], zoom: float) -> list[Palavra]:
    """Return the names that fit below their circles without covering another name, largest first.

    Args:
        points: with ``ponto`` (longitude, latitude), ``raio`` in pixels and ``rotulo``, most important first.
        zoom: Web Mercator zoom at which they are read.
    """
    taken: list[tuple[float, float, float, float]] = []
    kept = []
    for point in points:
        longitude, latitude = point["ponto"]
        x, y = project(longitude, latitude, zoom)
        half, top = 0.29 * LETRA_PX * len(point["rotulo"]) + 2, y + point["raio"] + 2
        box = (x - half, top, x + half, top + LETRA_PX + 4)
        if not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
            taken.append(box)
            kept.append(Palavra(point["ponto"], point["rotulo"], (0, point["raio"] + LETRA_PX / 2 + 3)))
    return kept


def _describe(row: Mapping[str, Any], maior: int) -> dict[str, Any]:
    avaliadas, pendentes = row["avaliadas"], row["vermelho"]
    raio = max(MENOR_PX, MAIOR_PX * (avaliadas / maior) ** 0.5) if avaliadas else MENOR_PX
    return {
        "chave": row["chave"],
        "ponto": [row["longitude"], row["latitude"]],
        "nome": row["nome"],
        "rotulo": f"{row['nome']} · {write_number(avaliadas)}",
        "raio": round(raio, 1),
        "pendente": round(max(2.0, raio * (pendentes / avaliadas) ** 0.5), 1) if pendentes else 0,
        "cor": [47, 95, 143, 120] if row["comparavel"] else [255, 255, 255, 150],
        "resumo": tn("{n} estação avaliada", "{n} estações avaliadas", avaliadas, n=write_number(avaliadas)),
        "pendencias": t("{n} com pendência", n=write_number(pendentes)) if row["comparavel"] else "",
        "cobertura": row["cobertura"],
    }


def _counts(row: Mapping[str, Any] | None) -> dict[str, int]:
    nomes = ("estacoes", "avaliadas", *(g.value for g in MARCAS))
    return {nome: int(row[nome]) if row else 0 for nome in nomes}
