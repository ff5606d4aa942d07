"""The addresses beside the pages (SPEC §6), in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from etrdash.api.acervos import get_acervo
from etrdash.api.answers import Refusal, refuse
from etrdash.api.contornos import get_contorno_do_municipio, get_contornos_da_uf
from etrdash.api.estacoes import get_estacao
from etrdash.api.feed import get_feed
from etrdash.api.files import get_file, redirect_current, redirect_page
from etrdash.api.health import get_health, get_robots
from etrdash.api.metrics import get_metrics
from etrdash.api.municipios import get_municipio, get_municipios, get_municipios_csv
from etrdash.api.openapi import get_openapi
from etrdash.api.prazos import get_prazos, get_prazos_do_municipio
from etrdash.api.recortes import get_estacoes
from etrdash.api.relatorio import get_relatorio
from etrdash.api.service import Service

Handler = Callable[[Service, Request], Response]


def build_routes(service: Service) -> list[BaseRoute]:
    """Return the routes, each bound to the service that knows the store."""
    table: dict[str, Handler] = {
        "/healthz": get_health,
        "/metrics": get_metrics,
        "/robots.txt": get_robots,
        "/api/v1/acervo": get_acervo,
        "/api/v1/municipios": get_municipios,
        "/api/v1/municipios.csv": get_municipios_csv,
        "/api/v1/municipios/{ibge}": get_municipio,
        "/api/v1/municipios/{ibge}/contornos.geojson": get_contorno_do_municipio,
        "/api/v1/ufs/{uf}/contornos.geojson": get_contornos_da_uf,
        "/api/v1/municipios/{ibge}/estacoes.{formato}": get_estacoes,
        "/api/v1/municipios/{ibge}/prazos.{formato}": get_prazos_do_municipio,
        "/api/v1/prazos.{formato}": get_prazos,
        "/api/v1/estacoes/{numero}": get_estacao,
        "/api/v1/openapi.json": get_openapi,
        "/relatorio/{ibge}": get_relatorio,
        "/mudancas.atom": get_feed,
        "/dados/": redirect_page,
        "/dados/atual/{arquivo}": redirect_current,
        "/dados/{acervo}/{arquivo}": get_file,
        "/dados/{resto:path}": answer_unknown,
        "/relatorio": answer_unknown,
        "/relatorio/{resto:path}": answer_unknown,
        "/api": answer_unknown,
        "/api/{resto:path}": answer_unknown,
    }
    return [
        Route(path, partial(_answer, handler, service), methods=["GET"]) for path, handler in table.items()
    ]


def answer_unknown(_service: Service, _request: Request) -> Response:
    """Answer 404 as JSON."""
    return refuse(404, "Não há nada neste endereço.")


def _answer(handler: Handler, service: Service, request: Request) -> Response:
    try:
        return handler(service, request)
    except Refusal as refusal:
        return refusal.as_response()
