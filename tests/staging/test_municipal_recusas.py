"""Which refused rows make records incomplete: all but those that are no act for certain."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from tests.staging.escrita_municipal import BASE, load, to_csv, to_table

OUTRO = "3551009"


def list_recusas(tmp_path: Path, *linhas: dict[str, str], codigo: str | None = None) -> list[tuple[str, int]]:
    """Load one good row of BASE's municipality and the rows given."""
    caminho = tmp_path / "atos.csv"
    caminho.write_text(to_csv(to_table([BASE, *linhas])), encoding="utf-8")
    carregado = load(caminho, codigo)
    return carregado.con.execute("FROM stg_recusas_municipais ORDER BY ALL").fetchall()


@pytest.mark.parametrize(
    "mudanca",
    [
        {"data": "31/02/2020"},
        {"ato": "emisão de quê"},
        {"instrumento": "ALVARÁ DE TUDO"},
        {"registro_id": ""},
        {"registro_id": "", "instrumento": "", "ato": "", "data": "", "numero_estacao": "690000002"},
        {"prazo": "uns dias"},
    ],
)
def test_a_mistyped_row_is_a_doubt_about_its_municipality(mudanca: dict[str, str], tmp_path: Path) -> None:
    assert list_recusas(tmp_path, {**BASE, "numero_estacao": "", **mudanca}) == [(BASE["codigo_ibge"], 1)]


def test_good_rows_and_blank_lines_are_no_doubt(tmp_path: Path) -> None:
    vazia = dict.fromkeys(BASE, "")
    assert list_recusas(tmp_path, {**BASE, "registro_id": "12/2021"}, vazia, BASE) == []


@pytest.mark.parametrize(
    "rodape",
    [
        {"codigo_ibge": "TOTAL", "registro_id": "57"},
        {"codigo_ibge": "", "registro_id": "Total geral de processos: 57"},
        {"codigo_ibge": "", "registro_id": "", "instrumento": "Fonte: Secretaria de Obras, 30/11/2026"},
    ],
)
def test_a_total_or_a_source_below_the_table_is_no_doubt(rodape: dict[str, str], tmp_path: Path) -> None:
    assert list_recusas(tmp_path, rodape) == []


@pytest.mark.parametrize(
    "quase",
    [
        {"codigo_ibge": "", "registro_id": "TOTAL", "instrumento": "690000002"},
        {"codigo_ibge": "", "registro_id": "Total Torres S.A.", "ato": "emissao"},
        {"codigo_ibge": "", "registro_id": "57"},
    ],
)
def test_what_only_looks_like_a_total_is_a_doubt(quase: dict[str, str], tmp_path: Path) -> None:
    assert list_recusas(tmp_path, quase) == [(BASE["codigo_ibge"], 1)]


def test_a_row_without_municipality_may_be_of_any_that_sent_records(tmp_path: Path) -> None:
    outra = {**BASE, "codigo_ibge": OUTRO, "registro_id": "7/2021"}
    perdida = {**BASE, "codigo_ibge": "", "registro_id": "8/2021"}
    assert list_recusas(tmp_path, outra, perdida) == [(OUTRO, 1), (BASE["codigo_ibge"], 1)]


def test_a_row_of_another_municipality_than_the_file_speaks_of_both(tmp_path: Path) -> None:
    outra = {**BASE, "codigo_ibge": OUTRO}
    assert list_recusas(tmp_path, outra, codigo=BASE["codigo_ibge"]) == [(OUTRO, 1), (BASE["codigo_ibge"], 1)]


def test_a_row_that_cannot_be_split_is_a_doubt(tmp_path: Path) -> None:
    caminho = tmp_path / "atos.csv"
    caminho.write_text(to_csv(to_table([BASE])) + "3557105,12/2021\n", encoding="utf-8")
    assert load(caminho).con.execute("FROM stg_recusas_municipais").fetchall() == [(BASE["codigo_ibge"], 1)]


@pytest.mark.parametrize("celula", ["6,9E+08", "6.9E+08", "########", "690000002 | 6,91E+08", "69000000211"])
def test_a_station_number_that_a_spreadsheet_lost_is_never_guessed(celula: str, tmp_path: Path) -> None:
    ato = {**BASE, "registro_id": "12/2021", "numero_estacao": celula}
    caminho = tmp_path / "atos.csv"
    caminho.write_text(to_csv(to_table([ato])), encoding="utf-8")
    carregado = load(caminho)
    assert carregado.atos[0]["numeros_estacao"] == []
    assert carregado.con.execute("FROM stg_recusas_municipais").fetchall() == [(BASE["codigo_ibge"], 1)]
    assert 'coluna "numero_estacao": 1 valor' in carregado.arquivos[0]["avisos"][0]


@pytest.mark.parametrize("celula", ["690000002", "não informado", "S/N", "1.016.260.643", ""])
def test_a_station_number_that_is_there_or_is_not_is_no_doubt(celula: str, tmp_path: Path) -> None:
    assert list_recusas(tmp_path, {**BASE, "registro_id": "12/2021", "numero_estacao": celula}) == []


@pytest.mark.parametrize("processo", ["1,2E+10", "1.2E+10", "#######", "mai/20", "04/mai/2020"])
def test_a_process_number_that_a_spreadsheet_lost_is_refused(processo: str, tmp_path: Path) -> None:
    """Two processes that read ``1,2E+10`` would be taken for one."""
    assert list_recusas(tmp_path, {**BASE, "registro_id": processo}) == [(BASE["codigo_ibge"], 1)]


def write_folhas(tmp_path: Path, segunda: list[list[str]]) -> Path:
    caminho = tmp_path / "atos.xlsx"
    with xlsxwriter.Workbook(caminho) as pasta:
        for nome, linhas in (("2023", to_table([BASE])), ("2024", segunda), ("Plan3", [])):
            folha = pasta.add_worksheet(nome)
            for posicao, linha in enumerate(linhas):
                folha.write_row(posicao, 0, linha)
    return caminho


@pytest.mark.parametrize(
    ("segunda", "recusas"),
    [
        ([["cod", "proc", "instr", "at", "dt"], list(BASE.values())], 1),
        ([["codigo_ibge", "registro_id", "instrumento", "ato", "dt"], list(BASE.values())], 1),
        ([["Sigla", "Quer dizer"], ["CCO", "certificado"], ["LI", "licença"]], 0),
        ([["Observações da secretaria"]], 0),
    ],
)
def test_a_sheet_of_records_that_is_not_read_is_a_doubt_and_a_legend_is_none(
    segunda: list[list[str]], recusas: int, tmp_path: Path
) -> None:
    carregado = load(write_folhas(tmp_path, segunda), BASE["codigo_ibge"])
    assert len(carregado.atos) == 1
    assert any("!2024" in aviso for aviso in carregado.arquivos[0]["avisos"])
    lidas = carregado.con.execute("FROM stg_recusas_municipais").fetchall()
    assert lidas == ([(BASE["codigo_ibge"], recusas)] if recusas else [])
