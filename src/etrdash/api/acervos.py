"""``/api/v1/acervo``: what is published, from which sources, and where."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import answer_json
from etrdash.api.parameters import check_names
from etrdash.api.service import Service


def get_acervo(service: Service, request: Request) -> Response:
    """Answer the manifest, with the address of every file and the ids of the other acervos held."""
    check_names(request)
    acervo = service.open_asked(request)
    publicados = [
        {**item, "url": f"/dados/{acervo.id}/{item['arquivo']}"} for item in acervo.list_publicados()
    ]
    return answer_json(request, {**acervo.manifesto, "publicados": publicados, "acervos": service.list_ids()})
