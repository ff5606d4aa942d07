"""Which pairs are looked at: by distance, by a number one edit away, by a street misspelt."""

from __future__ import annotations

import pandas as pd
import pytest

from etrdash.dados import PastaDeDados
from etrdash.matching.candidatos import (
    Nomes,
    find_estacoes_vizinhas,
    find_lugares_estacoes,
    find_mesma_via,
    find_numeros,
    find_obras,
    match_vias,
)
from etrdash.matching.enderecos import Vias
from etrdash.matching.fatos import Fatos, read_fatos
from tests.cidade_minima import move_m, open_cidade


def read(estacoes: list[dict[str, object]], atos: list[dict[str, object]]) -> Fatos:
    return read_fatos(open_cidade(estacoes, atos), Vias.load(PastaDeDados.open()))


@pytest.mark.parametrize(
    ("dito", "achado", "igual"),
    [
        ("1009876903", True, True),
        ("1009876930", True, False),  # two neighbours exchanged
        ("1009876503", True, False),  # one digit changed
        ("100987690", True, False),  # one digit less
        ("1009870000", False, False),
    ],
)
def test_station_numbers(dito: str, achado: bool, igual: bool) -> None:
    fatos = read([{"numero_estacao": "1009876903"}], [{"registro_id": "1/2015", "numeros_estacao": [dito]}])
    pares, iguais = find_numeros(fatos)
    assert (len(pares) == 1) == achado
    assert iguais.any() == igual


def test_a_known_number_is_not_looked_for_misspelt() -> None:
    estacoes = [{"numero_estacao": "1009876903"}, {"numero_estacao": "1009876930"}]
    pares, iguais = find_numeros(
        read(estacoes, [{"registro_id": "1/2015", "numeros_estacao": ["1009876930"]}])
    )
    assert pares.tolist() == [[0, 1]]
    assert iguais.all()


def test_a_number_of_another_town_is_not_found() -> None:
    estacoes = [{"numero_estacao": "1009876903", "codigo_ibge": "3519056"}]
    pares, _ = find_numeros(read(estacoes, [{"registro_id": "1/2015", "numeros_estacao": ["1009876903"]}]))
    assert len(pares) == 0


@pytest.mark.parametrize(
    ("a", "b"), [("ALAGOAS", "ALAGOASS"), ("PEROLA", "PIROLA"), ("JOSE NUNES", "JOSE NUNEZ")]
)
def test_a_misspelt_street_is_found(a: str, b: str) -> None:
    uma, outra = (
        Nomes.list(pd.DataFrame({"codigo_ibge": ["3519055"], "via": [via]}), "via") for via in (a, b)
    )
    assert find_mesma_via(uma, outra, match_vias(uma, outra)).tolist() == [[0, 0]]


def test_stations_across_town_are_not_compared_by_place() -> None:
    longe = {"logradouro": "Rua das Palmeiras", "cep": None}
    estacoes = [
        {"numero_estacao": "1"},
        {"numero_estacao": "2", **longe, **move_m(norte=100)},
        {"numero_estacao": "3", **longe, "logradouro": "Rua dos Ipês", **move_m(norte=5000)},
    ]
    assert find_estacoes_vizinhas(read(estacoes, []).estacoes).tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("outra", "comparada"),
    [
        ({"numero": "900", **move_m(norte=3000)}, False),
        ({"numero": "900", **move_m(norte=800)}, True),  # the number may be wrong
        ({"numero": "102", **move_m(norte=3000)}, True),  # the point may be wrong
        ({"numero": None, **move_m(norte=3000)}, True),
        ({"numero": "900", "latitude": None, "longitude": None}, True),
    ],
)
def test_of_a_street_of_many_what_number_and_point_both_deny_is_not_compared(
    outra: dict[str, object], comparada: bool
) -> None:
    sem = {"cep": None, "bairro": None}
    muitas = [{"numero_estacao": str(n), "numero": str(100 + n), **sem} for n in range(2, 63)]
    estacoes = [{"numero_estacao": "1", **sem, **outra}, *muitas]
    pares, _ = find_lugares_estacoes(read(estacoes, [{"registro_id": "1/2015"}]))
    assert len(pares) == len(muitas) + comparada


def test_of_a_street_of_few_all_are_compared() -> None:
    longe = {"numero": "900", "cep": None, "bairro": None, **move_m(norte=3000)}
    estacoes = [{"numero_estacao": str(n), **longe} for n in range(60)]
    pares, _ = find_lugares_estacoes(read(estacoes, [{"registro_id": "1/2015"}]))
    assert len(pares) == 60


def test_an_installation_date_finds_the_station_licensed_after_it() -> None:
    sem_ponto = {"latitude": None, "longitude": None, "logradouro": None, "cep": None}
    atos = [{"registro_id": "1/2015", "data_instalacao": "2015-01-10", **sem_ponto}]
    assert find_obras(read([{"numero_estacao": "1"}], atos)).tolist() == [[0, 0]]
    atos[0]["data_instalacao"] = "2012-01-10"
    assert len(find_obras(read([{"numero_estacao": "1"}], atos))) == 0
