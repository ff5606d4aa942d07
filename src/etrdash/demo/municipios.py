"""What the demonstration says of its municipalities beyond stations: invented outlines and populations."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from etrdash.demo.acaso import Acaso
from etrdash.demo.roteiro import Cidade
from etrdash.demo.torres import move

LADOS = 18
FOLGA_M = (1_200, 2_600)
"""Beyond the farthest neighbourhood, in metres: no outline cuts through one."""

FONTE = "número fictício, inventado para a demonstração"


def write_malha(cidades: Sequence[Cidade], acaso: Acaso, path: Path) -> None:
    """Write an invented polygon around each municipality's neighbourhoods, laid out as IBGE's mesh.

    Args:
        cidades: municipalities of the demonstration.
        acaso: where the choices come from.
        path: file to write.
    """
    colecao = {
        "type": "FeatureCollection",
        "name": "contornos_FICTICIOS",
        "features": [
            {
                "type": "Feature",
                "properties": {"codarea": cidade.codigo_ibge, "ficticio": True},
                "geometry": {"type": "Polygon", "coordinates": [_draw_outline(cidade, acaso)]},
            }
            for cidade in cidades
        ],
    }
    path.write_text(json.dumps(colecao, indent=1) + "\n", encoding="utf-8")


def write_populacao(cidades: Sequence[Cidade], ano: int, path: Path) -> None:
    """Write the invented population of each municipality that has one, in the own layout."""
    with path.open("w", encoding="utf-8", newline="") as file:
        escritor = csv.writer(file, lineterminator="\n")
        escritor.writerow(("codigo_ibge", "ano", "habitantes", "fonte"))
        escritor.writerows((c.codigo_ibge, ano, c.habitantes, FONTE) for c in cidades if c.habitantes)


def _draw_outline(cidade: Cidade, acaso: Acaso) -> list[list[float]]:
    """Return a closed ring, degrees, counterclockwise: a circle around everything, made uneven."""
    latitude = sum(bairro.latitude for bairro in cidade.bairro) / len(cidade.bairro)
    longitude = sum(bairro.longitude for bairro in cidade.bairro) / len(cidade.bairro)
    graus = max(
        max(abs(b.latitude - latitude), abs(b.longitude - longitude)) * 1.5 + b.raio_m / 111_320
        for b in cidade.bairro
    )
    anel = []
    for lado in range(LADOS):
        folga = acaso.inside("contorno", cidade.codigo_ibge, lado).between("folga", *FOLGA_M)
        norte, leste = move(latitude, longitude, graus * 111_320 + folga, -lado / LADOS)
        anel.append([round(leste, 4), round(norte, 4)])
    return [*anel, anel[0]]
