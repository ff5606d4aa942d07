"""`fetch` and `profile`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from etrdash.dados import PastaDeDados
from tests.sources.servidor import serving

Etrdash = Callable[..., Any]
IPCA = json.dumps([{"data": "01/06/2026", "valor": "0.16"}]).encode()


def test_fetch_brings_the_file_and_its_provenance(etrdash: Etrdash, tmp_path: Path) -> None:
    with serving() as servidor:
        servidor.roteiro = [lambda pedido: pedido.answer(200, IPCA, Content_Type="application/json")]
        saida = etrdash("fetch", "ipca", "--url", f"{servidor.url}/ipca.json", "--out", tmp_path, "--json")
    assert saida.codigo == 0, saida.erros
    arquivo = Path(saida.json["arquivo"])
    assert arquivo.parent == tmp_path
    assert json.loads(arquivo.read_text()) == json.loads(IPCA)
    assert saida.json["inalterado"] is False
    proveniencia = json.loads(Path(saida.json["proveniencia"]).read_text())
    assert proveniencia["sha256"] == saida.json["sha256"]
    assert proveniencia["url"].endswith("/ipca.json")


def test_fetch_ibge_brings_the_mesh_and_the_population_too(etrdash: Etrdash, tmp_path: Path) -> None:
    malha = {"features": [{"properties": {"codarea": "3557105"}, "geometry": {"type": "Polygon"}}]}
    respostas = {
        "ibge": [{"municipio-id": 3557105, "municipio-nome": "X", "UF-sigla": "SP"}],
        "ibge-malha": malha,
        "ibge-populacao": [{"variavel": "População", "resultados": []}],
    }
    catalogo = (PastaDeDados.open().file("referencia/fontes.toml")).read_text(encoding="utf-8")
    (tmp_path / "dados" / "referencia").mkdir(parents=True)
    with serving() as servidor:
        servidor.roteiro = [
            lambda pedido, corpo=corpo: pedido.answer(200, json.dumps(corpo).encode())
            for corpo in respostas.values()
        ]
        espelho = re.sub(r'url = "https://servicodados[^"]*"', f'url = "{servidor.url}/x.json"', catalogo)
        (tmp_path / "dados" / "referencia" / "fontes.toml").write_text(espelho, encoding="utf-8")
        saida = etrdash("fetch", "ibge", "--out", tmp_path, "--data", tmp_path / "dados", "--json")
    assert saida.codigo == 0, saida.erros
    resultados = [saida.json, *saida.json["tambem"]]
    assert [resultado["fonte"] for resultado in resultados] == list(respostas)
    for resultado, corpo in zip(resultados, respostas.values(), strict=True):
        assert json.loads(Path(resultado["arquivo"]).read_text(encoding="utf-8")) == corpo
        assert Path(resultado["proveniencia"]).is_file()


def test_fetch_keeps_the_good_file_when_the_server_sends_a_page(etrdash: Etrdash, tmp_path: Path) -> None:
    with serving() as servidor:
        servidor.roteiro = [
            lambda pedido: pedido.answer(200, IPCA),
            lambda pedido: pedido.answer(200, b"<!DOCTYPE html><html>manutencao</html>"),
        ]
        args = ("fetch", "ipca", "--url", f"{servidor.url}/ipca.json", "--out", tmp_path)
        assert etrdash(*args).codigo == 0
        saida = etrdash(*args)
    assert saida.codigo == 2
    assert "erro: " in saida.erros
    assert json.loads((tmp_path / "ipca_sgs433.json").read_text()) == json.loads(IPCA)


def test_fetch_refuses_plain_http(etrdash: Etrdash, tmp_path: Path) -> None:
    saida = etrdash("fetch", "ipca", "--url", "http://exemplo.invalid/x", "--out", tmp_path)
    assert saida.codigo == 2
    assert "http sem criptografia" in saida.erros
    assert not (tmp_path / "ipca_sgs433.json").exists()


def test_profile_proposes_and_says_what_it_could_not_place(etrdash: Etrdash, tmp_path: Path) -> None:
    planilha = tmp_path / "alvaras.csv"
    planilha.write_text(
        "Nº Processo;Data da Emissão;Endereço;Cor do muro\n1/2020;01/02/2020;Rua A, 10;azul\n"
        "2/2020;03/04/2020;Rua B, 20;verde\n",
        encoding="utf-8",
    )
    saida = etrdash("profile", planilha, "--json")
    assert saida.codigo == 0, saida.erros
    assert "Nº Processo" in saida.json["perfil"]
    assert any("muro" in coluna.lower() for coluna in saida.json["sem_papel"])
    assert "azul" not in saida.saida
    texto = etrdash("profile", planilha)
    assert "sem lugar no perfil" in texto.erros


def test_profile_of_nothing(etrdash: Etrdash, tmp_path: Path) -> None:
    vazio = tmp_path / "vazio.csv"
    vazio.write_bytes(b"")
    assert etrdash("profile", vazio).codigo == 2
    assert etrdash("profile", tmp_path / "nada.csv").codigo == 2
