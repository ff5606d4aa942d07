"""Lists of what needs a person: candidates, orphans, doubtful coordinates, rejected rows."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_metres, write_number
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.rotulos import label

LIMITE = 500


def show_links_to_check(ibge: str | None) -> None:
    """List the links that are only probable or tied, with their level, distance and score."""
    st.header(t("Ligações a conferir"))
    rows = ask("list_vinculos", codigo_ibge=ibge, ambigua=True)
    nomes = _name_municipios()
    extra = "".join(f"&{k}={v}" for k, v in kept_parameters().items())
    _show(
        [
            {
                "link": f"/estacao?numero={r['numero_estacao']}{extra}",
                t("Município"): nomes.get(r["codigo_ibge"], r["codigo_ibge"]),
                t("Processo"): r["registro_id"],
                t("Como"): label("nivel", r["nivel"]),
                t("Distância"): write_metres(r["distancia_m"]),
                t("Semelhança (0 a 1)"): write_number(r["escore"], 2),
                t("Não concordam"): ", ".join(label("contradicao", c) for c in r["contradicoes"] or [])
                or VAZIO,
            }
            for r in rows
        ],
        t("Nenhuma ligação duvidosa."),
    )


def show_orphans(ibge: str | None) -> None:
    """List the municipal processes that no station answers to."""
    st.header(t("Processos municipais sem estação"))
    nomes = _name_municipios()
    _show(
        [
            {
                t("Município"): nomes.get(r["codigo_ibge"], r["codigo_ibge"]),
                t("Processo"): r["registro_id"],
                t("Instrumentos"): ", ".join(label("instrumento", i) for i in r["instrumentos"] or []),
                t("Último ato"): label("ato", r["ultimo_ato"]),
                t("Em"): write_date(r["ultimo_ato_em"]),
                t("Detentora"): r["detentora"] or VAZIO,
            }
            for r in ask("list_registros", ibge, True)
        ],
        t("Todo processo recebido tem ao menos uma estação."),
    )


def show_quality(ibge: str | None) -> None:
    """Show how many stations have which kind of coordinate and of link."""
    filtro = Filtro(codigo_ibge=ibge)
    a, b = st.columns(2)
    for coluna, por, titulo in (
        (a, "qualidade_coordenada", t("Qualidade das coordenadas")),
        (b, "nivel", t("Como as estações foram ligadas")),
    ):
        with coluna:
            st.header(titulo)
            _show(
                [
                    {
                        titulo: label(por, r["chave"]) if r["chave"] else t("sem ligação"),
                        t("Estações"): r["estacoes"],
                        t("Avaliadas"): r["avaliadas"],
                    }
                    for r in ask("count_by", por, filtro)
                ],
                t("Nenhuma estação."),
            )


def show_rejects() -> None:
    """List the rejected rows of the input files, values masked where they could be personal."""
    st.header(t("Linhas recusadas nos arquivos de origem"))
    _show(
        [
            {
                t("Arquivo"): r["arquivo"],
                t("Linha"): r["linha"],
                t("Motivo"): r["motivo"],
                t("Coluna"): r["coluna"] or VAZIO,
                t("Valor"): r["valor"] or VAZIO,
            }
            for r in ask("list_rejeitos")
        ],
        t("Nenhuma linha recusada."),
    )


def _name_municipios() -> dict[str, str]:
    """Return IBGE code → name of the municipalities of the acervo."""
    return {m["codigo_ibge"]: f"{m['municipio']} ({m['uf']})" for m in ask("list_municipios")}


def _show(rows: list[dict[str, object]], vazio: str) -> None:
    if not rows:
        st.caption(vazio)
        return
    st.caption(tn("{n} linha.", "{n} linhas.", len(rows), n=write_number(len(rows))))
    st.dataframe(
        pd.DataFrame(rows[:LIMITE]),
        hide_index=True,
        column_config={
            "link": st.column_config.LinkColumn(t("Estação"), display_text=r"numero=(\d+)", pinned=True)
        },
    )
