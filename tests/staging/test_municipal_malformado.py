"""One malformed file per error, with the words that its message must contain."""

from __future__ import annotations

from pathlib import Path

import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.municipal import EntradaMunicipal
from etrdash.staging.municipal_conferencia import check_municipais
from tests.staging.escrita_municipal import load

CORPUS = Path(__file__).resolve().parents[1] / "malformed" / "municipal"

LINHAS = {
    "aspas_abertas.csv": ["linha 2", "aspas abertas", "5 colunas"],
    "ato_desconhecido.csv": ["linha 2", 'coluna "ato"', "você quis dizer emissao?"],
    "colunas_a_mais.csv": ["linha 2", "colunas a mais", "5 colunas"],
    "colunas_a_menos.csv": ["linha 2", "colunas a menos", "5 colunas"],
    "data_que_nao_existe.csv": ["linha 2", 'coluna "data"', "data impossível", "31/02/2020", "AAAA-MM-DD"],
    "favoravel_talvez.csv": ['coluna "favoravel"', "não é sim nem não", "S/N"],
    "ibge_desconhecido.csv": ["código IBGE desconhecido", "3557199", "7 dígitos"],
    "instrumento_desconhecido.csv": ["ALVARA_CONSTRUSAO", "você quis dizer ALVARA_CONSTRUCAO?"],
    "prazo_sem_unidade.csv": ['coluna "prazo"', "sem unidade", "180d, 6m ou 2y"],
    "sem_registro.csv": ['coluna "registro_id"', "falta o valor"],
}
"""Files that are read, in which one row is refused."""

ARQUIVOS = {
    "anatel.csv": ["é da ANATEL", "--anatel"],
    "coluna_repetida.csv": ["colunas repetidas", '"data"'],
    "cortado.parquet": ["Parquet", "corrompido"],
    "geojson_cortado.geojson": ["GeoJSON", "features"],
    "outro_cabecalho.csv": ["cabeçalho", "etrdash profile", "docs/municipais.md"],
    "pagina_de_erro.csv": ["página da internet"],
    "planilha_cortada.xlsx": ["truncado ou corrompido"],
    "sem_cabecalho.csv": ["cabeçalho", "registro_id", "etrdash profile"],
    "sem_coluna_data.csv": ["faltam colunas obrigatórias", "data", "etrdash profile"],
    "vazio.csv": ["vazio", "0 byte"],
}
"""Files that cannot be read."""


def check(nome: str, tmp_path: Path) -> list[str]:
    _, problemas = check_municipais([EntradaMunicipal(CORPUS / nome)], PastaDeDados.open(), tmp_path)
    return [str(problema) for problema in problemas]


def test_the_corpus_and_the_tables_agree() -> None:
    assert {caminho.name for caminho in CORPUS.iterdir()} == {*LINHAS, *ARQUIVOS}


@pytest.mark.parametrize("nome", LINHAS)
def test_a_bad_row_is_refused_with_its_reason(nome: str, tmp_path: Path) -> None:
    [mensagem] = check(nome, tmp_path)
    for palavra in [nome, "linha 2", "Corrija", *LINHAS[nome]]:
        assert palavra in mensagem


@pytest.mark.parametrize("nome", ARQUIVOS)
def test_a_bad_file_is_refused_with_its_reason(nome: str, tmp_path: Path) -> None:
    [mensagem] = check(nome, tmp_path)
    for palavra in [nome, *ARQUIVOS[nome]]:
        assert palavra in mensagem


@pytest.mark.parametrize("nome", ARQUIVOS)
def test_the_loader_refuses_it_too(nome: str, tmp_path: Path) -> None:
    copia = tmp_path / nome
    copia.write_bytes((CORPUS / nome).read_bytes())
    with pytest.raises(EntradaIlegivel, match=nome.split(".", maxsplit=1)[0]):
        load(copia)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(EntradaIlegivel, match="não existe"):
        load(tmp_path / "nenhum.csv")


def test_code_on_the_command_line_that_is_no_municipality(tmp_path: Path) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text("codigo_ibge,registro_id,instrumento,ato,data\n", encoding="utf-8")
    with pytest.raises(EntradaIlegivel, match="código IBGE dado para o arquivo"):
        load(caminho, codigo_ibge="9999999")


def test_open_quote_costs_one_row_and_not_the_rest(tmp_path: Path) -> None:
    copia = tmp_path / "aspas.csv"
    copia.write_bytes((CORPUS / "aspas_abertas.csv").read_bytes())
    carregado = load(copia)
    assert [ato["registro_id"] for ato in carregado.atos] == ["PA 2/2020"]
    assert [(r["linha"], r["motivo"]) for r in carregado.rejeitos] == [(2, "aspas abertas ou fora do lugar")]


def test_every_reason_of_a_row_is_told_and_one_is_stored(tmp_path: Path) -> None:
    caminho = tmp_path / "a.csv"
    caminho.write_text("codigo_ibge,registro_id,instrumento,ato,data\n3557105,,NADA,?,x\n", encoding="utf-8")
    _, problemas = check_municipais([EntradaMunicipal(caminho)], PastaDeDados.open(), tmp_path)
    assert [problema.coluna for problema in problemas] == ["registro_id", "instrumento", "ato", "data"]
    assert len(load(caminho).rejeitos) == 1
