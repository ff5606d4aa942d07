"""``/api/v1/municipios/{ibge}/estacoes.{formato}``: a municipality's stations, filtered, in five formats."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from etrdash.api.answers import DAY, REVALIDATE, Refusal, answer_json, matches_etag
from etrdash.api.files import MEDIA_TYPES
from etrdash.api.municipios import FORMATS, describe_source, find_municipio
from etrdash.api.parameters import (
    ACERVO,
    FIELDS,
    FILTERS,
    PAGE,
    Page,
    check_names,
    read_fields,
    read_filter,
    read_ibge,
    read_page,
)
from etrdash.api.service import Service
from etrdash.api.streaming import stream_csv, stream_geojson, stream_parquet, take_turns
from etrdash.published.acervo import Acervo
from etrdash.published.celulas import CANONICO, EXCEL
from etrdash.published.filtro import Filtro

STREAMS: dict[str, Callable[[Acervo, Filtro, Collection[str]], Iterator[bytes]]] = {
    "csv": lambda acervo, filtro, _: stream_csv(acervo, filtro, CANONICO),
    "excel.csv": lambda acervo, filtro, _: stream_csv(acervo, filtro, EXCEL),
    "geojson": stream_geojson,
    "parquet": lambda acervo, filtro, _: stream_parquet(acervo, filtro),
}
"""Format → what writes the stations, with only the properties named where the format takes names."""


def get_estacoes(service: Service, request: Request) -> Response:
    """Answer the stations that the filters let through: pages in JSON, all of them in the other formats."""
    formato = request.path_params["formato"]
    if formato not in FORMATS:
        raise Refusal(404, "Formato desconhecido.", aceitos=list(FORMATS))
    is_paged = formato == "json"
    own = {"json": PAGE, "geojson": FIELDS}.get(formato, ())
    check_names(request, *FILTERS, *own)
    ibge = read_ibge(request)
    filtro = read_filter(request, ibge)
    acervo = service.open_asked(request)
    find_municipio(acervo, ibge)
    if filtro.mes is not None and filtro.mes not in (meses := acervo.list_meses()):
        raise Refusal(400, "O acervo não tem este mês.", parametro="mes", aceitos=meses)
    if is_paged:
        return _answer_page(request, acervo, filtro, read_page(request))
    campos = read_fields(request)
    headers = {
        "cache-control": DAY if ACERVO in request.query_params else REVALIDATE,
        "etag": f'"{_hash_question(acervo, formato, filtro, campos)}"',
        "content-disposition": f'attachment; filename="estacoes-{ibge}-{acervo.id}.{formato}"',
    }
    if matches_etag(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    media_type = MEDIA_TYPES["." + formato.rpartition(".")[2]]
    if request.method == "HEAD":
        return Response(media_type=media_type, headers=headers)
    pieces = take_turns(STREAMS[formato](acervo, filtro, campos))
    return StreamingResponse(pieces, media_type=media_type, headers=headers)


def _answer_page(request: Request, acervo: Acervo, filtro: Filtro, page: Page) -> Response:
    total = acervo.read_totais(filtro)["estacoes"]
    estacoes = acervo.list_estacoes(filtro, limite=page.limit, deslocamento=page.offset).to_pylist()
    content = {
        **describe_source(acervo),
        "total": total,
        "limit": page.limit,
        "offset": page.offset,
        "estacoes": estacoes,
    }
    return answer_json(request, content, headers={"link": _link_pages(request, acervo, page, total)})


def _link_pages(request: Request, acervo: Acervo, page: Page, total: int) -> str:
    last = max(0, (total - 1) // page.limit * page.limit)
    offsets = {"first": 0, "last": last}
    if page.offset > 0:
        offsets["prev"] = max(0, page.offset - page.limit)
    if page.offset + page.limit < total:
        offsets["next"] = page.offset + page.limit
    kept = [
        (name, value) for name, value in request.query_params.multi_items() if name not in {*PAGE, "acervo"}
    ]
    return ", ".join(
        f"<{request.url.path}?"
        f"{urlencode([*kept, ('acervo', acervo.id), ('limit', page.limit), ('offset', offset)])}>"
        f'; rel="{rel}"'
        for rel, offset in offsets.items()
    )


def _hash_question(acervo: Acervo, formato: str, filtro: Filtro, campos: tuple[str, ...]) -> str:
    return hashlib.sha256(f"{acervo.id}/{formato}/{filtro!r}/{campos}".encode()).hexdigest()[:32]
