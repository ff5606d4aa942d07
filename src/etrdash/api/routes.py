"""The addresses beside the pages (SPEC §6), in the order in which they are tried."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from etrdash.api.answers import refuse
from etrdash.api.files import get_file, redirect_current
from etrdash.api.health import get_health, get_robots
from etrdash.api.service import Service


def build_routes(service: Service) -> list[BaseRoute]:
    """Return the routes, each bound to the service that knows the store."""
    table = {
        "/healthz": get_health,
        "/robots.txt": get_robots,
        "/dados/atual/{arquivo}": redirect_current,
        "/dados/{acervo}/{arquivo}": get_file,
        "/dados/{resto:path}": answer_unknown,
        "/api": answer_unknown,
        "/api/{resto:path}": answer_unknown,
    }
    return [Route(path, partial(handler, service), methods=["GET"]) for path, handler in table.items()]


def answer_unknown(_service: Service, _request: Request) -> Response:
    """Answer 404 as JSON."""
    return refuse(404, "Não há nada neste endereço.")
