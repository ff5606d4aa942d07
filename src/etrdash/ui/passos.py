"""The steps of the map: country, state, municipality, station; each is an address that can be shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from etrdash.ui.filtros import kept_parameters
from etrdash.ui.html import draw_link, fill, show
from etrdash.ui.idioma import t


def read_uf(municipios: Sequence[Mapping[str, Any]], asked: str | None) -> str | None:
    """Return the state that the map is about: the one asked for, or the only one there is.

    Args:
        municipios: of the acervo.
        asked: ``?uf=``.
    """
    ufs = {m["uf"] for m in municipios}
    if asked in ufs:
        return asked
    return next(iter(ufs)) if len(ufs) == 1 else None


def show_steps(uf: str | None, municipio: Mapping[str, Any] | None) -> None:
    """Show where the reader is, every step above as a link.

    Args:
        uf: state shown, None for the whole country.
        municipio: municipality shown, if any.
    """
    passos: list[Markup | str] = [t("Brasil")]
    if municipio is not None:
        passos = [
            _link(t("Brasil")),
            _link(municipio["uf"], uf=municipio["uf"]),
            f"{municipio['municipio']} ({municipio['uf']})",
        ]
    elif uf is not None:
        passos = [_link(t("Brasil")), uf]
    show(
        fill(
            '<nav class="etr-sobre" aria-label="{nome}">{passos}</nav>',
            nome=t("Onde você está no mapa"),
            passos=Markup(" › ").join(passos),
        )
    )


def _link(texto: str, **parametros: str) -> Markup:
    query = urlencode(kept_parameters(**parametros))
    return draw_link(f"/mapa?{query}" if query else "/mapa", texto)
