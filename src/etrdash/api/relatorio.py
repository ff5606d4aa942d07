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
from etrdash.api.labels import Labels
from etrdash.api.municipios import find_municipio
from etrdash.api.parameters import check_names, read_ibge
from etrdash.api.service import Service
from etrdash.published.acervo import Acervo
from etrdash.published.confiabilidade import load_confiabilidade
from etrdash.published.filtro import Filtro
from etrdash.vocabulario import Grupo, Situacao

LOCALE = "pt_BR"
STYLE = "relatorio.css"
# What fits on the page: rows of the tables, one line each.
ROWS = 29
MAX_OPERATORS = 10
MAX_PENDING = 10
MAX_DEADLINES = 8
MAX_SOURCES = 5
POPULATION_ROWS = 2
NOTE_ROWS = 5
WINDOW = timedelta(days=180)


def get_relatorio(service: Service, request: Request) -> Response:
    """Answer the report of one municipality as a page that needs no script and nothing from elsewhere."""
    check_names(request, "lang")
    ibge = read_ibge(request)
    acervo = service.open_asked(request)
    municipio = find_municipio(acervo, ibge)
    html = render_report(service.labels, collect(acervo, municipio))
    digest = base64.b64encode(hashlib.sha256(_read_style().encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return answer_bytes(
        request,
        html.encode(),
        media_type="text/html",
        headers={"content-security-policy": f"{policy}; frame-ancestors 'none'", "content-language": "pt-BR"},
    )


def render_report(labels: Labels, content: dict[str, Any]) -> str:
    """Return the report as HTML.

    Args:
        labels: what the pages call each code.
        content: what ``collect`` returns.
    """
    return _load_template("relatorio.html").render(rotulos=labels, estilo=_read_style(), **content)


def collect(acervo: Acervo, municipio: dict[str, Any]) -> dict[str, Any]:
    """Return what the report shows of one municipality."""
    ibge = municipio["codigo_ibge"]
    avaliadas = Filtro(codigo_ibge=ibge, avaliada=True)
    com_pendencia = Filtro(codigo_ibge=ibge, avaliada=True, grupos=(Grupo.VERMELHO,))
    situacoes = [(s, municipio[s.lower()]) for s in Situacao if municipio[s.lower()]]
    prestadoras = acervo.count_by("prestadora", avaliadas).to_pylist()
    arquivos = [a for a in acervo.list_arquivos().to_pylist() if a["codigo_ibge"] in {None, ibge}]
    prazos = acervo.list_prazos(acervo.em, acervo.em + WINDOW, avaliadas).to_pylist()
    omissoes = acervo.list_omissoes(ibge).to_pylist() if municipio["sem_registro"] else []
    populacao = next(iter(acervo.list_populacoes(ibge).to_pylist()), None)
    beside = min(len(prestadoras), MAX_OPERATORS) + NOTE_ROWS * len(omissoes)
    taken = (
        max(len(situacoes), beside) + min(len(arquivos), MAX_SOURCES) + (POPULATION_ROWS if populacao else 0)
    )
    many = min(MAX_PENDING, (ROWS - taken) * 3 // 5)
    pendencias = acervo.list_estacoes(com_pendencia, ordem="prazo_em", limite=many).to_pylist()
    few = min(MAX_DEADLINES, ROWS - taken - len(pendencias))
    return {
        "acervo": acervo.id,
        "aviso": acervo.manifesto.get("aviso"),
        "em": acervo.em,
        "municipio": municipio,
        "grupos": list(Grupo),
        "situacoes": situacoes,
        "omissoes": omissoes,
        "confiabilidade": load_confiabilidade().fora_da_revisao,
        "populacao": populacao,
        "prestadoras": prestadoras[:MAX_OPERATORS],
        "outras_prestadoras": len(prestadoras[MAX_OPERATORS:]),
        "pendencias": pendencias,
        "outras_pendencias": municipio["vermelho"] - len(pendencias),
        "prazos": prazos[:few],
        "outros_prazos": len(prazos[few:]),
        "arquivos": arquivos[:MAX_SOURCES],
        "outros_arquivos": len(arquivos[MAX_SOURCES:]),
        "manifestacoes": acervo.list_manifestacoes(codigo_ibge=ibge).num_rows,
    }


def write_date(value: date | None) -> str:
    """Write a date as 30/11/2026, a dash when unknown."""
    return format_date(value, "dd/MM/yyyy", locale=LOCALE) if value else "—"


def write_number(value: float | None, pattern: str | None = None) -> str:
    """Write a number as 1.234, or by a pattern of CLDR such as ``0.0``; a dash when unknown."""
    return "—" if value is None else str(format_decimal(value, format=pattern, locale=LOCALE))


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
