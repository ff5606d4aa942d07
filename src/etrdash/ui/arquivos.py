"""Downloads: exactly the rows on screen, in both flavours of CSV, by address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.published.celulas import SABORES, Sabor, write_linhas
from etrdash.published.filtro import Filtro
from etrdash.ui.html import fill, join, show
from etrdash.ui.idioma import N_, t
from etrdash.ui.leitura import current_acervo

FORMATOS = (
    ("excel.csv", N_("CSV para Excel brasileiro")),
    ("csv", N_("CSV para programas")),
    ("geojson", N_("GeoJSON")),
    ("parquet", N_("Parquet")),
)


CAMPOS_DO_MAPA = ("numero_estacao", "prestadora", "endereco", "grupo", "situacao", "sitio_id")


def stations_url(filtro: Filtro, formato: str) -> str:
    """Return the address of the stations of a municipality in a format, filtered as the page is.

    Args:
        filtro: with a municipality.
        formato: ``csv``, ``excel.csv``, ``geojson``, ``parquet`` or ``json``.
    """
    valores = {
        "grupo": filtro.grupos,
        "situacao": filtro.situacoes,
        "prestadora": filtro.prestadoras,
        "detentora": filtro.detentoras,
        "tecnologia": filtro.tecnologias,
        "tipo": filtro.tipos,
        "bairro": filtro.bairros,
        "avaliada": ("true",) if filtro.avaliada else (),
        "desde": (filtro.desde.isoformat(),) if filtro.desde else (),
        "ate": (filtro.ate.isoformat(),) if filtro.ate else (),
        "mes": (filtro.mes,) if filtro.mes else (),
        "q": (filtro.texto,) if filtro.texto else (),
    }
    query = urlencode([("acervo", current_acervo().id), *((k, v) for k, vs in valores.items() for v in vs)])
    return f"/api/v1/municipios/{filtro.codigo_ibge}/estacoes.{formato}?{query}"


def map_url(filtro: Filtro) -> str:
    """Return the address of the stations of a municipality with no more than the map draws and tells."""
    return "&".join([stations_url(filtro, "geojson"), *(f"campo={campo}" for campo in CAMPOS_DO_MAPA)])


def outlines_url(onde: str) -> str:
    """Return the address of outlines in this acervo: ``onde`` is ``ufs/<UF>`` or ``municipios/<IBGE>``."""
    return f"/api/v1/{onde}/contornos.geojson?{urlencode({'acervo': current_acervo().id})}"


def offer_downloads(filtro: Filtro) -> None:
    """Offer the rows that a filter lets through; nothing is written until someone asks."""
    show(
        fill(
            '<div class="etr-baixar"><span>{rotulo}</span>{links}</div>',
            rotulo=t("Os dados desta tela:"),
            links=join(
                fill('<a href="{url}">{nome}</a>', url=stations_url(filtro, formato), nome=t(nome))
                for formato, nome in FORMATOS
            ),
        )
    )


def offer_rows(nome: str, build: Callable[[], Sequence[Mapping[str, Any]]]) -> None:
    """Offer the rows of a table that is no list of stations, in both flavours of CSV, made when asked for.

    Args:
        nome: of the file, unique on its page, without the acervo and the ending.
        build: gives the rows, codes and values as the acervo has them.
    """
    acervo = current_acervo().id

    def write(sabor: Sabor) -> Callable[[], bytes]:
        return lambda: write_linhas([{"acervo": acervo, **row} for row in build()], sabor)

    with st.container(horizontal=True, vertical_alignment="center", key=f"baixar-{nome}"):
        st.markdown(t("Os dados desta tela:"), width="content")
        for sabor, rotulo in zip(
            SABORES, (t("CSV para programas"), t("CSV para Excel brasileiro")), strict=True
        ):
            st.download_button(
                rotulo,
                write(sabor),
                file_name=f"{nome}-{acervo}{sabor.sufixo}",
                mime="text/csv",
                on_click="ignore",
                key=f"baixar-{nome}{sabor.sufixo}",
            )
