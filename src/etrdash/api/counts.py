"""What this process counts of its own work, for ``/metrics``: by kind of address, nothing that was typed."""

from __future__ import annotations

from contextlib import AbstractContextManager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

BOUNDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves it untyped
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
REQUESTS = Counter(
    "etrdash_requests",
    "Pedidos respondidos, por tipo de endereço e status.",
    ("rota", "status"),
    registry=REGISTRY,
)
SECONDS = Histogram(
    "etrdash_request_seconds",
    "Tempo até o fim da resposta, por tipo de endereço.",
    ("rota",),
    registry=REGISTRY,
    buckets=BOUNDS,
)
SESSIONS = Gauge("etrdash_sessions", "Sessões de página abertas agora.", registry=REGISTRY)


def count_request(rota: str, status: int, seconds: float) -> None:
    """Count one answer.

    Args:
        rota: kind of address, one of a fixed few (``access_log.name_route``).
        status: HTTP status.
        seconds: from the first byte of the request to the last of the answer.
    """
    REQUESTS.labels(rota, str(status)).inc()
    SECONDS.labels(rota).observe(seconds)


def count_session() -> AbstractContextManager[None]:
    """Count a page's open connection for as long as the context lasts."""
    return SESSIONS.track_inprogress()
