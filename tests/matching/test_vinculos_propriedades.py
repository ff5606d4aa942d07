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
DE_CINCO = settings(max_examples=4)
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


@st.composite
def build_cidades(draw: st.DrawFn) -> tuple[Linhas, Linhas]:
    """Five towns to link in one call, which costs as much as one: none minds the others, as a test says."""
    cidades = [draw(build_cidade(str(3519055 + n), 1000 * (n + 1))) for n in range(5)]
    return [e for estacoes, _ in cidades for e in estacoes], [a for _, atos in cidades for a in atos]


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


@given(cidades=build_cidades(), sorteio=st.randoms(use_true_random=False))
@DE_CINCO
def test_neither_order_nor_repetition_changes_anything(cidades: tuple[Linhas, Linhas], sorteio: Any) -> None:
    estacoes, atos = list(cidades[0]), list(cidades[1])
    antes = read_tabelas(estacoes, atos)
    sorteio.shuffle(estacoes)
    sorteio.shuffle(atos)
    assert read_tabelas(estacoes, atos) == antes


def list_escores(estacoes: Linhas, atos: Linhas) -> dict[tuple[str, str, str], float]:
    """Return the score of each link by municipality, station and registro."""
    linhas = (
        link_cidade(estacoes, atos)
        .execute(
            "SELECT codigo_ibge, numero_estacao, registro_id, max(escore) FROM int_vinculos"
            " GROUP BY ALL ORDER BY ALL"
        )
        .fetchall()
    )
    return {(ibge, numero, registro): escore for ibge, numero, registro, escore in linhas}


@given(cidades=build_cidades(), qual=st.integers(0, 1000))
@DE_CINCO
def test_naming_the_station_never_lowers_the_link(cidades: tuple[Linhas, Linhas], qual: int) -> None:
    estacoes, atos = cidades
    antes = list_escores(estacoes, atos)
    de_cada = {ibge: [par for par in antes if par[0] == ibge] for ibge, _, _ in antes}
    escolhidos = {par[0]: par for par in (pares[qual % len(pares)] for pares in de_cada.values())}
    nomeados = {(ibge, registro): numero for ibge, numero, registro in escolhidos.values()}
    confirmados = [
        ato | {"numeros_estacao": [nomeados[chave]]}
        if (chave := (ato["codigo_ibge"], ato["registro_id"])) in nomeados
        else ato
        for ato in atos
    ]
    depois = list_escores(estacoes, confirmados)
    for par in escolhidos.values():
        assert depois[par] >= antes[par] - 1e-4


@pytest.mark.longo
@given(cidades=build_cidades(), qual=st.integers(0, 1000))
@settings(max_examples=80)
def test_naming_the_station_never_lowers_the_link_in_many_towns(
    cidades: tuple[Linhas, Linhas], qual: int
) -> None:
    test_naming_the_station_never_lowers_the_link.hypothesis.inner_test(cidades, qual)
