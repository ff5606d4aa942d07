"""The method in words, and the glossary of situações."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from etrdash.traducao import ORIGEM
from etrdash.ui.html import draw_shape, fill, join, show
from etrdash.ui.idioma import current_language, t
from etrdash.ui.situacoes import MARCAS, NOMES, explain_situacao, say_situacao
from etrdash.vocabulario import Situacao

TEXTOS = Path(__file__).parent / "textos"


def show_text(nome: str) -> None:
    """Show a long text in the current language (``textos/<nome>.<language>.md``), Portuguese without one."""
    traduzido = TEXTOS / f"{nome}.{current_language()}.md"
    texto = traduzido if traduzido.exists() else TEXTOS / f"{nome}.{ORIGEM}.md"
    with st.container(key="texto"):
        st.markdown(texto.read_text(encoding="utf-8"))


def show_situacoes() -> None:
    """Show the eighteen situações by group, each with name, code and meaning."""
    data = t("DD/MM/AAAA")
    for grupo, marca in MARCAS.items():
        show(
            fill(
                '<h3 class="etr-grupo">{forma} {nome}</h3><p class="etr-sobre">{explicacao}</p>'
                '<dl class="etr-ficha">{linhas}</dl>',
                forma=draw_shape(grupo),
                nome=t(marca.nome),
                explicacao=t(marca.explicacao),
                linhas=join(
                    fill(
                        '<dt>{nome}<br><span class="etr-codigo">{codigo}</span></dt>'
                        '<dd>{frase}<br><span class="etr-sobre">{sentido}</span></dd>',
                        nome=t(NOMES[s]),
                        codigo=s.value,
                        frase=say_situacao(s, data, current_language()),
                        sentido=explain_situacao(s),
                    )
                    for s in Situacao
                    if s.grupo is grupo
                ),
            )
        )
