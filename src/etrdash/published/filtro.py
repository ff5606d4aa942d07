"""A filter over stations: what pages and the API may ask for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtro:
    """Which stations to keep; None and empty tuples keep all. Hashable, so it may key a cache.

    Attributes:
        codigo_ibge: one municipality, 7 digits.
        uf: one state.
        sitio_id: one site.
        avaliada: only evaluated services (True), only the others (False), or all (None).
        situacoes: values of ``vocabulario.Situacao``.
        grupos: values of ``vocabulario.Grupo``.
        prestadoras: operators, as published.
        detentoras: owners of the structure, as published.
        tecnologias: any of these technologies.
        tipos: values of ``vocabulario.Tipo``.
        bairros: neighbourhoods, as published.
        servicos: ANATEL service codes.
        desde: first licence on or after this day.
        ate: first licence on or before this day.
        mes: month (``YYYY-MM``) of ``Acervo.list_meses`` at whose end the stations are seen; None for the
            as-of date.
        texto: words in the station's number, operator, owner, neighbourhood, address or process, whatever
            the accents and case.
    """

    codigo_ibge: str | None = None
    uf: str | None = None
    sitio_id: str | None = None
    avaliada: bool | None = None
    situacoes: tuple[str, ...] = ()
    grupos: tuple[str, ...] = ()
    prestadoras: tuple[str, ...] = ()
    detentoras: tuple[str, ...] = ()
    tecnologias: tuple[str, ...] = ()
    tipos: tuple[str, ...] = ()
    bairros: tuple[str, ...] = ()
    servicos: tuple[str, ...] = ()
    desde: date | None = None
    ate: date | None = None
    mes: str | None = None
    texto: str | None = None

    def as_parametros(self) -> dict[str, Any]:
        """Return the values to bind to ``published/sql/filtradas.sql``."""
        return {
            nome: list(valor) if isinstance(valor, tuple) else valor for nome, valor in asdict(self).items()
        }


TODAS = Filtro()
