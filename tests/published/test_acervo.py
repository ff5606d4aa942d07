"""What pages and routes may ask of an acervo: the numbers are counted by hand in ``acervo_minimo``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import duckdb
import pytest

from etrdash.erros import AcervoError
from etrdash.published.abertos import open_acervo, open_current
from etrdash.published.acervo import Acervo
from etrdash.published.diferenca import compare_acervos
from etrdash.published.filtro import Filtro
from etrdash.published.identidade import Identidade
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, build_minimo, fill_minimo

SP = Filtro(codigo_ibge="3557105")


def test_links_to_check_come_by_what_the_answer_changes_and_by_what_it_touches(
    monkeypatch: pytest.MonkeyPatch, acervo: Acervo
) -> None:
    con = duckdb.connect()
    con.execute(
        """
        CREATE TABLE estacoes AS FROM (VALUES ('1', '1', 'SEM_REGISTRO'), ('1', '2', 'REGULAR'),
            ('1', '3', 'REGULAR'), ('1', '4', 'A_CONFERIR')) AS e (codigo_ibge, numero_estacao, situacao);
        CREATE TABLE vinculos AS FROM (VALUES ('1', '1', 'a', 0.4, true), ('1', '2', 'b', 0.3, true),
            ('1', '3', 'b', 0.2, true), ('1', '4', 'c', 0.1, true), ('1', '4', 'd', 0.9, false))
            AS v (codigo_ibge, numero_estacao, registro_id, escore, ambigua);
        ALTER TABLE vinculos ADD COLUMN evidencias VARCHAR;
        CREATE TABLE registros AS FROM (VALUES ('1', 'a')) AS r (codigo_ibge, registro_id);
        """
    )
    for coluna in ("instrumentos", "ultimo_ato", "ultimo_ato_em", "emitido_em", "validade", "detentora"):
        con.execute(f"ALTER TABLE registros ADD COLUMN {coluna} VARCHAR")
    monkeypatch.setattr(acervo, "_con", con)
    rows = acervo.list_a_conferir().to_pylist()
    assert [(r["numero_estacao"], r["decisiva"], r["toca"]) for r in rows] == [
        ("4", True, 1),
        ("2", False, 2),
        ("3", False, 2),
        ("1", False, 1),
    ]
    assert acervo.list_a_conferir("1", 2).to_pylist() == rows[:2]
    assert acervo.count_a_conferir() == {"ligacoes": 4, "decisivas": 1}
    assert acervo.count_a_conferir("2") == {"ligacoes": 0, "decisivas": 0}


def numbers(tabela: object) -> list[str]:
    return tabela.column("numero_estacao").to_pylist()  # type: ignore[attr-defined]


def test_totals_count_all_stations_and_colours_only_the_evaluated(acervo: Acervo) -> None:
    assert acervo.read_totais() == {
        "estacoes": 12, "avaliadas": 11, "sitios": 9, "municipios": 2,
        "verde": 2, "amarelo": 1, "vermelho": 3, "cinza": 5,
    }  # fmt: skip
    assert acervo.read_totais(SP)["cinza"] == 2
    assert acervo.read_totais(Filtro(uf="XX"))["estacoes"] == 0


@pytest.mark.parametrize(
    ("filtro", "esperadas"),
    [
        (Filtro(grupos=("vermelho",)), ["1004", "1005", "1007"]),
        (Filtro(situacoes=("REGULAR", "COMUNICADA")), ["1001", "1002"]),
        (Filtro(prestadoras=("OI", "PREFEITURA")), ["1008", "1009"]),
        (Filtro(avaliada=False), ["1009"]),
        (Filtro(uf="MG", tecnologias=("NR",)), ["2001", "2003"]),
        (Filtro(sitio_id="3557105-1"), ["1001", "1002"]),
        (Filtro(detentoras=("TORRES EXEMPLO S.A.",), bairros=("Centro",)), ["1002"]),
        (Filtro(desde=date(2015, 9, 1), ate=date(2015, 9, 30)), ["1009"]),
        (Filtro(prestadoras=("'; DROP TABLE estacoes; --",)), []),
    ],
)
def test_filters(acervo: Acervo, filtro: Filtro, esperadas: list[str]) -> None:
    tabela = acervo.list_estacoes(filtro)
    assert sorted(numbers(tabela)) == esperadas
    assert acervo.read_totais(filtro)["estacoes"] == len(esperadas)


def test_pages_of_stations_follow_each_other(acervo: Acervo) -> None:
    todas = numbers(acervo.list_estacoes(ordem="prestadora"))
    primeira = numbers(acervo.list_estacoes(ordem="prestadora", limite=5))
    segunda = numbers(acervo.list_estacoes(ordem="prestadora", limite=50, deslocamento=5))
    assert todas == primeira + segunda
    assert len(todas) == 12


def test_counts_by_dimension_add_up(acervo: Acervo) -> None:
    por_prestadora = {linha["chave"]: linha for linha in acervo.count_by("prestadora").to_pylist()}
    assert por_prestadora["VIVO"]["estacoes"] == 4
    assert por_prestadora["VIVO"]["vermelho"] == 2
    assert por_prestadora["PREFEITURA"]["avaliadas"] == 0
    for por in ("prestadora", "detentora", "bairro", "uf", "municipio", "tipo", "nivel", "servico"):
        assert sum(acervo.count_by(por).column("estacoes").to_pylist()) == 12, por
    tecnologias = dict(
        zip(*acervo.count_by("tecnologia").select(["chave", "estacoes"]).to_pydict().values(), strict=True)
    )
    assert tecnologias == {"LTE": 12, "GSM": 6, "NR": 6}
    assert sum(linha["estacoes"] for linha in acervo.count_situacoes().to_pylist()) == 11


def test_one_station_with_everything_about_it(acervo: Acervo) -> None:
    estacao = acervo.find_estacao("1004")
    assert estacao is not None
    assert estacao["situacao"] == "PRAZO_VENCIDO"
    assert estacao["logradouro"] == "Rua das Acácias"
    assert estacao["explicacao"]["base_legal"][0]["rotulo"] == "art. 39"
    assert acervo.find_estacao("1004", "en") == estacao  # without an English answer, the Portuguese one
    assert acervo.find_estacao("nada") is None
    assert numbers(acervo.list_vizinhas("1001")) == ["1002"]
    assert acervo.list_emissoes("1001").num_rows == 1
    assert acervo.list_atos("1001").column("registro_id").to_pylist() == ["10/2022"]
    assert acervo.list_atos("1006").num_rows == 0  # a probable link lends no act
    assert acervo.list_recusados("1005").num_rows == 1
    (provavel,) = acervo.list_vinculos("1006")
    assert provavel["ambigua"] is True
    assert provavel["evidencias"][0]["peso"] == 0.9
    assert acervo.list_atos_do_registro("3557105", "99/2019").num_rows == 1
    assert acervo.list_registros("3557105", orfao=True).column("registro_id").to_pylist() == ["99/2019"]
    assert acervo.list_manifestacoes("3557105", "1004").num_rows == 1
    assert acervo.list_manifestacoes("3557105", "1001").num_rows == 0


def test_municipalities_and_their_months(acervo: Acervo) -> None:
    votuporanga = acervo.find_municipio("3557105")
    assert votuporanga is not None
    assert votuporanga["prazo_vencido"] == 1
    assert votuporanga["latitude"] == pytest.approx(-20.4223)
    assert acervo.find_municipio("0000000") is None
    assert acervo.list_municipios("MG").num_rows == 1
    meses = acervo.list_serie("3557105").to_pydict()
    assert len(set(meses["mes"])) == 24
    assert sum(meses["estacoes"]) == 24 * 8
    assert acervo.list_serie(uf="MG").num_rows == 24


def test_deadlines_inside_a_window_include_both_ends(acervo: Acervo) -> None:
    assert numbers(acervo.list_prazos(date(2026, 12, 15), date(2026, 12, 15))) == ["1003"]
    assert acervo.list_prazos(date(2026, 12, 16), date(2027, 1, 1)).num_rows == 0


@pytest.mark.parametrize(
    ("texto", "tipo", "rotulo"),
    [
        ("VOTUPORANGA", "municipio", "Votuporanga"),
        ("votupuranga", "municipio", "Votuporanga"),
        ("1004", "estacao", "1004"),
        ("acacias", "logradouro", "Rua das Acácias"),
        ("jardim alv", "bairro", "Jardim Alvorada"),
    ],
)
def test_search_finds_whatever_the_accents_and_case(
    acervo: Acervo, texto: str, tipo: str, rotulo: str
) -> None:
    melhor = acervo.search(texto).to_pylist()[0]
    assert (melhor["tipo"], melhor["rotulo"]) == (tipo, rotulo)


@pytest.mark.parametrize("texto", ["", " ", "x", "%", "zzzzzzzz", "'; DROP TABLE estacoes"])
def test_search_finds_nothing_in_nothing(acervo: Acervo, texto: str) -> None:
    assert acervo.search(texto).num_rows == 0


def test_stations_around_a_point_nearest_first(acervo: Acervo) -> None:
    proximas = acervo.list_proximas(-20.4223, -49.9728, 1000)
    assert numbers(proximas)[:2] == ["1001", "1002"]
    assert proximas.column("metros").to_pylist()[0] == 0
    assert max(proximas.column("metros").to_pylist()) <= 1000


def test_nothing_outside_the_database_can_be_read_or_written(acervo: Acervo) -> None:
    for sql in (
        "SELECT * FROM read_csv('/etc/passwd')",
        "COPY estacoes TO '/tmp/x.csv'",
        "DELETE FROM estacoes",
        "SET enable_external_access = true",
        "ATTACH '/tmp/y.duckdb'",
    ):
        with pytest.raises(duckdb.Error):
            acervo._table(sql)


def test_many_threads_ask_at_once(acervo: Acervo) -> None:
    with ThreadPoolExecutor(8) as executor:
        respostas = list(executor.map(lambda _: acervo.read_totais()["estacoes"], range(200)))
    assert respostas == [12] * 200


def test_a_new_pointer_is_seen_and_an_open_acervo_stays_open(tmp_path: Path) -> None:
    primeiro = build_minimo(tmp_path, versao="1")
    primeiro.close()
    aberto = open_current(tmp_path)
    assert aberto is open_current(tmp_path)
    build_minimo(tmp_path, versao="2").close()
    outro = open_current(tmp_path)
    assert outro.id != aberto.id
    assert aberto.read_totais() == outro.read_totais()
    assert open_acervo(tmp_path, aberto.id) is aberto
    with pytest.raises(AcervoError, match="acervo não encontrado"):
        open_acervo(tmp_path, "2020-01-01-00000000")


def test_one_acervo_may_be_opened_twice_in_a_process(acervo: Acervo) -> None:
    outro = Acervo(acervo.pasta)
    assert outro.read_totais() == acervo.read_totais()
    with pytest.raises(duckdb.Error):
        outro._table("SELECT * FROM read_csv('/etc/passwd')")
    outro.close()
    assert acervo.check_vivo() == 12


def test_open_acervos_do_not_pile_up(tmp_path: Path) -> None:
    ids = []
    for versao in range(10):
        acervo = build_minimo(tmp_path, versao=str(versao))
        acervo.close()
        ids.append(acervo.id)
    primeiro = open_acervo(tmp_path, ids[0])
    for acervo_id in ids[1:]:
        open_acervo(tmp_path, acervo_id)
    assert open_acervo(tmp_path, ids[-1]) is open_acervo(tmp_path, ids[-1])
    assert primeiro.check_vivo() == 12  # dropped from the list, still good for whoever holds it
    assert open_acervo(tmp_path, ids[0]) is not primeiro


def test_a_folder_that_is_no_acervo_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AcervoError, match="não pôde ser aberto"):
        Acervo(tmp_path)


def test_what_changed_between_two_acervos(acervo: Acervo, tmp_path: Path) -> None:
    identidade = Identidade(em=EM, entradas=(), versao="depois")

    def fill(con: duckdb.DuckDBPyConnection, _tmp: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("UPDATE estacoes SET latitude = latitude + 0.001 WHERE numero_estacao = '2003'")
        con.execute("UPDATE estacoes SET numero_estacao = '2009' WHERE numero_estacao = '2002'")
        con.execute("UPDATE explicacoes SET numero_estacao = '2009' WHERE numero_estacao = '2002'")
        con.execute("UPDATE estacoes SET situacao = 'REGULAR', grupo = 'verde' WHERE numero_estacao = '1004'")
        con.execute(
            'UPDATE explicacoes SET explicacao = \'{"situacao": "REGULAR", "grupo": "verde"}\' '
            "WHERE numero_estacao = '1004'"
        )
        con.execute("UPDATE municipios SET vermelho = 2, verde = 3 WHERE uf = 'SP'")
        return avisos

    depois = publish_acervo(Store(tmp_path), identidade, fill)
    mudancas = compare_acervos(acervo.pasta, depois)
    assert [linha["numero_estacao"] for linha in mudancas["entraram"]] == ["2009"]
    assert [linha["numero_estacao"] for linha in mudancas["sairam"]] == ["2002"]
    assert [(linha["numero_estacao"], linha["metros"]) for linha in mudancas["mudaram_de_lugar"]] == [
        ("2003", 111.2)
    ]
    assert [
        (linha["numero_estacao"], linha["situacao_antes"], linha["situacao"])
        for linha in mudancas["mudaram_de_situacao"]
    ] == [("1004", "PRAZO_VENCIDO", "REGULAR")]
    assert all(not linhas for linhas in compare_acervos(depois, depois).values())
