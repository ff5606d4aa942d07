"""Positions of ANATEL's stations: plain ones in SQL, the others cell by cell, all measured from the town."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pyarrow as pa

from etrdash.staging.anatel_valores import create_table
from etrdash.staging.celulas import CelulaIlegivel
from etrdash.staging.coordenadas import RAIO_DA_TERRA_KM, Posicao, Regiao, parse_angulo, read_posicao
from etrdash.staging.tabelas import read_sql
from etrdash.vocabulario import QualidadeCoordenada

MINIMO_DE_POSICOES = 3
"""A municipality with fewer positions has no centre, and no position is told to be far from it."""

RAIO_MINIMO_KM = 25.0
RAIOS_MEDIOS = 2.5
DISPERSOES = 5.0
"""A position is outside its municipality beyond the largest of these: kilometres; so many times the radius of
an average municipality of the state; so many times the median distance of the municipality's positions from
their centre. Wide on purpose: a position set aside links to nothing, and nothing is an accusation."""

Par = tuple[str | None, str | None]
"""Latitude and longitude cells."""

_EXATAS = (QualidadeCoordenada.OK, QualidadeCoordenada.CONVERTIDA)


def create_posicoes(con: duckdb.DuckDBPyConnection) -> None:
    """Create ``_anatel_pares``: latitude, longitude, notation and quality of every distinct pair of cells."""
    con.execute(
        f"""
        CREATE OR REPLACE TEMP MACRO haversine_km(a_lat, a_lon, b_lat, b_lon) AS
        2 * {RAIO_DA_TERRA_KM} * asin(sqrt(least(1.0,
            pow(sin(radians(b_lat - a_lat) / 2), 2)
            + cos(radians(a_lat)) * cos(radians(b_lat)) * pow(sin(radians(b_lon - a_lon) / 2), 2)
        )))
        """
    )
    con.execute(read_sql("anatel_pares"))
    _reread(con, "pares.qualidade IS NULL")
    con.execute(
        read_sql("anatel_centros"),
        {
            "minimo_de_posicoes": MINIMO_DE_POSICOES,
            "raio_minimo_km": RAIO_MINIMO_KM,
            "raios_medios": RAIOS_MEDIOS,
            "dispersoes": DISPERSOES,
        },
    )
    _reread(
        con,
        """
        centros.codigo_ibge IS NOT NULL AND (
            pares.qualidade NOT IN ('ok', 'convertida')
            OR haversine_km(pares.latitude, pares.longitude, centros.latitude, centros.longitude)
                > centros.raio_km
        )
        """,
    )


def _reread(con: duckdb.DuckDBPyConnection, condicao: str) -> None:
    """Read the pairs that meet a condition, with what is known of their region, and store the answer."""
    com_centro = "centros" in condicao
    centro = "centros.latitude, centros.longitude, centros.raio_km" if com_centro else "NULL, NULL, NULL"
    juncao = "LEFT JOIN _anatel_centros AS centros ON pares.codigo_ibge = centros.codigo_ibge"
    linhas = con.execute(
        f"""
        SELECT
            pares.par, pares.latitude_bruta, pares.longitude_bruta, pares.latitude_dms, pares.longitude_dms,
            ufs.sul, ufs.norte, ufs.oeste, ufs.leste, {centro}
        FROM _anatel_pares AS pares
        INNER JOIN _anatel_ufs AS ufs ON pares.uf = ufs.uf
        {juncao if com_centro else ""}
        WHERE {condicao}
        ORDER BY pares.par
        """
    ).fetchall()
    lidas = []
    for (
        par,
        latitude,
        longitude,
        latitude_dms,
        longitude_dms,
        sul,
        norte,
        oeste,
        leste,
        *centro_e_raio,
    ) in linhas:
        regiao = Regiao((sul, norte), (oeste, leste))
        if centro_e_raio[2] is not None:
            regiao = Regiao(
                (sul, norte), (oeste, leste), (centro_e_raio[0], centro_e_raio[1]), centro_e_raio[2]
            )
        posicao, bruta = choose_posicao((latitude, longitude), (latitude_dms, longitude_dms), regiao)
        lidas.append(
            (par, posicao.latitude, posicao.longitude, posicao.forma, posicao.qualidade.value, bruta)
        )
    texto, real = pa.string(), pa.float64()
    colunas = {
        "par": pa.int64(),
        "latitude": real,
        "longitude": real,
        "forma": texto,
        "qualidade": texto,
        "bruta": texto,
    }
    create_table(con, "_anatel_relidas", colunas, lidas)
    con.execute(
        """
        UPDATE _anatel_pares AS pares
        SET latitude = relidas.latitude, longitude = relidas.longitude,
            forma = relidas.forma, qualidade = relidas.qualidade, bruta = relidas.bruta
        FROM _anatel_relidas AS relidas
        WHERE pares.par = relidas.par
        """
    )
    con.execute("DROP TABLE _anatel_relidas")


def choose_posicao(principal: Par, outra: Par, regiao: Regiao) -> tuple[Posicao, str | None]:
    """Return the position of a row that may state it twice (layout A: decimal and packed degrees).

    The second notation is used only where the first needs a deduction or cannot be read, and only as written.

    Returns:
        The position, and the cells that it came from (``latitude|longitude``) where both are angles.
    """
    posicao = read_posicao(*principal, regiao)
    if posicao.qualidade in _EXATAS:
        return posicao, show_par(principal)
    segunda = read_posicao(*outra, regiao)
    if segunda.qualidade in _EXATAS:
        return replace(segunda, qualidade=QualidadeCoordenada.CONVERTIDA), show_par(outra)
    if posicao.qualidade is QualidadeCoordenada.AUSENTE and segunda.forma is not None:
        return segunda, show_par(outra)
    return posicao, show_par(principal)


def show_par(par: Par) -> str | None:
    """Return a pair of cells as it may be kept, or None where one of them is not an angle."""
    try:
        angulos = [parse_angulo(celula) for celula in par]
    except CelulaIlegivel:
        return None
    return "|".join((celula or "").strip() for celula in par) if all(angulos) else None
