"""What still has to be checked: probable links, orphans, decisions, rejects, coordinates."""

from datetime import date

import streamlit as st

from etrdash.ui.conferencia import (
    show_both_ways,
    show_decisions_to_review,
    show_links_to_check,
    show_orphans,
    show_quality,
    show_rejects,
)
from etrdash.ui.escolha import choose_municipio
from etrdash.ui.idioma import t
from etrdash.ui.paginas import name_page

st.title(t("Conferência"))
st.markdown(
    t(
        "O que não encaixou fica à vista: processos sem antena, antenas com mais de um processo possível,"
        " linhas recusadas e coordenadas duvidosas. Nada disso vira acusação; é lista de trabalho."
    )
)
municipio = choose_municipio()
if municipio:
    name_page(t("Conferência de {m}", m=f"{municipio['municipio']} ({municipio['uf']})"))
ibge = municipio["codigo_ibge"] if municipio else None
show_links_to_check(ibge, date.today())  # noqa: DTZ011 - the day of the decision
show_both_ways(ibge)
show_orphans(ibge)
show_decisions_to_review()
show_quality(ibge)
show_rejects()
