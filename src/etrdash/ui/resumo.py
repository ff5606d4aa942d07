"""The figures at the head of a page: groups with counts and shares, and what the project does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_date, write_number, write_share
from etrdash.ui.frases import say_received
from etrdash.ui.html import draw_figures, fill, join, show
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import current_acervo
from etrdash.ui.ressalvas import say_reliability
from etrdash.ui.situacoes import MARCAS
from etrdash.vocabulario import Grupo


def show_purpose() -> None:
    """Say in three sentences what this is."""
    st.markdown(
        t(
            "Toda antena de celular precisa de licença da ANATEL. Muitas cidades também pedem, por lei,"
            " que a estrutura seja cadastrada ou licenciada na prefeitura, dentro de um prazo. Este painel"
            " põe lado a lado as duas listas e a lei de cada cidade, e mostra o que consta, o que está em"
            " andamento e o que não consta, sempre com o artigo, o documento e a data."
        )
    )


def show_trust(municipios: Sequence[Mapping[str, Any]]) -> None:
    """Say in four lines how far the figures can be trusted: coverage, dates, what is under review, errors.

    Args:
        municipios: rows of ``list_municipios``.
    """
    completos = sum(m["cobertura"] == "completa" for m in municipios)
    avaliadas = sum(m["avaliadas"] for m in municipios)
    conferir = sum(m["a_conferir"] for m in municipios)
    bases = sorted({m["base_recebida_em"] for m in municipios if m["base_recebida_em"]})
    linhas = [
        t(
            "Cobertura: {k} de {n} municípios deste acervo têm registros municipais completos.",
            k=write_number(completos),
            n=write_number(len(municipios)),
        )
        + (
            " " + t("Nos outros, nenhuma falta é apontada onde a base não basta.")
            if completos < len(municipios)
            else ""
        ),
        t("Data: situação em {dia}.", dia=write_date(current_acervo().em))
        + (f" {say_received(bases)} " + t("O que veio depois não aparece.") if bases else ""),
        tn(
            "Em conferência: {n} de {m} estações avaliadas ({p}) tem processo apenas provável; nada se"
            " conclui sobre ela.",
            "Em conferência: {n} de {m} estações avaliadas ({p}) têm processo apenas provável; nada se"
            " conclui sobre elas.",
            conferir,
            n=write_number(conferir),
            m=write_number(avaliadas),
            p=write_share(conferir, avaliadas),
        ),
        say_reliability(),
    ]
    show(
        fill(
            '<ul class="etr-passos">{linhas}</ul><p class="etr-sobre"><a href="{metodo}">{como}</a></p>',
            linhas=join(fill("<li>{linha}</li>", linha=linha) for linha in linhas),
            metodo="/metodologia?" + urlencode(kept_parameters()),
            como=t("Como as respostas são feitas"),
        )
    )


def show_groups(
    totais: Mapping[str, int], codigo_ibge: str | None = None, com_registro: int | None = None
) -> None:
    """Show the groups as big figures over the evaluated stations.

    Where nothing can be concluded about any station, only that is shown: a zero would read as an answer.

    Args:
        totais: ``estacoes, avaliadas, vermelho, amarelo, verde, cinza``.
        codigo_ibge: municipality whose map each figure opens, filtered by its group.
        com_registro: evaluated stations with a municipal process, where that is known.
    """
    avaliadas = totais["avaliadas"]
    show(
        draw_figures(
            [
                (
                    t("Estações avaliadas"),
                    write_number(avaliadas),
                    tn(
                        "de {n} licenciada",
                        "de {n} licenciadas",
                        totais["estacoes"],
                        n=write_number(totais["estacoes"]),
                    ),
                    None,
                    _address(codigo_ibge),
                ),
                *(
                    [
                        (
                            t("Com processo"),
                            write_number(com_registro),
                            t("na prefeitura, válido ou não"),
                            None,
                            _address_of_links(codigo_ibge),
                        )
                    ]
                    if com_registro is not None
                    else []
                ),
                *(
                    (
                        t(marca.nome),
                        write_number(totais[grupo]),
                        t("{p} das avaliadas", p=write_share(totais[grupo], avaliadas)),
                        grupo,
                        _address(codigo_ibge, grupo),
                    )
                    for grupo, marca in MARCAS.items()
                    if grupo is Grupo.CINZA or totais[Grupo.CINZA] < avaliadas
                ),
            ]
        )
    )


def _address(codigo_ibge: str | None, grupo: str = "") -> str | None:
    """Return the address of the rows behind a figure."""
    if codigo_ibge is None:
        return None
    return "/mapa?" + urlencode(kept_parameters(ibge=codigo_ibge, grupo=grupo))


def _address_of_links(codigo_ibge: str | None) -> str | None:
    """Return the address of the division by kind of link, on the page of the municipality."""
    if codigo_ibge is None:
        return None
    return "/cidade?" + urlencode(kept_parameters(ibge=codigo_ibge, por="nivel")) + "#divisao"
