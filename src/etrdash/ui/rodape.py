"""The foot of every page: which data, from when, how complete, how to cite, where to complain."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.published.acervo import Acervo
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_number
from etrdash.ui.frases import say_received
from etrdash.ui.html import draw_link, fill, join, show
from etrdash.ui.idioma import current_language, t, tn
from etrdash.ui.leitura import ask, current_acervo, derive
from etrdash.ui.paginas import PAGINAS, list_pages
from etrdash.ui.rotulos import label

VARIAVEL_CONTATO = "ETRDASH_CONTATO"
PRIMEIROS = 3
"""Source files named at the foot of every page; `/dados` lists all."""


def show_footer(acervo: Acervo) -> None:
    """Show provenance, coverage, citation and contact, then the links to the method."""
    with st.container(key="rodape"):
        blocos = (
            (t("Acervo e fontes"), derive(_write_sources)),
            (t("Cobertura"), derive(_write_coverage)),
            (t("Como citar"), _draw_citation(acervo)),
            (t("Erros e respostas"), _write_contact()),
        )
        show(
            fill(
                '<div class="etr-rodape etr-colunas">{colunas}</div>',
                colunas=join(
                    fill("<section><h2>{titulo}</h2>{corpo}</section>", titulo=titulo, corpo=corpo)
                    for titulo, corpo in blocos
                ),
            )
        )
        paginas = list_pages()
        with st.container(horizontal=True, key="rodape-menu"):
            for p in PAGINAS:
                if p.endereco:
                    st.page_link(paginas[p.endereco], query_params=kept_parameters())


def _write_sources() -> Markup:
    acervo = current_acervo()
    municipios = ask("list_municipios")
    bases = sorted({m["base_recebida_em"] for m in municipios if m["base_recebida_em"]})
    anatel = [a["arquivo"] for a in ask("list_arquivos") if a["papel"] == "anatel"]
    linhas = [
        fill("<p>{a} <code>{id}</code></p>", a=t("Acervo"), id=acervo.id),
        fill("<p>{a}</p>", a=t("Situações calculadas para {dia}.", dia=write_date(acervo.em))),
        fill("<p>{a} {b}</p>", a=t("Licenças: ANATEL, arquivo"), b=_name_files(anatel)),
    ]
    if bases:
        texto = say_received(bases)
    elif any(a["papel"] == "municipal" for a in ask("list_arquivos")):
        texto = t("Registros municipais recebidos, sem data de extração informada.")
    else:
        texto = t("Nenhum registro municipal recebido.")
    return join([*linhas, fill("<p>{a}</p>", a=texto)])


def _name_files(arquivos: Sequence[str]) -> object:
    """Name the first files, and lead to the page that lists the others."""
    nomes = ", ".join(arquivos[:PRIMEIROS]) or VAZIO
    if len(arquivos) <= PRIMEIROS:
        return nomes
    outros = t("e mais {n}", n=write_number(len(arquivos) - PRIMEIROS))
    parametros = urlencode({"lang": current_language(), "acervo": current_acervo().id})
    return fill("{a} {b}", a=nomes, b=draw_link(f"/dados?{parametros}#origem", outros))


def _write_coverage() -> Markup:
    municipios = ask("list_municipios")
    totais = ask("read_totais")
    por_cobertura: dict[str, int] = {}
    for m in municipios:
        por_cobertura[m["cobertura"]] = por_cobertura.get(m["cobertura"], 0) + 1
    return join(
        [
            fill(
                "<p>{a}</p>",
                a=t(
                    "{avaliadas} de {estacoes} estações são de serviços que as leis avaliam; só elas"
                    " entram nas contagens.",
                    avaliadas=write_number(totais["avaliadas"]),
                    estacoes=write_number(totais["estacoes"]),
                ),
            ),
            *(
                fill(
                    "<p>{a}: {b}</p>",
                    a=tn("{n} município", "{n} municípios", quantos, n=write_number(quantos)),
                    b=label("cobertura", cobertura),
                )
                for cobertura, quantos in sorted(por_cobertura.items())
            ),
        ]
    )


def write_citation(acervo: Acervo) -> str:
    """Return how to cite what the page shows: its address, with filters and acervo, and the day."""
    pagina = (st.context.url or "").split("?")[0]
    parametros = {nome: st.query_params.get_all(nome) for nome in st.query_params} | {"acervo": [acervo.id]}
    endereco = f"{pagina}?{urlencode(parametros, doseq=True)}." if pagina else ""
    return t(
        "etrdash. Acervo {id}, situação em {em}. {endereco} Acesso em {hoje}.",
        id=acervo.id,
        em=write_date(acervo.em),
        endereco=endereco,
        hoje=write_date(date.today()),  # noqa: DTZ011 - the reader's day of access
    )


def _draw_citation(acervo: Acervo) -> Markup:
    return fill(
        "<p>{a}</p><p>{b}</p>",
        a=write_citation(acervo),
        b=t("Este endereço guarda os filtros e o acervo: mostra sempre os mesmos números."),
    )


def _write_contact() -> Markup:
    contato = os.environ.get(VARIAVEL_CONTATO, "").strip()
    nosso = (
        t("Erro nosso, ou resposta a publicar: {contato}.", contato=contato)
        if contato
        else t("Erro nosso, ou resposta a publicar: fale com quem mantém este painel.")
    )
    return fill(
        "<p>{a}</p><p>{b}</p><p>{c}</p>",
        a=t("Dado errado na licença: ANATEL, telefone 1331 ou www.gov.br/anatel."),
        b=t("Dado errado no registro municipal: a prefeitura; o contato está na página da cidade."),
        c=nosso,
    )
