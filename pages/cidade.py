"""One municipality: the brief, the dates, the course, the list and its files."""

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.arquivos import offer_downloads
from etrdash.ui.cidade import (
    show_breakdown,
    show_brief,
    show_clock,
    show_course,
    show_data_quality,
    show_dates,
    show_more,
)
from etrdash.ui.distancias import show_city_distances
from etrdash.ui.escolha import choose_filters, choose_municipio
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask
from etrdash.ui.mudancas import show_changes
from etrdash.ui.municipios import show_municipios_table
from etrdash.ui.paginas import name_page
from etrdash.ui.tabelas import show_stations
from etrdash.ui.tempos import show_times

titulo = st.empty()
resumo = st.container()
municipio = choose_municipio()
if municipio is None:
    titulo.title(t("Escolha uma cidade"))
    show_municipios_table(ask("list_municipios"))
else:
    base = Filtro(codigo_ibge=municipio["codigo_ibge"])
    cidade = f"{municipio['municipio']} ({municipio['uf']})"
    titulo.title(cidade)
    name_page(cidade)
    with resumo:
        show_brief(municipio)
    show_more(municipio)
    st.header(t("Nos últimos 24 meses"), anchor="curso")
    show_course(municipio)
    st.header(t("Lei, prazo e registros"), anchor="lei")
    show_clock(municipio)
    st.header(t("Datas"), anchor="datas")
    show_dates(municipio)
    st.header(t("Quem opera, de quem é, onde e com que tecnologia"), anchor="divisao")
    show_breakdown(base, municipio["municipio"])
    show_times(municipio)
    st.header(t("O que mudou desde o acervo anterior"), anchor="mudancas")
    show_changes(municipio)
    show_city_distances(municipio)
    st.header(t("Qualidade dos dados"), anchor="qualidade")
    show_data_quality(municipio)
    st.header(t("Lista de estações"), anchor="lista")
    filtro = choose_filters(base)
    show_stations(filtro)
    offer_downloads(filtro)
