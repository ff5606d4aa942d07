"""Words on a map, drawn as pictures: the program that draws the stations draws them too.

A layer of text has a program of its own, which a reader without a graphics card waits for before the first
point shows.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pydeck as pdk
from markupsafe import escape

ESCURA = (28, 38, 48)
MARGEM = 4
"""Pixels of white around a letter."""
NITIDEZ = 2
"""Pixels of the picture for one of the screen."""
LARGURA_DA_LETRA = 0.72
"""Room for one letter, in heights of the letter: more than the widest of common words takes."""


@dataclass(frozen=True, slots=True)
class Palavra:
    """A text on the map.

    Attributes:
        ponto: longitude and latitude.
        texto: plain.
        desvio: pixels to the right and down, from the point to the text.
        do_inicio: whether the text starts there; its middle stands there otherwise.
    """

    ponto: Sequence[float]
    texto: str
    desvio: tuple[float, float] = (0, 0)
    do_inicio: bool = False


def encode_svg(conteudo: str, largura: int, altura: int) -> str:
    """Return a drawing as a data URI, for layers that take pictures from an address."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{largura}" height="{altura}">{conteudo}</svg>'
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()


def build_words_layer(
    ident: str, palavras: Sequence[Palavra], altura_px: int, cor: Sequence[int] = ESCURA
) -> Any:
    """Return a layer of words with a white edge, readable over lines and shapes.

    Args:
        ident: of the layer.
        palavras: what to write.
        altura_px: of the letters on the screen.
        cor: red, green and blue of the letters, 0 to 255.
    """
    linha = round(1.6 * altura_px)
    larguras = [math.ceil((LARGURA_DA_LETRA * len(p.texto) + 0.6) * altura_px) for p in palavras]
    linhas = list(enumerate(zip(palavras, larguras, strict=True)))
    textos = "".join(
        f'<text x="{MARGEM if p.do_inicio else largura / 2:g}" y="{(i + 0.7) * linha:g}"'
        f' text-anchor="{"start" if p.do_inicio else "middle"}">{escape(p.texto)}</text>'
        for i, (p, largura) in linhas
    )
    desenho = (
        f'<g transform="scale({NITIDEZ})" font-family="system-ui,sans-serif" font-size="{altura_px}"'
        f' fill="rgb{tuple(cor)}" stroke="#fff" stroke-width="{MARGEM}" stroke-linejoin="round"'
        f' paint-order="stroke">{textos}</g>'
    )
    atlas = encode_svg(desenho, max(larguras, default=1) * NITIDEZ, (len(palavras) or 1) * linha * NITIDEZ)
    return pdk.Layer(
        "IconLayer",
        [{"ponto": p.ponto, "palavra": str(i), "desvio": p.desvio} for i, (p, _) in linhas],
        id=ident,
        icon_atlas=pdk.types.String(atlas),
        icon_mapping={
            str(i): {
                "x": 0,
                "y": i * linha * NITIDEZ,
                "width": largura * NITIDEZ,
                "height": linha * NITIDEZ,
                **({"anchorX": 0} if p.do_inicio else {}),
            }
            for i, (p, largura) in linhas
        },
        get_icon="palavra",
        get_position="ponto",
        get_pixel_offset="desvio",
        get_size=linha,
        size_units=pdk.types.String("pixels"),
        alpha_cutoff=0.9,  # half transparent white would be drawn grey
    )
