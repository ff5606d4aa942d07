"""Municipal records → ``stg_atos``, with every source row loaded, repeated or rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import duckdb

from etrdash.dados import PastaDeDados
from etrdash.staging.contagens import Arquivo, add_arquivos, add_rejeitos
from etrdash.staging.coordenadas import Regiao
from etrdash.staging.municipal_arquivos import ArquivoLido, AtoLido, EntradaMunicipal, LeitorMunicipal
from etrdash.staging.municipal_atos import Referencias
from etrdash.staging.municipal_circular import check_circular
from etrdash.staging.municipal_coordenadas import Coordenada, find_centro, settle_utm
from etrdash.staging.municipal_gravacao import create_atos
from etrdash.staging.municipal_recusas import create_recusas
from etrdash.staging.municipal_regioes import load_regioes
from etrdash.staging.perfis_escolha import list_mapas
from etrdash.staging.tabelas import create_tabelas

__all__ = ["EntradaMunicipal", "check_circular", "load_municipais"]


def load_municipais(
    con: duckdb.DuckDBPyConnection, entradas: Sequence[EntradaMunicipal], pasta: PastaDeDados, tmp: Path
) -> None:
    """Fill ``stg_arquivos``, ``stg_rejeitos`` and ``stg_recusas_municipais`` and create ``stg_atos``.

    Args:
        con: the build's database. Where ``stg_estacoes`` exists, it tells where each municipality is.
        entradas: files in the order given; of repeated rows the first is kept.
        pasta: data folder (``referencia/``, ``perfis/``, ``municipios/``).
        tmp: folder for temporary files.

    Raises:
        EntradaIlegivel: a file that cannot be read at all.
    """
    create_tabelas(con)
    regioes = load_regioes(con, pasta)
    leitor = LeitorMunicipal(Referencias.load(pasta), regioes, list_mapas(pasta), tmp)
    arquivos = [lido for entrada in entradas for lido in leitor.read(entrada)]
    atos = settle_atos([lido for arquivo in arquivos for lido in arquivo.atos], regioes)
    add_arquivos(con, map(_to_row, arquivos))
    add_rejeitos(con, (rejeito for arquivo in arquivos for rejeito in _iter_rejeitos(arquivo)))
    create_atos(con, atos)
    recebidas = {lido.ato.codigo_ibge for lido, _ in atos} | {
        arquivo.codigo_ibge for arquivo in arquivos if arquivo.codigo_ibge
    }
    create_recusas(con, [duvida for arquivo in arquivos for duvida in arquivo.duvidas], recebidas)


def settle_atos(
    atos: Sequence[AtoLido], regioes: Callable[[str], Regiao]
) -> list[tuple[AtoLido, Coordenada]]:
    """Pair each ato with its position, UTM pairs put in their zone.

    A municipality without stations is placed by the median of its own geographic positions.
    """
    por_municipio: dict[str, list[Coordenada]] = {}
    for lido in atos:
        por_municipio.setdefault(lido.ato.codigo_ibge, []).append(lido.ato.coordenada)
    resolvidas: dict[str, Regiao] = {}
    for codigo, coordenadas in por_municipio.items():
        regiao = regioes(codigo)
        centro = regiao.centro or find_centro(coordenadas)
        resolvidas[codigo] = Regiao(regiao.latitudes, regiao.longitudes, centro, regiao.raio_km)

    def settle(lido: AtoLido) -> Coordenada:
        coordenada = lido.ato.coordenada
        return settle_utm(coordenada.utm, resolvidas[lido.ato.codigo_ibge]) if coordenada.utm else coordenada

    return [(lido, settle(lido)) for lido in atos]


def _to_row(lido: ArquivoLido) -> Arquivo:
    return Arquivo(
        arquivo=lido.arquivo,
        papel="municipal",
        layout=lido.layout,
        codigo_ibge=lido.codigo_ibge,
        sha256=lido.sha256,
        bytes=lido.tamanho,
        lidas=lido.lidas,
        carregadas=lido.carregadas,
        repetidas=lido.repetidas,
        rejeitadas=len(lido.falhas),
        pessoais_descartados=lido.pessoais,
        colunas_ignoradas=tuple(lido.colunas_ignoradas),
        avisos=tuple(lido.avisos),
    )


def _iter_rejeitos(lido: ArquivoLido) -> Iterator[tuple[str, int | None, str, str | None, str | None]]:
    for linha, falhas in sorted(lido.falhas):
        falha = falhas[0]
        yield lido.arquivo, linha, falha.motivo, falha.coluna or None, falha.valor or None
