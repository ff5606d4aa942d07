"""The brief of one municipality."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.formatos import write_date, write_number
from etrdash.ui.frases import say_basis, say_counts, say_place
from etrdash.ui.graficos import (
    course_rows,
    draw_bars,
    draw_course,
    group_rows,
    melt_groups,
    situation_rows,
)
from etrdash.ui.html import draw_sheet, fill, show
from etrdash.ui.idioma import t
from etrdash.ui.leis import name_lei, write_provisions
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.paginas import link_to
from etrdash.ui.resumo import show_groups
from etrdash.ui.rotulos import label
from etrdash.ui.situacoes import MARCAS, name_situacao, say_pending
from etrdash.ui.tabelas import show_table
from etrdash.vocabulario import Grupo


def show_brief(municipio: Mapping[str, Any]) -> None:
    """Show in one screen how many, how many on record, how many pending, on which date and base."""
    show(fill('<p class="etr-lide">{a}</p>', a=say_counts(municipio, say_place(municipio))))
    show(fill('<p class="etr-sobre">{a}</p>', a=say_basis(municipio, current_acervo().em)))
    show_groups(municipio, municipio["codigo_ibge"])
    show_pending(municipio)


def show_pending(municipio: Mapping[str, Any]) -> None:
    """List what the pending stations lack, under which article, each with a link to its stations."""
    filtro = Filtro(codigo_ibge=municipio["codigo_ibge"], avaliada=True, grupos=(Grupo.VERMELHO.value,))
    pendentes = ask("list_estacoes", filtro)
    if not pendentes:
        return
    por_situacao: dict[str, Counter[str]] = defaultdict(Counter)
    for row in pendentes:
        por_situacao[row["situacao"]][write_provisions(municipio["lei"], row["base_legal"])] += 1
    st.header(t("Com pendência: o que falta e qual artigo pede"))
    with st.container(key="pendencias", gap="small"):
        for situacao, artigos in sorted(por_situacao.items(), key=lambda par: (-par[1].total(), par[0])):
            link_to(
                "mapa",
                f"{MARCAS[Grupo.VERMELHO].marcado} **{write_number(artigos.total())}**"
                f" {name_situacao(situacao)}",
                ibge=municipio["codigo_ibge"],
                situacao=situacao,
            )
            detalhe = " · ".join(
                f"{citacao}: {write_number(n)}" if len(artigos) > 1 else citacao
                for citacao, n in artigos.most_common()
            )
            st.caption(f"{say_pending(situacao, municipio['base_recebida_em'])}. {detalhe}")


def show_clock(municipio: Mapping[str, Any]) -> None:
    """Show the law, its validity, its deadline and the state of the records."""
    linhas: list[tuple[str, object]] = [
        (t("Lei aplicada"), name_lei(municipio["lei"])),
        (t("Vigência"), label("vigencia", municipio["vigencia"])),
        (t("Fim do prazo de adaptação"), write_date(municipio["prazo_em"])),
        (t("Registros municipais"), label("cobertura", municipio["cobertura"])),
        (t("Recebidos em"), write_date(municipio["base_recebida_em"])),
        (
            t("Processos municipais"),
            t(
                "{n}, dos quais {k} sem estação correspondente",
                n=write_number(municipio["registros"]),
                k=write_number(municipio["orfaos"]),
            ),
        ),
        (t("Locais com antenas"), write_number(municipio["sitios"])),
    ]
    ficha = municipio.get("ficha") or {}
    registros = ficha.get("registros") or {}
    if registros.get("orgao"):
        linhas.insert(5, (t("De onde vieram"), f"{registros['orgao']}; {registros['canal']}"))
    if ficha.get("contato"):
        linhas.append((t("Onde pedir correção"), ficha["contato"]))
    if ficha.get("vigencia_nota"):
        linhas.insert(2, (t("Sobre a vigência"), ficha["vigencia_nota"]))
    show(draw_sheet(linhas))


def show_breakdown(filtro: Filtro, lugar: str) -> None:
    """Show the situação by operator and by owner, and the list of situações, as bars and tables."""
    a, b = st.columns(2)
    for coluna, por, titulo, rotulo, vazio in (
        (a, "prestadora", t("Situação por prestadora"), t("Prestadora"), t("não informada")),
        (b, "bairro", t("Situação por bairro"), t("Bairro"), t("não informado")),
    ):
        rows = [row for row in ask("count_by", por, filtro) if row["avaliadas"]][:12]
        with coluna:
            draw_bars(melt_groups(rows, "chave", vazio), "chave", f"{titulo}, {lugar}")
            show_table(t("Ver em tabela"), group_rows(rows, rotulo, vazio))
    show_table(t("Todas as situações, em tabela"), situation_rows(ask("count_situacoes", filtro)))


def show_course(municipio: Mapping[str, Any]) -> None:
    """Show the course of the groups over the months."""
    serie = ask("list_serie", municipio["codigo_ibge"])
    if serie:
        draw_course(serie, t("Situação das estações de {m}, mês a mês", m=municipio["municipio"]))
        show_table(t("Ver em tabela"), course_rows(serie))
