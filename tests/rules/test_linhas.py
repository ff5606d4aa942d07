"""Lines of the keys of a TOML file: tables, lists of tables, inline tables, quoted keys, broken files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from etrdash.dados import shipped_folder
from etrdash.rules.linhas import Linhas
from etrdash.rules.sintaxe import parse_toml

TEXTO = """a.b = 1
[x."y z"]
k = [ { c = "d", e = [1,
 2] },
 # c
  { id = "zé", f = 2024-02-30 }
]
[[o]]
id = "q"
[o.p]
d = '''
[nada]
d = 1
'''
[[o]]
id = "r"
v = 3
"""


@pytest.mark.parametrize(
    ("chave", "linha", "inteira"),
    [
        ("a.b", 1, True),
        ("a", 1, True),
        ("x", 2, True),
        ("x.y z.k", 3, True),
        ("x.y z.k.1.e.1", 3, True),
        ("x.y z.k.1.e.2", 4, True),
        ("x.y z.k.2.f", 6, True),
        ("x.y z.k.zé.f", 6, True),
        ("o", 8, True),
        ("o.q.p.d", 11, True),
        ("o.1.p.d", 11, True),
        ("o.r.v", 17, True),
        ("o.2.falta", 15, False),
        ("o.q.p.d.mais", 11, False),
        ("nada", None, False),
        (None, None, False),
    ],
)
@pytest.mark.parametrize("antes", [b"", b"\xef\xbb\xbf"])
def test_line_of_a_key(antes: bytes, chave: str | None, linha: int | None, inteira: bool) -> None:
    linhas = Linhas.read(antes + TEXTO.encode())
    assert linhas.find(chave) == linha
    assert chave is None or linhas.has(chave) is inteira


def test_windows_line_ends() -> None:
    assert Linhas.read(TEXTO.replace("\n", "\r\n").encode()).find("o.r.v") == 17


def test_dates_are_found_where_they_stand() -> None:
    [data] = Linhas.read(TEXTO.encode()).datas
    assert (data.linha, data.texto, data.caminho) == (6, "2024-02-30", ("x", "y z", "k", "2", "f"))
    assert TEXTO.encode()[data.inicio :].startswith(b"2024-02-30")


def list_leaves(valor: Any, caminho: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(valor, dict | list):
        pares = valor.items() if isinstance(valor, dict) else ((str(n), v) for n, v in enumerate(valor, 1))
        for chave, item in pares:
            yield from list_leaves(item, (*caminho, chave))
    else:
        yield ".".join(caminho)


@pytest.mark.parametrize("arquivo", sorted(shipped_folder().glob("*/*.toml")), ids=lambda p: p.name)
def test_every_key_that_ships_has_a_line(arquivo: Path) -> None:
    conteudo = arquivo.read_bytes()
    linhas = Linhas.read(conteudo)
    escritas = conteudo.decode().split("\n")
    chaves = list(list_leaves(tomllib.loads(conteudo.decode())))
    assert chaves
    for chave in chaves:
        ultima = next(parte for parte in reversed(chave.split(".")) if not parte.isdigit())
        linha = linhas.find(chave)
        assert linhas.has(chave), chave
        assert linha is not None
        assert chave[-1].isdigit() or ultima in escritas[linha - 1], chave


@pytest.mark.parametrize(
    "conteudo", [b"", b"=", b"[", b"[[", b"a = [", b'a = "', b"a = {", b"\xff", b"[a]\n]"]
)
def test_a_broken_file_still_gives_lines(conteudo: bytes) -> None:
    assert Linhas.read(conteudo).find("nada") is None


def test_two_impossible_dates_and_the_rest_of_the_file() -> None:
    tabela, problemas = parse_toml(b"a = 2024-02-30\nb = 2023-02-29\nc = 1\n", "x.toml")
    assert tabela is not None
    assert tabela["c"] == 1
    assert [(p.linha, p.encontrado) for p in problemas] == [(1, "2024-02-30"), (2, "2023-02-29")]


def test_an_impossible_date_and_a_broken_line() -> None:
    tabela, problemas = parse_toml(b"a = 2024-02-30\nb = \n", "x.toml")
    assert tabela is None
    assert [p.linha for p in problemas] == [1, 2]


def test_texts_are_not_repeated_in_a_message() -> None:
    _, [problema] = parse_toml(b'contato = "Fulano de Tal', "municipios/1.toml")
    assert "Fulano" not in str(problema)
