"""First page: one question, and what this is."""

import streamlit as st

from etrdash.ui.arquivos import offer_rows
from etrdash.ui.busca import show_search
from etrdash.ui.escolha import choose_uf
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask
from etrdash.ui.municipios import show_municipios_table
from etrdash.ui.resumo import show_groups, show_purpose, show_trust

st.title(t("Que antenas há perto de você, e o que a prefeitura tem registrado sobre elas?"))
municipios = ask("list_municipios")
if not show_search():
    show_purpose()
    st.header(t("Neste acervo"), anchor="acervo")
    show_groups(ask("read_totais"))
    st.header(t("Até onde confiar"), anchor="confianca")
    show_trust(municipios)
st.header(t("Municípios"), anchor="municipios")
choose_uf(municipios)
show_municipios_table(municipios)
offer_rows(
    "municipios",
    lambda: [
        {k: v for k, v in m.items() if k != "ficha"}
        for m in municipios
        if st.query_params.get("uf") in {None, m["uf"]}
    ],
)
