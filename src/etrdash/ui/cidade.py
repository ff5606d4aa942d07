"""The brief of one municipality."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.filtros import choose_one, kept_parameters
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
from etrdash.ui.habitantes import find_populacao, write_with_source
from etrdash.ui.html import draw_link, draw_shape, draw_sheet, draw_table, fill, show
from etrdash.ui.idioma import N_, t, tn
from etrdash.ui.leis import link_lei
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.paginas import link_to
from etrdash.ui.pendencias import show_pending
from etrdash.ui.ressalvas import show_caveats
from etrdash.ui.resumo import show_groups
from etrdash.ui.rotulos import label
from etrdash.ui.situacoes import name_situacao
from etrdash.ui.tabelas import show_table

MAIORES = 12
PRIMEIRAS = 3
DIMENSOES = {
    "prestadora": N_("Prestadora"),
    "detentora": N_("Detentora"),
    "bairro": N_("Bairro"),
    "tecnologia": N_("Tecnologia"),
    "nivel": N_("Ligação com o registro municipal"),
}
DUVIDOSAS = ("fora_do_municipio", "fora_do_brasil", "compartilhada", "ausente")


def show_brief(municipio: Mapping[str, Any]) -> None:
    """Show in one screen how many, how many on record, how many pending, on which date and base."""
    show(
        fill(
            '<p class="etr-lide">{a}</p><p class="etr-sobre">{b}</p>',
            a=say_counts(municipio, say_place(municipio)),
            b=say_basis(municipio, current_acervo().em),
        )
    )
    show_groups(municipio, municipio["codigo_ibge"], count_on_record(municipio))
    show_pending(municipio)
    show_caveats(municipio)


def count_on_record(municipio: Mapping[str, Any]) -> int | None:
    """Count the evaluated stations with an accepted link to a municipal process; None without records."""
    if municipio["base_recebida_em"] is None and not municipio["registros"]:
        return None
    avaliadas = Filtro(codigo_ibge=municipio["codigo_ibge"], avaliada=True)
    return sum(int(row["avaliadas"]) for row in ask("count_by", "nivel", avaliadas) if row["chave"])


def show_clock(municipio: Mapping[str, Any]) -> None:
    """Show the law, its validity, its deadline and the state of the records."""
    linhas: list[tuple[str, object]] = [
        (t("Lei aplicada"), link_lei(municipio["lei"])),
        (t("Vigência"), label("vigencia", municipio["vigencia"])),
        (t("Fim do prazo de adaptação"), write_date(municipio["prazo_em"])),
        (t("Cobertura"), label("cobertura", municipio["cobertura"])),
        (t("Recebidos em"), write_date(municipio["base_recebida_em"])),
        (
            t("Processos municipais"),
            t(
                "{n}, dos quais {k} sem estação correspondente",
                n=write_number(municipio["registros"]),
                k=write_number(municipio["orfaos"]),
            ),
        ),
        (
            t("Locais com antenas"),
            draw_link(
                "/mapa?" + urlencode(kept_parameters(ibge=municipio["codigo_ibge"], camada="sitios")),
                write_number(municipio["sitios"]),
            ),
        ),
    ]
    populacao = find_populacao(municipio["codigo_ibge"])
    if populacao:
        linhas.append((t("Estações por 100 mil habitantes"), write_with_source(populacao)))
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
    """Show the situação divided by one dimension, chosen by the reader, as bars and as a table."""
    por = (
        choose_one("por", t("Dividir por"), list(DIMENSOES), lambda d: t(DIMENSOES[d]), lista=False)
        or "prestadora"
    )
    rows = [row for row in ask("count_by", por, filtro) if row["avaliadas"]]
    nomeadas = [{**row, "chave": _name_key(por, row["chave"])} for row in rows]
    titulo = t("Situação por {dimensao}, {lugar}", dimensao=t(DIMENSOES[por]).lower(), lugar=lugar)
    draw_bars(melt_groups(nomeadas[:MAIORES], "chave", "—"), "chave", titulo)
    if len(nomeadas) > MAIORES:
        st.caption(t("No gráfico, as {n} maiores; a tabela traz todas.", n=write_number(MAIORES)))
    show_table(
        t("Ver em tabela ou baixar (CSV)"),
        "tabela_divisao",
        lambda: group_rows(nomeadas, t(DIMENSOES[por]), "—"),
    )
    show_table(
        t("Todas as situações, em tabela"),
        "tabela_situacoes",
        lambda: situation_rows(ask("count_situacoes", filtro)),
    )


def show_dates(municipio: Mapping[str, Any]) -> None:
    """Show the oldest pending terms and the validities that end within a year."""
    em = current_acervo().em
    ibge = municipio["codigo_ibge"]
    pendentes = Filtro(codigo_ibge=ibge, avaliada=True, grupos=("vermelho",))
    outras = Filtro(codigo_ibge=ibge, avaliada=True, grupos=("verde", "amarelo"))
    a, b = st.columns(2)
    for coluna, titulo, todas, *janela in (
        (
            a,
            t("Pendências com prazo passado, da mais antiga"),
            municipio["vermelho"],
            date.min,
            em,
            pendentes,
        ),
        (b, t("Prazos e validades nos próximos 12 meses"), None, em, em + timedelta(days=365), outras),
    ):
        with coluna:
            quantas = write_number(sum(mes["estacoes"] for mes in ask("count_prazos", *janela)))
            if todas:
                quantas = t("{n} de {m}", n=quantas, m=write_number(todas))
            st.markdown(f"**{titulo}**: {quantas}")
            primeiras = ask("list_prazos", *janela, PRIMEIRAS)
            show(draw_table([_describe_date(row) for row in primeiras], titulo))
    link_to("prazos", t("Todos os prazos de {m}", m=municipio["municipio"]), ibge=ibge)


def show_course(municipio: Mapping[str, Any]) -> None:
    """Show the course of the groups over the months."""
    serie = ask("list_serie", municipio["codigo_ibge"])
    if serie:
        draw_course(serie, t("Situação das estações de {m}, mês a mês", m=municipio["municipio"]))
        show_table(t("Ver em tabela ou baixar (CSV)"), "tabela_meses", lambda: course_rows(serie))


def show_more(municipio: Mapping[str, Any]) -> None:
    """Link to the map, the list and the printable page of the municipality."""
    ibge = municipio["codigo_ibge"]
    mapa = "/mapa?" + urlencode(kept_parameters(ibge=ibge))
    relatorio = f"/relatorio/{ibge}?acervo={current_acervo().id}"
    show(
        fill(
            '<p class="etr-baixar">{mapa}{lista}{relatorio}</p>',
            mapa=draw_link(mapa, t("Ver no mapa")),
            lista=draw_link("#lista", t("Lista de estações")),
            relatorio=draw_link(relatorio, t("Relatório de uma página, para imprimir")),
        )
    )


def show_data_quality(municipio: Mapping[str, Any]) -> None:
    """Show what limits the figures of a municipality: places, links and processes that do not fit."""
    ibge = municipio["codigo_ibge"]
    todas = Filtro(codigo_ibge=ibge)
    lugares = {row["chave"]: row["estacoes"] for row in ask("count_by", "qualidade_coordenada", todas)}
    duvidosas = sum(n for chave, n in lugares.items() if chave in DUVIDOSAS)
    provaveis = len({v["numero_estacao"] for v in ask("list_vinculos", codigo_ibge=ibge, ambigua=True)})
    show(
        draw_sheet(
            [
                (
                    t("Lugar"),
                    t(
                        "{n} de {m} estações licenciadas sem coordenada confiável (ausente, fora do município"
                        " ou repetida por muitas)",
                        n=write_number(duvidosas),
                        m=write_number(municipio["estacoes"]),
                    ),
                ),
                (
                    t("Ligações a conferir"),
                    tn(
                        "{n} estação com processo apenas provável",
                        "{n} estações com processo apenas provável",
                        provaveis,
                        n=write_number(provaveis),
                    ),
                ),
                (
                    t("Processos sem estação"),
                    t(
                        "{k} de {n} processos municipais",
                        k=write_number(municipio["orfaos"]),
                        n=write_number(municipio["registros"]),
                    ),
                ),
            ]
        )
    )
    link_to("conferencia", t("O que ainda falta conferir em {m}", m=municipio["municipio"]), ibge=ibge)


def _describe_date(row: Mapping[str, Any]) -> dict[str, object]:
    endereco = "/estacao?" + urlencode(kept_parameters(numero=row["numero_estacao"]))
    return {
        t("Dia"): write_date(row["prazo_em"]),
        t("Estação"): draw_link(endereco, row["numero_estacao"]),
        t("Situação"): fill("{a} {b}", a=draw_shape(row["grupo"]), b=name_situacao(row["situacao"])),
    }


def _name_key(por: str, chave: str | None) -> str:
    if chave is None:
        return t("nenhum registro ligado") if por == "nivel" else t("não informado")
    return label(por, chave) if por in {"tecnologia", "nivel"} else chave
