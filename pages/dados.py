"""Every published file, how to reuse it and where it came from."""

import streamlit as st

from etrdash.ui.idioma import t
from etrdash.ui.leitura import current_acervo
from etrdash.ui.publicados import show_earlier, show_inputs, show_reuse, show_sums, show_tables

acervo = current_acervo()
st.title(t("Dados abertos"))
st.markdown(
    t("Tudo o que as páginas mostram está nestes arquivos, do acervo {id}.", id="`" + acervo.id + "`")
)
show_reuse(acervo)
show_tables(acervo)
st.header(t("Todos os arquivos, com tamanho e soma de verificação"), anchor="arquivos")
show_sums(acervo)
st.header(t("De onde vieram"), anchor="origem")
show_inputs()
st.header(t("Outros acervos"), anchor="acervos")
show_earlier(acervo)
