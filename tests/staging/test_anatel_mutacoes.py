"""Real files damaged in every way that a byte can be: no traceback, no row lost, no value invented."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
import pytest

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel
from etrdash.sources.containers import list_membros
from etrdash.sources.leitura import open_leitura
from etrdash.staging.anatel import load_anatel
from tests.staging.anatel_gerado import write_bytes

PASTA = PastaDeDados.open()
CASOS, CASOS_LONGOS = 500, 5_000

Mutacao = Callable[[bytes, random.Random], bytes]


def lines(dados: bytes) -> list[bytes]:
    return dados.split(b"\n")


def flip_bits(dados: bytes, sorteio: random.Random) -> bytes:
    saida = bytearray(dados)
    for _ in range(sorteio.choice((1, 3, 30, 300))):
        saida[sorteio.randrange(len(saida))] ^= 1 << sorteio.randrange(8)
    return bytes(saida)


def truncate(dados: bytes, sorteio: random.Random) -> bytes:
    return dados[: sorteio.randrange(len(dados))]


def drop_piece(dados: bytes, sorteio: random.Random) -> bytes:
    inicio = sorteio.randrange(len(dados))
    return dados[:inicio] + dados[inicio + sorteio.randrange(2000) :]


def repeat_piece(dados: bytes, sorteio: random.Random) -> bytes:
    inicio = sorteio.randrange(len(dados))
    return dados[:inicio] + dados[max(0, inicio - sorteio.randrange(2000)) :]


def swap_columns(dados: bytes, sorteio: random.Random) -> bytes:
    registros = [linha.split(b",") for linha in lines(dados)]
    a, b = sorteio.randrange(40), sorteio.randrange(40)
    for registro in registros[sorteio.choice((0, 1)) :]:
        if len(registro) > max(a, b):
            registro[a], registro[b] = registro[b], registro[a]
    return b"\n".join(b",".join(registro) for registro in registros)


def insert_anywhere(pedaco: bytes) -> Mutacao:
    def insert(dados: bytes, sorteio: random.Random) -> bytes:
        saida = dados
        for _ in range(sorteio.choice((1, 2, 10))):
            posicao = sorteio.randrange(len(saida))
            saida = saida[:posicao] + pedaco + saida[posicao:]
        return saida

    return insert


def mix_line_ends(dados: bytes, sorteio: random.Random) -> bytes:
    return b"".join(linha + sorteio.choice((b"\n", b"\r\n", b"\r", b"\n\n")) for linha in lines(dados))


def add_columns(dados: bytes, sorteio: random.Random) -> bytes:
    quantas = sorteio.choice((1, 60, 1000))
    cabecalho, *resto = lines(dados)
    extras = b"".join(b",extra%d" % n for n in range(quantas))
    return b"\n".join([cabecalho + extras, *(linha + b",x" * quantas for linha in resto)])


def widen_cell(dados: bytes, sorteio: random.Random) -> bytes:
    linhas = lines(dados)
    indice = sorteio.randrange(1, len(linhas))
    linhas[indice] = linhas[indice].replace(b",", b"," + b"x" * sorteio.choice((1000, 200_000, 10 << 20)), 1)
    return b"\n".join(linhas)


def shuffle_rows(dados: bytes, sorteio: random.Random) -> bytes:
    cabecalho, *resto = [linha for linha in lines(dados) if linha]
    sorteio.shuffle(resto)
    return b"\n".join([cabecalho, *resto, b""])


def reencode(dados: bytes, sorteio: random.Random) -> bytes:
    metade = sorteio.randrange(len(dados))
    return dados[:metade].decode("latin-1").encode() + dados[metade:]


MUTACOES: dict[str, Mutacao] = {
    "bits": flip_bits,
    "corte": truncate,
    "falta": drop_piece,
    "sobra": repeat_piece,
    "colunas_trocadas": swap_columns,
    "aspas": insert_anywhere(b'"'),
    "quebra": insert_anywhere(b"\n"),
    "quebra_e_aspas": insert_anywhere(b'"\n'),
    "nulo": insert_anywhere(b"\0"),
    "delimitador": insert_anywhere(b","),
    "fins_de_linha": mix_line_ends,
    "mil_colunas": add_columns,
    "celula_enorme": widen_cell,
    "fora_de_ordem": shuffle_rows,
    "duas_codificacoes": reencode,
}


@pytest.fixture(scope="module")
def original(shared) -> bytes:
    return (shared / "dados/anatel/mosaico_2023-04_MG_ribeirao_todos_servicos.csv").read_bytes()


def damage(original: bytes, caso: int) -> tuple[str, bytes]:
    sorteio = random.Random(caso)
    nome = sorted(MUTACOES)[caso % len(MUTACOES)]
    dados = MUTACOES[nome](original, sorteio)
    if sorteio.random() < 0.2:
        dados = MUTACOES[sorteio.choice(sorted(MUTACOES))](dados, sorteio) if dados else dados
    return nome, dados


def write_case(original: bytes, caso: int, pasta: Path) -> tuple[Path, bytes]:
    """Write one damaged file, sometimes with its container damaged too; return its path and content."""
    _, dados = damage(original, caso)
    sorteio = random.Random(-caso)
    container = sorteio.choice(("csv", "csv", "gz", "zip"))
    caminho = write_bytes(pasta, dados, container, f"caso{caso}")
    if container != "csv" and sorteio.random() < 0.3:
        bruto = bytearray(caminho.read_bytes())
        bruto[sorteio.randrange(len(bruto))] ^= 0xFF
        caminho.write_bytes(bruto)
    return caminho, dados


def is_readable(caminho: Path, tmp: Path) -> bool:
    """Read a file's rows alone; a refusal is a message that names the file, never anything else."""
    try:
        for membro in list_membros([caminho], tmp):
            with open_leitura(membro) as leitura:
                for _ in leitura.iter_lotes():
                    pass
    except EntradaIlegivel as erro:
        assert all(problema.mensagem and problema.arquivo for problema in erro.problemas)
        return False
    return True


def check_cases(original: bytes, casos: Sequence[int], pasta: Path) -> int:
    """Read damaged files, those that can be read all at once, and return how many those are."""
    escritos = [write_case(original, caso, pasta) for caso in casos]
    legiveis = [(caminho, dados) for caminho, dados in escritos if is_readable(caminho, pasta)]
    if not legiveis:
        return 0
    con = duckdb.connect()
    load_anatel(con, [caminho for caminho, _ in legiveis], PASTA, pasta)
    for caminho, dados in legiveis:
        check_rows(con, caminho.name, dados)
    return len(legiveis)


def check_rows(con: duckdb.DuckDBPyConnection, nome: str, dados: bytes) -> None:
    """Every row is accounted for, and every value loaded is a value that the file holds."""
    ((arquivo, lidas, contadas, carregadas),) = con.execute(
        "SELECT arquivo, lidas, carregadas + repetidas + rejeitadas, carregadas FROM stg_arquivos "
        "WHERE starts_with(arquivo || '!', ? || '!')",
        [nome],
    ).fetchall()
    assert lidas == contadas
    emissoes = con.execute(
        "SELECT linha, numero_estacao, licenciamento FROM stg_emissoes WHERE arquivo = ?", [arquivo]
    ).fetchall()
    assert len(emissoes) == carregadas
    fisicas = re.split(rb"\r\n|\n|\r", dados)
    assert lidas <= sum(bool(linha.strip(b" ")) for linha in fisicas)
    por_linha = dict(enumerate(fisicas, 1))
    for linha, numero, licenciamento in emissoes:
        # A row may go on in the next lines; its values stand in those.
        texto = b"\n".join(por_linha.get(linha + n, b"") for n in range(4)).decode("latin-1")
        assert numero in texto
        assert licenciamento is None or f"{licenciamento:%Y-%m-%d}" in texto
    for (codigo,) in con.execute(
        "SELECT DISTINCT codigo_ibge FROM stg_estacoes WHERE arquivo = ?", [arquivo]
    ).fetchall():
        assert codigo.encode() in dados


@pytest.mark.parametrize("parte", range(20))
def test_damaged_files(original, tmp_path, parte):
    assert check_cases(original, range(parte, CASOS, 20), tmp_path) > 0


@pytest.mark.longo
@pytest.mark.parametrize("parte", range(200))
def test_many_damaged_files(original, tmp_path, parte):
    check_cases(original, range(CASOS + parte, CASOS + CASOS_LONGOS, 200), tmp_path)


def test_rows_out_of_order_give_the_same_stations(original, tmp_path):
    consulta = "SELECT * EXCLUDE (linha) FROM stg_estacoes ORDER BY numero_estacao"
    lidas = []
    for nome, dados in (("a", original), ("b", shuffle_rows(original, random.Random(7)))):
        con = duckdb.connect()
        load_anatel(con, [write_bytes(tmp_path, dados, "csv", nome)], PASTA, tmp_path)
        lidas.append(con.execute(consulta.replace("(linha)", "(linha, arquivo)")).fetchall())
    assert lidas[0] == lidas[1]
