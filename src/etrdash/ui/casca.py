"""The shell around every page: navigation, header, notices and footer."""

from __future__ import annotations

import logging
from base64 import b64encode
from functools import cache
from pathlib import Path
from traceback import format_tb
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.erros import EtrdashError
from etrdash.published.retiradas import find_substituto, read_retiradas
from etrdash.published.store import find_store
from etrdash.traducao import list_idiomas, name_idioma, tag_idioma
from etrdash.ui.filtros import PAGINA, kept_parameters
from etrdash.ui.formatos import write_date
from etrdash.ui.frescor import show_freshness
from etrdash.ui.html import fill, show, write_plain
from etrdash.ui.idioma import current_language, fix_language, t
from etrdash.ui.leitura import current_acervo, fix_acervo, is_earlier
from etrdash.ui.paginas import PAGINAS, build_pages
from etrdash.ui.rodape import show_footer

ESTATICO = Path(__file__).parent / "estatico"


def run_shell() -> None:
    """Draw the page that the address asks for inside the common shell."""
    fix_language()
    paginas = build_pages()
    pagina = st.navigation(list(paginas.values()), position="hidden")
    st.set_page_config(
        page_title=f"{pagina.title} · etrdash", page_icon=str(ESTATICO / "marca.png"), layout="wide"
    )
    st.session_state[PAGINA] = pagina.url_path
    show_header(paginas, pagina)
    try:
        acervo = fix_acervo()
    except EtrdashError as erro:
        asked = st.query_params.get("acervo")
        if asked and asked not in find_store().list_ids():
            show_absent(asked)
        else:
            show_failure(erro)
        return
    show_notices()
    try:
        pagina.run()
    except EtrdashError as erro:
        show_failure(erro)
    except Exception as erro:  # the last place that can still say it in the reader's language
        report_defect(pagina.url_path, erro)
    show_footer(acervo)


@cache
def read_logo() -> Markup:
    """Return the mark as an inline image."""
    data = b64encode((ESTATICO / "marca.svg").read_bytes()).decode()
    return fill('<img alt="" src="data:image/svg+xml;base64,{data}">', data=data)


def show_header(paginas: dict[str, st.Page], atual: st.Page) -> None:
    """Show the name, the menu and the language switch."""
    with st.container(key="topo"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            show(
                fill(
                    '<div class="etr-topo">{logo}<div><strong>etrdash</strong><span>{lema}</span>'
                    "</div></div>",
                    logo=read_logo(),
                    lema=t("Antenas licenciadas, registros municipais e o que cada lei pede"),
                )
            )
            with st.container(key="idioma", width="content"):
                show(Markup("").join(map(draw_language, sorted(set(list_idiomas()) - {current_language()}))))
        with st.container(key="menu", horizontal=True):
            for p in PAGINAS:
                if p.no_menu:
                    with st.container(key="atual" if paginas[p.endereco] is atual else None, width="content"):
                        st.page_link(paginas[p.endereco], query_params=kept_parameters())


def draw_language(outra: str) -> Markup:
    """Return the link to this view in another language: a new load, so that the page says its language."""
    return fill(
        '<a class="etr-idioma" href="?{mesma}" hreflang="{tag}" lang="{tag}">{nome}</a>',
        mesma=write_view(lang=outra),
        tag=tag_idioma(outra),
        nome=name_idioma(outra),
    )


def show_notices() -> None:
    """Say on every page that the data are fictitious, old, or that the acervo is not the current one."""
    acervo = current_acervo()
    if acervo.ficticio:
        show(
            fill(
                '<div class="etr-faixa" role="note"><strong>{a}</strong> {b}</div>',
                a=t("Dados fictícios."),
                b=t("Municípios reais; empresas, antenas, processos e situações inventados."),
            )
        )
    elif not is_earlier(acervo):
        show_freshness(acervo)
    if is_earlier(acervo):
        show(
            fill(
                '<div class="etr-faixa" role="note">{a} <code>{id}</code>. <a href="?{mesma}">{b}</a></div>',
                a=t("Você está vendo um acervo anterior:"),
                id=acervo.id,
                mesma=write_view(acervo=""),
                b=t("Ver o atual"),
            )
        )


def write_view(**changed: str) -> str:
    """Return the parameters of this view, its language named, some changed; an empty value leaves one out."""
    view = {nome: st.query_params.get_all(nome) for nome in st.query_params} | {"lang": [current_language()]}
    view |= {nome: [valor] for nome, valor in changed.items()}
    return urlencode({nome: valores for nome, valores in view.items() if valores != [""]}, doseq=True)


def report_defect(pagina: str, erro: Exception) -> None:
    """Say that part of a page failed and what to do; log where, never the message: it may hold data."""
    onde = "".join(format_tb(erro.__traceback__))
    logging.getLogger("etrdash.ui").error("page %s failed: %s\n%s", pagina, type(erro).__name__, onde)
    st.warning(
        t(
            "Parte desta página não pôde ser mostrada, por um defeito nosso. Os arquivos abertos e as outras"
            " páginas continuam valendo. Recarregue; se continuar, avise pelo contato do rodapé, com este"
            " endereço."
        )
    )


def show_absent(asked: str) -> None:
    """Say that the acervo of the address left or never was; lead to the same view of one that is there."""
    store = find_store()
    retiradas = read_retiradas(store.pasta)
    st.title(t("O acervo deste endereço não está aqui"))
    if asked in retiradas:
        st.warning(
            t(
                "O acervo {id} foi retirado em {data}.",
                id=write_plain(asked),
                data=write_date(retiradas[asked].em),
            )
        )
    else:
        st.warning(
            t(
                "Não há acervo {id}: o endereço pode ter sido cortado ou vir de outro painel.",
                id=write_plain(asked[:40]),
            )
        )
    substituto = find_substituto(retiradas, asked) if asked in retiradas else None
    if substituto in store.list_ids():
        mesma = write_view(acervo=str(substituto))
        show(fill('<p><a href="?{mesma}">{b}</a></p>', mesma=mesma, b=t("Ver no acervo que o substitui")))
    elif store.find_current():
        show(
            fill('<p><a href="?{mesma}">{b}</a></p>', mesma=write_view(acervo=""), b=t("Ver no acervo atual"))
        )


def show_failure(erro: EtrdashError) -> None:
    """Say what happened and what to do, without technical detail."""
    st.title(t("Não foi possível mostrar esta página"))
    for problema in erro.problemas:
        st.warning(problema.mensagem)
        if problema.remedio:
            st.markdown(problema.remedio)
