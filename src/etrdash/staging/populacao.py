"""Inhabitants of municipalities (IBGE's aggregates service, or an own CSV) → ``stg_populacoes``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.baixa_proveniencia import hash_arquivo
from etrdash.staging.contagens import Arquivo, add_arquivos, add_rejeitos, insert_linhas
from etrdash.staging.empresas import read_referencia
from etrdash.staging.municipal_leitura import read_tabelas
from etrdash.staging.municipal_mapa import normalise_coluna
from etrdash.staging.municipal_tabelas import FormaDaTabela, Tabela
from etrdash.staging.tabelas import create_tabelas, read_sql

COLUNAS = ("codigo_ibge", "ano", "habitantes", "fonte")
_INTEIRO = re.compile(r"\d{1,9}", re.ASCII)
_ANO = re.compile(r"(19|20)\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Contagem:
    """One count as written: four texts and where they stand; ``defeito`` where the line has no four."""

    linha: int
    codigo_ibge: str = ""
    ano: str = ""
    habitantes: str = ""
    fonte: str = ""
    defeito: str = ""


@dataclass(frozen=True, slots=True)
class _Leitura:
    arquivo: str
    layout: str
    sha256: str
    tamanho: int
    contagens: Sequence[Contagem]
    repetidas: int = 0


def load_populacao(
    con: duckdb.DuckDBPyConnection, caminhos: Sequence[Path], pasta: PastaDeDados, tmp: Path
) -> None:
    """Create ``stg_populacoes`` and fill ``stg_arquivos`` and ``stg_rejeitos``.

    Args:
        con: the build's database.
        caminhos: files, in order; the first count of a municipality and year wins.
        pasta: data folder (``referencia/``).
        tmp: folder for temporary files.

    Raises:
        EntradaIlegivel: a file of neither layout.
    """
    create_tabelas(con)
    con.execute(read_sql("stg_populacoes"))
    municipios = {linha["codigo_ibge"] for linha in read_referencia(pasta.file("referencia/municipios.csv"))}
    vistas: dict[tuple[str, int], tuple[int, str]] = {}
    for caminho in caminhos:
        for leitura in _read(caminho, tmp):
            _load(con, leitura, municipios, vistas)


def _load(
    con: duckdb.DuckDBPyConnection,
    leitura: _Leitura,
    municipios: set[str],
    vistas: dict[tuple[str, int], tuple[int, str]],
) -> None:
    novas: list[tuple[str, int, int, str, str, int]] = []
    recusas: list[tuple[str, int | None, str, str | None, str | None]] = []
    repetidas = leitura.repetidas
    for contagem in leitura.contagens:
        falha = _find_falha(contagem, municipios)
        if falha:
            recusas.append((leitura.arquivo, contagem.linha, *falha, None))
            continue
        chave, valor = (contagem.codigo_ibge, int(contagem.ano)), (int(contagem.habitantes), contagem.fonte)
        if chave not in vistas:
            vistas[chave] = valor
            novas.append((*chave, *valor, leitura.arquivo, contagem.linha))
        elif vistas[chave] == valor:
            repetidas += 1
        else:
            motivo = "município e ano repetidos com outro número"
            recusas.append((leitura.arquivo, contagem.linha, motivo, COLUNAS[2], None))
    insert_linhas(con, "stg_populacoes", novas)
    contas = (len(novas) + repetidas + len(recusas), len(novas), repetidas, len(recusas))
    lida = (leitura.arquivo, "populacao", leitura.layout, None, leitura.sha256, leitura.tamanho)
    add_arquivos(con, [Arquivo(*lida, *contas)])
    add_rejeitos(con, recusas)


def _find_falha(contagem: Contagem, municipios: set[str]) -> tuple[str, str | None] | None:
    """Return why a count is refused and in which column, or None."""
    if contagem.defeito:
        return contagem.defeito, None
    if contagem.codigo_ibge not in municipios:
        return "município que falta ou não existe", COLUNAS[0]
    if not _ANO.fullmatch(contagem.ano):
        return "ano que falta ou não existe", COLUNAS[1]
    if not _INTEIRO.fullmatch(contagem.habitantes) or int(contagem.habitantes) == 0:
        return "número de habitantes que falta ou não é um inteiro", COLUNAS[2]
    return None if contagem.fonte else ("sem a fonte do número", COLUNAS[3])


def _read(caminho: Path, tmp: Path) -> Iterator[_Leitura]:
    if caminho.suffix.lower() == ".json":
        contagens = list(_read_agregado(caminho))
        yield _Leitura(caminho.name, "sidra", hash_arquivo(caminho), caminho.stat().st_size, contagens)
        return
    lidas = 0
    for tabela in read_tabelas(caminho, FormaDaTabela(), score_cabecalho, tmp):
        if isinstance(tabela, Tabela):
            lidas += 1
            contagens = list(_read_linhas(tabela))  # first: the rest is known once the rows are read
            yield _Leitura(
                tabela.arquivo, "populacao", tabela.sha256, tabela.tamanho, contagens, tabela.repetidas
            )
    if not lidas:
        raise _unknown(caminho)


def score_cabecalho(celulas: Sequence[str]) -> int:
    """Count the columns known of a header that has all four; 0 where one is missing."""
    return len(COLUNAS) if {normalise_coluna(celula) for celula in celulas} >= set(COLUNAS) else 0


def _read_linhas(tabela: Tabela) -> Iterator[Contagem]:
    posicoes = {normalise_coluna(celula): posicao for posicao, celula in enumerate(tabela.cabecalho)}
    for lida in tabela.linhas:
        if lida.defeito:
            yield Contagem(lida.linha, defeito=lida.defeito)
        else:
            ditas = {coluna: lida.celulas[posicoes[coluna]].strip() for coluna in COLUNAS}
            yield Contagem(lida.linha, **ditas)


def _read_agregado(caminho: Path) -> Iterator[Contagem]:
    """Yield the counts of an answer of the aggregates service: variables → results → series → years."""
    try:
        variaveis = json.loads(caminho.read_bytes())
        series = [
            (f"IBGE, {variavel['variavel']}", serie["localidade"], serie["serie"])
            for variavel in variaveis
            for resultado in variavel["resultados"]
            for serie in resultado["series"]
        ]
        linhas = [
            (fonte, str(localidade["id"]), str(ano), str(valor))
            for fonte, localidade, anos in series
            for ano, valor in anos.items()
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _unknown(caminho) from None
    if not linhas:
        raise _unknown(caminho)
    for linha, (fonte, codigo, ano, valor) in enumerate(linhas, start=1):
        yield Contagem(linha, codigo, ano, valor, fonte)


def _unknown(caminho: Path) -> EntradaIlegivel:
    return EntradaIlegivel(
        Problema(
            "o arquivo não é de população",
            arquivo=caminho.name,
            esperado=f"a resposta .json do serviço de agregados do IBGE, ou um CSV com {', '.join(COLUNAS)}",
            remedio="Baixe a população com `etrdash fetch ibge`; veja docs/entradas.md.",
        )
    )
