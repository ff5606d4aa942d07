"""``/healthz`` and ``/robots.txt``."""

from __future__ import annotations

import duckdb
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from etrdash.api.answers import SHORT, Refusal, render_json
from etrdash.api.service import Service
from etrdash.erros import AcervoError
from etrdash.published.abertos import open_current

ROBOTS = "User-agent: *\nAllow: /\nDisallow: /_stcore/\nDisallow: /api/\n"


def get_health(service: Service, _request: Request) -> Response:
    """Answer 200 with the acervo's id when it answers a query, else 503."""
    try:
        acervo = open_current(service.store)
        acervo.check_vivo()
    except (AcervoError, duckdb.Error):
        raise Refusal(503, "O acervo não responde a uma consulta.") from None
    body = render_json({"situacao": "ok", "acervo": acervo.id})
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


def get_robots(_service: Service, _request: Request) -> Response:
    """Let search engines read pages, files and reports, not the API's many combinations."""
    return PlainTextResponse(ROBOTS, headers={"cache-control": SHORT})
