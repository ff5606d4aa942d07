"""The demonstration's inputs: deterministic, marked, in the real layouts, on dry land."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import tomllib
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from validate_docbr import CNPJ

from etrdash.dados import PastaDeDados
from etrdash.demo import DemoInputs, write_demo
from etrdash.demo.anatel import pack_dms
from etrdash.demo.roteiro import add_term, load_roteiro
from etrdash.demo.torres import build_torres
from etrdash.erros import AcervoError, DadosInvalidos
from tests.demo.pagina import read_linhas


@pytest.fixture(scope="module")
def entradas(tmp_path_factory: pytest.TempPathFactory) -> DemoInputs:
    return write_demo(tmp_path_factory.mktemp("demo"))


def read_rows(path: Path, delimiter: str = ",", encoding: str = "utf-8") -> list[dict[str, str]]:
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def list_files(entradas: DemoInputs) -> list[Path]:
    return [*entradas.anatel, *entradas.municipal.values()]


def test_same_bytes_every_time(entradas: DemoInputs, tmp_path: Path) -> None:
    again = write_demo(tmp_path)
    for first, second in zip(list_files(entradas), list_files(again), strict=True):
        assert hashlib.sha256(first.read_bytes()).digest() == hashlib.sha256(second.read_bytes()).digest()


def test_every_file_says_it_is_fictitious(entradas: DemoInputs) -> None:
    assert all("FICTICIO" in path.name for path in list_files(entradas))
    roteiro = load_roteiro(PastaDeDados.open())
    assert all("fictícia" in empresa.nome for empresa in (*roteiro.operadora, *roteiro.detentora))
    for path in (entradas.dados / "municipios").glob("*.toml"):
        assert "FICTÍCIOS" in path.read_text(encoding="utf-8")


def test_layout_a_is_the_published_one(entradas: DemoInputs, shared: Path) -> None:
    inventory = json.loads(
        (shared / "dados/anatel/evidencia_smp_inventory_2026-07-21.json").read_text(encoding="utf-8")
    )
    raw = entradas.anatel[0].read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw[3:].split(b"\r\n", 1)[0].decode().split(";") == inventory["columns"]


def test_layout_a_rows_come_three_times(entradas: DemoInputs) -> None:
    lines = entradas.anatel[0].read_bytes().split(b"\r\n")[1:-1]
    assert set(Counter(lines).values()) == {3}


def test_layout_b1_is_the_real_one(entradas: DemoInputs, shared: Path) -> None:
    real = shared / "dados/anatel/mosaico_2023-04_MG_lavras_todos_servicos.csv"
    with real.open("rb") as file:
        assert entradas.anatel[1].read_bytes().split(b"\n", 1)[0] == file.readline().rstrip(b"\r\n")


def test_both_coordinates_of_a_row_agree(entradas: DemoInputs) -> None:
    for row in read_rows(entradas.anatel[0], ";", "utf-8-sig")[::37]:
        graus, letra, minutos, segundos = re.fullmatch(r"(\d\d)([SW])(\d\d)(\d{4})", row["Latitude"]).groups()  # type: ignore[union-attr]
        assert letra == "S"
        decimal = -(int(graus) + int(minutos) / 60 + int(segundos) / 360_000)
        assert decimal == pytest.approx(float(row["Latitude decimal"]), abs=2e-6)


def test_dms_carries_over() -> None:
    assert pack_dms(-22.9999999, "NS") == "23S000000"
    assert pack_dms(-46.5, "EW") == "46W300000"


def test_numbers_are_unique_and_of_a_series_that_nobody_uses(entradas: DemoInputs) -> None:
    torres = build_torres(load_roteiro(PastaDeDados.open()))
    numeros = [estacao.numero for torre in torres for estacao in torre.estacoes]
    assert len(numeros) == len(set(numeros))
    assert 550 <= len(numeros) <= 650
    assert all(numero.startswith("999") for numero in numeros)


def test_companies_have_valid_cnpjs() -> None:
    roteiro = load_roteiro(PastaDeDados.open())
    empresas = (*roteiro.operadora, *roteiro.detentora)
    assert all(CNPJ().validate(empresa.cnpj) for empresa in empresas)
    assert len({empresa.cnpj for empresa in empresas}) == len(empresas)


def test_acts_are_older_than_the_records(entradas: DemoInputs) -> None:
    for codigo, path in entradas.municipal.items():
        municipio = tomllib.loads((entradas.dados / f"municipios/{codigo}.toml").read_text(encoding="utf-8"))
        datas = [date.fromisoformat(row["data"]) for row in read_rows(path)]
        assert max(datas) <= municipio["registros"]["extraida_em"] <= entradas.em


def test_acts_name_stations_of_the_other_file(entradas: DemoInputs) -> None:
    numeros = {row["Número Estação"] for row in read_rows(entradas.anatel[0], ";", "utf-8-sig")}
    named = {
        numero
        for path in entradas.municipal.values()
        for row in read_rows(path)
        for numero in row["numero_estacao"].split("|")
        if numero
    }
    assert named
    assert named <= numeros


def test_towers_stand_inside_their_municipality(shared: Path) -> None:
    malha = json.loads((shared / "dados/referencia/municipios_sp_pr_reparado.geojson").read_text("utf-8"))
    poligonos = {item["properties"]["codigo_ibge"]: item["geometry"] for item in malha["features"]}
    for torre in build_torres(load_roteiro(PastaDeDados.open())):
        geometria = poligonos[torre.cidade.codigo_ibge]
        aneis = geometria["coordinates"] if geometria["type"] == "Polygon" else geometria["coordinates"][0]
        assert is_inside(torre.lugar.longitude, torre.lugar.latitude, aneis[0]), torre.cenario.id


def is_inside(x: float, y: float, anel: list[list[float]]) -> bool:
    inside = False
    for (x1, y1, *_), (x2, y2, *_) in zip(anel, anel[1:] + anel[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def test_names_and_codes_agree_with_the_reference(shared: Path) -> None:
    rows = read_rows(shared / "dados/referencia/municipios_br_consolidado.csv")
    reference = {row["codigo_ibge"]: row["nome"] for row in rows}
    for cidade in load_roteiro(PastaDeDados.open()).cidade:
        assert reference[cidade.codigo_ibge] == cidade.nome


@pytest.mark.parametrize(
    ("dia", "prazo", "esperado"),
    [
        (date(2024, 2, 29), "2y", date(2026, 3, 1)),
        (date(2024, 2, 29), "4y", date(2028, 2, 29)),
        (date(2025, 8, 15), "180d", date(2026, 2, 11)),
        (date(2025, 8, 31), "6m", date(2026, 3, 1)),
        (date(2025, 12, 15), "1m", date(2026, 1, 15)),
    ],
)
def test_terms(dia: date, prazo: str, esperado: date) -> None:
    assert add_term(dia, prazo) == esperado


def test_unwritable_folder_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "arquivo").write_text("x")
    with pytest.raises(AcervoError, match="não foi possível gravar os arquivos da demonstração"):
        write_demo(tmp_path / "arquivo")


def test_a_wrong_script_names_the_key(tmp_path: Path) -> None:
    shipped = PastaDeDados.open()
    (tmp_path / "demo").mkdir()
    text = shipped.file("demo/demo.toml").read_text(encoding="utf-8")
    (tmp_path / "demo" / "demo.toml").write_text(text.replace("semente", "sementes"), encoding="utf-8")
    with pytest.raises(DadosInvalidos, match="sementes"):
        load_roteiro(PastaDeDados.open(tmp_path))


def test_the_page_that_follows_one_datum_quotes_lines_of_the_inputs(entradas: DemoInputs) -> None:
    da_anatel, da_prefeitura, _ = read_linhas()
    estacoes = entradas.anatel[0].read_text(encoding="utf-8-sig").splitlines()
    assert estacoes[1118 - 1] == da_anatel
    assert sum(";9991090101;" in linha for linha in estacoes) == 18
    atos = entradas.municipal["3519055"].read_text(encoding="utf-8").splitlines()
    assert atos[23 - 1] == da_prefeitura
    assert sum(",9991090101," in linha for linha in atos) == 1
