"""``/metrics``: what this process served and which acervo it serves, in Prometheus's text format.

Counts by kind of address only: no address as typed, no visitor, no station. Every process answers for itself;
Prometheus adds the replicas up. Moments are given, not ages: the reader's clock subtracts.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.responses import Response

from etrdash.api.answers import Refusal
from etrdash.api.counts import REGISTRY
from etrdash.api.service import Service
from etrdash.published.acervo import Acervo
from etrdash.published.fontes import list_fontes
from etrdash.published.sucessao import find_publication


def get_metrics(service: Service, request: Request) -> Response:
    """Answer this process's counts and what it publishes; always 200: it tells what is wrong."""
    registry = CollectorRegistry()
    up = Gauge("etrdash_up", "1 quando o acervo atual pode ser consultado.", registry=registry)
    try:
        acervo = service.open_asked(request)
    except Refusal:
        up.set(0)
    else:
        up.set(1)
        _describe_acervo(service, acervo, registry)
    body = generate_latest(REGISTRY) + generate_latest(registry)
    return Response(body, media_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"cache-control": "no-store"})


def _describe_acervo(service: Service, acervo: Acervo, registry: CollectorRegistry) -> None:
    Gauge("etrdash_acervo_info", "O acervo atual.", ("acervo",), registry=registry).labels(acervo.id).set(1)
    Gauge("etrdash_acervo_estacoes", "Estações no acervo atual.", registry=registry).set(
        acervo.manifesto["contagens"]["estacoes"]
    )
    Gauge("etrdash_acervo_em_timestamp_seconds", "Dia para o qual o acervo decide.", registry=registry).set(
        _as_seconds(acervo.em)
    )
    Gauge(
        "etrdash_acervo_published_timestamp_seconds", "Quando o acervo foi publicado.", registry=registry
    ).set(find_publication(service.store, acervo.id))
    sources = Gauge(
        "etrdash_source_timestamp_seconds",
        "Dia em que a fonte mais antiga de cada papel foi baixada.",
        ("papel",),
        registry=registry,
    )
    oldest: dict[str, date] = {}
    for fonte in list_fontes(acervo.manifesto):
        if fonte.dia is not None:
            oldest[fonte.papel] = min(fonte.dia, oldest.get(fonte.papel, fonte.dia))
    for papel, dia in oldest.items():
        sources.labels(papel).set(_as_seconds(dia))


def _as_seconds(dia: date) -> float:
    return datetime.combine(dia, time.min, UTC).timestamp()
