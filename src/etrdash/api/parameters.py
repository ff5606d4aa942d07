"""Query parameters: a closed list, checked before anything is asked of the database."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from starlette.datastructures import QueryParams
from starlette.requests import Request

from etrdash.api.answers import Refusal
from etrdash.marts.dicionario import load_dicionario
from etrdash.published.filtro import Filtro
from etrdash.vocabulario import Grupo, Situacao, Tipo

MAX_VALUES = 20
MAX_TEXT = 100
MAX_LIMIT = 1000
DEFAULT_LIMIT = 100
MAX_OFFSET = 10_000_000
IBGE = re.compile(r"\d{7}")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])", re.ASCII)
NUMERO = re.compile(r"[0-9A-Za-z.-]{1,20}")

VOCABULARIES: dict[str, type[StrEnum]] = {"situacao": Situacao, "grupo": Grupo, "tipo": Tipo}
TEXTS = ("prestadora", "detentora", "tecnologia", "bairro")
DAYS = ("desde", "ate")
FILTERS = (*VOCABULARIES, *TEXTS, *DAYS, "avaliada", "mes", "q")
PAGE = ("limit", "offset")
FIELDS = ("campo",)
ACERVO = "acervo"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list: at most ``limit`` items, ``offset`` skipped."""

    limit: int
    offset: int


def check_names(request: Request, *accepted: str) -> None:
    """Refuse parameters that the route does not know, naming those it does.

    Raises:
        Refusal: 400.
    """
    if not set(request.query_params) <= {ACERVO, *accepted}:
        raise Refusal(400, "Parâmetro desconhecido.", aceitos=[ACERVO, *accepted])


def read_ibge(request: Request) -> str:
    """Return the path's IBGE code.

    Raises:
        Refusal: 404, since no such municipality can exist.
    """
    ibge: str = request.path_params["ibge"]
    if not IBGE.fullmatch(ibge):
        raise Refusal(404, "Um código do IBGE tem 7 dígitos.")
    return ibge


def read_numero(request: Request) -> str:
    """Return the path's station number.

    Raises:
        Refusal: 404, since no such station can exist.
    """
    numero: str = request.path_params["numero"]
    if not NUMERO.fullmatch(numero):
        raise Refusal(404, "Não há estação com este número.")
    return numero


def read_filter(request: Request, codigo_ibge: str) -> Filtro:
    """Return the filter that the query asks for, in one municipality.

    A parameter may be repeated: any of its values passes.

    Raises:
        Refusal: 400, naming the parameter and the accepted values.
    """
    params = request.query_params
    return Filtro(
        codigo_ibge=codigo_ibge,
        situacoes=_read_words(params, "situacao", VOCABULARIES["situacao"]),
        grupos=_read_words(params, "grupo", VOCABULARIES["grupo"]),
        tipos=_read_words(params, "tipo", VOCABULARIES["tipo"]),
        prestadoras=_read_texts(params, "prestadora"),
        detentoras=_read_texts(params, "detentora"),
        bairros=_read_texts(params, "bairro"),
        tecnologias=_read_texts(params, "tecnologia"),
        avaliada=_read_flag(params, "avaliada"),
        desde=_read_day(params, "desde"),
        ate=_read_day(params, "ate"),
        mes=_read_month(params, "mes"),
        texto=next(iter(_read_texts(params, "q", at_most=1)), None),
    )


def read_fields(request: Request) -> tuple[str, ...]:
    """Return the columns of ``estacoes`` that ``campo`` names; none where it is not given.

    Raises:
        Refusal: 400, naming those that there are.
    """
    return _read_words(request.query_params, "campo", list_fields())


def list_fields() -> list[str]:
    """Return the names that ``campo`` accepts: the columns of ``estacoes``."""
    return [coluna.nome for coluna in load_dicionario()["estacoes"].colunas]


def read_page(request: Request) -> Page:
    """Return ``limit`` (1 to 1000, 100 by default) and ``offset``.

    Raises:
        Refusal: 400, naming the parameter and its bounds.
    """
    return Page(
        limit=_read_integer(request.query_params, "limit", 1, MAX_LIMIT, DEFAULT_LIMIT),
        offset=_read_integer(request.query_params, "offset", 0, MAX_OFFSET, 0),
    )


def _read_words(params: QueryParams, name: str, accepted: Iterable[str]) -> tuple[str, ...]:
    values, words = _read_texts(params, name), list(accepted)
    if not set(values) <= set(words):
        raise Refusal(400, "Valor desconhecido.", parametro=name, aceitos=words)
    return values


def _read_texts(params: QueryParams, name: str, at_most: int = MAX_VALUES) -> tuple[str, ...]:
    values = tuple(params.getlist(name))
    if len(values) > at_most or any(not 0 < len(value) <= MAX_TEXT for value in values):
        raise Refusal(
            400,
            f"Valores demais, vazios ou longos demais: até {at_most}, cada um de 1 a {MAX_TEXT} caracteres.",
            parametro=name,
        )
    return values


def _read_flag(params: QueryParams, name: str) -> bool | None:
    values = params.getlist(name)
    if not values:
        return None
    if values not in (["true"], ["false"]):
        raise Refusal(400, "Valor desconhecido.", parametro=name, aceitos=["true", "false"])
    return values == ["true"]


def _read_day(params: QueryParams, name: str) -> date | None:
    values = params.getlist(name)
    if not values:
        return None
    try:
        if len(values) == 1 and DAY.fullmatch(values[0]):
            return date.fromisoformat(values[0])
    except ValueError:
        pass
    raise Refusal(400, "Precisa ser um dia que exista, como AAAA-MM-DD.", parametro=name)


def _read_month(params: QueryParams, name: str) -> str | None:
    values = params.getlist(name)
    if not values:
        return None
    if len(values) != 1 or not MONTH.fullmatch(values[0]):
        raise Refusal(400, "Precisa ser um mês, como AAAA-MM.", parametro=name)
    return values[0]


def _read_integer(params: QueryParams, name: str, lowest: int, highest: int, default: int) -> int:
    values = params.getlist(name)
    if not values:
        return default
    if len(values) != 1 or not re.fullmatch(r"\d{1,8}", values[0], re.ASCII):
        raise Refusal(400, f"Precisa ser um número de {lowest} a {highest}.", parametro=name)
    number = int(values[0])
    if not lowest <= number <= highest:
        raise Refusal(400, f"Precisa ser um número de {lowest} a {highest}.", parametro=name)
    return number
