"""``/api/v1/municipios``: counts, coverage and law of each municipality."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import REVALIDATE, Refusal, answer_json
from etrdash.api.files import send_file
from etrdash.api.parameters import check_names, read_ibge
from etrdash.api.service import Service
from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro

FORMATS = ("json", "geojson", "csv", "excel.csv", "parquet")


def describe_source(acervo: Acervo) -> dict[str, Any]:
    """Return what every answer says first: acervo, as-of date, and whether all of it is invented."""
    return {
        "acervo": acervo.id,
        "em": acervo.em,
        "ficticio": acervo.ficticio,
        "aviso": acervo.manifesto.get("aviso"),
    }


def get_municipios(service: Service, request: Request) -> Response:
    """Answer every municipality of the acervo."""
    check_names(request)
    acervo = service.open_asked(request)
    municipios = acervo.list_municipios().to_pylist()
    return answer_json(request, {**describe_source(acervo), "municipios": municipios})


def get_municipios_csv(service: Service, request: Request) -> Response:
    """Answer the published ``municipios.csv``."""
    check_names(request)
    return send_file(request, service.open_asked(request).pasta, "municipios.csv", cache=REVALIDATE)


def get_municipio(service: Service, request: Request) -> Response:
    """Answer one municipality: its row, counts by situação and operator, processes, replies, addresses."""
    check_names(request)
    ibge = read_ibge(request)
    acervo = service.open_asked(request)
    municipio = find_municipio(acervo, ibge)
    filtro = Filtro(codigo_ibge=ibge)
    return answer_json(
        request,
        {
            **describe_source(acervo),
            "municipio": municipio,
            "situacoes": acervo.count_situacoes(filtro).to_pylist(),
            "prestadoras": acervo.count_by("prestadora", filtro).to_pylist(),
            "serie": acervo.list_serie(codigo_ibge=ibge).to_pylist(),
            "registros": acervo.list_registros(codigo_ibge=ibge).to_pylist(),
            "manifestacoes": acervo.list_manifestacoes(codigo_ibge=ibge).to_pylist(),
            "estacoes": {
                formato: f"/api/v1/municipios/{ibge}/estacoes.{formato}?acervo={acervo.id}"
                for formato in FORMATS
            },
            "populacao": next(iter(acervo.list_populacoes(ibge).to_pylist()), None),
            "relatorio": f"/relatorio/{ibge}?acervo={acervo.id}",
        },
    )


def find_municipio(acervo: Acervo, ibge: str) -> dict[str, Any]:
    """Return the row of a municipality.

    Raises:
        Refusal: 404 when the acervo has none of that code.
    """
    municipio = acervo.find_municipio(ibge)
    if municipio is None:
        raise Refusal(404, "Este acervo não tem este município.", acervo=acervo.id)
    return municipio
