"""The id follows from the inputs alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from etrdash.published.identidade import Entrada, Identidade

ANATEL = Entrada("a.csv", "anatel", "1" * 64, 10)
ATOS = Entrada("m.csv", "municipal", "2" * 64, 10, codigo_ibge="3557105")
BASE = Identidade(
    em=date(2026, 11, 30), entradas=(ANATEL, ATOS), dados={"leis": "x", "vinculos": "y"}, versao="1"
)


def test_the_id_is_the_date_and_eight_hex_digits() -> None:
    data, _, digitos = BASE.acervo.rpartition("-")
    assert data == "2026-11-30"
    assert len(digitos) == 8
    assert int(digitos, 16) >= 0


def test_order_and_provenance_do_not_matter() -> None:
    trocada = replace(BASE, entradas=(ATOS, ANATEL), dados={"vinculos": "y", "leis": "x"})
    assert trocada.acervo == BASE.acervo
    com_proveniencia = replace(BASE, entradas=(replace(ANATEL, proveniencia={"url": "u"}), ATOS))
    assert com_proveniencia.acervo == BASE.acervo


def test_everything_else_matters() -> None:
    outras = [
        replace(BASE, em=date(2026, 12, 1)),
        replace(BASE, entradas=(ANATEL,)),
        replace(BASE, entradas=(replace(ANATEL, sha256="3" * 64), ATOS)),
        replace(BASE, entradas=(ANATEL, replace(ATOS, codigo_ibge="3138203"))),
        replace(BASE, dados={"leis": "z", "vinculos": "y"}),
        replace(BASE, versao="2"),
        replace(BASE, ficticio=True),
    ]
    assert len({identidade.acervo for identidade in outras} | {BASE.acervo}) == len(outras) + 1
