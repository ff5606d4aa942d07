"""The figures at the head of a page: groups with counts and shares, and what the project does."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st

from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_number, write_share
from etrdash.ui.html import draw_figures, show
from etrdash.ui.idioma import t, tn
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
