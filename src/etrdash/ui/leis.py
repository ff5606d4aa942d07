"""The laws on file: named for people, chosen, and who is under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.ui.filtros import choose_one, kept_parameters
from etrdash.ui.formatos import write_date
from etrdash.ui.html import draw_link
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask
from etrdash.ui.paginas import link_to
from etrdash.ui.rotulos import label


def find_lei(lei: str | None) -> dict[str, Any] | None:
    """Return the row of a law (``lei, nome, ficha``), None where the municipality has none on file."""
    return next((row for row in ask("list_leis") if row["lei"] == lei), None)


def name_lei(lei: str | None) -> str:
    """Name a law; say so where there is none on file."""
    row = find_lei(lei)
    return str(row["nome"]) if row else t("nenhuma lei catalogada")


def link_lei(lei: str | None) -> object:
    """Return a law's name as a link to its sheet; only words where there is none on file."""
    if find_lei(lei) is None:
        return name_lei(lei)
    return draw_link("/leis?" + urlencode(kept_parameters(lei=str(lei))), name_lei(lei))


def name_lei_briefly(lei: str | None) -> str:
    """Name a law in a few words, for tables."""
    row = find_lei(lei)
    return str(row["ficha"].get("curto") or row["nome"]) if row else t("nenhuma lei catalogada")


def write_provisions(lei: str | None, dispositivos: Iterable[str] | None) -> str:
    """Return provisions in one line, by the label that the law file gives them, if any."""
    row = find_lei(lei)
    conhecidos = (row["ficha"].get("dispositivo") or {}) if row else {}
    return "; ".join(str((conhecidos.get(d) or {}).get("rotulo", d)) for d in dispositivos or ())


def choose_lei() -> dict[str, Any] | None:
    """Show the choice of law bound to ``?lei=``; None where the acervo has no law."""
    leis = {row["lei"]: row for row in ask("list_leis")}
    if not leis:
        st.info(t("Nenhuma lei catalogada neste acervo."))
        return None
    chosen = choose_one("lei", t("Lei"), list(leis), lambda c: str(leis[c]["nome"]))
    return leis[chosen] if chosen else None


def show_adopters(lei: Mapping[str, Any]) -> None:
    """List the municipalities under a law, each with its validity and its deadline."""
    adotantes = [m for m in ask("list_municipios") if m["lei"] == lei["lei"]]
    for m in adotantes:
        link_to(
            "cidade",
            t(
                "{m} ({uf}): {vigencia}; fim do prazo de adaptação: {prazo}",
                m=m["municipio"],
                uf=m["uf"],
                vigencia=label("vigencia", m["vigencia"]),
                prazo=write_date(m["prazo_em"]),
            ),
            ibge=m["codigo_ibge"],
        )
    if not adotantes:
        st.caption(t("Nenhum município deste acervo está sob esta lei."))
