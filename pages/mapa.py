"""The map: states, then municipalities, then the stations of one, on any month of the series."""

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.arquivos import offer_downloads
from etrdash.ui.atlas import show_estacoes, show_lugares
from etrdash.ui.escolha import choose_filters, choose_municipio
from etrdash.ui.frases import say_basis
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.meses import choose_month
from etrdash.ui.municipios import show_municipios_table
from etrdash.ui.paginas import link_to
from etrdash.ui.passos import read_uf, show_steps
from etrdash.ui.perto import find_municipio_near
from etrdash.ui.tabelas import show_stations

st.title(t("Mapa das antenas"))
municipios = ask("list_municipios")
perto = find_municipio_near(municipios)
municipio = choose_municipio(t("Município (ou clique no mapa)"))
uf = read_uf(municipios, st.query_params.get("uf"))
show_steps(uf, municipio)
filtros, mapa = st.container(), st.container()
mes = choose_month()
if municipio is None:
    with filtros:
        filtro = choose_filters(Filtro(uf=uf, mes=mes))
    with mapa:
        show_lugares(municipios, filtro, uf)
    show_municipios_table(municipios)
else:
    with filtros:
        st.markdown(say_basis(municipio, current_acervo().em))
        filtro = choose_filters(Filtro(codigo_ibge=municipio["codigo_ibge"], mes=mes))
    with mapa:
        show_estacoes(filtro, perto)
    link_to("cidade", t("Ver os números de {m}", m=municipio["municipio"]), ibge=municipio["codigo_ibge"])
    st.header(t("As mesmas estações, em tabela"), anchor="tabela")
    show_stations(filtro)
    offer_downloads(filtro)
