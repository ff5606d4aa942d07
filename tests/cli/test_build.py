"""`etrdash build` on tiny inputs, on the real file, and on everything that is not an input."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from etrdash.published.acervo import Acervo
from etrdash.published.publicacao import list_files
from etrdash.sources.baixa_proveniencia import Proveniencia, hash_arquivo, write_proveniencia
from tests.cli.conftest import call_environment
from tests.entradas_minimas import four_stations, three_atos, write_anatel, write_atos

Etrdash = Callable[..., Any]


@pytest.fixture
def entradas(tmp_path: Path) -> tuple[Path, Path]:
    """An ANATEL file and a municipal file."""
    return (
        write_anatel(tmp_path / "anatel.csv", four_stations()),
        write_atos(tmp_path / "atos.csv", three_atos()),
    )


def read_csv(caminho: Path) -> list[dict[str, str]]:
    with caminho.open(encoding="utf-8", newline="") as entrada:
        return list(csv.DictReader(entrada))


def test_tiny_build(etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path) -> None:
    store = tmp_path / "store"
    args = ("--anatel", entradas[0], "--municipal", entradas[1], "--as-of", "2026-11-30", "--store", store)
    saida = etrdash("build", *args, "--json")
    assert saida.codigo == 0, saida.erros
    resultado = saida.json
    assert resultado["em"] == "2026-11-30"
    assert resultado["acervo"].startswith("2026-11-30-")
    chaves = ("arquivo", "layout", "lidas", "carregadas", "repetidas", "rejeitadas")
    assert [tuple(arquivo[chave] for chave in chaves) for arquivo in resultado["arquivos"]] == [
        ("anatel.csv", "B1", 4, 4, 0, 0),
        ("atos.csv", "atos", 3, 3, 0, 0),
    ]
    assert resultado["estacoes"] == 4
    assert resultado["avaliadas"] == 3
    assert resultado["sitios"] == 2
    assert resultado["vinculos"] == 2
    assert resultado["situacoes"] == {"SEM_DADOS_SUFICIENTES": 4}
    assert resultado["situacoes_avaliadas"] == {"SEM_DADOS_SUFICIENTES": 3}
    pasta = store / resultado["acervo"]
    estacoes = {linha["numero_estacao"]: linha for linha in read_csv(pasta / "estacoes.csv")}
    assert {numero: linha["registro_id"] for numero, linha in estacoes.items()} == {
        "1001": "10/2022", "1002": "10/2022", "1003": "", "1004": "",
    }  # fmt: skip
    assert {linha["motivos"].split("|")[0] for linha in estacoes.values()} == {"LEI_NAO_CADASTRADA"}
    (municipio,) = read_csv(pasta / "municipios.csv")
    assert municipio["cobertura"] == "sem_lei"
    assert (municipio["estacoes"], municipio["avaliadas"], municipio["cinza"]) == ("4", "3", "3")
    assert (municipio["registros"], municipio["orfaos"]) == ("2", "1")
    serie = read_csv(pasta / "serie.csv")
    meses = [f"{ano}-{mes:02d}" for ano in (2024, 2025, 2026) for mes in range(1, 13)]
    assert [linha["mes"] for linha in serie] == meses[11:35]
    outra_vez = etrdash("build", *args, "--json").json
    assert outra_vez["inalterado"] is True
    assert outra_vez["acervo"] == resultado["acervo"]


def test_the_order_of_inputs_and_their_flags_do_not_matter(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    outra = write_anatel(tmp_path / "b.csv", four_stations()[:2])
    comum = ("--municipal", f"3138203={entradas[1]}", "--as-of", "2026-11-30", "--json", "--store")
    um = etrdash("build", "--anatel", entradas[0], outra, *comum, tmp_path / "um")
    outro = etrdash("build", *comum, tmp_path / "outro", "--anatel", outra, "--anatel", entradas[0])
    assert um.codigo == 0, um.erros
    assert um.json["acervo"] == outro.json["acervo"]
    assert_same_files(tmp_path / "um" / um.json["acervo"], tmp_path / "outro" / um.json["acervo"])


def assert_same_files(uma: Path, outra: Path) -> None:
    assert list_files(uma) == list_files(outra)
    for nome in list_files(uma):
        assert (uma / nome).read_bytes() == (outra / nome).read_bytes(), nome


def build_with(semente: str, fios: int, store: Path, *args: object) -> str:
    """Build in a process with another hash seed and number of threads; return the acervo's id."""
    programa = f"""
import duckdb
abrir = duckdb.connect
def connect(*args, **kwargs):
    con = abrir(*args, **kwargs)
    con.execute("SET threads = {fios}")
    return con
duckdb.connect = connect
from etrdash.cli import main
main()
"""
    processo = subprocess.run(
        [sys.executable, "-c", programa, "build", *map(str, args), "--store", str(store), "--json"],
        env={**call_environment(), "PYTHONHASHSEED": semente},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return str(json.loads(processo.stdout)["acervo"])


def test_hash_seed_and_threads_change_no_byte(shared: Path, tmp_path: Path) -> None:
    args = (
        "--anatel", shared / "dados" / "anatel" / "mosaico_2023-04_MG_lavras_todos_servicos.csv",
        "--municipal", shared / "vinculos" / "conjunto_1" / "municipal" / "3138203.csv",
        "--as-of", "2026-11-30",
    )  # fmt: skip
    um = build_with("1", 1, tmp_path / "um", *args)
    outro = build_with("4242", 4, tmp_path / "outro", *args)
    assert um == outro
    assert_same_files(tmp_path / "um" / um, tmp_path / "outro" / outro)


def test_real_file(etrdash: Etrdash, shared: Path, tmp_path: Path) -> None:
    """Lavras, April 2023, counted independently: 1,136 rows, 129 exact repeats, 138 stations, 34 mobile."""
    saida = etrdash(
        "build",
        "--anatel", shared / "dados" / "anatel" / "mosaico_2023-04_MG_lavras_todos_servicos.csv",
        "--municipal", shared / "vinculos" / "conjunto_1" / "municipal" / "3138203.csv",
        "--as-of", "2026-11-30", "--store", tmp_path, "--json",
    )  # fmt: skip
    assert saida.codigo == 0, saida.erros
    anatel = saida.json["arquivos"][0]
    assert (anatel["lidas"], anatel["carregadas"], anatel["repetidas"], anatel["rejeitadas"]) == (
        1136,
        1007,
        129,
        0,
    )
    assert saida.json["estacoes"] == 138
    assert saida.json["situacoes"] == {"SEM_DADOS_SUFICIENTES": 138}
    assert saida.json["situacoes_avaliadas"] == {"SEM_DADOS_SUFICIENTES": 34}
    estacoes = read_csv(tmp_path / saida.json["acervo"] / "estacoes.csv")
    assert {linha["situacao"] for linha in estacoes} == {"SEM_DADOS_SUFICIENTES"}
    assert all("LEI_NAO_CADASTRADA" in linha["motivos"].split("|") for linha in estacoes)
    assert sum(linha["servico"] == "010" for linha in estacoes) == 34


def truncate_zip(anatel: Path, destino: Path) -> Path:
    with zipfile.ZipFile(destino, "w", zipfile.ZIP_DEFLATED) as saida:
        saida.write(anatel, "anatel.csv")
    destino.write_bytes(destino.read_bytes()[:-60])
    return destino


RUINS: dict[str, Callable[[Path, Path], Path]] = {
    "missing": lambda _, pasta: pasta / "nada.csv",
    "empty": lambda _, pasta: write(pasta / "vazio.csv", b""),
    "other layout": lambda _, pasta: write(pasta / "outro.csv", b"nome,idade\nx,1\n"),
    "html": lambda _, pasta: write(pasta / "erro.csv", b"<!DOCTYPE html><html><body>Erro 500</body></html>"),
    "truncated zip": lambda anatel, pasta: truncate_zip(anatel, pasta / "cortado.zip"),
    "empty folder": lambda _, pasta: make_folder(pasta / "pasta"),
}


def write(caminho: Path, conteudo: bytes) -> Path:
    caminho.write_bytes(conteudo)
    return caminho


def make_folder(caminho: Path) -> Path:
    caminho.mkdir()
    return caminho


@pytest.mark.parametrize("ruim", RUINS)
@pytest.mark.parametrize("papel", ["anatel", "municipal"])
def test_what_cannot_be_read_is_named_and_nothing_changes(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path, ruim: str, papel: str
) -> None:
    store = tmp_path / "store"
    assert etrdash("build", "--anatel", entradas[0], "--as-of", "2026-11-30", "--store", store).codigo == 0
    antes = {item: item.read_bytes() for item in sorted(store.rglob("*")) if item.is_file()}
    arquivo = RUINS[ruim](entradas[0], tmp_path)
    args = ["--anatel", arquivo] if papel == "anatel" else ["--anatel", entradas[0], "--municipal", arquivo]
    saida = etrdash("build", *args, "--as-of", "2026-12-31", "--store", store, "--json")
    assert saida.codigo == 2, saida.erros
    assert arquivo.name in saida.erros
    problema = saida.json["problemas"][0]
    assert arquivo.name in problema["arquivo"]
    assert problema["mensagem"]
    assert problema["remedio"]
    assert {item: item.read_bytes() for item in sorted(store.rglob("*")) if item.is_file()} == antes


def test_bad_rows_are_refused_one_by_one_and_counted(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    """A row with too many columns, a date that does not exist: refused with line and column."""
    linhas = entradas[0].read_text("latin-1").splitlines()
    linhas[1] += ",a,mais"
    linhas[3] = linhas[3].replace("2015-04-01", "2015-02-31")
    entradas[0].write_text("\n".join(linhas) + "\n", "latin-1")
    saida = etrdash(
        "build", "--anatel", entradas[0], "--as-of", "2026-11-30", "--store", tmp_path / "store", "--json"
    )
    assert saida.codigo == 0, saida.erros
    (arquivo,) = saida.json["arquivos"]
    assert arquivo["lidas"] == 4
    assert arquivo["lidas"] == arquivo["carregadas"] + arquivo["repetidas"] + arquivo["rejeitadas"]
    rejeitos = read_csv(tmp_path / "store" / saida.json["acervo"] / "rejeitos.csv")
    por_linha = {rejeito["linha"]: rejeito for rejeito in rejeitos}
    assert "2" in por_linha
    assert por_linha["4"]["coluna"] == "DataPrimeiroLicenciamento"
    assert por_linha["4"]["valor"] == "2015-02-31"
    assert 'linha 4, coluna "DataPrimeiroLicenciamento": data que não existe' in saida.erros
    assert "encontrado: 2015-02-31; esperado: um dia que existe" in saida.erros


def test_a_file_without_one_good_row_publishes_nothing(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    """Every row refused: exit code 1, the rows named, the acervo before it untouched."""
    args = ("--as-of", "2026-11-30", "--store", tmp_path / "store", "--accept-changes")
    assert etrdash("build", "--anatel", entradas[0], *args).codigo == 0
    antes = (tmp_path / "store" / "atual").read_text()
    cabecalho, *linhas = entradas[0].read_text("latin-1").splitlines()
    entradas[0].write_text("\n".join([cabecalho, *(f"{linha},a,mais" for linha in linhas)]) + "\n", "latin-1")
    saida = etrdash("build", "--anatel", entradas[0], *args)
    assert saida.codigo == 1
    assert "nenhuma estação foi lida" in saida.erros
    assert "linha 2: colunas a mais" in saida.erros
    assert (tmp_path / "store" / "atual").read_text() == antes


def test_a_data_folder_that_does_not_exist(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    saida = etrdash("build", "--anatel", entradas[0], "--data", tmp_path / "nada", "--store", tmp_path / "s")
    assert saida.codigo == 2
    assert "a pasta de dados não existe" in saida.erros


def test_a_municipality_that_names_an_unknown_law(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "dados" / "municipios").mkdir(parents=True)
    (tmp_path / "dados" / "municipios" / "3138203.toml").write_text(
        'codigo_ibge = "3138203"\nnome = "Lavras"\nuf = "MG"\nlei = "nenhuma"\n'
    )
    saida = etrdash("build", "--anatel", entradas[0], "--data", tmp_path / "dados", "--store", tmp_path / "s")
    assert saida.codigo == 1
    assert 'a lei "nenhuma" não está cadastrada' in saida.erros
    assert not (tmp_path / "s" / "atual").exists()


def test_the_provenance_beside_an_input_reaches_the_manifest(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    proveniencia = Proveniencia(
        fonte="anatel", titulo="Estações", orgao="ANATEL", licenca="livre", url="https://exemplo.invalid/a",
        url_final="https://exemplo.invalid/a", baixado_em="2026-11-29T10:00:00+00:00",
        conferido_em="2026-11-29T10:00:00+00:00", bytes=entradas[0].stat().st_size,
        sha256=hash_arquivo(entradas[0]), etag=None, modificado_em=None,
    )  # fmt: skip
    write_proveniencia(entradas[0], proveniencia)
    store = tmp_path / "store"
    saida = etrdash("build", "--anatel", entradas[0], "--as-of", "2026-11-30", "--store", store, "--json")
    manifesto = json.loads((store / saida.json["acervo"] / "manifesto.json").read_text())
    assert manifesto["arquivos"][0]["proveniencia"]["url"] == "https://exemplo.invalid/a"
    status = etrdash("status", "--store", store, "--json", "--max-age", "0").json
    assert status["fontes"][0]["baixado_em"].startswith("2026-11-29")


def test_keep_removes_the_oldest(etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path) -> None:
    store = tmp_path / "store"
    ids = []
    for em in ("2026-10-31", "2026-11-30", "2026-12-31"):
        args = ("--anatel", entradas[0], "--as-of", em, "--keep", "2", "--store", store, "--json")
        ids.append(etrdash("build", *args).json)
    assert ids[-1]["removidos"] == [ids[0]["acervo"]]
    acervos = (item.name for item in store.iterdir() if item.is_dir() and item.name != ".memoria")
    assert sorted(acervos) == sorted(resultado["acervo"] for resultado in ids[1:])
    shutil.rmtree(store)


def test_a_file_cut_short_stops_the_build_unless_told_otherwise(etrdash: Etrdash, tmp_path: Path) -> None:
    store = tmp_path / "store"
    anatel = write_anatel(tmp_path / "anatel.csv", four_stations())
    args = ("--anatel", anatel, "--store", store, "--as-of")
    assert etrdash("build", *args, "2026-11-30").codigo == 0
    antes = (store / "atual").read_text()
    write_anatel(anatel, four_stations()[:3])
    saida = etrdash("build", *args, "2026-12-01", "--json")
    assert saida.codigo == 1
    (problema,) = saida.json["problemas"]
    assert problema["arquivo"] == "anatel.csv"
    assert problema["encontrado"] == "3 linhas"
    assert "--accept-changes" in problema["remedio"]
    assert (store / "atual").read_text() == antes
    assert etrdash("build", *args, "2026-12-01", "--accept-changes").codigo == 0


def test_stations_that_mostly_change_place_stop_the_build(etrdash: Etrdash, tmp_path: Path) -> None:
    store = tmp_path / "store"
    anatel = write_anatel(tmp_path / "anatel.csv", four_stations())
    args = ("--anatel", anatel, "--store", store, "--as-of")
    assert etrdash("build", *args, "2026-11-30").codigo == 0
    uma = [{**estacao, "Latitude": "-21.25000"} for estacao in four_stations()[:1]]
    write_anatel(anatel, uma + four_stations()[1:])
    assert etrdash("build", *args, "2026-12-01").codigo == 0  # one of four may move
    todas = [{**estacao, "Latitude": "-21.27000"} for estacao in four_stations()]
    write_anatel(anatel, todas)
    saida = etrdash("build", *args, "2026-12-02")
    assert saida.codigo == 1
    assert "a maioria das estações do arquivo mudou de lugar" in saida.erros
    assert "4 de 4 a mais de 500 m" in saida.erros


def test_places_are_published_with_their_counts(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    pontos = tmp_path / "pontos.csv"
    pontos.write_text(
        "especie,nome,latitude,longitude\nescola,Escola da Praça,-21.24,-45.00\npadaria,Pão,-20.42,-49.97\n",
        encoding="utf-8",
    )
    store = tmp_path / "store"
    saida = etrdash(
        "build", "--anatel", entradas[0], "--municipal", entradas[1], "--pontos", f"3138203={pontos}",
        "--as-of", "2026-11-30", "--store", store, "--json",
    )  # fmt: skip
    assert saida.codigo == 0, saida.erros
    (contas,) = [arquivo for arquivo in saida.json["arquivos"] if arquivo["arquivo"] == "pontos.csv"]
    assert contas == {
        "arquivo": "pontos.csv", "layout": "pontos", "lidas": 2, "carregadas": 1, "repetidas": 0,
        "rejeitadas": 1,
    }  # fmt: skip
    (ponto,) = read_csv(store / saida.json["acervo"] / "pontos.csv")
    assert (ponto["especie"], ponto["codigo_ibge"], ponto["fonte"]) == ("escola", "3138203", "pontos")


def test_outlines_and_population_are_counted_and_kept_for_the_pages(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    anel = [[-45.1, -21.3], [-44.9, -21.3], [-44.9, -21.1], [-45.1, -21.3]]
    feicoes = [
        {"properties": {"codarea": codigo}, "geometry": {"type": "Polygon", "coordinates": [anel]}}
        for codigo in ("3138203", "3550308", "0000000")
    ]
    malha, populacao = tmp_path / "malha.json", tmp_path / "populacao.csv"
    malha.write_text(json.dumps({"type": "FeatureCollection", "features": feicoes}), encoding="utf-8")
    populacao.write_text(
        "codigo_ibge,ano,habitantes,fonte\n3138203,2022,100000,Censo\n3138203,2026,104000,Estimativa\n"
        "3138203,2027,105000,Projeção\n",
        encoding="utf-8",
    )
    store = tmp_path / "store"
    saida = etrdash(
        "build", "--anatel", entradas[0], "--malha", malha, "--populacao", populacao,
        "--as-of", "2026-11-30", "--store", store, "--json",
    )  # fmt: skip
    assert saida.codigo == 0, saida.erros
    contas = {a["arquivo"]: (a["lidas"], a["carregadas"], a["rejeitadas"]) for a in saida.json["arquivos"]}
    assert contas["malha.json"] == (3, 2, 1)
    assert contas["populacao.csv"] == (3, 3, 0)
    with closing(Acervo(store / saida.json["acervo"])) as acervo:
        assert [linha["codigo_ibge"] for linha in acervo.list_contornos().to_pylist()] == ["3138203"]
        (linha,) = acervo.list_populacoes().to_pylist()
    assert (linha["ano"], linha["habitantes"], linha["fonte"]) == (2026, 104000, "Estimativa")


def test_a_mesh_that_is_none_stops_the_build_with_a_message(
    etrdash: Etrdash, entradas: tuple[Path, Path], tmp_path: Path
) -> None:
    malha = tmp_path / "malha.json"
    malha.write_text("<html></html>", encoding="utf-8")
    saida = etrdash("build", "--anatel", entradas[0], "--malha", malha, "--store", tmp_path / "store")
    assert saida.codigo == 2
    assert "a malha não é um GeoJSON" in saida.erros
    assert "Traceback" not in saida.erros
