"""The table of stations, with the same content as the map and a link to each, and tables under charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import streamlit as st
from markupsafe import Markup

from etrdash.published.filtro import Filtro
from etrdash.ui import rotulos
from etrdash.ui.arquivos import offer_rows
from etrdash.ui.filtros import choose_one, choose_page, kept_parameters
from etrdash.ui.formatos import VAZIO, write_address, write_date, write_name, write_number
from etrdash.ui.html import draw_link, draw_shape, draw_table, fill, show
from etrdash.ui.idioma import N_, t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.situacoes import name_situacao

POR_PAGINA = 25
ORDENS = {
    "gravidade": N_("situação, as pendentes primeiro"),
    "prazo_em": N_("prazo ou validade"),
    "primeiro_licenciamento": N_("licenciada desde"),
    "prestadora": N_("prestadora"),
    "bairro": N_("bairro"),
}


def show_stations(filtro: Filtro) -> None:
    """Show the stations that a filter lets through, a page at a time."""
    total = ask("read_totais", filtro)["estacoes"]
    if not total:
        st.info(t("Nenhuma estação com estes filtros. Desligue algum para ver mais."))
        return
    ordem = choose_one("ordem", t("Em ordem de"), list(ORDENS), lambda o: t(ORDENS[o]))
    inicio = choose_page("pagina", total, POR_PAGINA)
    rows = ask("list_estacoes", filtro, ordem, POR_PAGINA, inicio)
    st.caption(
        tn("{n} estação.", "{n} estações.", total, n=write_number(total))
        + (
            t(
                " Nesta página, da {a}ª à {b}ª; o arquivo traz todas.",
                a=write_number(inicio + 1),
                b=write_number(inicio + len(rows)),
            )
            if total > POR_PAGINA
            else ""
        )
    )
    show(draw_stations(rows))


def draw_stations(rows: Sequence[Mapping[str, Any]]) -> Markup:
    """Return stations as a table for people, each with the link to its page."""
    return draw_table([_describe(row) for row in rows], t("Estações"))


def _describe(row: Mapping[str, Any]) -> dict[str, object]:
    numero = row["numero_estacao"]
    return {
        t("Estação"): draw_link("/estacao?" + urlencode(kept_parameters(numero=numero)), numero),
        t("Situação"): fill("{a} {b}", a=draw_shape(row["grupo"]), b=name_situacao(row["situacao"])),
        t("Prazo ou validade"): write_date(row["prazo_em"]),
        t("Processo"): row["registro_id"],
        t("Prestadora"): row["prestadora"],
        t("Endereço"): write_address(row["endereco"], row["bairro"]),
        t("Bairro"): write_name(row["bairro"] or VAZIO),
        t("Tecnologias"): ", ".join(rotulos.label("tecnologia", x) for x in row["tecnologias"] or []),
        t("Licenciada desde"): write_date(row["primeiro_licenciamento"]),
        t("Detentora"): row["detentora"],
        t("Tipo"): rotulos.label("tipo", row["tipo"]),
        t("Código da situação"): row["situacao"],
    }


def show_table(titulo: str, nome: str, build: Callable[[], Sequence[Mapping[str, Any]]]) -> None:
    """Show the table equivalent of a chart, folded, and its rows as files, made only when asked for.

    Args:
        titulo: what to click.
        nome: of the table on its page; ``?nome=true`` in the address opens it.
        build: makes the rows.
    """
    with fold(titulo, nome) as aberta:
        if aberta:
            st.dataframe(pd.DataFrame(build()), hide_index=True)
            offer_rows(nome, build)


@contextmanager
def fold(titulo: str, nome: str) -> Iterator[bool]:
    """Fold part of a page away; give whether it is open, so that nothing is drawn while it is not.

    Args:
        titulo: what to click.
        nome: of the part on its page; ``?nome=true`` in the address opens it.
    """
    with st.expander(titulo, key=nome, bind="query-params", on_change="rerun") as dobra:
        yield bool(dobra.open)
