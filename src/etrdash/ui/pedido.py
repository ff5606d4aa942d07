"""What a reader can do next: a ready request for information, and where to report an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from etrdash.ui.formatos import VAZIO
from etrdash.ui.html import fill, show
from etrdash.ui.idioma import t
from etrdash.ui.leis import name_lei
from etrdash.ui.situacoes import say_situacao


def show_request(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> None:
    """Show a request under the access-to-information law, ready to copy (always in Portuguese)."""
    st.header(t("Perguntar à prefeitura"))
    st.markdown(
        t(
            "Qualquer pessoa pode pedir o documento pela Lei de Acesso à Informação (Lei 12.527/2011), sem"
            " dizer por quê. Copie o texto e envie pelo sistema de informação ao cidadão ou pela ouvidoria"
            " do município."
        )
    )
    with st.container(key="pedido"):
        st.code(write_request(estacao, municipio), language=None, wrap_lines=True)


def write_request(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> str:
    """Return the request for the municipal documents of one station, in Portuguese."""
    lei = f", à luz da {name_lei(estacao['lei'])}" if estacao["lei"] else ""
    frase = say_situacao(estacao["situacao"], estacao["prazo_em"], municipio["base_recebida_em"])
    return (
        f"À Prefeitura Municipal de {municipio['municipio']} ({municipio['uf']}).\n\nCom fundamento na Lei"
        " 12.527/2011, peço acesso aos documentos municipais (cadastro, comunicação, licença, alvará ou"
        " certidão, com os respectivos pedidos e decisões) da estação transmissora de radiocomunicação nº"
        f" {estacao['numero_estacao']}, de {estacao['prestadora'] or 'prestadora não informada'},"
        f" licenciada pela ANATEL no endereço {estacao['endereco'] or 'não informado'}{lei}.\n\nO painel"
        f" etrdash (acervo {estacao['acervo']}) informa: {frase} Peço que a prefeitura confirme ou corrija"
        " essa informação. Se não houver documento, peço que isso seja dito expressamente, com a"
        " indicação do órgão responsável.\n\nPeço resposta por meio eletrônico."
    )


def show_corrections(estacao: Mapping[str, Any]) -> None:
    """Say where each kind of error is corrected, and how a company or city hall sends its reply."""
    st.header(t("Viu um erro?"))
    show(
        fill(
            "<ul class='etr-passos'><li>{a}</li><li>{b}</li><li>{c}</li></ul>",
            a=t(
                "Número, endereço, coordenada ou validade da licença: ANATEL. A linha de origem é"
                " {arquivo}, linha {linha}.",
                arquivo=estacao["arquivo"] or VAZIO,
                linha=estacao["linha"] or VAZIO,
            ),
            b=t("Processo ou ato municipal: a prefeitura, pelo texto acima."),
            c=t(
                "Ligação entre os dois, leitura da lei ou cálculo do prazo: este painel. Diga o número da"
                " estação e o acervo. A resposta da empresa ou da prefeitura é publicada ao lado da"
                " situação, com data."
            ),
        )
    )
