"""The places of the demonstration that laws name: invented, some of them near towers."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from etrdash.demo.roteiro import Local
from etrdash.demo.torres import Torre

COLUNAS = ("codigo_ibge", "especie", "nome", "latitude", "longitude")
CHANCE = 0.12
"""Of a tower to have an invented place near it."""

PERTO_M = (12, 160)


def write_locais(torres: Sequence[Torre], locais: Sequence[Local], path: Path) -> None:
    """Write the invented places in the own layout: UTF-8, comma, decimal dot.

    Args:
        torres: towers of every municipality.
        locais: kinds of places.
        path: file to write.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        escritor = csv.writer(file, lineterminator="\n")
        escritor.writerow(COLUNAS)
        for torre in torres:
            acaso = torre.acaso.inside("local")
            if locais and acaso.happens("tem local", CHANCE):
                local = acaso.pick("local", locais)
                latitude, longitude = torre.lugar.shift(acaso, PERTO_M)
                nome = f"{local.nome} {torre.lugar.bairro} {torre.lugar.numero}"
                escritor.writerow(
                    [torre.cidade.codigo_ibge, local.especie, nome, f"{latitude:.6f}", f"{longitude:.6f}"]
                )
