"""Rows of cells with their physical line; the vectorised way and the careful way agree; no row is lost."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etrdash.sources import registros as modulo
from etrdash.sources.registros import LeitorDeRegistros, Recusa

celulas = st.text(
    st.characters(codec="utf-8", exclude_characters='\0\r\n";', exclude_categories=("Cs",)), max_size=8
)
celulas_com_tudo = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\r", exclude_categories=("Cs",)), max_size=8
)


def read(texto: str, colunas: int = 3, **opcoes: object) -> tuple[list[tuple], list[Recusa], int, int]:
    """Return (line, cells) rows in order, refusals, rows read and repeats of a text fed in one block."""
    leitor = LeitorDeRegistros(";", colunas, range(colunas), linha=1, **opcoes)
    return collect([leitor.feed(texto.encode()), leitor.finish()], colunas)


def collect(lotes, colunas):
    linhas = [
        (r["linha"], [r[f"c{i}"] for i in range(colunas)]) for lote in lotes for r in lote.linhas.to_pylist()
    ]
    recusas = [recusa for lote in lotes for recusa in lote.recusas]
    lidas, repetidas = sum(lote.lidas for lote in lotes), sum(lote.repetidas for lote in lotes)
    assert lidas == len(linhas) + len(recusas) + repetidas
    return sorted(linhas), recusas, lidas, repetidas


@given(
    st.lists(
        st.tuples(celulas, celulas, celulas).filter(lambda r: any(c.strip() for c in r)),
        min_size=1,
        max_size=20,
    )
)
def test_the_vectorised_way_and_the_careful_way_agree(linhas):
    texto = "".join(";".join(linha) + "\n" for linha in linhas)
    rapida, recusas, _, _ = read(texto, juntar=False)
    leitor = LeitorDeRegistros(";", 3, range(3), linha=1, juntar=False)
    leitor._feed_regular = lambda bloco: None
    cuidadosa, outras, _, _ = collect([leitor.feed(texto.encode()), leitor.finish()], 3)
    assert rapida == cuidadosa == [(n, list(linha)) for n, linha in enumerate(linhas, 1)]
    assert recusas == outras == []


escritas = st.sampled_from(
    ("a", "", "b c", '"d"', '""', '"e;f"', '"g""h"', ' "i" ', '"j\nk"', '"l', 'm"', 'n"o', '";"')
)


@given(
    st.lists(st.lists(escritas, min_size=2, max_size=4).map(";".join), min_size=1, max_size=80),
    st.sampled_from((None, 0)),
)
@settings(max_examples=300)
def test_lines_that_need_care_cost_only_themselves_and_read_the_same(linhas, chave):
    texto = "x;y;z\n" + "".join(f"{linha}\n" for linha in linhas) + "x;y;z\n" * 60
    lidos = []
    for devagar in (False, True):
        leitor = LeitorDeRegistros(";", 3, range(3), linha=1, chave=chave, juntar=False)
        if devagar:
            leitor._feed_regular = lambda bloco: None
        lotes = [leitor.feed(texto.encode()), leitor.finish()]
        textos = [valor for lote in lotes for valor in lote.linhas["texto"].to_pylist()]
        lidos.append((*collect(lotes, 3), textos))
    assert lidos[0] == lidos[1]


def test_a_quoted_line_does_not_slow_the_lines_around_it(monkeypatch):
    lentas = []
    separa = modulo.split_registro
    monkeypatch.setattr(modulo, "split_registro", lambda *a: lentas.append(a) or separa(*a))
    linhas, recusas, _, _ = read('a;b;c\n"d";"e;f";g\n"h""i";j;k\nl;m\nn;o;p\n')
    assert [celulas for _, celulas in linhas] == [
        ["a", "b", "c"], ["d", "e;f", "g"], ['h"i', "j", "k"], ["n", "o", "p"]
    ]  # fmt: skip
    assert [recusa.linha for recusa in recusas] == [4]
    assert {argumentos[0] for argumentos in lentas} == {'"h""i";j;k'}


@given(
    st.lists(st.tuples(celulas_com_tudo, celulas_com_tudo, celulas_com_tudo), min_size=1, max_size=12),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.integers(1, 60),
)
def test_quoted_cells_come_back_with_their_line_whatever_the_blocks(linhas, fim, tamanho):
    saida = io.StringIO()
    esperadas = []
    for linha in linhas:
        numero = saida.getvalue().replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        if sum(celula.count(";") for celula in linha if "\n" in celula) < 1:
            csv.writer(saida, delimiter=";", lineterminator=fim, quoting=csv.QUOTE_ALL).writerow(linha)
            esperadas.append((numero, list(linha)))
    dados = saida.getvalue().encode()
    leitor = LeitorDeRegistros(";", 3, range(3), linha=1, juntar=False)
    lotes = []
    inicio = 0
    while inicio < len(dados):
        corte = dados.find(fim.encode(), inicio + tamanho)
        corte = len(dados) if corte < 0 else corte + len(fim)
        lotes.append(leitor.feed(dados[inicio:corte]))
        inicio = corte
    lidas, recusas, _, _ = collect([*lotes, leitor.finish()], 3)
    assert recusas == []
    assert lidas == esperadas


@settings(max_examples=300)
@given(st.text(st.sampled_from('ab;"\n\r\0 '), max_size=60))
def test_no_text_breaks_the_splitter_and_every_line_is_counted(texto):
    leitor = LeitorDeRegistros(";", 3, range(3), linha=1, juntar=False)
    lotes = [leitor.feed(texto.encode())] if texto else []
    linhas, recusas, _, _ = collect([*lotes, leitor.finish()], 3)
    fisicas = texto.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    cobertas = set()
    for numero, registro in linhas:
        cobertas.update(range(numero, numero + 1 + sum(celula.count("\n") for celula in registro)))
    for recusa in recusas:
        cobertas.update(range(recusa.linha, recusa.linha + recusa.linhas))
    assert {n for n, linha in enumerate(fisicas, 1) if linha.strip()} <= cobertas


def test_repeats_of_a_block_keep_their_first_line():
    linhas, recusas, lidas, repetidas = read("a;b;c\na;b;c\nd;e;f\na;b;c\n")
    assert linhas == [(1, ["a", "b", "c"]), (3, ["d", "e", "f"])]
    assert (recusas, lidas, repetidas) == ([], 4, 2)


def test_the_key_column_is_left_out_of_what_repeats():
    leitor = LeitorDeRegistros(";", 3, [0], chave=2, linha=1)
    lote = leitor.feed(b"a;b;1\na;b;2\n")
    assert lote.linhas["texto"].to_pylist() == ["a\x1fb", "a\x1fb"]
    assert lote.linhas.column_names == ["linha", "texto", "c0"]


@pytest.mark.parametrize(
    ("texto", "linha", "motivo"),
    [
        ("a;b;c\nd;e;f;g\nh;i;j\n", 2, "colunas a mais"),
        ("a;b;c\nd;e\nh;i;j\n", 2, "colunas a menos"),
        ('a;b;c\nd;"e"x;f\nh;i;j\n', 2, "aspas abertas ou fora do lugar"),
        ('a;b;c\nd;"e;f\nh;i;j\n', 2, "aspas abertas ou fora do lugar"),
        ('a;b;c\nd;"e;f\nh;"i";j\n', 2, "aspas abertas ou fora do lugar"),
        ("a;b;c\nd;\0;f\nh;i;j\n", 2, "byte nulo na linha"),
    ],
)
def test_a_bad_row_costs_one_row_only(texto, linha, motivo):
    linhas, recusas, lidas, _ = read(texto)
    assert [(r.linha, r.motivo) for r in recusas] == [(linha, motivo)]
    assert [numero for numero, _ in linhas] == [1, 3]
    assert lidas == 3


def test_an_over_long_line_is_refused(monkeypatch):
    monkeypatch.setattr(modulo, "MAX_LINHA", 50)
    linhas, recusas, _, _ = read(f"a;b;c\n{'x' * 80};e;f\nh;i;j\n")
    assert [(r.linha, r.motivo) for r in recusas] == [(2, "linha longa demais")]
    assert [numero for numero, _ in linhas] == [1, 3]


def test_a_quote_in_the_middle_of_a_cell_is_part_of_it():
    assert read('RUA "X" 1;b;c\n')[0] == [(1, ['RUA "X" 1', "b", "c"])]


def test_quotes_padded_with_blanks_are_quotes():
    assert read('a ; "b;b" ;c\n')[0] == [(1, ["a ", "b;b", "c"])]
    assert read('"a";  "b ""b"" " ; "c" \n')[0] == [(1, ["a", 'b "b" ', "c"])]


def test_rows_swallowed_by_an_open_quote_are_not_one_cell():
    texto = 'a;"b;c\n' + "d;e;f\n" * 10 + 'g;h";i\nj;k;l\n'
    linhas, recusas, lidas, _ = read(texto, juntar=False)
    assert recusas[0].linha == 1
    assert lidas == 13
    assert (2, ["d", "e", "f"]) in linhas


def test_blank_lines_are_not_rows_but_count_as_lines():
    linhas, _, lidas, _ = read("a;b;c\n\n  \nd;e;f\n")
    assert linhas == [(1, ["a", "b", "c"]), (4, ["d", "e", "f"])]
    assert lidas == 2


def test_a_small_text_row_by_row():
    linhas, recusas, _, _ = read('a;"b\nb";c\nx;y\na;"b\nb";c\n', juntar=False)
    assert linhas == [(1, ["a", "b\nb", "c"]), (4, ["a", "b\nb", "c"])]
    assert recusas == [Recusa(3, "colunas a menos", "2 colunas em vez de 3")]
