"""``/api/v1/municipios/{ibge}/prazos.{formato}``: the agenda of terms, as a calendar and as two CSVs."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date

import duckdb
import pyarrow as pa
from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import DAY, REVALIDATE, Refusal, answer_bytes
from etrdash.api.municipios import find_municipio
from etrdash.api.parameters import ACERVO, FILTERS, check_names, read_filter, read_ibge
from etrdash.api.service import Service
from etrdash.marts.dicionario import load_dicionario
from etrdash.published.acervo import Acervo
from etrdash.published.agenda import Agenda, write_agenda
from etrdash.published.celulas import CANONICO, EXCEL, Sabor, select_celulas

FORMATS = ("ics", "csv", "excel.csv")
WINDOW = ("prazo_desde", "prazo_ate")
MEDIA_TYPES = {"ics": "text/calendar", "csv": "text/csv", "excel.csv": "text/csv"}


def get_prazos_do_municipio(service: Service, request: Request) -> Response:
    """Answer the terms of one municipality; without a window, all of them, past and ahead."""
    return _answer(service, request, read_ibge(request))


def get_prazos(service: Service, request: Request) -> Response:
    """Answer the terms of every municipality of the acervo."""
    return _answer(service, request, None)


def _answer(service: Service, request: Request, ibge: str | None) -> Response:
    formato = request.path_params["formato"]
    if formato not in FORMATS:
        raise Refusal(404, "Formato desconhecido.", aceitos=list(FORMATS))
    check_names(request, *FILTERS, *WINDOW)
    filtro = replace(read_filter(request, ibge or ""), codigo_ibge=ibge)
    desde, ate = _read_day(request, "prazo_desde", date.min), _read_day(request, "prazo_ate", date.max)
    acervo = service.open_asked(request)
    municipio = find_municipio(acervo, ibge) if ibge else None
    linhas = acervo.list_prazos(desde, ate, filtro)
    if formato == "ics":
        lugar = f" de {municipio['municipio']} ({municipio['uf']})" if municipio else ""
        corpo = write_agenda(
            linhas.to_pylist(), _describe(service, request, acervo, f"Prazos de antenas{lugar}")
        )
    else:
        corpo = _write_csv(linhas, EXCEL if formato == "excel.csv" else CANONICO)
    nome = f"prazos-{ibge or 'todos'}-{acervo.id}.{formato}"
    return answer_bytes(
        request,
        corpo,
        media_type=MEDIA_TYPES[formato],
        cache=DAY if ACERVO in request.query_params else REVALIDATE,
        headers={"content-disposition": f'attachment; filename="{nome}"'},
    )


def _describe(service: Service, request: Request, acervo: Acervo, titulo: str) -> Agenda:
    return Agenda(
        titulo=titulo,
        acervo=acervo.id,
        em=acervo.em,
        site=str(request.base_url),
        aviso=str(acervo.manifesto.get("aviso") or ""),
        situacoes={str(codigo): nome for codigo, nome in service.labels.situacoes.items()},
        leis={row["lei"]: str(row["ficha"].get("curto") or row["nome"]) for row in acervo.list_leis()},
    )


def _write_csv(linhas: pa.Table, sabor: Sabor) -> bytes:
    tabela = load_dicionario()["estacoes"]
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=sabor.separador, lineterminator="\n")
    writer.writerow(coluna.nome for coluna in tabela.colunas)
    with duckdb.connect() as con:
        con.register("lote", linhas)
        writer.writerows(con.execute(select_celulas(tabela, sabor, "lote")).fetchall())
    return (("\ufeff" if sabor.bom else "") + buffer.getvalue()).encode()


def _read_day(request: Request, name: str, default: date) -> date:
    values = request.query_params.getlist(name)
    if not values:
        return default
    try:
        (value,) = values
        return date.fromisoformat(value)
    except ValueError:
        raise Refusal(400, "Precisa ser um dia que exista, como AAAA-MM-DD.", parametro=name) from None
