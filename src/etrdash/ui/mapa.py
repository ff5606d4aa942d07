"""The maps: stations as coloured shapes, municipalities as circles, all data by URL."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pydeck as pdk
from pydeck.bindings.json_tools import JSONMixin, default_serialize

from etrdash.ui.moldura import Caixa, draw_graticule, draw_scale
from etrdash.ui.palavras import Palavra, build_words_layer, encode_svg
from etrdash.ui.situacoes import MARCAS
from etrdash.ui.vista import Vista

TINTA = [70, 84, 98]
LADO = 64
SEM_FUNDO = "__MAP_STYLE__"
"""What pydeck writes where no style is asked for; with none, Streamlit's page asks a company for one."""


class Quadro(JSONMixin):  # type: ignore[misc]
    """A deck as ``st.pydeck_chart`` takes it; pydeck's own looks for Jupyter every time it is made.

    Args:
        dica: tooltip of pydeck's ``Deck``.
        **opcoes: its other options.
    """

    def __init__(self, dica: dict[str, Any] | None, **opcoes: Any) -> None:
        self.__dict__.update(opcoes, _tooltip=dica)

    def to_json(self) -> str:
        """Serialize without spaces (pydeck indents, which triples the bytes)."""
        return json.dumps(
            self, sort_keys=True, default=default_serialize, separators=(",", ":"), ensure_ascii=False
        )


@cache
def build_atlas() -> tuple[str, dict[str, dict[str, int]]]:
    """Return the icon atlas as a data URI and its mapping, one square cell of 64 px per group."""
    cells, mapping = [], {}
    for i, (grupo, marca) in enumerate(MARCAS.items()):
        cells.append(
            f'<g transform="translate({i * LADO} 0) scale({LADO / 28}) translate(2 2)" fill="{marca.cor}"'
            f' stroke="#fff" stroke-width="4.5" stroke-linejoin="round">{marca.forma}</g>'
            f'<g transform="translate({i * LADO} 0) scale({LADO / 28}) translate(2 2)" fill="{marca.cor}"'
            f' stroke="#1c2630" stroke-width="1.4" stroke-linejoin="round">{marca.forma}</g>'
        )
        mapping[grupo.value] = {"x": i * LADO, "y": 0, "width": LADO, "height": LADO}
    return encode_svg("".join(cells), LADO * len(cells), LADO), mapping


@dataclass(frozen=True, slots=True)
class Mapa:
    """What a map shows.

    Attributes:
        caixa: box that the first view fits.
        camadas: deck layers above the frame.
        dica: HTML of the tooltip with ``{property}`` fields, or None.
        estilo: address of a MapLibre style for the background, or None for none.
        vista: centre and zoom of the first view; the box's by default.
    """

    caixa: Caixa
    camadas: list[Any] = field(default_factory=list)
    dica: str | None = None
    estilo: str | None = None
    vista: Vista | None = None

    def build(self) -> Quadro:
        """Return the deck: frame below, layers above, the wheel left to the page."""
        lon, lat = self.caixa.centro
        vista = self.vista or Vista(lat, lon, self.caixa.zoom())
        return Quadro(
            {"html": self.dica, "style": TOOLTIP} if self.dica else None,
            layers=[*build_frame(self.caixa), *self.camadas],
            views=[
                pdk.View(
                    type="MapView",
                    controller={"scrollZoom": False, "touchRotate": False, "dragRotate": False},
                )
            ],
            initial_view_state=pdk.ViewState(
                longitude=vista.longitude, latitude=vista.latitude, zoom=vista.zoom, max_zoom=19
            ),
            map_provider="maplibre" if self.estilo else None,
            map_style=self.estilo or SEM_FUNDO,
        )


TOOLTIP = {
    "backgroundColor": "#1c2630",
    "color": "#fff",
    "fontSize": "13px",
    "padding": "8px 10px",
    "borderRadius": "5px",
    "maxWidth": "260px",
}


def build_frame(caixa: Caixa) -> list[Any]:
    """Return the layers of the graticule and of the scale bar: all lines in one, all words in another.

    Every kind of layer costs the reader a program to compile before the first point shows, and straight
    lines cost a third of what paths do.
    """
    lines, labels = draw_graticule(caixa)
    bar, length = draw_scale(caixa)
    return [
        pdk.Layer(
            "LineLayer",
            [
                *({"de": a, "ate": b, "cor": [130, 145, 160, 70], "px": 1} for a, b in lines),
                {"de": bar[0], "ate": bar[1], "cor": [*TINTA, 255], "px": 3},
            ],
            id="grade",
            get_source_position="de",
            get_target_position="ate",
            get_color="cor",
            get_width="px",
        ),
        build_words_layer(
            "coordenadas",
            [
                *(Palavra(ponto, texto, (4, -8), do_inicio=True) for ponto, texto in labels),
                Palavra(bar[0], length, (0, -12), do_inicio=True),
            ],
            11,
            TINTA,
        ),
    ]


def build_station_layer(url: str, ident: str = "estacoes") -> Any:
    """Return the layer of stations from a GeoJSON address; each feature has the property ``grupo``."""
    atlas, mapping = build_atlas()
    return pdk.Layer(
        "GeoJsonLayer",
        pdk.types.String(url),
        id=ident,
        pickable=True,
        auto_highlight=True,
        point_type=pdk.types.String("icon"),
        icon_atlas=pdk.types.String(atlas),
        icon_mapping=mapping,
        get_icon="properties.grupo",
        get_icon_size=19,
        icon_size_units=pdk.types.String("pixels"),
    )
