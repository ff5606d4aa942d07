"""The mesh of municipalities: every feature accounted for, nothing drawn that is no outline."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.staging.malha import load_malha, simplify_geometria

QUADRADO = [[-50.0, -20.0], [-49.0, -20.0], [-49.0, -19.0], [-50.0, -19.0], [-50.0, -20.0]]
ILHOTA = [[-50.0, -20.0], [-50.00001, -20.0], [-50.00001, -20.00001], [-50.0, -20.0]]


def make_feicao(codigo: object, anel: Any = None, chave: str = "codarea") -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {chave: codigo},
        "geometry": {"type": "Polygon", "coordinates": [QUADRADO if anel is None else anel]},
    }


def load(tmp_path: Path, *arquivos: str | list[Any]) -> duckdb.DuckDBPyConnection:
    caminhos = []
    for numero, conteudo in enumerate(arquivos):
        caminho = tmp_path / f"malha{numero}.json"
        texto = conteudo if isinstance(conteudo, str) else json.dumps({"features": conteudo})
        caminho.write_text(texto, encoding="utf-8")
        caminhos.append(caminho)
    con = duckdb.connect()
    load_malha(con, caminhos, PastaDeDados.open())
    return con


def test_every_feature_is_loaded_repeated_or_refused(tmp_path: Path) -> None:
    outro = [[x + 1, y] for x, y in QUADRADO]
    feicoes = [
        make_feicao("3557105"),
        make_feicao(4113700, chave="CD_MUN"),
        make_feicao("3557105"),
        make_feicao("3557105", outro),
        make_feicao("9999999"),
        make_feicao(None),
        make_feicao("3551009", QUADRADO[:-1]),
        make_feicao("3551009", [[0, 0], [1, 0], [1, 1], [0, 0]]),
        "texto",
        {"type": "Feature", "properties": None, "geometry": None, "id": "3519055"},
    ]
    con = load(tmp_path, feicoes)
    contas = con.execute("SELECT lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos").fetchall()
    assert contas == [(10, 2, 1, 7)]
    carregadas = con.execute("SELECT codigo_ibge, uf, linha FROM stg_contornos ORDER BY linha").fetchall()
    assert carregadas == [("3557105", "SP", 1), ("4113700", "PR", 2)]
    recusas = con.execute("SELECT linha, motivo FROM stg_rejeitos ORDER BY linha").fetchall()
    assert recusas == [
        (4, "município repetido com outro contorno"),
        (5, "feição sem código de município do IBGE"),
        (6, "feição sem código de município do IBGE"),
        (7, "contorno que não é um polígono no Brasil"),
        (8, "contorno que não é um polígono no Brasil"),
        (9, "feição sem código de município do IBGE"),
        (10, "contorno que não é um polígono no Brasil"),
    ]


def test_a_repeat_is_told_across_files(tmp_path: Path) -> None:
    con = load(tmp_path, [make_feicao("3557105")], [make_feicao("3557105")])
    contas = con.execute("SELECT carregadas, repetidas FROM stg_arquivos ORDER BY arquivo").fetchall()
    assert contas == [(1, 0), (0, 1)]


@pytest.mark.parametrize(
    "texto", ["", "{", "[]", "null", '{"features": []}', '{"features": {}}', "<html></html>", "[" * 100_000]
)
def test_what_is_no_mesh_is_refused_with_a_remedy(tmp_path: Path, texto: str) -> None:
    with pytest.raises(EntradaIlegivel, match="GeoJSON") as falha:
        load(tmp_path, texto)
    assert "fetch ibge" in str(falha.value)


def test_a_compressed_mesh_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "malha.json").write_bytes(gzip.compress(b"{}"))
    with pytest.raises(EntradaIlegivel, match="gzip"):
        load_malha(duckdb.connect(), [tmp_path / "malha.json"], PastaDeDados.open())


@pytest.mark.parametrize(
    "geometria",
    [
        None,
        [],
        {"type": "Point", "coordinates": [-50, -20]},
        {"type": "Polygon"},
        {"type": "Polygon", "coordinates": []},
        {"type": "Polygon", "coordinates": [[]]},
        {"type": "Polygon", "coordinates": [[["a", "b"]]]},
        {"type": "Polygon", "coordinates": [[[float("nan"), -20.0]] * 4]},
        {"type": "Polygon", "coordinates": [[[-50.0]] * 4]},
        {"type": "Polygon", "coordinates": [ILHOTA]},
        {"type": "MultiPolygon", "coordinates": 3},
    ],
)
def test_what_is_no_polygon_gives_none(geometria: object) -> None:
    assert simplify_geometria(geometria) is None


def test_an_outline_keeps_its_parts_and_holes_without_islets() -> None:
    furo = [[-49.6, -19.6], [-49.4, -19.6], [-49.4, -19.41234567], [-49.6, -19.6]]
    texto = simplify_geometria({"type": "MultiPolygon", "coordinates": [[QUADRADO, furo, ILHOTA], [ILHOTA]]})
    assert texto
    lida = json.loads(texto)
    assert lida["type"] == "Polygon"
    assert lida["coordinates"] == [QUADRADO, [*furo[:2], [-49.4, -19.4123], furo[3]]]
