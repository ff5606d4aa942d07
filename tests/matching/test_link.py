"""A few stations and acts whose links anyone would draw by hand."""

from __future__ import annotations

import json
from datetime import date

import numpy as np
import pytest

from etrdash.vocabulario import Nivel
from tests.cidade_minima import SEM_LUGAR, link_cidade, list_vinculos, move_m

TORRE = [
    {"numero_estacao": "1001", "prestadora": "Operadora A"},
    {"numero_estacao": "1002", "prestadora": "Operadora B", "primeiro_licenciamento": date(2019, 6, 1)},
]
LONGE = {"logradouro": "Rua das Palmeiras", "numero": "900", "bairro": "Vila Nova", "cep": "01333222"}


def test_a_process_of_the_structure_covers_all_its_stations() -> None:
    con = link_cidade(TORRE, [{"registro_id": "1/2015", "compartilhada": True}])
    assert list_vinculos(con) == {("1001", "1/2015"), ("1002", "1/2015")}
    assert con.execute("SELECT count(DISTINCT sitio_id) FROM int_estacao_sitio").fetchall() == [(1,)]


def test_a_communication_covers_one_station() -> None:
    ato = {
        "registro_id": "2/2019",
        "instrumento": "COMUNICACAO",
        "ato": "comunicacao",
        "data": date(2019, 7, 20),
        "prestadora": "Operadora B",
        "detentora": "Operadora B",
    }
    con = link_cidade(TORRE, [{"registro_id": "1/2015", "compartilhada": True}, ato])
    assert list_vinculos(con) == {("1001", "1/2015"), ("1002", "1/2015"), ("1002", "2/2019")}


def test_the_number_that_a_process_names_and_its_distance_give_the_level() -> None:
    atos = [{"registro_id": "1/2015", "numeros_estacao": ["1001"]}]
    con = link_cidade([TORRE[0]], atos)
    assert con.execute("SELECT nivel, distancia_m, ambigua FROM int_vinculos").fetchall() == [
        ("numero", 0.0, False)
    ]


@pytest.mark.parametrize(
    ("metros", "nivel"), [(10, Nivel.LOCAL), (80, Nivel.PROXIMO), (None, Nivel.ENDERECO)]
)
def test_levels_by_distance(metros: float | None, nivel: Nivel) -> None:
    ponto = {"latitude": None, "longitude": None} if metros is None else move_m(norte=metros)
    con = link_cidade([TORRE[0]], [{"registro_id": "1/2015", **ponto}])
    assert con.execute("SELECT nivel FROM int_vinculos WHERE NOT ambigua").fetchall() == [(nivel.value,)]


def test_a_batch_gives_each_row_its_own_site() -> None:
    estacoes = [TORRE[0], {"numero_estacao": "2001", **LONGE, **move_m(norte=3000)}]
    lote = {
        "registro_id": "3/2020",
        "instrumento": "COMUNICACAO",
        "ato": "comunicacao",
        "data": date(2015, 5, 2),
    }
    con = link_cidade(
        estacoes,
        [
            {**lote, "numeros_estacao": ["1001"]},
            {**lote, **LONGE, **move_m(norte=3000), "numeros_estacao": ["2001"]},
        ],
    )
    assert list_vinculos(con) == {("1001", "3/2020"), ("2001", "3/2020")}
    assert con.execute("SELECT lugar, sitio_id FROM int_registros ORDER BY lugar").fetchall() == [
        (0, "3519055-1001"),
        (1, "3519055-2001"),
    ]


def test_a_process_of_elsewhere_is_an_orphan() -> None:
    con = link_cidade([TORRE[0]], [{"registro_id": "9/2015", **LONGE, **move_m(norte=4000)}])
    assert list_vinculos(con, ambigua=None) == set()
    assert con.execute("SELECT sitio_id FROM int_registros").fetchall() == [(None,)]


def test_two_equal_candidates_are_shown_as_two() -> None:
    gemeas = [
        {"numero_estacao": "1001", "numero": "40", **move_m(norte=300)},
        {"numero_estacao": "1002", "numero": "160", **move_m(norte=-300)},
    ]
    ato = {"registro_id": "1/2015", "numero": None, "latitude": None, "longitude": None}
    con = link_cidade(gemeas, [ato])
    assert list_vinculos(con) == set()
    assert list_vinculos(con, ambigua=True) == {("1001", "1/2015"), ("1002", "1/2015")}
    escores = [e for (e,) in con.execute("SELECT escore FROM int_vinculos").fetchall()]
    assert escores[0] == pytest.approx(escores[1], abs=1e-4)


def test_owners_that_disagree_keep_two_towers_apart() -> None:
    lado_a = {"numero_estacao": "1001", "prestadora": "Operadora A"}
    lado_b = {"numero_estacao": "1002", "prestadora": "Operadora B", "numero": "130", **move_m(leste=35)}
    atos = [
        {
            "registro_id": "1/2015",
            "compartilhada": False,
            "detentora": "Torres T",
            "prestadora": "Operadora A",
        },
        {
            "registro_id": "2/2015",
            "compartilhada": False,
            "detentora": "Mastros M",
            "prestadora": "Operadora B",
            "numero": "130",
            **move_m(leste=35),
        },
    ]
    con = link_cidade([lado_a, lado_b], atos)
    assert list_vinculos(con) == {("1001", "1/2015"), ("1002", "2/2015")}


def test_the_evidence_says_what_each_side_says() -> None:
    con = link_cidade([TORRE[0]], [{"registro_id": "1/2015", "numeros_estacao": ["1001"]}])
    [(texto,)] = con.execute("SELECT evidencias FROM int_vinculos").fetchall()
    evidencias = {item["fato"]: item for item in json.loads(texto)}
    assert all(set(item) == {"fato", "estacao", "registro", "peso"} for item in evidencias.values())
    numero = evidencias["número da estação"]
    assert (numero["estacao"], numero["registro"]) == ("1001", "1001")
    assert numero["peso"] > 1
    assert evidencias["logradouro"]["estacao"] == "Rua das Acácias, 100"


def test_what_is_not_said_is_not_in_the_evidence() -> None:
    con = link_cidade([TORRE[0]], [{"registro_id": "1/2015", "cep": None, "bairro": None}])
    [(texto,)] = con.execute("SELECT evidencias FROM int_vinculos").fetchall()
    assert {"CEP", "bairro", "altura", "data de instalação"}.isdisjoint(i["fato"] for i in json.loads(texto))


def test_contradictions_are_flags() -> None:
    estacoes = [TORRE[0], {"numero_estacao": "2001", **LONGE, **move_m(norte=3000)}]
    ato = {"registro_id": "1/2015", "numeros_estacao": ["2001"], "prestadora": "Operadora C"}
    con = link_cidade(estacoes, [ato])
    [(flags,)] = con.execute("SELECT contradicoes FROM int_vinculos WHERE numero_estacao = '1001'").fetchall()
    assert set(flags) == {"NUMERO_DE_OUTRO_SITIO", "PRESTADORA_AUSENTE_DO_SITIO"}


def test_near_candidates_that_were_refused_say_why() -> None:
    vizinha = {"numero_estacao": "1009", "numero": "300", **move_m(leste=120)}
    con = link_cidade([TORRE[0], vizinha], [{"registro_id": "1/2015", "numeros_estacao": ["1001"]}])
    recusados = con.execute("SELECT numero_estacao, registro_id, motivo FROM int_recusados").fetchall()
    assert recusados == [("1009", "1/2015", "o processo combina melhor com outro sítio")]


def test_a_placeholder_point_is_no_evidence() -> None:
    prefeitura = move_m(norte=2000)
    estacoes = [{"numero_estacao": "5001", **LONGE, "logradouro": "Praça Central", **prefeitura}]
    atos = [
        {"registro_id": f"{n}/2015", **SEM_LUGAR, "logradouro": via, **prefeitura}
        for n, via in enumerate(("Rua Um", "Rua das Violetas", "Rua do Porto", "Rua dos Girassóis"), 1)
    ]
    assert list_vinculos(link_cidade(estacoes, atos), ambigua=None) == set()


def test_a_natural_person_is_nobodys_owner() -> None:
    con = link_cidade([TORRE[0]], [{"registro_id": "1/2015", "detentora": "pessoa física"}])
    assert con.execute("SELECT detentora FROM int_registros").fetchall() == [("pessoa física",)]
    [(texto,)] = con.execute("SELECT evidencias FROM int_vinculos").fetchall()
    assert all(item["fato"] != "detentora" for item in json.loads(texto))


@pytest.mark.parametrize(("estacoes", "atos"), [([], []), (TORRE, []), ([], [{"registro_id": "1/2015"}])])
def test_one_side_may_be_empty(estacoes: list[dict[str, object]], atos: list[dict[str, object]]) -> None:
    con = link_cidade(estacoes, atos)
    assert con.execute("SELECT count(*) FROM int_vinculos").fetchall() == [(0,)]
    assert con.execute("SELECT count(*) FROM int_estacao_sitio").fetchall() == [(len(estacoes),)]
    assert con.execute("SELECT count(*) FROM int_registros").fetchall() == [(len(atos),)]


def test_the_columns_are_those_of_the_contract() -> None:
    con = link_cidade(TORRE, [{"registro_id": "1/2015"}])
    assert [c for (c, *_) in con.execute("DESCRIBE int_vinculos").fetchall()] == [
        "codigo_ibge",
        "numero_estacao",
        "registro_id",
        "sitio_id",
        "nivel",
        "distancia_m",
        "escore",
        "ambigua",
        "contradicoes",
        "decidido_por",
        "evidencias",
    ]
    assert not con.execute("SELECT 1 FROM duckdb_tables() WHERE table_name LIKE 'mat_%'").fetchall()


def test_a_tie_between_two_sites_is_never_accepted() -> None:
    gemeas = [
        {"numero_estacao": "1001", "numero": "90", **move_m(norte=-400.0)},
        {"numero_estacao": "1002", "numero": "110", **move_m(norte=400.0)},
    ]
    con = link_cidade(gemeas, [{"registro_id": "1/2015"}])
    assert con.execute("SELECT count(*) FROM int_sitios").fetchall() == [(2,)]
    linhas = con.execute("SELECT escore, ambigua FROM int_vinculos ORDER BY numero_estacao").fetchall()
    assert len(linhas) == 2
    assert linhas[0][0] == pytest.approx(linhas[1][0], abs=0.001)
    assert not list_vinculos(con)


@pytest.mark.parametrize("qualidade", ["compartilhada", "fora_do_municipio"])
def test_a_point_that_staging_distrusts_brings_no_distance(qualidade: str) -> None:
    con = link_cidade([TORRE[0]], [{"registro_id": "1/2015", "qualidade_coordenada": qualidade}])
    [(metros, evidencias)] = con.execute("SELECT distancia_m, evidencias FROM int_vinculos").fetchall()
    assert metros is None
    assert "distância" not in {item["fato"] for item in json.loads(evidencias)}


def test_the_weights_of_a_link_add_up_to_its_score() -> None:
    atos = [{"registro_id": "1/2015", "compartilhada": True}, {"registro_id": "2/2016", **move_m(norte=200)}]
    linhas = link_cidade(TORRE, atos).execute("SELECT escore, evidencias FROM int_vinculos").fetchall()
    assert linhas
    for escore, evidencias in linhas:
        p = min(max(escore, 0.0001), 0.9999)
        soma = sum(item["peso"] for item in json.loads(evidencias))
        assert soma == pytest.approx(np.log(p / (1 - p)), abs=0.06)


@pytest.mark.parametrize(
    ("classe", "tipo", "sentido"),
    [
        ("Greenfield", "POSTE", 1),
        ("Streetlevel", "POSTE", 1),
        ("Rooftop", "POSTE", -1),
        ("Rooftop", "MASTRO", 1),
    ],
)
def test_a_pole_stands_in_the_street_or_on_a_lot(classe: str, tipo: str, sentido: int) -> None:
    def weigh(estrutura: str | None) -> float:
        con = link_cidade(
            [{**TORRE[0], "classe_infra": [classe]}],
            [{"registro_id": "1/2015", "tipo_infraestrutura": estrutura}],
        )
        [(evidencias,)] = con.execute("SELECT evidencias FROM int_vinculos").fetchall()
        return sum(i["peso"] for i in json.loads(evidencias) if i["fato"] == "infraestrutura")

    assert (weigh(tipo) - weigh(None)) * sentido > 0


def test_an_operator_of_another_town_only_is_no_operator_here() -> None:
    atos = [
        {"registro_id": "1/2015", "detentora": "Operadora Z"},
        {"registro_id": "2/2015", "detentora": "Operadora Z", "instrumento": "COMUNICACAO"},
    ]
    consulta = "FROM int_vinculos WHERE codigo_ibge = '3519055'"
    sozinha = link_cidade(TORRE, atos).execute(consulta).fetchall()
    longe = {"numero_estacao": "9001", "codigo_ibge": "3519056", "prestadora": "Operadora Z"}
    assert sozinha
    assert link_cidade([*TORRE, longe], atos).execute(consulta).fetchall() == sozinha


def test_the_house_number_of_the_site_is_not_told_as_the_station_s_own() -> None:
    semelhante = [TORRE[0], {**TORRE[1], "numero": None}]
    con = link_cidade(semelhante, [{"registro_id": "1/2015", "compartilhada": True}])
    textos = dict(con.execute("SELECT numero_estacao, evidencias FROM int_vinculos").fetchall())
    (casa,) = (item for item in json.loads(textos["1002"]) if item["fato"] == "número do imóvel")
    assert casa["estacao"] == "Rua das Acácias (conta a mais parecida das 2 estações do sítio)"
