"""The map: municipalities, then the stations of one."""

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.arquivos import offer_downloads
from etrdash.ui.atlas import show_estacoes, show_municipios
from etrdash.ui.escolha import choose_filters, choose_municipio
from etrdash.ui.frases import say_basis
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.municipios import show_municipios_table
from etrdash.ui.paginas import link_to
from etrdash.ui.tabelas import show_stations

st.title(t("Mapa das antenas"))
municipio = choose_municipio(t("Município (ou clique no mapa)"))
if municipio is None:
    municipios = ask("list_municipios")
    st.markdown(
        t(
            "Cada círculo é um município; o tamanho é o número de estações avaliadas. Clique em um para"
            " ver as suas."
        )
    )
    show_municipios(municipios)
    show_municipios_table(municipios)
else:
    st.markdown(say_basis(municipio, current_acervo().em))
    filtro = choose_filters(Filtro(codigo_ibge=municipio["codigo_ibge"]))
    show_estacoes(filtro)
    link_to("cidade", t("Ver os números de {m}", m=municipio["municipio"]), ibge=municipio["codigo_ibge"])
    st.header(t("As mesmas estações, em tabela"))
    show_stations(filtro)
    offer_downloads(filtro)
