"""The list of published files: rows, sizes, sums, dictionary, licence, earlier acervos."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import streamlit as st
from markupsafe import Markup

from etrdash.marts.dicionario import Tabela, list_publicadas
from etrdash.published.acervo import Acervo
from etrdash.published.store import find_store
from etrdash.ui.filtros import choose_page
from etrdash.ui.formatos import write_bytes, write_number
from etrdash.ui.html import draw_link, draw_sheet, draw_table, fill, join, show
from etrdash.ui.idioma import N_, current_language, t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.paginas import link_to
from etrdash.ui.rodape import write_citation
from etrdash.ui.tabelas import fold

POR_PAGINA = 50
SABORES = (
    (".csv", "CSV"),
    (".excel.csv", "CSV Excel"),
    (".parquet", "Parquet"),
    (".geojson", "GeoJSON"),
    (".xlsx", "XLSX"),
)


def show_tables(acervo: Acervo) -> None:
    """Show one card per published table: what a row is, rows, files with size, and the columns."""
    publicados = {item["arquivo"]: item for item in acervo.list_publicados()}
    portugues = current_language() == "pt"
    for tabela in list_publicadas():
        arquivos = [
            (nome, publicados[tabela.nome + sufixo])
            for sufixo, nome in SABORES
            if tabela.nome + sufixo in publicados
        ]
        if not arquivos:
            continue
        linhas = arquivos[0][1]["linhas"] or 0
        with st.container(border=True):
            st.header(tabela.titulo if portugues else tabela.title, anchor=tabela.nome)
            st.markdown(tabela.descricao if portugues else tabela.description)
            show(
                fill(
                    '<div class="etr-baixar"><span>{n}</span>{links}</div>',
                    n=tn("{n} linha", "{n} linhas", linhas, n=write_number(linhas)),
                    links=join(_link(acervo, nome, item) for nome, item in arquivos),
                )
            )
            colunas = t("Colunas de {arquivo}", arquivo=tabela.nome + ".csv")
            with fold(colunas, f"colunas_{tabela.nome}") as aberta:
                if aberta:
                    show(_draw_columns(tabela, colunas))


def _draw_columns(tabela: Tabela, titulo: str) -> Markup:
    portugues = current_language() == "pt"
    return draw_table(
        [
            {
                t("Coluna"): fill("<code>{nome}</code>", nome=c.nome),
                t("Tipo de dado"): t(TIPOS.get(c.tipo, c.tipo)),
                t("O que é"): c.descricao if portugues else c.description,
                t("Valores possíveis"): ", ".join(c.valores),
            }
            for c in tabela.colunas
        ],
        titulo,
    )


def show_sums(acervo: Acervo) -> None:
    """Show every file with its size and SHA-256, and the files that describe them."""
    show(
        draw_table(
            [
                {
                    t("Arquivo"): draw_link(f"/dados/{acervo.id}/{item['arquivo']}", item["arquivo"]),
                    t("Linhas"): write_number(item["linhas"]),
                    t("Tamanho"): write_bytes(item["bytes"]),
                    "SHA-256": fill("<code>{soma}</code>", soma=item["sha256"]),
                }
                for item in acervo.list_publicados()
            ],
            t("Todos os arquivos, com tamanho e soma de verificação"),
        )
    )


def show_reuse(acervo: Acervo) -> None:
    """Show the licence, how to cite and how to make the same figures again."""
    licenca = (
        "CC0 1.0" if acervo.ficticio else t("CC BY 4.0; a ANATEL e cada prefeitura são citadas como fonte")
    )
    comando = "etrdash demo" if acervo.ficticio else write_command(acervo)
    show(
        draw_sheet(
            [
                (t("Licença"), licenca),
                (
                    t("Descrição legível por máquina"),
                    fill('<a href="/dados/{id}/datapackage.json">datapackage.json</a>', id=acervo.id),
                ),
                (t("API"), fill('<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>')),
            ]
        )
    )
    for titulo, texto in (
        (t("Como citar"), write_citation(acervo)),
        (t("Para refazer estes números"), comando),
        (t("Para conferir os arquivos"), "sha256sum -c SHA256SUMS"),
    ):
        st.caption(titulo)
        st.code(texto, language=None, wrap_lines=True)


def write_command(acervo: Acervo) -> str:
    """Return the command that builds the same acervo from its input files, by the names that they had."""
    entradas: dict[str, list[str]] = {"anatel": [], "municipal": []}
    for arquivo in ask("list_arquivos"):
        nome = str(arquivo["arquivo"]).split("!")[0]
        codigo = f"{arquivo['codigo_ibge']}=" if arquivo["codigo_ibge"] else ""
        if codigo + nome not in entradas.setdefault(arquivo["papel"], []):
            entradas[arquivo["papel"]].append(codigo + nome)
    opcoes = " ".join(f"--{papel} {shlex.join(nomes)}" for papel, nomes in entradas.items() if nomes)
    return f"etrdash build {opcoes} --as-of {acervo.em.isoformat()}"


def show_inputs() -> None:
    """Show the input files with their account of rows: read = loaded + repeated + rejected."""
    arquivos = ask("list_arquivos")
    inicio = choose_page("entradas", len(arquivos), POR_PAGINA)
    show(
        draw_table([_describe_input(a) for a in arquivos[inicio : inicio + POR_PAGINA]], t("De onde vieram"))
    )
    st.caption(
        t("Em cada arquivo: lidas = carregadas + repetidas + rejeitadas. Nenhuma linha se perde sem conta.")
    )


def show_earlier(acervo: Acervo) -> None:
    """List the acervos of the store, newest first, each with its link."""
    ids = [item for item in reversed(find_store().list_ids()) if item != acervo.id]
    if not ids:
        st.caption(t("Este é o único acervo publicado."))
    for item in ids[:20]:
        link_to("dados", t("Acervo {id}", id=item), acervo=item)


TIPOS = {
    "texto": N_("texto"),
    "inteiro": N_("número inteiro"),
    "numero": N_("número"),
    "data": N_("data"),
    "mes": N_("mês"),
    "logico": N_("sim ou não"),
    "lista": N_("lista"),
    "json": "JSON",
}


def _link(acervo: Acervo, nome: str, item: Mapping[str, Any]) -> Any:
    return fill(
        '<a href="/dados/{id}/{arquivo}">{nome} <span class="etr-sobre">{tamanho}</span></a>',
        id=acervo.id,
        arquivo=item["arquivo"],
        nome=nome,
        tamanho=write_bytes(item["bytes"]),
    )


PAPEIS = {
    "anatel": N_("ANATEL"),
    "municipal": N_("prefeitura"),
    "pontos": N_("locais que leis citam"),
    "malha": N_("contornos dos municípios"),
    "populacao": N_("população"),
}


def _describe_input(arquivo: Mapping[str, Any]) -> dict[str, object]:
    return {
        t("Arquivo"): arquivo["arquivo"],
        t("Fonte"): t(PAPEIS[arquivo["papel"]]),
        t("Leiaute"): arquivo["layout"],
        t("Lidas"): arquivo["lidas"],
        t("Carregadas"): arquivo["carregadas"],
        t("Repetidas"): arquivo["repetidas"],
        t("Rejeitadas"): arquivo["rejeitadas"],
        t("Dados pessoais descartados"): arquivo["pessoais_descartados"],
        "SHA-256": fill("<code>{soma}</code>", soma=arquivo["sha256"]),
    }
