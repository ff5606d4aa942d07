"""The list of pages: address, file and title; the navigation and every internal link come from here."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from etrdash.ui.filtros import kept_parameters
from etrdash.ui.html import write_plain
from etrdash.ui.idioma import N_, t


@dataclass(frozen=True, slots=True)
class Pagina:
    """One page of SPEC §7.

    Attributes:
        endereco: URL path without the slash; empty for the first page.
        arquivo: file name inside ``pages/``.
        titulo: title in Portuguese (translated when shown).
        no_menu: whether the header lists it; the others are in the footer.
    """

    endereco: str
    arquivo: str
    titulo: str
    no_menu: bool = True


PAGINAS = (
    Pagina("", "inicio.py", N_("Início")),
    Pagina("mapa", "mapa.py", N_("Mapa")),
    Pagina("cidade", "cidade.py", N_("Cidade")),
    Pagina("estacao", "estacao.py", N_("Estação")),
    Pagina("prazos", "prazos.py", N_("Prazos")),
    Pagina("comparar", "comparar.py", N_("Comparar")),
    Pagina("leis", "leis.py", N_("Leis")),
    Pagina("dados", "dados.py", N_("Dados")),
    Pagina("conferencia", "conferencia.py", N_("Conferência"), no_menu=False),
    Pagina("metodologia", "metodologia.py", N_("Metodologia"), no_menu=False),
)


def find_folder() -> Path:
    """Return the folder of the page scripts: the checkout's ``pages/`` or the copy inside the package."""
    here = Path(__file__).resolve()
    checkout = here.parents[3] / "pages"
    return checkout if checkout.is_dir() else here.parents[1] / "_pages"


_da_vez: ContextVar[dict[str, st.Page] | None] = ContextVar("paginas", default=None)
"""Pages of the run in course: making them resolves ten paths, and every link needs one."""


def build_pages() -> dict[str, st.Page]:
    """Make, for this run, address → Streamlit page, in menu order, titled in the current language."""
    pasta = find_folder()
    pages = {
        p.endereco: st.Page(
            pasta / p.arquivo,
            title=t(p.titulo),
            url_path=p.endereco or "inicio",
            default=not p.endereco,
        )
        for p in PAGINAS
    }
    _da_vez.set(pages)
    return pages


def list_pages() -> dict[str, st.Page]:
    """Return the pages of this run."""
    return _da_vez.get() or build_pages()


def name_page(titulo: str) -> None:
    """Put what the page is about into the browser's tab, beside the name of the site."""
    st.set_page_config(page_title=f"{titulo} · etrdash")


def link_to(endereco: str, rotulo: str, **parametros: str) -> None:
    """Show a link to a page of the dashboard that keeps language and acervo.

    Args:
        endereco: address of the page.
        rotulo: text of the link, shown letter by letter.
        **parametros: query parameters of the target.
    """
    st.page_link(
        list_pages()[endereco], label=write_plain(rotulo), query_params=kept_parameters(**parametros)
    )
