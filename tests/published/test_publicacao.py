"""One acervo on disk: its files, their description, their checksums, the same bytes every time."""

from __future__ import annotations

import csv
import hashlib
import json
import zipfile
from pathlib import Path

import duckdb
import frictionless
import pytest
from python_calamine import CalamineWorkbook

from etrdash.erros import AcervoError
from etrdash.marts.dicionario import list_publicadas, load_dicionario
from etrdash.published import planilha
from etrdash.published.acervo import Acervo
from etrdash.published.conferencia import check_acervo, find_problemas
from etrdash.published.exportacao import export_acervo
from etrdash.published.identidade import Identidade
from etrdash.published.planilha import PLANILHAS
from etrdash.published.publicacao import MEMORIA, list_files, publish_acervo
from etrdash.published.store import Store
from tests.acervo_minimo import EM, build_minimo, fill_minimo

PUBLICADAS = [tabela.nome for tabela in list_publicadas()]


def read_csv(caminho: Path) -> list[dict[str, str]]:
    with caminho.open(encoding="utf-8", newline="") as entrada:
        return list(csv.DictReader(entrada))


def copy_acervo(pasta: Path, destino: Path) -> Path:
    destino.mkdir()
    for item in pasta.iterdir():
        (destino / item.name).write_bytes(item.read_bytes())
    return destino


def test_every_published_table_has_its_three_files(pasta: Path) -> None:
    esperados = {f"{nome}{sufixo}" for nome in PUBLICADAS for sufixo in (".csv", ".excel.csv", ".parquet")}
    esperados |= {f"{nome}.xlsx" for nome in ("estacoes", "registros", "vinculos", "atos")}
    esperados |= {"estacoes.geojson", "datapackage.json", "LEIAME.txt"}
    esperados |= {"SHA256SUMS", "manifesto.json"}
    assert set(list_files(pasta)) == esperados
    assert {item.name for item in pasta.iterdir()} == esperados | {"acervo.duckdb"}


@pytest.mark.parametrize("nome", PUBLICADAS)
def test_headers_are_the_contract_and_rows_are_the_database(acervo: Acervo, nome: str) -> None:
    tabela = load_dicionario()[nome]
    linhas = read_csv(acervo.pasta / f"{nome}.csv")
    assert list(linhas[0]) == [coluna.nome for coluna in tabela.colunas]
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{acervo.pasta / 'acervo.duckdb'}' AS a (READ_ONLY)")
        (total,) = con.execute(f'SELECT count(*) FROM a."{nome}"').fetchone() or (0,)
        (no_parquet,) = con.execute(
            "SELECT count(*) FROM read_parquet(?)", [f"{acervo.pasta / nome}.parquet"]
        ).fetchone() or (0,)
    assert len(linhas) == total == no_parquet
    assert {linha["acervo"] for linha in linhas} == {acervo.id}


def test_the_excel_flavour_has_the_same_rows(pasta: Path) -> None:
    cru = (pasta / "estacoes.excel.csv").read_bytes()
    assert cru.startswith(b"\xef\xbb\xbfacervo;em;")
    linhas = list(csv.DictReader(cru.decode("utf-8-sig").splitlines(), delimiter=";"))
    canonicas = read_csv(pasta / "estacoes.csv")
    assert [linha["numero_estacao"] for linha in linhas] == [linha["numero_estacao"] for linha in canonicas]
    assert linhas[0]["em"] == "30/11/2026"
    assert linhas[0]["latitude"] == canonicas[0]["latitude"].replace(".", ",")


def test_rows_are_ordered_by_their_key(pasta: Path) -> None:
    numeros = [linha["numero_estacao"] for linha in read_csv(pasta / "estacoes.csv")]
    assert numeros == sorted(numeros)


def test_frictionless_validates_the_package(pasta: Path) -> None:
    relatorio = frictionless.Package(str(pasta / "datapackage.json")).validate()
    assert relatorio.valid, relatorio.flatten(["name", "rowNumber", "fieldNumber", "type", "note"])
    assert len(relatorio.tasks) == 2 * len(PUBLICADAS)


def test_frictionless_would_see_a_wrong_row(pasta: Path, tmp_path: Path) -> None:
    copia = copy_acervo(pasta, tmp_path / "copia")
    arquivo = copia / "estacoes.csv"
    arquivo.write_text(arquivo.read_text().replace(",PRAZO_VENCIDO,", ",OUTRA_COISA,"))
    assert not frictionless.Package(str(copia / "datapackage.json")).validate().valid


def test_geojson_has_every_station_and_null_where_the_place_is_unknown(pasta: Path) -> None:
    colecao = json.loads((pasta / "estacoes.geojson").read_text())
    assert len(colecao["features"]) == 12
    por_numero = {feature["properties"]["numero_estacao"]: feature for feature in colecao["features"]}
    assert por_numero["1001"]["geometry"] == {"type": "Point", "coordinates": [-49.9728, -20.4223]}
    assert por_numero["1008"]["geometry"] is None
    assert por_numero["1001"]["properties"]["tecnologias"] == ["GSM", "LTE"]
    assert "aviso" not in colecao


def test_the_workbook_keeps_codes_as_text(pasta: Path) -> None:
    folha = CalamineWorkbook.from_path(str(pasta / "estacoes.xlsx")).get_sheet_by_index(0).to_python()
    colunas = {nome: posicao for posicao, nome in enumerate(folha[0])}
    assert list(colunas) == [coluna.nome for coluna in load_dicionario()["estacoes"].colunas]
    assert len(folha) == 13
    assert folha[1][colunas["servico"]] == "010"
    assert folha[1][colunas["numero_estacao"]] == "1001"
    assert folha[1][colunas["em"]] == EM
    assert folha[1][colunas["latitude"]] == pytest.approx(-20.4223)


@pytest.mark.parametrize("nome", PLANILHAS)
def test_every_workbook_has_the_rows_of_its_table_in_their_types(pasta: Path, nome: str) -> None:
    folha = CalamineWorkbook.from_path(str(pasta / f"{nome}.xlsx")).get_sheet_by_index(0).to_python()
    linhas = read_csv(pasta / f"{nome}.csv")
    colunas = load_dicionario()[nome].colunas
    assert folha[0] == [coluna.nome for coluna in colunas]
    assert len(folha) == 1 + len(linhas)
    for celulas, linha in zip(folha[1:], linhas, strict=True):
        for celula, coluna in zip(celulas, colunas, strict=True):
            esperado = linha[coluna.nome]
            match coluna.tipo:
                case _ if esperado == "":
                    assert celula == ""
                case "inteiro" | "numero":
                    assert celula == pytest.approx(float(esperado))
                case "data":
                    assert celula.isoformat() == esperado
                case "logico":
                    assert celula is (esperado == "true")
                case _:
                    assert str(celula) == esperado
                    assert isinstance(celula, str)


def test_a_table_too_long_for_a_sheet_has_no_workbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planilha, "LINHAS", 5)
    acervo = build_minimo(tmp_path)
    acervo.close()
    nomes = set(list_files(acervo.pasta))
    assert "estacoes.xlsx" not in nomes
    assert "registros.xlsx" in nomes
    check_acervo(acervo.pasta)


def test_the_workbook_carries_any_text_as_text(tmp_path: Path) -> None:
    hostis = [
        "=1+1",
        "<b>&amp;</b>",
        "_x0041_",
        "a\x00b\x0bc",
        "  espaços ",
        "linha 1\nlinha 2",
        "x" * 40_000,
    ]
    identidade = Identidade(em=EM, entradas=())

    def fill(con: duckdb.DuckDBPyConnection, _tmp: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        for numero, texto in enumerate(hostis, start=1001):
            con.execute("UPDATE estacoes SET endereco = ? WHERE numero_estacao = ?", [texto, str(numero)])
        return avisos

    pasta = publish_acervo(Store(tmp_path), identidade, fill)
    folha = CalamineWorkbook.from_path(str(pasta / "estacoes.xlsx")).get_sheet_by_index(0).to_python()
    coluna = folha[0].index("endereco")
    lidos = [linha[coluna] for linha in folha[1 : len(hostis) + 1]]
    assert lidos == [*hostis[:3], "abc", *hostis[4:6], "x" * 32_767]
    with zipfile.ZipFile(pasta / "estacoes.xlsx") as livro:
        assert b"<f>" not in livro.read("xl/worksheets/sheet1.xml")


def test_checksums_cover_every_file(pasta: Path) -> None:
    linhas = [linha.split("  ") for linha in (pasta / "SHA256SUMS").read_text().splitlines()]
    assert {nome for _, nome in linhas} == set(list_files(pasta)) - {"SHA256SUMS"}
    for soma, nome in linhas:
        assert hashlib.sha256((pasta / nome).read_bytes()).hexdigest() == soma


def test_the_manifest_accounts_for_every_row(acervo: Acervo) -> None:
    manifesto = json.loads((acervo.pasta / "manifesto.json").read_text())
    assert manifesto["acervo"] == acervo.id
    assert manifesto["em"] == "2026-11-30"
    assert manifesto["contagens"] == {
        "estacoes": 12, "avaliadas": 11, "sitios": 9, "municipios": 2, "vinculos": 4, "ambiguos": 1,
        "registros": 5, "atos": 5, "rejeitos": 1,
    }  # fmt: skip
    for arquivo in manifesto["arquivos"]:
        partes = arquivo["carregadas"] + arquivo["repetidas"] + arquivo["rejeitadas"]
        assert arquivo["lidas"] == partes
    assert manifesto["arquivos"][0]["proveniencia"]["url"] == "https://exemplo.invalid/anatel.csv"
    assert manifesto["pessoas"] == {"dados_descartados": 2, "estacoes_de_pessoas": 0}
    assert manifesto["avisos"] == ["arquivo de exemplo"]
    assert sum(manifesto["situacoes"].values()) == 12
    assert sum(manifesto["situacoes_avaliadas"].values()) == 11
    linhas = {publicado["arquivo"]: publicado["linhas"] for publicado in manifesto["publicados"]}
    assert linhas["estacoes.csv"] == 12
    assert linhas["LEIAME.txt"] is None


def test_the_same_content_gives_the_same_bytes(acervo: Acervo, tmp_path: Path) -> None:
    outro = build_minimo(tmp_path / "outra")
    assert outro.id == acervo.id
    for nome in list_files(acervo.pasta):
        assert (outro.pasta / nome).read_bytes() == (acervo.pasta / nome).read_bytes(), nome


def test_an_invented_acervo_says_so_in_every_file_that_can(tmp_path: Path) -> None:
    acervo = build_minimo(tmp_path, ficticio=True)
    assert acervo.id.startswith("demo-2026-11-30-")
    for nome in ("manifesto.json", "datapackage.json", "LEIAME.txt", "estacoes.geojson"):
        assert "FICTÍCIOS" in (acervo.pasta / nome).read_text(encoding="utf-8"), nome
    assert "FICTÍCIOS".encode() in (acervo.pasta / "estacoes.parquet").read_bytes()
    with zipfile.ZipFile(acervo.pasta / "estacoes.xlsx") as livro:
        assert "FICTÍCIOS" in livro.read("docProps/core.xml").decode()
    for nome in PUBLICADAS:
        assert all(linha["acervo"].startswith("demo-") for linha in read_csv(acervo.pasta / f"{nome}.csv"))


def test_what_was_checked_was_the_whole_acervo(pasta: Path, tmp_path: Path) -> None:
    assert find_problemas(pasta) == []
    copia = copy_acervo(pasta, tmp_path / "copia")
    (copia / "sitios.csv").write_text("outro")
    with pytest.raises(AcervoError, match=r"não confere com a soma SHA-256|sitios\.csv"):
        check_acervo(copia)


@pytest.mark.parametrize("corte", [0, 100, 20_000])
def test_a_damaged_database_is_noticed(pasta: Path, tmp_path: Path, corte: int) -> None:
    copia = copy_acervo(pasta, tmp_path / "copia")
    banco = copia / "acervo.duckdb"
    banco.write_bytes(banco.read_bytes()[:corte])
    with pytest.raises(AcervoError, match="incompleto ou danificado"):
        check_acervo(copia)


MENTIRAS = {
    "conta_de_linhas": "UPDATE arquivos SET lidas = lidas + 1 WHERE papel = 'anatel'",
    "estacao_unica": "INSERT INTO estacoes SELECT * FROM estacoes WHERE numero_estacao = '1001'",
    "situacao_e_grupo": "UPDATE explicacoes SET explicacao = '{}' WHERE numero_estacao = '1001'",
    "vermelho_sem_lei": "UPDATE estacoes SET base_legal = [] WHERE numero_estacao = '1004'",
    "contagens_por_municipio": "UPDATE municipios SET vermelho = vermelho + 1 WHERE uf = 'SP'",
    "serie_completa": "DELETE FROM serie WHERE mes = '2026-11' AND situacao = 'REGULAR'",
    "vinculo_conhecido": "UPDATE vinculos SET registro_id = 'outro' WHERE numero_estacao = '1001'",
    "coordenada_possivel": "UPDATE estacoes SET latitude = 95 WHERE numero_estacao = '1001'",
}


@pytest.mark.parametrize("conferencia", MENTIRAS)
def test_each_check_stops_a_build(conferencia: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    identidade = Identidade(em=EM, entradas=())

    def fill(con: duckdb.DuckDBPyConnection, _tmp: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute(MENTIRAS[conferencia])
        return avisos

    with pytest.raises(AcervoError, match=conferencia):
        publish_acervo(store, identidade, fill)
    assert store.list_ids() == []
    assert store.find_current() is None


def test_a_table_with_other_columns_is_refused(tmp_path: Path) -> None:
    identidade = Identidade(em=EM, entradas=())

    def fill(con: duckdb.DuckDBPyConnection, _tmp: Path) -> list[str]:
        avisos = fill_minimo(con, identidade.acervo)
        con.execute("ALTER TABLE sitios RENAME COLUMN detentora TO dona")
        return avisos

    with pytest.raises(AcervoError, match='tabela "sitios" não tem as colunas do dicionário'):
        publish_acervo(Store(tmp_path), identidade, fill)


def test_export_copies_every_published_file(pasta: Path, tmp_path: Path) -> None:
    nomes = export_acervo(pasta, tmp_path / "fora")
    assert nomes == list_files(pasta)
    for nome in nomes:
        assert (tmp_path / "fora" / nome).read_bytes() == (pasta / nome).read_bytes()


@pytest.mark.parametrize("limite", ["muita", "0GB", "1 TB", "-1GB", "1GB; DROP"])
def test_a_memory_limit_that_is_no_size_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limite: str
) -> None:
    monkeypatch.setenv(MEMORIA, limite)
    with pytest.raises(AcervoError, match="não é um tamanho de memória"):
        build_minimo(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_build_keeps_to_its_memory_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MEMORIA, "300MB")
    vistos: list[str] = []
    identidade = Identidade(em=EM, entradas=(), versao="memoria", ficticio=True)

    def fill(con: duckdb.DuckDBPyConnection, _pasta: Path) -> list[str]:
        vistos.extend(valor for (valor,) in con.execute("SELECT current_setting('memory_limit')").fetchall())
        return fill_minimo(con, identidade.acervo)

    publish_acervo(Store(tmp_path), identidade, fill)
    assert vistos == ["286.1 MiB"]
