"""Every problem of municipal files, row by row, without a database: what ``etrdash check`` shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.staging.coordenadas import BRASIL, Regiao
from etrdash.staging.municipal_arquivos import ArquivoLido, EntradaMunicipal, LeitorMunicipal
from etrdash.staging.municipal_atos import Falha, Referencias
from etrdash.staging.perfis_escolha import list_mapas


def check_municipais(
    entradas: Sequence[EntradaMunicipal], pasta: PastaDeDados, tmp: Path
) -> tuple[list[ArquivoLido], list[Problema]]:
    """Read municipal files and return them with every reason to refuse a row of theirs, in file order.

    Unreadable files are among the problems; values that became unknown are in each file's ``avisos``.

    Args:
        entradas: files.
        pasta: data folder (``referencia/``, ``perfis/``, ``municipios/``).
        tmp: folder for temporary files.
    """
    leitor = LeitorMunicipal(Referencias.load(pasta), _anywhere, list_mapas(pasta), tmp)
    lidos: list[ArquivoLido] = []
    problemas: list[Problema] = []
    for entrada in entradas:
        try:
            do_arquivo = leitor.read(entrada)
        except EntradaIlegivel as erro:
            problemas.extend(erro.problemas)
            continue
        lidos.extend(do_arquivo)
        problemas.extend(problema for lido in do_arquivo for problema in _iter_problemas(lido))
    return lidos, problemas


def _anywhere(_codigo_ibge: str) -> Regiao:
    return BRASIL


def _iter_problemas(lido: ArquivoLido) -> Iterator[Problema]:
    for linha, falhas in sorted(lido.falhas, key=lambda falha: falha[0]):
        for falha in falhas:
            yield to_problema(falha, lido.arquivo, linha)


def to_problema(falha: Falha, arquivo: str, linha: int) -> Problema:
    """Return a refusal as the problem that people read."""
    return Problema(
        falha.motivo,
        arquivo=arquivo,
        linha=linha,
        coluna=falha.coluna or None,
        encontrado=falha.valor or None,
        esperado=falha.esperado or None,
        remedio="Corrija na origem e gere o arquivo de novo.",
    )
