"""``/relatorio/{ibge}``: one municipality on one printable A4 page."""

from __future__ import annotations

import base64
import hashlib
from datetime import date, timedelta
from functools import cache
from typing import Any

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import answer_bytes
from etrdash.api.municipios import find_municipio
from etrdash.api.parameters import check_names, read_ibge
from etrdash.api.service import Service
from etrdash.published.acervo import Acervo
from etrdash.published.filtro import Filtro
from etrdash.vocabulario import Grupo, Situacao

LOCALE = "pt_BR"
STYLE = "relatorio.css"
MAX_OPERATORS = 8
MAX_PENDING = 10
MAX_DEADLINES = 6
MAX_SOURCES = 6
WINDOW = timedelta(days=180)


def get_relatorio(service: Service, request: Request) -> Response:
    """Answer the report of one municipality as a page that needs no script and nothing from elsewhere."""
    check_names(request, "lang")
    ibge = read_ibge(request)
    acervo = service.open_asked(request)
    municipio = find_municipio(acervo, ibge)
    html = _load_template("relatorio.html").render(
        rotulos=service.labels, estilo=_read_style(), **collect(acervo, municipio)
    )
    digest = base64.b64encode(hashlib.sha256(_read_style().encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return answer_bytes(
        request,
        html.encode(),
        media_type="text/html",
        headers={"content-security-policy": f"{policy}; frame-ancestors 'none'", "content-language": "pt-BR"},
    )


def collect(acervo: Acervo, municipio: dict[str, Any]) -> dict[str, Any]:
    """Return what the report shows of one municipality."""
    ibge = municipio["codigo_ibge"]
    avaliadas = Filtro(codigo_ibge=ibge, avaliada=True)
    prazos = acervo.list_prazos(acervo.em, acervo.em + WINDOW, avaliadas).to_pylist()
    com_pendencia = Filtro(codigo_ibge=ibge, avaliada=True, grupos=(Grupo.VERMELHO,))
    pendencias = acervo.list_estacoes(com_pendencia, ordem="prazo_em", limite=MAX_PENDING).to_pylist()
    prestadoras = acervo.count_by("prestadora", avaliadas).to_pylist()
    arquivos = [a for a in acervo.list_arquivos().to_pylist() if a["codigo_ibge"] in {None, ibge}]
    return {
        "acervo": acervo.id,
        "aviso": acervo.manifesto.get("aviso"),
        "em": acervo.em,
        "municipio": municipio,
        "grupos": list(Grupo),
        "situacoes": [
            (situacao, municipio[situacao.lower()]) for situacao in Situacao if municipio[situacao.lower()]
        ],
        "prestadoras": prestadoras[:MAX_OPERATORS],
        "outras_prestadoras": len(prestadoras[MAX_OPERATORS:]),
        "pendencias": pendencias,
        "outras_pendencias": municipio["vermelho"] - len(pendencias),
        "prazos": prazos[:MAX_DEADLINES],
        "outros_prazos": len(prazos[MAX_DEADLINES:]),
        "arquivos": arquivos[:MAX_SOURCES],
        "outros_arquivos": len(arquivos[MAX_SOURCES:]),
        "manifestacoes": acervo.list_manifestacoes(codigo_ibge=ibge).num_rows,
    }


def write_date(value: date | None) -> str:
    """Write a date as 30/11/2026, a dash when unknown."""
    return format_date(value, "dd/MM/yyyy", locale=LOCALE) if value else "—"


def write_number(value: float | None) -> str:
    """Write a number as 1.234, a dash when unknown."""
    return "—" if value is None else str(format_decimal(value, locale=LOCALE))


def write_share(part: float, whole: float) -> str:
    """Write part ÷ whole as a whole percentage, a dash where there is no whole."""
    return str(format_percent(part / whole, locale=LOCALE)) if whole else "—"


@cache
def _load_template(name: str) -> Template:
    environment = Environment(
        loader=PackageLoader("etrdash.api"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"data": write_date, "numero": write_number, "parte": write_share}
    return environment.get_template(name)


@cache
def _read_style() -> str:
    environment = Environment(loader=PackageLoader("etrdash.api"), autoescape=False)  # noqa: S701 - CSS
    return environment.get_template(STYLE).render()
