"""Encodings told by their bytes; blocks that never cut a line; nothing dropped."""

from __future__ import annotations

import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etrdash.sources import texto as modulo
from etrdash.sources.texto import INDECIFRAVEL, LeitorDeTexto, is_utf8

PORTUGUES = "Município;Estação;Nº\r\nSão Vicente;Ação – “aspas” €;1\r\nLondrina;plain;2\r\n"


def read(dados: bytes, tamanho: int = 1 << 20) -> tuple[str, LeitorDeTexto]:
    leitor = LeitorDeTexto(io.BytesIO(dados), tamanho)
    return b"".join(leitor.iter_blocos()).decode("utf-8"), leitor


@pytest.mark.parametrize(
    ("codificacao", "nome"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("cp1252", "cp1252"), ("utf-16", "utf-16")],
)
@pytest.mark.parametrize("tamanho", [7, 64, 1 << 20])
def test_every_encoding_gives_the_same_text(codificacao, nome, tamanho):
    dados = PORTUGUES.encode(codificacao)
    texto, leitor = read(dados, tamanho)
    assert texto == PORTUGUES
    assert leitor.sha256 == hashlib.sha256(dados).hexdigest()
    assert leitor.bytes_lidos == len(dados)
    assert leitor.indecifraveis == 0
    if tamanho > len(dados):
        assert leitor.codificacao == nome


def test_latin_1_is_read_as_its_superset():
    texto, leitor = read("João;Ação\n".encode("latin-1"))
    assert (texto, leitor.codificacao, leitor.indecifraveis) == ("João;Ação\n", "cp1252", 0)


@pytest.mark.parametrize("byte", [0x81, 0x8D, 0x8F, 0x90, 0x9D])
def test_a_byte_that_cp1252_does_not_define_is_marked_and_counted(byte):
    texto, leitor = read("São Paulo;".encode("cp1252") + bytes([byte]) + b"\n")
    assert (texto, leitor.codificacao, leitor.indecifraveis) == (f"São Paulo;{INDECIFRAVEL}\n", "cp1252", 1)


def test_a_damaged_utf8_file_stays_utf8():
    dados = bytearray("São João;Conceição;Água\n".encode() * 3)
    dados[30] = 0xFF
    texto, leitor = read(bytes(dados))
    assert leitor.codificacao == "utf-8"
    assert leitor.indecifraveis >= 1
    assert texto.count("São João") >= 2
    assert "Ã" not in texto


@given(
    st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30), max_size=12),
    st.integers(4, 80),
)
def test_blocks_end_with_a_line_and_lose_nothing(linhas, tamanho):
    dados = "\n".join(linhas).encode()
    if dados.startswith((b"\xef\xbb\xbf",)):
        return
    leitor = LeitorDeTexto(io.BytesIO(dados), tamanho)
    blocos = list(leitor.iter_blocos())
    assert b"".join(blocos) == dados
    assert all(bloco.endswith(b"\n") for bloco in blocos[:-1])


@pytest.mark.parametrize("fim", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_cuts_a_block(fim):
    dados = fim.join([b"abcdef"] * 50)
    blocos = list(LeitorDeTexto(io.BytesIO(dados), 20).iter_blocos())
    assert b"".join(blocos) == dados
    assert len(blocos) > 5


def test_an_endless_line_keeps_its_beginning_only(monkeypatch):
    monkeypatch.setattr(modulo, "MAX_LINHA", 100)
    dados = b"a;b\n" + b"x" * 5000 + b"\n1;2\n"
    blocos = list(LeitorDeTexto(io.BytesIO(dados), 64).iter_blocos())
    linhas = b"".join(blocos).split(b"\n")
    assert linhas[0] == b"a;b"
    assert 100 < len(linhas[1]) < 400
    assert linhas[2:] == [b"1;2", b""]


@given(st.binary(max_size=200))
def test_any_bytes_decode_and_the_check_is_python_s_own(dados):
    texto, leitor = read(dados)
    assert texto.count(INDECIFRAVEL) >= leitor.indecifraveis
    try:
        dados.decode("utf-8")
    except UnicodeDecodeError:
        assert not is_utf8(dados)
    else:
        assert is_utf8(dados)
