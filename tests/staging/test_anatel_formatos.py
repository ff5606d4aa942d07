"""Every combination of layout, container, encoding, delimiter, notation and defect, written and read back."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from etrdash.dados import PastaDeDados
from etrdash.staging.anatel import load_anatel
from tests.staging.anatel_gerado import (
    COLUNA_DA_DATA,
    COLUNA_DA_FREQUENCIA,
    COLUNA_DO_MUNICIPIO,
    COLUNA_DO_NUMERO,
    COLUNAS,
    Emissao,
    Escrita,
    cells,
    columns,
    encode_row,
    write_lines,
)

PASTA = PastaDeDados.open()
LUGARES = (
    ("3557105", "Votuporanga", "SP", -20.4227, -49.9727),
    ("4113700", "Londrina", "PR", -23.3103, -51.1628),
    ("1400100", "Boa Vista", "RR", 2.8195, -60.6714),
)
RUINS = {
    "colunas_a_mais": "colunas a mais",
    "colunas_a_menos": "colunas a menos",
    "byte_nulo": "byte nulo na linha",
    "aspas": "aspas abertas ou fora do lugar",
    "data": "data que não existe",
    "numero": "número de estação ilegível",
    "frequencia": "não é um número",
    "municipio": "município desconhecido",
}

DE_CELULA = {"data", "numero", "frequencia", "municipio"}

emissoes = st.builds(
    lambda numero, lugar, norte, leste, frequencia, ano, rua, entidade, tecnologia: Emissao(
        numero=str(numero),
        codigo_ibge=lugar[0],
        municipio=lugar[1],
        uf=lugar[2],
        latitude=round(lugar[3] + norte, 6),
        longitude=round(lugar[4] + leste, 6),
        frequencia=frequencia,
        ultimo=date(ano, 3, 24),
        logradouro=rua,
        entidade=entidade,
        tecnologia=tecnologia,
    ),
    st.integers(1, 9_999_999_999),
    st.sampled_from(LUGARES),
    st.floats(-0.05, 0.05),
    st.floats(-0.05, 0.05),
    st.sampled_from((763.0, 881.5, 2162.5, 3450.0)),
    st.integers(2001, 2026),
    st.sampled_from(
        (
            "RUA DAS ACÁCIAS",
            "AV, COM VÍRGULA; E PONTO",
            'PRAÇA "CENTRAL"',
            "RUA\nDE DUAS LINHAS",
            "R|1",
            "SÍTIO ÇÃÕ",
        )
    ),
    st.sampled_from(
        ("CLARO S.A.", "TELEFÔNICA BRASIL S.A.", "TIM S A      ", "Oi S.a. - em Recuperacao Judicial")
    ),
    st.sampled_from(("LTE", "NR", "WDCMA", "")),
)
formas = st.builds(
    Escrita,
    layout=st.sampled_from(("A", "B0", "B1", "B2", "C")),
    container=st.sampled_from(("csv", "gz", "zip", "aninhado", "pasta")),
    codificacao=st.sampled_from(("utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16")),
    fim=st.sampled_from(("\n", "\r\n", "\r")),
    delimitador=st.sampled_from(("", ";", ",", "|", "\t")),
    data=st.sampled_from(("%Y-%m-%d", "%d/%m/%Y", "%Y-%m-%d 11:28:23.687", "%d/%m/%y")),
    coordenada=st.sampled_from(("decimal", "virgula", "compacta")),
    aspas=st.booleans(),
)


def spoil(celulas: list[str], defeito: str, escrita: Escrita) -> str:
    """Return the line of a row with one defect in it."""
    nomes, layout = columns(escrita), escrita.layout[0]
    valores = {
        "data": (COLUNA_DA_DATA, "2021-02-30"),
        "numero": (COLUNA_DO_NUMERO, "12A"),
        "frequencia": (COLUNA_DA_FREQUENCIA, "alta"),
        "municipio": (COLUNA_DO_MUNICIPIO, "9999999"),
    }
    if defeito in valores:
        coluna, valor = valores[defeito]
        celulas[nomes.index(coluna[layout])] = valor
    if defeito == "colunas_a_mais":
        celulas.append("x")
    if defeito == "colunas_a_menos":
        celulas.pop()
    linha = encode_row(celulas, escrita)
    if defeito == "byte_nulo":
        return f"\0{linha}"
    return f'"{linha.replace(chr(34), "")}' if defeito == "aspas" else linha


PROVA = given(
    st.lists(
        st.tuples(emissoes, st.sampled_from(("", "", "", "repetida", "branca", *RUINS))),
        min_size=1,
        max_size=20,
    ),
    formas,
    st.randoms(use_true_random=False),
)


@settings(max_examples=40)
@PROVA
def test_what_was_written_is_what_is_read(linhas, escrita, sorteio):
    check(linhas, escrita, sorteio)


@pytest.mark.longo
@settings(max_examples=400)
@PROVA
def test_what_was_written_is_what_is_read_in_many_more_forms(linhas, escrita, sorteio):
    check(linhas, escrita, sorteio)


def check(linhas, escrita, sorteio):
    ordem = list(range(len(COLUNAS[escrita.layout[0]])))
    sorteio.shuffle(ordem)
    escrita = replace(escrita, ordem=tuple(ordem))
    nomes = columns(escrita)
    escritas = [encode_row(nomes, escrita)]
    fisica = 2
    boas: list[tuple[int, Emissao]] = []
    ruins: list[tuple[int, str]] = []
    repetidas = lidas = 0
    vistas: set[str] = set()

    def add(linha: str) -> int:
        nonlocal fisica
        escritas.append(linha)
        inicio, fisica = fisica, fisica + 1 + linha.count("\n")
        return inicio

    for indice, (emissao, defeito) in enumerate(linhas):
        celulas = [cells(emissao, escrita, indice).get(nome, "") for nome in nomes]
        if defeito == "branca":
            add("")
        if defeito in RUINS:
            emissao_limpa = replace(emissao, logradouro="RUA") if defeito == "aspas" else emissao
            celulas = [cells(emissao_limpa, escrita, indice).get(nome, "") for nome in nomes]
            linha = spoil(celulas, defeito, escrita)
            inicio = add(linha)
            chave = encode_row([c for c, n in zip(celulas, nomes, strict=False) if n != "_id"], escrita)
            if defeito in DE_CELULA and chave in vistas:
                repetidas, lidas = repetidas + 1, lidas + 1
                continue
            vistas.update([chave] if defeito in DE_CELULA else [])
            # A byte that stops a line of two halves leaves the second half as a row of its own.
            partes = 1 + linha.count("\n") if defeito == "byte_nulo" else 1
            ruins.extend((inicio + n, RUINS[defeito] if n == 0 else "") for n in range(partes))
            lidas += partes
            continue
        chave = encode_row([c for c, nome in zip(celulas, nomes, strict=True) if nome != "_id"], escrita)
        for _ in range(2 if defeito == "repetida" else 1):
            inicio = add(encode_row(celulas, escrita))
            lidas += 1
            if chave in vistas:
                repetidas += 1
            else:
                boas.append((inicio, emissao))
            vistas.add(chave)

    with tempfile.TemporaryDirectory() as nome:
        pasta = Path(nome)
        (pasta / "tmp").mkdir()
        caminho = write_lines(pasta, [linha.replace("\n", escrita.fim) for linha in escritas], escrita)
        con = duckdb.connect()
        load_anatel(con, [caminho], PASTA, pasta / "tmp")

    contadas = con.execute("SELECT lidas, carregadas, repetidas, rejeitadas FROM stg_arquivos").fetchall()
    assert contadas == [(lidas, len(boas), repetidas, len(ruins))]
    recusadas = con.execute("SELECT linha, motivo FROM stg_rejeitos ORDER BY linha").fetchall()
    assert [linha for linha, _ in recusadas] == sorted(linha for linha, _ in ruins)
    for (_, motivo), (_, esperado) in zip(recusadas, sorted(ruins), strict=True):
        assert not esperado or motivo == esperado
    emitidas = con.execute(
        "SELECT linha, numero_estacao, frequencia_tx_mhz, primeiro_licenciamento, licenciamento, validade, "
        "tecnologia FROM stg_emissoes ORDER BY linha"
    ).fetchall()
    assert emitidas == [
        (
            linha,
            emissao.numero,
            emissao.frequencia,
            emissao.primeiro,
            emissao.ultimo,
            emissao.validade,
            {"WDCMA": "WCDMA", "": None}.get(emissao.tecnologia, emissao.tecnologia)
            if escrita.layout != "C"
            else None,
        )
        for linha, emissao in boas
    ]
    check_stations(con, boas, escrita)


def check_stations(con, boas, escrita):
    por_numero: dict[str, list[tuple[int, Emissao]]] = {}
    for linha, emissao in boas:
        por_numero.setdefault(emissao.numero, []).append((linha, emissao))
    lidas = con.execute(
        "SELECT numero_estacao, codigo_ibge, latitude, longitude, prestadora, logradouro, "
        "qualidade_coordenada FROM stg_estacoes ORDER BY numero_estacao"
    ).fetchall()
    assert [estacao[0] for estacao in lidas] == sorted(por_numero)
    nomes = {"CLARO": "Claro", "TELEF": "Vivo", "TIM S": "TIM", "Oi S.": "Oi"}
    for numero, codigo, latitude, longitude, prestadora, logradouro, qualidade in lidas:
        ultimo = max(emissao.ultimo for _, emissao in por_numero[numero])
        novas = [emissao for _, emissao in por_numero[numero] if emissao.ultimo == ultimo]
        assert codigo in {nova.codigo_ibge for nova in novas}
        assert any(
            abs(latitude - nova.latitude) < 2e-6 and abs(longitude - nova.longitude) < 2e-6 for nova in novas
        )
        assert prestadora in {nomes[nova.entidade[:5]] for nova in novas}
        assert logradouro in {nova.logradouro.replace("\n", " ") for nova in novas}
        assert qualidade == ("convertida" if escrita.coordenada == "compacta" else "ok")
