"""Downloads: exactly the rows on screen, in both flavours of CSV, by address."""

from __future__ import annotations

from urllib.parse import urlencode

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
        "q": (filtro.texto,) if filtro.texto else (),
    }
    query = urlencode([("acervo", current_acervo().id), *((k, v) for k, vs in valores.items() for v in vs)])
    return f"/api/v1/municipios/{filtro.codigo_ibge}/estacoes.{formato}?{query}"


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
