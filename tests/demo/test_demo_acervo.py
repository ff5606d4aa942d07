"""The demonstration, built: every situação, about 600 stations, marked everywhere, the same every time."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from etrdash.cli.principal import etrdash
from etrdash.published.abertos import open_current
from etrdash.published.acervo import Acervo
from etrdash.vocabulario import Grupo, Situacao
from tests.demo.pagina import read_consultas, read_linhas, write_cell


@pytest.fixture(scope="module")
def acervo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Acervo]:
    store = tmp_path_factory.mktemp("demo")
    result = CliRunner().invoke(etrdash, ["demo", "--store", str(store), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["acervo"].startswith("demo-2026-11-30-")
    return open_current(store)


@pytest.fixture(scope="module")
def estacoes(acervo: Acervo) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = acervo.list_estacoes().to_pylist()
    return rows


def test_about_six_hundred_stations(estacoes: list[dict[str, object]]) -> None:
    assert 550 <= len(estacoes) <= 650


def test_every_situacao_appears(estacoes: list[dict[str, object]]) -> None:
    assert {row["situacao"] for row in estacoes} == set(Situacao)


def test_every_city_has_every_colour_and_green_prevails(estacoes: list[dict[str, object]]) -> None:
    for city in {row["codigo_ibge"] for row in estacoes}:
        groups = Counter(row["grupo"] for row in estacoes if row["codigo_ibge"] == city and row["avaliada"])
        assert set(groups) == set(Grupo)
        assert groups.most_common(1)[0][0] == Grupo.VERDE
        assert groups[Grupo.VERMELHO] < 0.25 * groups.total()


def test_every_row_is_accounted_for(acervo: Acervo) -> None:
    for row in acervo.list_arquivos().to_pylist():
        assert row["lidas"] == row["carregadas"] + row["repetidas"] + row["rejeitadas"]
        assert row["rejeitadas"] == 0
        assert row["avisos"] == []
    assert acervo.list_rejeitos().num_rows == 0


def test_invented_names_survive_and_say_so(estacoes: list[dict[str, object]]) -> None:
    for row in estacoes:
        assert row["prestadora"] == "pessoa física" or "fict" in str(row["prestadora"]).lower()
        assert row["detentora"] is None or "fict" in str(row["detentora"]).lower()


def test_a_person_leaves_no_name(acervo: Acervo) -> None:
    persons = [path for path in acervo.pasta.iterdir() if b"FULANO" in path.read_bytes().upper()]
    assert persons == []
    assert acervo.manifesto["pessoas"]["estacoes_de_pessoas"] == 1


def test_towers_hold_several_operators(estacoes: list[dict[str, object]]) -> None:
    operators: dict[object, set[object]] = {}
    for row in estacoes:
        operators.setdefault(row["sitio_id"], set()).add(row["prestadora"])
    assert sum(len(names) > 1 for names in operators.values()) > 60
    assert max(len(names) for names in operators.values()) >= 3


def test_a_reply_stands_beside_the_stations_it_speaks_of(
    acervo: Acervo, estacoes: list[dict[str, object]]
) -> None:
    situacoes = {row["numero_estacao"]: row["grupo"] for row in estacoes}
    replies = acervo.list_manifestacoes(codigo_ibge="3557105").to_pylist()
    assert len(replies) == 2
    assert {situacoes[reply["numero_estacao"]] for reply in replies} == {Grupo.VERMELHO}


def test_what_people_decided_outranks_what_was_computed(acervo: Acervo) -> None:
    kept = acervo.list_vinculos(numero_estacao="9993220101")
    assert [(row["registro_id"], row["nivel"], row["ambigua"]) for row in kept] == [
        ("PA 00079/2020", "decisao", False)
    ]
    assert kept[0]["decidido_por"] == "setor de licenciamento (fictício)"
    assert all(
        row["registro_id"] != "PA 00079/2020" for row in acervo.list_vinculos(numero_estacao="9993220102")
    )


def test_every_file_is_marked(acervo: Acervo) -> None:
    assert acervo.ficticio
    assert "FICTÍCIOS" in (acervo.pasta / "LEIAME.txt").read_text(encoding="utf-8")
    assert "FICTÍCIOS" in (acervo.pasta / "manifesto.json").read_text(encoding="utf-8")
    assert "FICTÍCIOS" in (acervo.pasta / "estacoes.geojson").read_text(encoding="utf-8")
    assert all(
        acervo.id in line for line in (acervo.pasta / "estacoes.csv").read_text("utf-8").splitlines()[1:]
    )


def test_the_same_acervo_again(acervo: Acervo, tmp_path: Path) -> None:
    result = CliRunner().invoke(etrdash, ["demo", "--store", str(tmp_path), "--json"], catch_exceptions=False)
    assert json.loads(result.stdout)["acervo"] == acervo.id
    for path in sorted(acervo.pasta.glob("*.csv")):
        assert path.read_bytes() == (tmp_path / acervo.id / path.name).read_bytes()


def test_the_page_that_follows_one_datum_tells_what_the_database_holds(acervo: Acervo) -> None:
    consultas = read_consultas()
    assert len(consultas) == 7
    with duckdb.connect(str(acervo.pasta / "acervo.duckdb"), read_only=True) as con:
        for sql, tabela in consultas:
            result = con.execute(sql)
            nomes = [coluna[0] for coluna in result.description or ()]
            assert [nomes, *([write_cell(c) for c in linha] for linha in result.fetchall())] == tabela


def test_the_page_that_follows_one_datum_quotes_the_published_row(acervo: Acervo) -> None:
    publicada = read_linhas()[-1].removeprefix("demo-…")
    linhas = (acervo.pasta / "estacoes.csv").read_text(encoding="utf-8").splitlines()
    assert acervo.id + publicada in linhas


def test_the_readmes_query_counts_a_published_figure_again(acervo: Acervo) -> None:
    leiame = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (consulta,) = re.findall(r"FROM '\{sys\.argv\[1\]\}' (.*?)'''", leiame, re.DOTALL)
    with duckdb.connect() as con:
        linhas = con.execute(f"FROM '{acervo.pasta / 'estacoes.csv'}' {consulta}").fetchall()
    contadas = {(str(ibge), grupo): n for ibge, grupo, n in linhas}
    for municipio in acervo.list_municipios().to_pylist():
        for grupo in Grupo:
            assert contadas.pop((municipio["codigo_ibge"], str(grupo)), 0) == municipio[str(grupo)]
    assert contadas == {}
