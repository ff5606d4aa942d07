"""``/healthz`` and ``/robots.txt``."""

from __future__ import annotations

import duckdb
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from etrdash.api.answers import SHORT, refuse, render_json
from etrdash.api.service import Service

ROBOTS = "User-agent: *\nAllow: /\nDisallow: /_stcore/\nDisallow: /api/\n"


def get_health(service: Service, _request: Request) -> Response:
    """Answer 200 with the acervo's id when it answers a query, else 503."""
    acervo = service.current_id()
    folder = service.folder(acervo) if acervo else None
    if folder is None:
        return refuse(503, "Nenhum acervo publicado.")
    try:
        with duckdb.connect(str(folder / "acervo.duckdb"), read_only=True) as con:
            con.execute("SELECT count(*) FROM estacoes").fetchone()
    except duckdb.Error:
        return refuse(503, "O acervo não responde a uma consulta.", acervo=acervo)
    body = render_json({"situacao": "ok", "acervo": acervo})
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


def get_robots(_service: Service, _request: Request) -> Response:
    """Let search engines read the pages and files, not the API's many combinations."""
    return PlainTextResponse(ROBOTS, headers={"cache-control": SHORT})
