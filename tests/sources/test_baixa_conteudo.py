"""What may replace a good file."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from etrdash.erros import EntradaIlegivel
from etrdash.sources.baixa_conteudo import check_conteudo, expand_gzip, load_lista
from etrdash.sources.baixa_fontes import Fonte

CABECALHO = "Número Estação;Código IBGE\n"


def fonte(conteudo: str, **campos: object) -> Fonte:
    return Fonte.model_validate(
        {
            "nome": "teste",
            "titulo": "T",
            "orgao": "O",
            "url": "https://exemplo.invalid",
            "arquivo": f"baixado.{conteudo}",
            "licenca": "livre",
            "conteudo": conteudo,
            "colunas": [] if conteudo == "json" else ["numero_estacao", "CODIGO IBGE"],
            "chaves": ["data"] if conteudo == "json" else [],
            "maximo_mb": 1,
            "descompactado_mb": 2,
            "tempo_min": 1,
            **campos,
        }
    )


def zipped(*membros: tuple[str, bytes], metodo: int = zipfile.ZIP_DEFLATED) -> bytes:
    saida = io.BytesIO()
    with zipfile.ZipFile(saida, "w", metodo) as zipado:
        for nome, corpo in membros:
            zipado.writestr(nome, corpo)
    return saida.getvalue()


BOM = zipped(("pasta/a.csv", CABECALHO.encode() + b"1;3138203\n" * 1000))


def write(tmp_path: Path, corpo: bytes) -> Path:
    caminho = tmp_path / "recebido"
    caminho.write_bytes(corpo)
    return caminho


@pytest.mark.parametrize(
    ("conteudo", "corpo"),
    [
        ("zip", BOM),
        ("zip", zipped(("leia.txt", b"nada"), ("a.csv", b"codigo ibge|NumeroEstacao\n"))),
        ("csv", CABECALHO.encode("utf-8-sig")),
        ("csv", CABECALHO.encode("latin-1")),
        ("csv", b'"codigo_ibge","outra, com virgula","numero estacao"\r\n'),
        ("json", b'[{"data": "01/06/2026"}]'),
    ],
)
def test_good(tmp_path, conteudo, corpo):
    check_conteudo(write(tmp_path, corpo), fonte(conteudo))


def altered(corpo: bytes) -> bytes:
    """Change one byte of the first member's data, keeping the directory."""
    return corpo[:70] + bytes([corpo[70] ^ 0xFF]) + corpo[71:]


def lying_size(corpo: bytes) -> bytes:
    """Announce 5 GB less one byte for the only member, in the directory."""
    onde = corpo.index(b"PK\x01\x02")
    return corpo[: onde + 24] + struct.pack("<I", 0xFFFF_FFFE) + corpo[onde + 28 :]


@pytest.mark.parametrize(
    ("conteudo", "corpo", "mensagem"),
    [
        ("zip", b"", "está vazio"),
        ("csv", b"", "está vazio"),
        ("json", b"  \n", "está vazio"),
        ("csv", b"<!DOCTYPE html><html>", "página da internet"),
        ("csv", b"\xef\xbb\xbf\n<html><body>503</body></html>", "página da internet"),
        ("json", b"<html>", "página da internet"),
        ("zip", b"<html>", "página da internet"),
        ("zip", CABECALHO.encode(), "não é do tipo esperado"),
        ("csv", BOM, "não é do tipo esperado"),
        ("zip", BOM[:-30], "truncado ou corrompido"),
        ("zip", BOM[: len(BOM) // 2], "truncado ou corrompido"),
        ("zip", altered(BOM), "truncado ou corrompido"),
        ("zip", lying_size(BOM), "além do limite desta fonte"),
        ("zip", zipped(("a.csv", b"0" * 2_100_000)), "além do limite desta fonte"),
        ("zip", zipped(("a.zip", zipped(("a.csv", b"0" * 2_100_000)))), "além do limite desta fonte"),
        ("zip", zipped(("a.csv.gz", gzip.compress(b"0" * 2_100_000))), "além do limite desta fonte"),
        ("zip", zipped(("../a.csv", CABECALHO.encode())), "sairia da pasta"),
        ("zip", zipped(("/etc/a.csv", CABECALHO.encode())), "sairia da pasta"),
        ("zip", zipped(("C:\\a.csv", CABECALHO.encode())), "sairia da pasta"),
        ("zip", zipped(("x\\..\\..\\a.csv", CABECALHO.encode())), "sairia da pasta"),
        ("zip", zipped(("a.pdf", b"%PDF")), "não tem nenhum arquivo que se possa ler"),
        ("zip", zipped(("a.csv", b"uf;populacao\n")), "colunas esperadas"),
        ("csv", b"uf;populacao\nSP;1\n", "colunas esperadas"),
        ("json", b'[{"data": 1', "truncado ou malformado"),
        ("json", b"\xff\xfe[", "truncado ou malformado"),
        ("json", b"[" * 100_000, "truncado ou malformado"),
        ("json", b'{"erro": "x"}', "não é uma lista"),
        ("json", b"[]", "não é uma lista"),
        ("json", b'[{"data": 1}, {"valor": 2}]', "item 2 do JSON"),
    ],
)
def test_bad(tmp_path, conteudo, corpo, mensagem):
    with pytest.raises(EntradaIlegivel, match=mensagem) as recusa:
        check_conteudo(write(tmp_path, corpo), fonte(conteudo))
    problema = recusa.value.problemas[0]
    assert problema.arquivo is not None
    assert problema.arquivo.startswith(("baixado", "recebido"))
    assert problema.remedio


def test_a_message_shows_no_cell(tmp_path):
    with pytest.raises(EntradaIlegivel) as recusa:
        check_conteudo(write(tmp_path, b"Fulana de Tal;529.982.247-25\n"), fonte("csv"))
    assert "Fulana" not in str(recusa.value)
    assert "529" not in str(recusa.value)


def test_list_is_returned(tmp_path):
    assert load_lista(write(tmp_path, b'[{"data": "x", "n": 1}]'), fonte("json")) == [{"data": "x", "n": 1}]


def check_hostile(pasta: Path, corpo: bytes, conteudo: str) -> None:
    caminho = write(pasta, corpo)
    try:
        expand_gzip(caminho, fonte(conteudo))
        check_conteudo(caminho, fonte(conteudo))
    except EntradaIlegivel as recusa:
        assert recusa.problemas[0].remedio


GZ = gzip.compress(b'[{"data": "01/06/2026"}]' * 20, mtime=0)
troca = st.tuples(st.integers(0, len(BOM) - 1), st.integers(0, 255))


@given(st.lists(troca, min_size=1, max_size=6), st.integers(0, len(BOM)))
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_altered_zip_is_good_or_a_message(tmp_path, trocas, corte):
    corpo = bytearray(BOM)
    for onde, valor in trocas:
        corpo[onde] = valor
    check_hostile(tmp_path, bytes(corpo[: len(BOM) if corte % 4 else corte]), "zip")


@given(
    st.binary(max_size=300),
    st.sampled_from(["zip", "csv", "json"]),
    st.sampled_from([b"", b"PK\x03\x04", b"[{"]),
)
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_good_or_a_message(tmp_path, corpo, conteudo, comeco):
    check_hostile(tmp_path, comeco + corpo, conteudo)


QUADRADO = {"type": "Polygon", "coordinates": [[[-50, -20], [-49, -20], [-49, -19], [-50, -20]]]}


def test_a_mesh_of_polygons_is_accepted(tmp_path: Path) -> None:
    malha = {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": QUADRADO}]}
    check_conteudo(write(tmp_path, json.dumps(malha).encode()), fonte("geojson", colunas=[]))


@pytest.mark.parametrize(
    ("corpo", "trecho"),
    [
        (b"{", "malformado"),
        (b"[]", "feições"),
        (b'{"features": []}', "feições"),
        (b'{"features": [1]}', "polígono"),
        (b'{"features": [{"geometry": {"type": "Point"}}]}', "polígono"),
        (b"<!DOCTYPE html><html></html>", "página"),
    ],
)
def test_what_is_no_mesh_is_not(tmp_path: Path, corpo: bytes, trecho: str) -> None:
    with pytest.raises(EntradaIlegivel, match=trecho):
        check_conteudo(write(tmp_path, corpo), fonte("geojson", colunas=[]))
