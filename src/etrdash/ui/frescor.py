"""The notice that the sources are older than configured."""

from __future__ import annotations

from datetime import date

from markupsafe import Markup

from etrdash.published.acervo import Acervo
from etrdash.published.frescor import Velhice, find_velhices, read_limites
from etrdash.ui.formatos import write_date, write_number
from etrdash.ui.html import fill, join, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask


def show_freshness(acervo: Acervo) -> None:
    """Say which sources are older than configured; nothing where none is."""
    hoje = date.today()  # noqa: DTZ011 - the reader's day
    velhices = find_velhices(acervo.manifesto, ask("list_municipios"), hoje, read_limites())
    if velhices:
        show(
            fill(
                '<div class="etr-faixa" role="note"><strong>{a}</strong> {b} {c}</div>',
                a=t("Dados antigos."),
                b=join(fill("{a} ", a=_write_velhice(velhice)) for velhice in velhices),
                c=t("O que mudou desde então não aparece aqui."),
            )
        )


def _write_velhice(velhice: Velhice) -> str | Markup:
    dia, limite = write_date(velhice.desde), write_number(velhice.limite)
    if velhice.papel == "anatel":
        return t("As licenças da ANATEL são de {dia}, há mais de {limite} dias.", dia=dia, limite=limite)
    return tn(
        "Os registros de {n} município são de {dia}, há mais de {limite} dias.",
        "Os registros de {n} municípios têm mais de {limite} dias; os mais antigos são de {dia}.",
        velhice.quantas,
        n=write_number(velhice.quantas),
        dia=dia,
        limite=limite,
    )
