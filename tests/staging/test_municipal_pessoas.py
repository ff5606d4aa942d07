"""CPFs, names, e-mails and telephones planted in every column are found nowhere afterwards."""

from __future__ import annotations

import logging
from pathlib import Path

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.staging.municipal import EntradaMunicipal, load_municipais
from etrdash.staging.municipal_conferencia import check_municipais
from etrdash.staging.municipal_mapa import COLUNAS
from etrdash.staging.perfis_proposta import propose_perfil
from tests.staging.escrita_municipal import BASE, load, write_csv, write_xlsx

PLANTADOS = {
    "cpf": "123.456.789-09",
    "cpf_sem_pontos": "12345678909",
    "nome": "Josefina Quirino Brandão",
    "email": "josefina.brandao@exemplo.com.br",
    "telefone": "(17) 99123-4567",
    "telefone_sem_pontos": "17991234567",
}
FRASES = {
    "logradouro": "Rua das Flores, 10 - proprietária: {}",
    "bairro": "Centro, contato {}",
    "numero": "10 {}",
    "detentora_nome": "{}",
    "observacao": "Falar com {}",
}
"""How the planted text stands in columns where a bare name may be a street's."""


def read_bytes(pasta: Path) -> bytes:
    """Return everything that was written under a folder."""
    return b"".join(caminho.read_bytes() for caminho in sorted(pasta.rglob("*")) if caminho.is_file())


def plant(coluna: str, valor: str, linha: int) -> dict[str, str]:
    ato = {**BASE, "registro_id": f"PA {linha}/2020", "logradouro": "Rua das Flores", "latitude": "-20.42"}
    ato |= {"longitude": "-49.97", "responsavel_tecnico": "", "qualquer": ""}
    ato[coluna] = FRASES.get(coluna, "{}").format(valor)
    return ato


@pytest.mark.parametrize("coluna", [*COLUNAS, "responsavel_tecnico", "qualquer"])
def test_nothing_planted_is_kept(
    coluna: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """One row for each kind of personal data, in one column; then tables, database file, log and messages."""
    atos = [plant(coluna, valor, linha) for linha, valor in enumerate(PLANTADOS.values())]
    caminho = write_csv(tmp_path / "atos.csv", [*atos, {**BASE, "registro_id": "PA 9/2021"}])
    banco = tmp_path / "banco"
    banco.mkdir()
    with caplog.at_level(logging.DEBUG), duckdb.connect(str(banco / "b.duckdb")) as con:
        load_municipais(con, [EntradaMunicipal(caminho)], PastaDeDados.open(), tmp_path)
        dump = "\n".join(
            str(linha)
            for (tabela,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()
            for linha in con.execute(f"FROM {tabela}").fetchall()
        )
        [[lidas]] = con.execute("SELECT lidas FROM stg_arquivos").fetchall()
    assert lidas == len(PLANTADOS) + 1
    lidos, problemas = check_municipais([EntradaMunicipal(caminho)], PastaDeDados.open(), tmp_path)
    saida = capfd.readouterr()
    visto = "\n".join([dump, *map(str, problemas), repr(lidos), caplog.text, saida.out, saida.err])
    gravado = read_bytes(banco)
    for valor in PLANTADOS.values():
        for forma in {valor, valor.upper(), valor.split("@", maxsplit=1)[0]}:
            assert forma not in visto
            assert forma.encode() not in gravado


@pytest.mark.parametrize("nada", ["\u200b", "\xad", "\u202e", "\x07"])
def test_what_hides_between_the_letters_hides_no_person(nada: str, tmp_path: Path) -> None:
    hostis = {"logradouro": f"Rua A, 10 - con{nada}tato 123{nada}.456.789-09", "bairro": f"171234{nada}56789"}
    [ato] = load(write_csv(tmp_path / "a.csv", [{**BASE, **hostis}])).atos
    assert (ato["logradouro"], ato["bairro"]) == ("Rua A, 10", None)


def test_the_search_finds_what_is_stored(tmp_path: Path) -> None:
    """The database file holds texts in the clear, so that not finding one means that it is not there."""
    caminho = write_csv(tmp_path / "a.csv", [{**BASE, "logradouro": "Avenida Verificavel de Teste"}])
    banco = tmp_path / "banco"
    banco.mkdir()
    with duckdb.connect(str(banco / "b.duckdb")) as con:
        load_municipais(con, [EntradaMunicipal(caminho)], PastaDeDados.open(), tmp_path)
    assert b"Avenida Verificavel de Teste" in read_bytes(banco)


@pytest.mark.parametrize("tipo", PLANTADOS)
def test_nothing_planted_in_the_header_is_shown(tipo: str, tmp_path: Path) -> None:
    valor = PLANTADOS[tipo]
    caminho = write_csv(tmp_path / "a.csv", [{**BASE, f"obs {valor}": "x"}])
    carregado = load(caminho)
    proposto, sem_lugar = propose_perfil(caminho)
    if tipo != "nome":  # a column's name is not told from a person's
        assert valor not in f"{carregado.arquivos} {proposto} {sem_lugar}"


def test_a_file_without_header_shows_nothing_of_its_first_row(tmp_path: Path) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text("3557105;PA 1/2020;Josefina Quirino;12345678909\n", encoding="utf-8")
    _, [problema] = check_municipais([EntradaMunicipal(caminho)], PastaDeDados.open(), tmp_path)
    assert "Josefina" not in str(problema)
    assert "12345678909" not in str(problema)


def test_a_natural_person_is_pessoa_fisica_without_document(tmp_path: Path) -> None:
    atos = [
        {**BASE, "registro_id": "1/20", "detentora_nome": "Josefina Quirino Brandão"},
        {**BASE, "registro_id": "2/20", "detentora_documento": "123.456.789-09"},
        {**BASE, "registro_id": "3/20", "detentora_nome": "Torre Ltda", "detentora_documento": "12345678909"},
        {
            **BASE,
            "registro_id": "4/20",
            "detentora_nome": "Josefina",
            "detentora_documento": "02421421000111",
        },
    ]
    carregado = load(write_csv(tmp_path / "a.csv", atos))
    assert [(ato["detentora"], ato["detentora_cnpj"]) for ato in carregado.atos] == [
        ("pessoa física", None),
        ("pessoa física", None),
        ("pessoa física", None),
        ("TIM", "02421421000111"),
    ]
    assert carregado.arquivos[0]["pessoais_descartados"] == 4


def test_the_holders_name_leaves_the_address_of_the_same_row(tmp_path: Path) -> None:
    ato = {
        **BASE,
        "detentora_nome": "Josefina Quirino Brandão",
        "logradouro": "Sítio de Josefina Quirino Brandão",
    }
    carregado = load(write_csv(tmp_path / "a.csv", [ato]))
    assert carregado.atos[0]["logradouro"] is None
    assert carregado.arquivos[0]["pessoais_descartados"] == 2


def test_a_process_that_holds_a_persons_number_gets_one_of_its_own(tmp_path: Path) -> None:
    """The row is not lost: a lost record would be a station without record."""
    atos = [
        {**BASE, "registro_id": "123.456.789-09", "ato": "protocolo", "data": "2020-01-01"},
        {**BASE, "registro_id": "123.456.789-09"},
        {**BASE, "registro_id": "Josefina Quirino"},
        {**BASE, "registro_id": "PA 7/2020"},
    ]
    carregado = load(write_csv(tmp_path / "a.csv", atos))
    assert [ato["registro_id"] for ato in carregado.atos] == [
        "reservado-1",
        "reservado-1",
        "reservado-2",
        "PA 7/2020",
    ]
    assert carregado.arquivos[0]["pessoais_descartados"] == 3


def test_addresses_lose_telephones_and_are_counted(tmp_path: Path) -> None:
    ato = {**BASE, "logradouro": "Rua das Flores, 10 tel. (17) 3421-1234", "bairro": "Centro a@b.com"}
    carregado = load(write_xlsx(tmp_path / "a.xlsx", {"P": [list(ato), list(ato.values())]}))
    assert (carregado.atos[0]["logradouro"], carregado.atos[0]["bairro"]) == ("Rua das Flores, 10", "Centro")
    assert carregado.arquivos[0]["pessoais_descartados"] == 2


def test_free_text_is_counted_and_nowhere(tmp_path: Path) -> None:
    carregado = load(write_csv(tmp_path / "a.csv", [{**BASE, "observacao": "vistoria feita"}]))
    assert carregado.arquivos[0]["pessoais_descartados"] == 1
    assert "vistoria" not in str(carregado.atos)
