"""Files of every container × encoding × delimiter × defect, written and read back: no row is lost."""

from __future__ import annotations

import gzip
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etrdash.dados import PastaDeDados
from etrdash.erros import EtrdashError
from etrdash.staging.coordenadas import BRASIL, Regiao
from etrdash.staging.municipal_arquivos import ArquivoLido, EntradaMunicipal, LeitorMunicipal
from etrdash.staging.municipal_atos import Referencias
from etrdash.staging.perfis_escolha import list_mapas
from tests.staging.escrita_municipal import (
    BASE,
    to_csv,
    write_ods,
    write_parquet,
    write_xls,
    write_xlsx,
)

COLUNAS = [*BASE, "bairro", "logradouro", "latitude", "longitude"]


@cache
def open_referencias() -> tuple[Referencias, PastaDeDados]:
    pasta = PastaDeDados.open()
    return Referencias.load(pasta), pasta


def anywhere(_codigo: str) -> Regiao:
    return BRASIL


def read(caminho: Path) -> list[ArquivoLido]:
    referencias, pasta = open_referencias()
    leitor = LeitorMunicipal(referencias, anywhere, list_mapas(pasta), caminho.parent)
    return leitor.read(EntradaMunicipal(caminho))


@dataclass(frozen=True)
class Linha:
    """One row of a file, and what must become of it: ``carregada``, ``repetida`` or ``rejeitada``."""

    texto: list[str]
    destino: str


def make_linha(numero: int, **celulas: str) -> list[str]:
    ato = {**BASE, "registro_id": f"PA {numero:05}/2020", "bairro": "Vila São José", **celulas}
    return [ato.get(coluna, "") for coluna in COLUNAS]


INTEIRAS: dict[str, Callable[[int], Linha]] = {
    "boa": lambda n: Linha(make_linha(n), "carregada"),
    "com_acentos": lambda n: Linha(make_linha(n, logradouro="Praça da Conceição, nº 5"), "carregada"),
    "com_coordenada": lambda n: Linha(make_linha(n, latitude="-20,42", longitude="-49,97"), "carregada"),
    "coordenada_ilegivel": lambda n: Linha(make_linha(n, latitude="norte", longitude="?"), "carregada"),
    "aspas": lambda n: Linha(make_linha(n, logradouro='Rua "A", 10'), "carregada"),
    "virgulas": lambda n: Linha(make_linha(n, logradouro="Rua A, 10; fundos | casa 2"), "carregada"),
    "data_brasileira": lambda n: Linha(make_linha(n, data="04/05/20"), "carregada"),
    "data_impossivel": lambda n: Linha(make_linha(n, data="2020-02-30"), "rejeitada"),
    "instrumento": lambda n: Linha(make_linha(n, instrumento="ALVARÁ QUALQUER"), "rejeitada"),
    "ato_vazio": lambda n: Linha(make_linha(n, ato=""), "rejeitada"),
    "outro_ibge": lambda n: Linha(make_linha(n, codigo_ibge="1234567"), "rejeitada"),
    "marca_de_nulo": lambda n: Linha(make_linha(n, registro_id="N/A"), "rejeitada"),
}
SO_TEXTO: dict[str, Callable[[int], Linha]] = {
    "quebra_de_linha": lambda n: Linha(make_linha(n, logradouro="Rua A\nfundos"), "carregada"),
    "coluna_a_mais": lambda n: Linha([*make_linha(n), "sobra"], "rejeitada"),
    "coluna_a_menos": lambda n: Linha(make_linha(n)[:4], "rejeitada"),
    "byte_nulo": lambda n: Linha(make_linha(n, logradouro="Rua\0A"), "rejeitada"),
}


def write(
    caminho: Path, forma: str, linhas: list[list[str]], delimitador: str, codificacao: str, fim: str
) -> Path:
    tabela = [COLUNAS, *linhas]
    if forma == "xlsx":
        return write_xlsx(caminho, {"Plan1": tabela})
    if forma in {"xls", "ods", "parquet"}:
        return {"xls": write_xls, "ods": write_ods, "parquet": write_parquet}[forma](caminho, tabela)
    dados = to_csv(tabela, delimitador, fim).encode(codificacao)
    if forma == "zip":
        with zipfile.ZipFile(caminho, "w") as zipado:
            zipado.writestr("pasta/atos.csv", dados)
    else:
        caminho.write_bytes(gzip.compress(dados) if forma == "gz" else dados)
    return caminho


@given(
    forma=st.sampled_from(["csv", "gz", "zip", "xlsx", "xls", "ods", "parquet"]),
    codificacao=st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "utf-16"]),
    delimitador=st.sampled_from([",", ";", "\t", "|"]),
    fim=st.sampled_from(["\n", "\r\n"]),
    tipos=st.lists(st.sampled_from([*INTEIRAS, *SO_TEXTO, "repetida"]), min_size=1, max_size=12),
)
def test_what_is_written_is_read_back(
    forma: str, codificacao: str, delimitador: str, fim: str, tipos: list[str]
) -> None:
    linhas: list[Linha] = []
    for numero, tipo in enumerate(tipos):
        boas = [linha for linha in linhas if linha.destino == "carregada"]
        if tipo == "repetida" and boas:
            linhas.append(Linha(boas[0].texto, "repetida"))
        else:
            em_texto = forma in {"csv", "gz", "zip"}
            fabrica = INTEIRAS.get(tipo) or (SO_TEXTO.get(tipo) if em_texto else None) or INTEIRAS["boa"]
            linhas.append(fabrica(numero))
    with tempfile.TemporaryDirectory() as pasta:
        caminho = write(
            Path(pasta) / "a", forma, [linha.texto for linha in linhas], delimitador, codificacao, fim
        )
        [lido] = read(caminho)
    contagem = {
        d: sum(linha.destino == d for linha in linhas) for d in ("carregada", "repetida", "rejeitada")
    }
    assert lido.lidas == len(linhas)
    assert (lido.carregadas, lido.repetidas, len(lido.falhas)) == tuple(contagem.values())
    esperados = {
        (linha.texto[1], " ".join(linha.texto[6].split()) or None)
        for linha in linhas
        if linha.destino == "carregada"
    }
    assert {(item.ato.registro_grafia, item.ato.logradouro) for item in lido.atos} == esperados
    assert {item.ato.bairro for item in lido.atos} <= {"Vila São José"}


def make_original() -> bytes:
    linhas = [make_linha(n, logradouro=f'Rua "{n}", 10') for n in range(6)]
    return to_csv([COLUNAS, *linhas], ";", "\r\n").encode("cp1252")


MUTACOES: dict[str, Callable[[bytes, int, int], bytes]] = {
    "bit": lambda d, i, j: d[:i] + bytes([d[i] ^ (1 << (j % 8))]) + d[i + 1 :],
    "corte": lambda d, i, _: d[:i],
    "sumico": lambda d, i, j: d[:i] + d[max(i, j) :],
    "troca": lambda d, i, j: d[: min(i, j)] + d[max(i, j) :] + d[min(i, j) : max(i, j)],
    "aspas": lambda d, i, _: d[:i] + b'"' + d[i:],
    "quebra": lambda d, i, _: d[:i] + b"\n" + d[i:],
    "retorno": lambda d, i, _: d[:i] + b"\r" + d[i:],
    "nulo": lambda d, i, j: d[:i] + b"\0" * (1 + j % 3) + d[i:],
    "delimitadores": lambda d, i, j: d[:i] + b";" * (1 + j % 1000) + d[i:],
    "lixo": lambda d, i, j: d[:i] + bytes(range(256))[: 1 + j % 256] + d[i:],
}


@settings(max_examples=500)
@given(
    tipos=st.lists(st.sampled_from(list(MUTACOES)), min_size=1, max_size=3),
    onde=st.lists(st.integers(0, 10_000), min_size=6, max_size=6),
)
def test_a_mutilated_file_is_read_with_every_row_counted_or_refused(
    tipos: list[str], onde: list[int]
) -> None:
    dados = make_original()
    for indice, tipo in enumerate(tipos):
        if dados:
            i, j = onde[2 * indice] % len(dados), onde[2 * indice + 1] % len(dados)
            dados = MUTACOES[tipo](dados, i, j)
    with tempfile.TemporaryDirectory() as pasta:
        caminho = Path(pasta) / "atos.csv"
        caminho.write_bytes(dados)
        try:
            lidos = read(caminho)
        except EtrdashError as erro:
            assert erro.problemas
            assert "Traceback" not in str(erro)
            return
    for lido in lidos:
        assert lido.lidas == lido.carregadas + lido.repetidas + len(lido.falhas)
        assert {item.ato.codigo_ibge for item in lido.atos} <= set(open_referencias()[0].municipios)


def test_enormous_cells_and_headers(tmp_path: Path) -> None:
    gigante = tmp_path / "gigante.csv"
    gigante.write_text(to_csv([COLUNAS, make_linha(1, logradouro="x" * 10_000_000), make_linha(2)]), "utf-8")
    [lido] = read(gigante)
    assert (lido.lidas, lido.carregadas, len(lido.falhas)) == (2, 1, 1)
    largo = tmp_path / "largo.csv"
    extras = [f"coluna {n}" for n in range(1000)]
    largo.write_text(to_csv([[*COLUNAS, *extras], [*make_linha(1), *extras]]), "utf-8")
    [lido] = read(largo)
    assert (lido.carregadas, len(lido.colunas_ignoradas)) == (1, 1000)


@pytest.mark.longo
@settings(settings.get_profile("longo"))
@given(dados=st.binary(max_size=2000))
def test_any_bytes(dados: bytes) -> None:
    with tempfile.TemporaryDirectory() as pasta:
        caminho = Path(pasta) / "a.csv"
        caminho.write_bytes(b"codigo_ibge,registro_id,instrumento,ato,data\n" + dados)
        try:
            for lido in read(caminho):
                assert lido.lidas == lido.carregadas + lido.repetidas + len(lido.falhas)
        except EtrdashError:
            pass
