"""The table of municipalities: what the map of municipalities shows, in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from etrdash.ui import rotulos
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import write_date
from etrdash.ui.idioma import t
from etrdash.ui.situacoes import MARCAS, mark_of, name_grupo


def show_municipios_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Show one row per municipality, in alphabetical order, with a link to its page."""
    extra = "".join(f"&{k}={v}" for k, v in kept_parameters().items())
    tabela = pd.DataFrame(
        [
            {
                "link": f"/cidade?ibge={row['codigo_ibge']}{extra}",
                t("Município"): f"{row['municipio']} ({row['uf']})",
                t("Estações"): row["estacoes"],
                t("Avaliadas"): row["avaliadas"],
                **{f"{mark_of(g).simbolo} {name_grupo(g)}": row[g.value] for g in MARCAS},
                t("Registros municipais"): rotulos.label("cobertura", row["cobertura"]),
                t("Recebidos em"): write_date(row["base_recebida_em"]),
            }
            for row in sorted(rows, key=lambda r: (r["municipio"], r["codigo_ibge"]))
        ]
    )
    st.dataframe(
        tabela,
        hide_index=True,
        column_config={"link": st.column_config.LinkColumn(t("Página"), display_text=t("abrir"))},
    )
    st.caption(
        t(
            "Os grupos contam só estações de serviços avaliados. Sem registros municipais, nenhuma é dada"
            " como pendente."
        )
    )
