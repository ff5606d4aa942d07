"""Lists of what needs a person: candidates, orphans, doubtful coordinates, rejected rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from io import StringIO
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import pydeck as pdk
import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.arquivos import offer_rows
from etrdash.ui.escolha import name_municipios
from etrdash.ui.filtros import choose_one, kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_metres, write_number, write_share
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask, current_acervo, derive
from etrdash.ui.mapa import TINTA, Mapa
from etrdash.ui.moldura import Caixa
from etrdash.ui.palavras import Palavra, build_words_layer
from etrdash.ui.provas import show_evidence
from etrdash.ui.ressalvas import say_reliability
from etrdash.ui.rotulos import label

LIMITE = 50
"""Rows of a list on the page; its file has all."""
_PONTO = re.compile(r"(-?\d+\.\d+); (-?\d+\.\d+)")
_DECISOES = "vinculos/: "
_LADOS = ([59, 110, 165, 255], [168, 87, 44, 255])
"""Colours of the station and of the process."""


def show_links_to_check(ibge: str | None, hoje: date) -> None:
    """List the links that are only probable or tied, the most consequential first, and show one of them.

    Args:
        ibge: one municipality, or None for all.
        hoje: day that the lines to add carry.
    """
    st.header(t("Ligações a conferir"), anchor="ligacoes")
    totais = ask("count_a_conferir", ibge)
    rows = ask("list_a_conferir", ibge, LIMITE)
    if rows:
        st.markdown(
            tn(
                "{n} ligação provável. Em {m} delas a resposta muda a cor da estação: vêm primeiro; depois,"
                " os processos que tocam mais estações.",
                "{n} ligações prováveis. Em {m} delas a resposta muda a cor da estação: vêm primeiro; depois,"
                " os processos que tocam mais estações.",
                totais["ligacoes"],
                n=write_number(totais["ligacoes"]),
                m=write_number(totais["decisivas"]),
            )
        )
    nomes = derive(name_municipios, None)
    acervo = current_acervo()
    _show(
        [
            {
                "link": "/estacao?" + urlencode(kept_parameters(numero=r["numero_estacao"])),
                t("Município"): nomes.get(r["codigo_ibge"], r["codigo_ibge"]),
                t("Processo"): r["registro_id"],
                t("Muda a cor"): t("sim") if r["decisiva"] else t("não"),
                t("Estações do processo"): r["toca"],
                t("Como"): label("nivel", r["nivel"]),
                t("Distância"): write_metres(r["distancia_m"]),
                t("Semelhança (0 a 1)"): write_number(r["escore"], 2),
                t("Não concordam"): _name_contradictions(r),
            }
            for r in rows
        ],
        totais["ligacoes"],
        t("Nenhuma ligação duvidosa."),
        "ligacoes-a-conferir",
        lambda: acervo.list_a_conferir(ibge).to_pylist(),
    )
    _show_chosen(rows, hoje)


def write_decision(vinculo: Mapping[str, Any], decisao: str, em: date) -> str:
    """Return the line of ``vinculos/*.csv`` that decides a link; who and why are left to fill in."""
    saida = StringIO()
    csv.writer(saida, lineterminator="").writerow(
        [
            vinculo["numero_estacao"],
            vinculo["registro_id"],
            decisao,
            t("SEU NOME"),
            em.isoformat(),
            t("MOTIVO"),
        ]
    )
    return saida.getvalue()


def find_points(vinculo: Mapping[str, Any]) -> list[tuple[float, float]]:
    """Return latitude and longitude of the station and of the process, as the evidence states them."""
    distancia: Mapping[str, Any] = next((e for e in vinculo["evidencias"] if e["fato"] == "distância"), {})
    achados = [_PONTO.match(str(distancia.get(lado) or "")) for lado in ("estacao", "registro")]
    return [(float(a[1]), float(a[2])) for a in achados if a]


def _show_chosen(rows: list[dict[str, Any]], hoje: date) -> None:
    """Offer one of the links by ``?vinculo=`` and show both sides, the evidence and the line to add."""
    por_chave = {f"{r['numero_estacao']}~{r['registro_id']}": r for r in rows}
    if not por_chave:
        return
    chave = choose_one(
        "vinculo",
        t("Ligação a examinar"),
        list(por_chave),
        lambda c: t("estação {n}, processo {p}", n=c.partition("~")[0], p=c.partition("~")[2]),
    )
    if chave is None:
        return
    achada = por_chave[chave]
    (vinculo,) = ask(
        "list_vinculos",
        numero_estacao=achada["numero_estacao"],
        registro_id=achada["registro_id"],
        codigo_ibge=achada["codigo_ibge"],
        ambigua=True,
    )
    pontos = find_points(vinculo)
    if len(pontos) == len(_LADOS):
        _draw_sides(pontos)
    else:
        st.caption(t("Sem mapa: um dos lados não diz a coordenada."))
    show_evidence(vinculo)
    st.markdown(
        t(
            "Para decidir, acrescente uma destas linhas a um arquivo da pasta `vinculos/` (colunas"
            " `numero_estacao,registro_id,decisao,por,em,motivo`) e construa de novo. Esta página nada grava."
        )
    )
    decisoes = [write_decision(vinculo, d, hoje) for d in ("confirmado", "rejeitado")]
    st.code("\n".join(decisoes), language=None, wrap_lines=True)


def _draw_sides(pontos: list[tuple[float, float]]) -> None:
    """Draw the station and the place of the process on one small map, a line between them."""
    (lat, lon), (lat_r, lon_r) = pontos
    caixa = Caixa(min(lon, lon_r), min(lat, lat_r), max(lon, lon_r), max(lat, lat_r)).grow(0.25, 0.0006)
    estacao, processo = (lon, lat), (lon_r, lat_r)
    camadas = [
        pdk.Layer(
            "LineLayer",
            [{"de": estacao, "ate": processo}],
            id="distancia",
            get_source_position="de",
            get_target_position="ate",
            get_color=[*TINTA, 160],
            get_width=2,
        ),
        pdk.Layer(
            "ScatterplotLayer",
            [{"ponto": p, "cor": cor} for p, cor in zip((estacao, processo), _LADOS, strict=True)],
            id="lados",
            get_position="ponto",
            get_fill_color="cor",
            get_radius=1,
            radius_min_pixels=8,
            radius_max_pixels=8,
        ),
        build_words_layer(
            "lados-texto",
            [Palavra(estacao, t("estação"), (0, -18)), Palavra(processo, t("processo"), (0, 20))],
            14,
            TINTA,
        ),
    ]
    st.pydeck_chart(
        Mapa(caixa=caixa, camadas=camadas).build(),
        height=280,
        key="mapa_do_vinculo",
        alt=t("Mapa com a estação e o lugar do processo; a tabela abaixo tem as coordenadas."),
    )


def show_both_ways(ibge: str | None) -> None:
    """Count, by municipality, what either side has and the other has not."""
    st.header(t("Dos dois lados"), anchor="lados")
    municipios = [m for m in ask("list_municipios") if ibge in {None, m["codigo_ibge"]}]
    omissoes = {o["codigo_ibge"]: o for o in ask("list_omissoes", ibge)}

    def complete(m: Mapping[str, Any]) -> dict[str, Any]:
        return {**omissoes.get(m["codigo_ibge"], {}), **m}

    st.markdown(say_reliability())
    _show(
        [
            {
                t("Município"): f"{m['municipio']} ({m['uf']})",
                t("Estações"): m["estacoes"],
                t("Marcadas sem registro"): m["sem_registro"],
                t("Processos"): m["registros"],
                t("Processos sem estação"): m["orfaos"],
                t("Sem coordenada"): _share(m, "sem_coordenada"),
                t("Sem número da estação"): _share(m, "sem_numero_estacao"),
                t("Sem prestadora"): _share(m, "sem_prestadora"),
                t("Sem logradouro"): _share(m, "sem_logradouro"),
                t("Registros municipais"): label("cobertura", m["cobertura"]),
            }
            for m in map(complete, municipios[:LIMITE])
        ],
        len(municipios),
        t("Nenhum município."),
        "dos-dois-lados",
        lambda: list(map(complete, municipios)),
    )


def _share(municipio: Mapping[str, Any], omissao: str) -> str:
    """Write which share of the processes does not say something; a dash where there is no process."""
    return write_share(municipio.get(omissao, 0), municipio.get("processos", 0))


def show_decisions_to_review() -> None:
    """List the decisions by people that no longer fit the data."""
    st.header(t("Decisões de pessoas a rever"), anchor="decisoes")
    avisos = [a for a in current_acervo().manifesto["avisos"] if a.startswith(_DECISOES)]
    rows = [{"aviso": a.removeprefix(_DECISOES)} for a in avisos]
    _show(
        [{t("Aviso"): r["aviso"]} for r in rows[:LIMITE]],
        len(rows),
        t("Toda decisão cabe nos dados."),
        "decisoes-a-rever",
        lambda: rows,
    )


def _name_contradictions(vinculo: Mapping[str, Any]) -> str:
    return ", ".join(label("contradicao", c) for c in vinculo["contradicoes"] or []) or VAZIO


def show_orphans(ibge: str | None) -> None:
    """List the municipal processes that no station answers to."""
    st.header(t("Processos municipais sem estação"), anchor="processos")
    nomes, acervo = derive(name_municipios, None), current_acervo()
    municipios = ask("list_municipios")
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
            for r in ask("list_registros", ibge, True, LIMITE)
        ],
        sum(m["orfaos"] for m in municipios if ibge in {None, m["codigo_ibge"]}),
        t("Todo processo recebido tem ao menos uma estação."),
        "processos-sem-estacao",
        lambda: acervo.list_registros(ibge, True).to_pylist(),
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
            st.header(titulo, anchor=por.replace("_", "-"))
            rows = ask("count_by", por, filtro)
            _show(
                [
                    {
                        titulo: label(por, r["chave"]) if r["chave"] else t("sem ligação"),
                        t("Estações"): r["estacoes"],
                        t("Avaliadas"): r["avaliadas"],
                    }
                    for r in rows
                ],
                len(rows),
                t("Nenhuma estação."),
                por,
                partial(list, rows),
            )


def show_rejects() -> None:
    """List the rejected rows of the input files, values masked where they could be personal."""
    st.header(t("Linhas recusadas nos arquivos de origem"), anchor="recusadas")
    acervo = current_acervo()
    _show(
        [
            {
                t("Arquivo"): r["arquivo"],
                t("Linha"): r["linha"],
                t("Motivo"): r["motivo"],
                t("Coluna"): r["coluna"] or VAZIO,
                t("Valor"): r["valor"] or VAZIO,
            }
            for r in ask("list_rejeitos", limite=LIMITE)
        ],
        int(acervo.manifesto["contagens"]["rejeitos"]),
        t("Nenhuma linha recusada."),
        "linhas-recusadas",
        lambda: acervo.list_rejeitos().to_pylist(),
    )


def _show(
    rows: list[dict[str, object]],
    total: int,
    vazio: str,
    nome: str,
    todas: Callable[[], Sequence[Mapping[str, Any]]],
) -> None:
    """Show the first rows of one list, and offer all of them as the acervo has them.

    Args:
        rows: at most ``LIMITE``, as people read them.
        total: how many there are.
        vazio: what to say where there is none.
        nome: of the file.
        todas: gives every row as the acervo has it.
    """
    if not rows:
        st.caption(vazio)
        return
    st.caption(
        tn("{n} linha.", "{n} linhas.", total, n=write_number(total))
        + (
            t(" Aqui, as primeiras {m}; o arquivo traz todas.", m=write_number(len(rows)))
            if total > len(rows)
            else ""
        )
    )
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "link": st.column_config.LinkColumn(t("Estação"), display_text=r"numero=(\d+)", pinned=True)
        },
    )
    offer_rows(nome, todas)
