"""The evidence about one station: ANATEL's rows beside the municipal acts, and the link between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st
from markupsafe import Markup

from etrdash.ui.formatos import VAZIO, write_date, write_metres, write_number, write_share
from etrdash.ui.graficos import draw_evidence
from etrdash.ui.html import draw_table, fill, show, write_plain
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask
from etrdash.ui.rotulos import label


def show_sources(estacao: Mapping[str, Any]) -> None:
    """Show what ANATEL says beside what the city hall says, each row with its file and line."""
    st.header(t("Os documentos, lado a lado"), anchor="documentos")
    a, b = st.columns(2)
    with a:
        emissoes = ask("list_emissoes", estacao["numero_estacao"])
        st.markdown(t("**Licença da ANATEL**"))
        st.caption(
            tn(
                "{n} linha de emissão.",
                "{n} linhas de emissão.",
                len(emissoes),
                n=write_number(len(emissoes)),
            )
        )
        show(draw_table(_describe_emissions(emissoes), t("Licença da ANATEL")))
    with b:
        atos = ask("list_atos", estacao["numero_estacao"])
        st.markdown(t("**Atos municipais**"))
        if atos:
            st.caption(tn("{n} ato vinculado.", "{n} atos vinculados.", len(atos), n=write_number(len(atos))))
            show(draw_table(_describe_acts(atos), t("Atos municipais")))
        else:
            st.caption(t("Nenhum ato municipal vinculado a esta estação nos registros recebidos."))


def show_links(estacao: Mapping[str, Any]) -> None:
    """Show each link with its level, distance and evidence, candidates and refused ones after."""
    vinculos = ask("list_vinculos", estacao["numero_estacao"])
    recusados = ask("list_recusados", estacao["numero_estacao"])
    if not vinculos and not recusados:
        return
    st.header(t("Como a estação foi ligada ao processo municipal"), anchor="ligacao")
    for vinculo in vinculos:
        estado = t("candidato, a conferir") if vinculo["ambigua"] else t("aceito")
        with st.expander(
            t(
                "Processo {id}: {nivel}, {distancia} ({estado})",
                id=write_plain(vinculo["registro_id"]),
                nivel=label("nivel", vinculo["nivel"]),
                distancia=write_metres(vinculo["distancia_m"]),
                estado=estado,
            ),
            expanded=vinculo is vinculos[0],
        ):
            show_evidence(vinculo)
    if recusados:
        with st.expander(
            tn(
                "{n} processo próximo, recusado",
                "{n} processos próximos, recusados",
                len(recusados),
                n=len(recusados),
            )
        ):
            show(
                draw_table(
                    [
                        {
                            t("Processo"): r["registro_id"],
                            t("Distância"): write_metres(r["distancia_m"]),
                            t("Motivo"): label("recusa", r["motivo"]),
                        }
                        for r in recusados
                    ],
                    t("Processos recusados"),
                )
            )


def show_evidence(vinculo: Mapping[str, Any]) -> None:
    """Show one link: its probability, the waterfall of its facts with the same as a table, contradictions.

    Args:
        vinculo: a row of ``list_vinculos``.
    """
    if vinculo["decidido_por"]:
        st.markdown(t("Conferido por: {quem}.", quem=write_plain(vinculo["decidido_por"])))
    if vinculo["escore"] is not None:
        st.markdown(
            t(
                "Probabilidade estimada de o processo ser deste lugar: {p}. Cada barra mostra quanto um"
                " fato pesa a favor ou contra; a soma, em log-chances, é essa probabilidade.",
                p=write_share(vinculo["escore"], 1),
            )
        )
    if vinculo["evidencias"]:
        draw_evidence(vinculo["evidencias"], t("Peso de cada fato na ligação"))
        show(
            draw_table(
                [
                    {
                        t("Fato"): label("fato", e["fato"]),
                        t("Na estação"): _text(e.get("estacao")),
                        t("No processo"): _text(e.get("registro")),
                        t("Peso"): write_number(e.get("peso"), 2),
                    }
                    for e in vinculo["evidencias"]
                ],
                t("Peso de cada fato na ligação"),
            )
        )
    if vinculo["ambigua"]:
        atos = ask("list_atos_do_registro", vinculo["codigo_ibge"], vinculo["registro_id"])
        st.markdown(t("**Atos deste processo candidato**"))
        show(draw_table(_describe_acts(atos), t("Atos municipais")))
    if vinculo["contradicoes"]:
        st.warning(
            t(
                "Não concordam: {lista}.",
                lista=", ".join(label("contradicao", c) for c in vinculo["contradicoes"]),
            )
        )


def _describe_emissions(rows: list[dict[str, Any]]) -> list[dict[str, object]]:
    """Describe emissions that differ only in their line once, with every line."""
    iguais: dict[tuple[object, ...], list[int]] = {}
    for r in rows:
        chave = tuple(
            r[c] for c in ("tecnologia", "frequencia_tx_mhz", "licenciamento", "validade", "arquivo")
        )
        iguais.setdefault(chave, []).append(r["linha"])
    return [
        {
            t("Tecnologia"): label("tecnologia", tecnologia),
            t("Transmissão (MHz)"): write_number(frequencia, 1),
            t("Licenciada em"): write_date(licenciamento),
            t("Validade"): write_date(validade),
            t("Arquivo e linha"): _write_source(arquivo, linhas),
        }
        for (tecnologia, frequencia, licenciamento, validade, arquivo), linhas in iguais.items()
    ]


def _describe_acts(rows: list[dict[str, Any]]) -> list[dict[str, object]]:
    return [
        {
            t("Data"): write_date(r["data"]),
            t("Ato"): label("ato", r["ato"]),
            t("Instrumento"): label("instrumento", r["instrumento"]),
            t("Validade"): write_date(r["validade"]),
            t("Processo"): r["registro_id"],
            t("Arquivo e linha"): _write_source(r["arquivo"], [r["linha"]]),
        }
        for r in rows
    ]


def _write_source(arquivo: object, linhas: list[int]) -> Markup:
    """Return the file and the physical lines that a row comes from."""
    return fill('<span class="etr-arquivo">{a}:{n}</span>', a=arquivo, n=", ".join(map(str, linhas)))


def _text(value: object) -> str:
    return VAZIO if value is None or value == "" else str(value)
