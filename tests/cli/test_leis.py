"""`cases` and `check`: 0 when all is right, 1 with every mistake in one run, 2 when nothing can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import RAIZ
from tests.entradas_minimas import three_atos, write_atos, write_municipio

Etrdash = Callable[..., Any]
CERTO = """
casos:
- id: um
  lei: sp_modelo
  publicada_em: 2022-05-16
  em: 2024-05-16
  estacao: {tipo: ETR, primeiro_licenciamento: 2015-04-01}
  atos: []
  situacao: EM_TRANSICAO
"""


def write(caminho: Path, texto: str) -> Path:
    caminho.write_text(texto, encoding="utf-8")
    return caminho


def test_cases_that_agree(etrdash: Etrdash, tmp_path: Path) -> None:
    saida = etrdash("cases", write(tmp_path / "casos.yaml", CERTO), "--json")
    assert saida.codigo == 0
    assert saida.json == {"casos": 1, "certos": 1, "diferencas": []}


def test_a_case_that_differs_says_what_was_expected_and_why(etrdash: Etrdash, tmp_path: Path) -> None:
    arquivo = write(tmp_path / "casos.yaml", CERTO.replace("em: 2024-05-16", "em: 2024-05-17"))
    saida = etrdash("cases", arquivo)
    assert saida.codigo == 1
    linha, resumo = saida.saida.splitlines()
    assert linha.startswith("um: esperado EM_TRANSICAO, obtido PRAZO_VENCIDO: ")
    assert "16/05/2024" in linha
    assert resumo == "0 de 1 casos certos"
    assert etrdash("cases", arquivo, "--json").json["diferencas"][0]["obtida"] == "PRAZO_VENCIDO"


def test_the_worked_cases_all_pass(etrdash: Etrdash, shared: Path) -> None:
    saida = etrdash(
        "cases", shared / "casos" / "casos.yaml", *sorted((RAIZ / "tests" / "casos").iterdir()), "--json"
    )
    assert saida.codigo == 0, saida.saida
    assert saida.json["casos"] >= 106 + 150


@pytest.mark.parametrize(
    ("conteudo", "codigo", "frase"),
    [
        (None, 2, "não pôde ser lido"),
        ("a: [", 2, "não é YAML"),
        ("nada: 1", 2, "não há lista de casos"),
        (CERTO.replace("sp_modelo", "outra"), 1, "lei que não existe"),
        (CERTO.replace("EM_TRANSICAO", "TALVEZ"), 1, "casos.yaml"),
    ],
)
def test_cases_that_cannot_be_evaluated(
    etrdash: Etrdash, tmp_path: Path, conteudo: str | None, codigo: int, frase: str
) -> None:
    arquivo = tmp_path / "casos.yaml"
    if conteudo is not None:
        write(arquivo, conteudo)
    saida = etrdash("cases", arquivo)
    assert saida.codigo == codigo
    assert frase in saida.erros


def test_one_file_is_one_file(etrdash: Etrdash, tmp_path: Path) -> None:
    arquivo = write(
        tmp_path / "3557105.toml", 'codigo_ibge = "3557105"\nnome = "Votuporanga"\nuf = "SP"\nx = 1\n'
    )
    saida = etrdash("check", arquivo)
    assert saida.saida.startswith("1 arquivo conferido: ")
    assert "docs/municipais.md" in saida.erros


def test_what_ships_has_no_problem(etrdash: Etrdash) -> None:
    saida = etrdash("check", "--json")
    assert saida.codigo == 0, saida.erros
    assert "leis/sp_modelo.toml" in saida.json["conferidos"]
    assert saida.json["problemas"] == []


def test_every_mistake_of_a_data_folder_in_one_run(etrdash: Etrdash, tmp_path: Path) -> None:
    write_municipio(tmp_path, "nenhuma", nome='"Perdões"')
    write(tmp_path / "municipios" / "3557105.toml", "isto não é = = toml")
    (tmp_path / "leis").mkdir()
    write(tmp_path / "leis" / "vazia.toml", 'id = "outra"\n')
    saida = etrdash("check", tmp_path, "--json")
    assert saida.codigo == 1
    arquivos = {problema["arquivo"] for problema in saida.json["problemas"]}
    assert {"leis/vazia.toml", "municipios/3557105.toml"} <= arquivos
    assert saida.erros.count("erro: ") == len(saida.json["problemas"])


def test_a_code_of_another_municipality_and_an_unknown_law(etrdash: Etrdash, tmp_path: Path) -> None:
    pasta = write_municipio(tmp_path, "nenhuma", nome='"Perdões"')
    for alvo in (pasta, pasta / "municipios" / "3138203.toml"):
        saida = etrdash("check", alvo)
        assert saida.codigo == 1
        assert 'a lei "nenhuma" não está cadastrada' in saida.erros
        assert (
            "o código IBGE é de outro município (encontrado: Perdões (MG); esperado: Lavras (MG))"
            in saida.erros
        )


def test_a_law_file_alone(etrdash: Etrdash, tmp_path: Path) -> None:
    original = (RAIZ / "data" / "leis" / "sp_modelo.toml").read_text(encoding="utf-8")
    assert etrdash("check", write(tmp_path / "sp_modelo.toml", original)).codigo == 0
    saida = etrdash("check", write(tmp_path / "sp_modelo.toml", original.replace('"2y"', '"2"', 1)))
    assert saida.codigo == 1
    assert "leis/sp_modelo.toml" in saida.erros


def test_municipal_records(etrdash: Etrdash, tmp_path: Path) -> None:
    bom = write_atos(tmp_path / "bom.csv", three_atos())
    assert etrdash("check", bom, "--json").json == {"conferidos": ["bom.csv"], "problemas": []}
    ruins = [{**ato, "data": "2022-02-31", "instrumento": "INVENTADO"} for ato in three_atos()]
    saida = etrdash("check", write_atos(tmp_path / "ruim.csv", ruins), bom, "--json")
    assert saida.codigo == 1
    assert [(problema["arquivo"], problema["linha"]) for problema in saida.json["problemas"]] == [
        ("ruim.csv", linha) for linha in (2, 2, 3, 3, 4, 4)
    ]
    assert {problema["coluna"] for problema in saida.json["problemas"]} == {"data", "instrumento"}


def test_a_path_that_does_not_exist(etrdash: Etrdash, tmp_path: Path) -> None:
    saida = etrdash("check", tmp_path / "nada")
    assert saida.codigo == 2
    assert "o caminho não existe" in saida.erros


def test_every_malformed_file_in_one_run(etrdash: Etrdash) -> None:
    corpus = RAIZ / "tests" / "malformed" / "leis"
    saida = etrdash("check", corpus, "--textos", corpus / "textos", "--json")
    assert saida.codigo == 1
    arquivos = {caminho.name for caminho in corpus.rglob("*.toml")}
    problemas = saida.json["problemas"]
    assert {problema["arquivo"] for problema in problemas} == {
        f"leis/{nome}" for nome in arquivos - {"lei_minima.toml"}
    }
    assert set(saida.json["conferidos"]) == arquivos
    assert all(problema["linha"] and (problema["esperado"] or problema["remedio"]) for problema in problemas)
    assert saida.erros.count("erro: ") == len(problemas)


def test_several_mistakes_of_one_law_in_one_run(etrdash: Etrdash, tmp_path: Path) -> None:
    texto = (RAIZ / "tests" / "malformed" / "leis" / "textos" / "lei_minima.toml").read_text(encoding="utf-8")
    for certo, errado in (
        ("desde = 2025-06-01", "desde = 2025-02-29"),
        ('prazo = "13m"', 'prazo = "13"'),
        ("[transicao]", "[transicao]\ncor = 1"),
        ('omissao = ["art_5"]', 'omissao = ["art_55"]'),
        ('precisa = ["COMUNICACAO"]', 'precisa = ["COMUNICASAO"]'),
        ('toca = ["transicao"]', 'toca = ["transisao"]'),
        ('curto = "Lei fictícia"\n', ""),
    ):
        assert certo in texto
        texto = texto.replace(certo, errado, 1)
    saida = etrdash("check", write(tmp_path / "lei_minima.toml", texto), "--json")
    assert saida.codigo == 1
    chaves = [problema["coluna"] for problema in saida.json["problemas"]]
    assert sorted(chaves) == [
        "citacao.omissao",
        "curto",
        "leitura.TRANSICAO.toca.1",
        "obrigacao.pequeno_porte.precisa.1",
        "redacao.2.desde",
        "transicao.cor",
        "transicao.prazo",
    ]
    linhas = [problema["linha"] for problema in saida.json["problemas"]]
    assert linhas == sorted(linhas)


def test_mistakes_of_the_federal_file_do_not_hide_those_of_the_laws(etrdash: Etrdash, tmp_path: Path) -> None:
    for pasta in ("referencia", "leis"):
        (tmp_path / pasta).mkdir()
    texto = (RAIZ / "data" / "referencia" / "federal.toml").read_text(encoding="utf-8")
    certo = 'dispositivos = ["federal.lei_13116_art_7_p7"]'
    assert certo in texto
    errado = texto.replace(certo, 'dispositivos = ["federal.lei_13116_art_7_p77"]')
    write(tmp_path / "referencia" / "federal.toml", errado)
    write(tmp_path / "referencia" / "indices.toml", '[IPCA]\narquivo = "nenhum.csv"\nfonte = "x"\n')
    write(tmp_path / "leis" / "vazia.toml", "")
    saida = etrdash("check", "--data", tmp_path)
    assert saida.codigo == 1
    linha = errado.split("\n").index('dispositivos = ["federal.lei_13116_art_7_p77"]') + 1
    assert f'referencia/federal.toml, linha {linha}, chave "validade_minima.dispositivos"' in saida.erros
    assert 'Você quis dizer "federal.lei_13116_art_7_p7"?' in saida.erros
    assert "a série do índice IPCA falta" in saida.erros
    assert "leis/vazia.toml, linha 1" in saida.erros


def test_texts_of_the_laws(etrdash: Etrdash, shared: Path) -> None:
    saida = etrdash("check", "--textos", shared / "leis", "--json")
    assert saida.codigo == 0, saida.erros


@pytest.mark.parametrize("opcoes", [["nada", "nenhum"], ["--textos", "nada"], ["vazia"]])
def test_paths_with_nothing_to_check(etrdash: Etrdash, tmp_path: Path, opcoes: list[str]) -> None:
    (tmp_path / "vazia").mkdir()
    caminhos = [opcao if opcao.startswith("--") else str(tmp_path / opcao) for opcao in opcoes]
    saida = etrdash("check", *caminhos)
    assert saida.codigo == 2
    assert saida.erros.count("erro: ") == len([opcao for opcao in opcoes if not opcao.startswith("--")])


def test_decisions_of_an_overlay_are_checked_with_the_rest(etrdash: Etrdash, tmp_path: Path) -> None:
    (tmp_path / "vinculos").mkdir()
    linhas = "numero_estacao,registro_id,decisao,por,em,motivo\n1,PA 1/2020,talvez,setor,2026-13-01,planta\n"
    arquivo = write(tmp_path / "vinculos" / "meus.csv", linhas)
    for alvo in (tmp_path, arquivo):
        saida = etrdash("check", alvo)
        assert saida.codigo == 1
        assert "vinculos/meus.csv, linha 2" in saida.erros
        assert "talvez" in saida.erros
        assert "2026-13-01" in saida.erros
