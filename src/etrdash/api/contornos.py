"""``/api/v1/…/contornos.geojson``: outlines of municipalities, to be drawn."""

from __future__ import annotations

import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import DAY, REVALIDATE, Refusal, answer_json
from etrdash.api.municipios import describe_source
from etrdash.api.parameters import ACERVO, check_names, read_ibge
from etrdash.api.service import Service

UF = re.compile(r"[A-Z]{2}", re.ASCII)


def get_contornos_da_uf(service: Service, request: Request) -> Response:
    """Answer the outlines of a state's municipalities; 404 where no mesh was loaded."""
    uf: str = request.path_params["uf"]
    if not UF.fullmatch(uf):
        raise Refusal(404, "A sigla de um estado tem duas letras maiúsculas.")
    return _answer(service, request, uf=uf)


def get_contorno_do_municipio(service: Service, request: Request) -> Response:
    """Answer the outline of one municipality; 404 where no mesh was loaded."""
    return _answer(service, request, codigo_ibge=read_ibge(request))


def _answer(service: Service, request: Request, **onde: Any) -> Response:
    check_names(request)
    acervo = service.open_asked(request)
    rows = acervo.list_contornos(**onde).to_pylist()
    if not rows:
        raise Refusal(404, "Este acervo não tem contornos deste lugar.", acervo=acervo.id)
    content = {
        "type": "FeatureCollection",
        **describe_source(acervo),
        "fontes": sorted({row["arquivo"] for row in rows}),
        "features": [
            {
                "type": "Feature",
                "properties": {"codigo_ibge": row["codigo_ibge"], "municipio": row["municipio"]},
                "geometry": json.loads(row["geometria"]),
            }
            for row in rows
        ],
    }
    cache = DAY if ACERVO in request.query_params else REVALIDATE
    return answer_json(request, content, cache=cache, media_type="application/geo+json")
