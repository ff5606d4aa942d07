"""Small pieces of HTML, every value escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

import streamlit as st
from markupsafe import Markup, escape

from etrdash.ui.formatos import VAZIO, write_number
from etrdash.ui.idioma import t
from etrdash.ui.situacoes import mark_of, name_situacao
from etrdash.vocabulario import Grupo, Situacao

ESTREITA = 3
"""Columns of a table that a telephone shows whole; beyond them it is told that there are more."""

_MARCAS = re.compile(r"[\\`*_\[\]|<>$~:&]")
_ENDERECO_OU_COMECO = re.compile(r"(?<=http)(?=s?:)|(?<=www)(?=\.)|^(?=\d+[.)]|[#+=-])", re.IGNORECASE)


def fill(template: str, **values: object) -> Markup:
    """Fill a template of trusted HTML with values, escaping all that are not ``Markup``.

    Args:
        template: a literal of this package; its fields are bare names, ``{name}``.
        **values: what fills them.
    """
    parts: list[str] = []
    for text, name in _split(template):
        parts.append(text)
        if name is not None:
            parts.append(escape(values[name]))
    return Markup("".join(parts))  # noqa: S704 - texts are literals, values escaped


@lru_cache(maxsize=1000)
def _split(template: str) -> tuple[tuple[str, str | None], ...]:
    """Return the texts of a template, each with the name of the field after it; a table fills one often."""
    return tuple((text, name) for text, name, _, _ in Formatter().parse(template))


def join(parts: Iterable[Markup]) -> Markup:
    """Join pieces of HTML without a separator."""
    return Markup("").join(parts)


def show(markup: Markup) -> None:
    """Put a piece of HTML on the page; nothing where it is empty."""
    if markup:
        st.html(str(markup))


def write_plain(texto: object) -> str:
    """Return data for where Streamlit reads Markdown (labels, sentences), to be shown letter by letter.

    Every mark is escaped; a joiner of no width keeps an address from becoming a link, which escaping does
    not, and the first word from making a list or a heading.
    """
    inerte = _ENDERECO_OU_COMECO.sub("\N{WORD JOINER}", " ".join(str(texto).split()))
    return _MARCAS.sub(r"\\\g<0>", inerte)


def draw_shape(grupo: object) -> Markup:
    """Return a group's shape; decorative, the name stands beside it."""
    return fill(
        '<span class="etr-forma etr-{grupo}" aria-hidden="true"></span>', grupo=Grupo(str(grupo)).value
    )


def draw_chip(situacao: object) -> Markup:
    """Return the situação as a chip: shape, name and, smaller, its code."""
    grupo = Situacao(str(situacao)).grupo
    return fill(
        '<span class="etr-situacao" style="--etr-cor:{cor}">{forma}<span>{nome}</span>'
        '<span class="etr-codigo">{codigo}</span></span>',
        cor=mark_of(grupo).cor,
        forma=draw_shape(grupo),
        nome=name_situacao(situacao),
        codigo=str(situacao),
    )


def draw_sheet(rows: Iterable[tuple[str, object]]) -> Markup:
    """Return pairs of label and value as a definition list; a tuple or list of values becomes lines."""
    body = join(fill("<dt>{rotulo}</dt><dd>{valor}</dd>", rotulo=a, valor=b) for a, b in rows)
    return fill('<dl class="etr-ficha">{body}</dl>', body=body)


def draw_figures(figures: Iterable[tuple[str, str, str, Grupo | None, str | None]]) -> Markup:
    """Return big figures: label, value, note, the group that colours it and the address of its rows."""
    body = join(
        fill(
            '<div class="etr-numero"{estilo}><dt>{forma}{rotulo}</dt>'
            "<dd>{valor}<small>{nota}</small></dd></div>",
            estilo=fill(' style="--etr-cor:{cor}"', cor=mark_of(grupo).cor) if grupo else "",
            forma=draw_shape(grupo) if grupo else "",
            rotulo=rotulo,
            valor=fill(
                '<a href="{href}"><b>{valor}</b></a>' if href else "<b>{valor}</b>", href=href, valor=valor
            ),
            nota=nota,
        )
        for rotulo, valor, nota, grupo, href in figures
    )
    return fill('<dl class="etr-numeros">{body}</dl>', body=body)


def draw_table(rows: Sequence[Mapping[str, object]], nome: str) -> Markup:
    """Return rows as a table that wraps its text and scrolls inside itself on a narrow screen.

    Args:
        rows: one mapping per row, headings as keys, the same in every row; numbers are aligned right.
        nome: what the table shows, for those who cannot see it.
    """
    if not rows:
        return Markup("")
    head = join(fill('<th scope="col">{titulo}</th>', titulo=titulo) for titulo in rows[0])
    dica = t("Deslize a tabela para ver as outras colunas.") if len(rows[0]) > ESTREITA else ""
    body = join(
        fill("<tr>{cells}</tr>", cells=join(_draw_cell(value) for value in row.values())) for row in rows
    )
    return fill(
        '{dica}<div class="etr-rolar" role="region" tabindex="0" aria-label="{nome}">'
        '<table class="etr-tabela">'
        "<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>",
        dica=fill('<p class="etr-dica etr-sobre">{dica}</p>', dica=dica) if dica else "",
        nome=nome,
        head=head,
        body=body,
    )


def draw_link(href: str, texto: object) -> Markup:
    """Return a link inside the dashboard."""
    return fill('<a href="{href}">{texto}</a>', href=href, texto=texto)


def _draw_cell(value: object) -> Markup:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return fill('<td class="etr-num">{value}</td>', value=write_number(value))
    return fill("<td>{value}</td>", value=VAZIO if value is None or value == "" else value)
