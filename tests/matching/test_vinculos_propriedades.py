"""What must hold in any town: nobody else's records matter, nor any order; a number never lowers a link."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cidade_minima import IBGE, SEM_LUGAR, link_cidade, move_m

OUTRO_IBGE = "3519056"
EXEMPLOS = settings(max_examples=15)
TABELAS = ("int_sitios", "int_estacao_sitio", "int_registros", "int_vinculos", "int_recusados")
Linhas = list[dict[str, Any]]


@st.composite
def build_cidade(draw: st.DrawFn, ibge: str = IBGE, primeiro: int = 1000) -> tuple[Linhas, Linhas]:
    """Towers at random spots, one to three operators on each; processes that see them through noise."""
    ruas = ["Rua das Acácias", "Rua das Palmeiras", "Av. Brasil", "Rua do Porto"]
    estacoes: Linhas = []
    atos: Linhas = []
    for torre in range(draw(st.integers(1, 4))):
        norte, leste = draw(st.integers(-300, 300)), draw(st.integers(-300, 300))
        endereco = {"logradouro": draw(st.sampled_from(ruas)), "numero": str(draw(st.integers(1, 400)))}
        endereco |= {"bairro": draw(st.sampled_from(["Centro", "Vila Nova", None])), "cep": None}
        licenca = date(2012, 1, 1) + timedelta(days=draw(st.integers(0, 3000)))
        for operadora in draw(st.sets(st.sampled_from("ABC"), min_size=1)):
            ponto = move_m(norte + draw(st.integers(-15, 15)), leste + draw(st.integers(-15, 15)))
            estacoes.append(
                {
                    "numero_estacao": str(primeiro + len(estacoes)),
                    "codigo_ibge": ibge,
                    "prestadora": f"Operadora {operadora}",
                    "primeiro_licenciamento": licenca,
                    **endereco,
                    **ponto,
                }
            )
        for processo in range(draw(st.integers(0, 2))):
            ponto = move_m(norte + draw(st.integers(-60, 60)), leste + draw(st.integers(-60, 60)))
            atos.append(
                {
                    "registro_id": f"{torre}{processo}/2015",
                    "codigo_ibge": ibge,
                    "instrumento": draw(st.sampled_from(["ALVARA_INSTALACAO", "COMUNICACAO"])),
                    "data": licenca + timedelta(days=draw(st.integers(-200, 900))),
                    "detentora": draw(st.sampled_from(["Torres T", "Mastros M", "Operadora A", None])),
                    "compartilhada": draw(st.sampled_from([True, False, None])),
                    **(endereco if draw(st.booleans()) else SEM_LUGAR),
                    **draw(st.sampled_from([ponto, {"latitude": None, "longitude": None}])),
                }
            )
    return estacoes, atos


def read_tabelas(estacoes: Linhas, atos: Linhas) -> dict[str, list[tuple[str, ...]]]:
    con = link_cidade(estacoes, atos)
    return {t: [tuple(map(str, linha)) for linha in con.execute(f"FROM {t}").fetchall()] for t in TABELAS}


@given(cidade=build_cidade(), outra=build_cidade(OUTRO_IBGE, 5000))
@EXEMPLOS
def test_the_records_of_another_town_change_nothing(
    cidade: tuple[Linhas, Linhas], outra: tuple[Linhas, Linhas]
) -> None:
    sozinha = read_tabelas(*cidade)
    junto = read_tabelas(cidade[0] + outra[0], cidade[1] + outra[1])
    for tabela in TABELAS:
        assert set(sozinha[tabela]) <= set(junto[tabela])
        daqui = [linha for linha in junto[tabela] if IBGE in linha or any(c.startswith(IBGE) for c in linha)]
        assert daqui == sozinha[tabela]


def move_longe(linhas: Linhas) -> Linhas:
    """Return rows of the same town, 20 km away, on streets and in a district of their own."""
    saida = []
    for linha in linhas:
        nova = linha | {"bairro": "Distrito Industrial" if linha["bairro"] else None}
        if linha["logradouro"]:
            nova["logradouro"] = {
                "Rua das Acácias": "Rua Xingu",
                "Rua das Palmeiras": "Rua Tocantins",
                "Av. Brasil": "Av. Jequitinhonha",
                "Rua do Porto": "Rua Guaporé",
            }[linha["logradouro"]]
        if linha["latitude"] is not None:
            nova["latitude"] = linha["latitude"] - 0.18
        saida.append(nova | ({"registro_id": "L" + linha["registro_id"]} if "registro_id" in linha else {}))
    return saida


@given(cidade=build_cidade(), outra=build_cidade(primeiro=5000))
@settings(max_examples=8)
def test_unrelated_records_of_the_same_town_change_no_link(
    cidade: tuple[Linhas, Linhas], outra: tuple[Linhas, Linhas]
) -> None:
    def list_links(estacoes: Linhas, atos: Linhas) -> set[tuple[Any, ...]]:
        con = link_cidade(estacoes, atos)
        return set(
            con.execute(
                "SELECT numero_estacao, registro_id, sitio_id, escore, ambigua FROM int_vinculos"
                " WHERE numero_estacao < '5000' AND registro_id NOT LIKE 'L%'"
            ).fetchall()
        )

    com_lugar = [a for a in outra[1] if a["latitude"] is not None or a["logradouro"]]
    # who operates in the town is known beforehand: that is no unrelated fact
    operadoras = [
        {
            "numero_estacao": f"90{i}",
            "prestadora": f"Operadora {o}",
            "logradouro": None,
            **move_m(90_000 + 900 * i),
        }
        for i, o in enumerate("ABC")
    ]
    sozinha = list_links(cidade[0] + operadoras, cidade[1])
    junto = list_links(cidade[0] + operadoras + move_longe(outra[0]), cidade[1] + move_longe(com_lugar))
    assert junto == sozinha


@given(cidade=build_cidade(), sorteio=st.randoms(use_true_random=False))
@EXEMPLOS
def test_no_order_of_rows_changes_anything(cidade: tuple[Linhas, Linhas], sorteio: Any) -> None:
    estacoes, atos = list(cidade[0]), list(cidade[1])
    antes = read_tabelas(estacoes, atos)
    sorteio.shuffle(estacoes)
    sorteio.shuffle(atos)
    assert read_tabelas(estacoes, atos) == antes


@given(cidade=build_cidade())
@EXEMPLOS
def test_the_same_input_gives_the_same_tables(cidade: tuple[Linhas, Linhas]) -> None:
    assert read_tabelas(*cidade) == read_tabelas(*cidade)


@given(cidade=build_cidade(), qual=st.integers(0, 1000))
@EXEMPLOS
def test_naming_the_station_never_lowers_the_link(cidade: tuple[Linhas, Linhas], qual: int) -> None:
    estacoes, atos = cidade
    pares = (
        link_cidade(estacoes, atos)
        .execute("SELECT numero_estacao, registro_id, escore FROM int_vinculos")
        .fetchall()
    )
    if not pares:
        return
    numero, registro, antes = pares[qual % len(pares)]
    confirmados = [a | {"numeros_estacao": [numero]} if a["registro_id"] == registro else a for a in atos]
    depois = dict(
        link_cidade(estacoes, confirmados)
        .execute("SELECT numero_estacao, escore FROM int_vinculos WHERE registro_id = ?", [registro])
        .fetchall()
    )
    assert depois[numero] >= antes - 1e-4


@pytest.mark.longo
@given(cidade=build_cidade(), qual=st.integers(0, 1000))
@settings(max_examples=400)
def test_naming_the_station_never_lowers_the_link_in_many_towns(
    cidade: tuple[Linhas, Linhas], qual: int
) -> None:
    test_naming_the_station_never_lowers_the_link.hypothesis.inner_test(cidade, qual)
