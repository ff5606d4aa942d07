"""One station, from the answer to the documents behind it."""

import streamlit as st

from etrdash.ui.distancias import show_distances
from etrdash.ui.estacao import (
    offer_station,
    show_answer,
    show_identity,
    show_reasons,
    show_rule,
    show_siblings,
)
from etrdash.ui.filtros import write_text
from etrdash.ui.idioma import current_language, t
from etrdash.ui.leitura import ask
from etrdash.ui.paginas import link_to, name_page
from etrdash.ui.pedido import show_corrections, show_request
from etrdash.ui.provas import show_links, show_sources

titulo = st.empty()
numero = write_text(
    "numero", t("Número da estação na ANATEL"), t("Ex.: o número na placa ou na lista da cidade")
)
estacao = ask("find_estacao", numero, current_language()) if numero else None
if estacao is None:
    titulo.title(t("Estação"))
    if numero:
        st.warning(
            t(
                "A estação {numero} não está neste acervo. Confira o número ou busque pela cidade.",
                numero=numero,
            )
        )
    link_to("", t("Buscar por cidade, bairro ou rua"))
else:
    titulo.title(t("Estação {numero}", numero=numero))
    name_page(t("Estação {numero}", numero=numero))
    municipio = ask("find_municipio", estacao["codigo_ibge"])
    show_answer(estacao, municipio)
    show_identity(estacao)
    show_rule(estacao)
    show_distances(estacao)
    show_reasons(estacao)
    show_sources(estacao)
    show_links(estacao)
    show_siblings(estacao)
    offer_station(estacao)
    show_request(estacao, municipio)
    show_corrections(estacao, municipio)
    link_to("cidade", t("Todas as estações de {m}", m=municipio["municipio"]), ibge=municipio["codigo_ibge"])
