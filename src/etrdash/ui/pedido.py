"""What a reader can do next: a ready request for information, and where to report an error."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import streamlit as st

from etrdash.ui.formatos import VAZIO
from etrdash.ui.html import fill, join, show
from etrdash.ui.idioma import t
from etrdash.ui.leis import name_lei
from etrdash.ui.rodape import VARIAVEL_CONTATO
from etrdash.ui.situacoes import say_officially

EXPOSICAO = "https://www.gov.br/anatel/pt-br/regulado/fiscalizacao/planos-de-monitoracao"


def show_request(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> None:
    """Show a request under the access-to-information law, ready to copy (always in Portuguese)."""
    st.header(t("Perguntar à prefeitura"), anchor="pergunta")
    st.markdown(
        t(
            "Qualquer pessoa pode pedir o documento pela Lei de Acesso à Informação (Lei 12.527/2011), sem"
            " dizer por quê. Copie o texto e envie pelo sistema de informação ao cidadão ou pela ouvidoria"
            " do município."
        )
    )
    with st.container(key="pedido"):
        st.code(write_request(estacao, municipio), language=None, wrap_lines=True)
        with st.expander(t("Prefere avisar a ouvidoria? Há um texto para isso")):
            st.markdown(
                t(
                    "A ouvidoria recebe pedidos de providência e tem de responder (Lei 13.460/2017). Ela não"
                    " substitui o pedido de documento acima."
                )
            )
            st.code(write_notice(estacao, municipio), language=None, wrap_lines=True)


def write_request(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> str:
    """Return the request for the municipal documents of one station, in Portuguese."""
    lei = f", à luz da {name_lei(estacao['lei'])}" if estacao["lei"] else ""
    frase = say_officially(estacao, municipio["base_recebida_em"])
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


def write_notice(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> str:
    """Return the text for the city's ombudsman about one station, in Portuguese; it states no breach."""
    frase = say_officially(estacao, municipio["base_recebida_em"])
    return (
        f"À Ouvidoria do Município de {municipio['municipio']} ({municipio['uf']}).\n\nCom fundamento na Lei"
        " 13.460/2017, peço que o órgão responsável verifique a situação municipal da estação transmissora de"
        f" radiocomunicação nº {estacao['numero_estacao']}, licenciada pela ANATEL no endereço"
        f" {estacao['endereco'] or 'não informado'}.\n\nSegundo o painel etrdash (acervo"
        f" {estacao['acervo']}): {frase} Isso pode ser falha do cadastro consultado; por isso peço a"
        " verificação e uma resposta conclusiva, com o número do processo, se houver."
    )


def show_corrections(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> None:
    """Say where each kind of error is corrected, and how a company or city hall sends its reply."""
    st.header(t("Viu um erro, ou quer responder?"), anchor="erros")
    contato = os.environ.get(VARIAVEL_CONTATO, "").strip()
    show(
        fill(
            "<ul class='etr-passos'>{itens}</ul>",
            itens=join(
                fill("<li><b>{a}</b> {b}</li>", a=a, b=b)
                for a, b in (
                    (
                        t("Número, endereço, coordenada ou validade da licença:"),
                        t(
                            "ANATEL, telefone 1331 ou www.gov.br/anatel. A linha de origem é {arquivo},"
                            " linha {linha}.",
                            arquivo=estacao["arquivo"] or VAZIO,
                            linha=estacao["linha"] or VAZIO,
                        ),
                    ),
                    (
                        t("Processo ou ato municipal:"),
                        t(
                            "a prefeitura, pelo texto acima. Contato informado: {contato}",
                            contato=(municipio.get("ficha") or {}).get("contato") or t("nenhum."),
                        ),
                    ),
                    (
                        t("Ligação entre os dois, leitura da lei ou cálculo do prazo:"),
                        t(
                            "este painel. Diga o número da estação e o acervo {id}. {contato}",
                            id=estacao["acervo"],
                            contato=contato or t("Fale com quem o mantém."),
                        ),
                    ),
                    (
                        t("Resposta da empresa ou da prefeitura:"),
                        t(
                            "envie o texto a quem mantém o painel; ele é publicado aqui, ao lado da situação,"
                            " com data."
                        ),
                    ),
                )
            ),
        )
    )
    show(
        fill(
            '<p>{a} <a href="{url}" rel="external">{b}</a></p>',
            a=t(
                "Esta página não trata de saúde nem de segurança. A exposição a campos eletromagnéticos é"
                " limitada pela Lei 11.934/2009 e fiscalizada pela ANATEL:"
            ),
            url=EXPOSICAO,
            b=t("o que a ANATEL informa sobre isso"),
        )
    )
