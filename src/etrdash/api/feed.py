"""``/mudancas.atom``: one entry an acervo, saying what changed since the one before it (RFC 4287)."""

from __future__ import annotations

import uuid
from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import SHORT, Refusal, answer_bytes
from etrdash.api.parameters import check_names
from etrdash.api.service import Service
from etrdash.erros import EtrdashError
from etrdash.published.acervo import Acervo
from etrdash.published.diferenca import MUDANCAS, compare_acervos
from etrdash.published.store import Store
from etrdash.published.sucessao import find_publication, list_succession

MAX_ENTRIES = 20
MAX_MUNICIPIOS = 30


def get_feed(service: Service, request: Request) -> Response:
    """Answer the entries, last published first."""
    check_names(request)
    atual = service.open_asked(request)
    entries = _list_entries(service, ficticios=atual.ficticio)
    environment = Environment(
        loader=PackageLoader("etrdash.api"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    xml = environment.get_template("mudancas.atom").render(
        entradas=entries,
        atualizado=entries[0]["publicado_em"],
        aviso=atual.manifesto.get("aviso"),
        uuid=_make_uuid("mudancas"),
    )
    return answer_bytes(request, xml.encode(), media_type="application/atom+xml", cache=SHORT)


def _list_entries(service: Service, *, ficticios: bool) -> list[dict[str, Any]]:
    """Describe the acervos there are; anew where one of them is removed meanwhile."""
    store = Store(service.store)
    while True:
        havia = store.list_ids()
        try:
            ids = list_succession(service.store, ficticios=ficticios)
            pairs = [(None, ids[0]), *pairwise(ids)][-MAX_ENTRIES:]
            return [_describe(service, antes, depois) for antes, depois in reversed(pairs)]
        except (Refusal, EtrdashError, duckdb.Error, OSError):
            if store.list_ids() == havia:
                raise


def _describe(service: Service, antes: str | None, depois: str) -> dict[str, Any]:
    acervo = service.open_acervo(depois)
    publicado = datetime.fromtimestamp(find_publication(service.store, depois), UTC)
    entry: dict[str, Any] = {
        "acervo": depois,
        "uuid": _make_uuid(depois),
        "em": acervo.em,
        "publicado_em": f"{publicado:%Y-%m-%dT%H:%M:%SZ}",
        "antes": antes,
        "contagens": acervo.manifesto.get("contagens", {}),
    }
    if antes is not None:
        entry |= _count_changes(service.store / antes, service.store / depois)
        entry["municipios"] = _name_municipios(acervo, entry["por_municipio"])
    return entry


@lru_cache(maxsize=64)
def _count_changes(antes: Path, depois: Path) -> dict[str, Any]:
    mudancas = compare_acervos(antes, depois)
    por_municipio: Counter[str] = Counter(
        linha["codigo_ibge"] for mudanca in MUDANCAS for linha in mudancas[mudanca]
    )
    return {
        "mudancas": {mudanca: len(mudancas[mudanca]) for mudanca in MUDANCAS},
        "por_municipio": tuple(por_municipio.most_common(MAX_MUNICIPIOS)),
        "mais_municipios": max(0, len(por_municipio) - MAX_MUNICIPIOS),
    }


def _name_municipios(acervo: Acervo, contagens: tuple[tuple[str, int], ...]) -> list[dict[str, Any]]:
    rows = [(acervo.find_municipio(ibge), ibge, quantas) for ibge, quantas in contagens]
    return [
        {"nome": f"{row['municipio']} ({row['uf']})" if row else ibge, "ibge": ibge, "quantas": quantas}
        for row, ibge, quantas in rows
    ]


def _make_uuid(nome: str) -> uuid.UUID:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"etrdash:{nome}")
