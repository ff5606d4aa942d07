"""The sheet of one law: what it asks, of whom, by when, with which words and under which readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.ui.arquivos import offer_rows
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import VAZIO, write_date, write_number, write_term
from etrdash.ui.html import draw_link, draw_sheet, draw_table, fill, join, show
from etrdash.ui.idioma import N_, t
from etrdash.ui.leitura import ask
from etrdash.ui.tabelas import fold

MOMENTOS = {
    "previo": N_("antes de instalar"),
    "posterior": N_("depois de instalar"),
    "indefinido": N_("a lei não diz quando"),
}

Ficha = Mapping[str, Any]


def show_identity(ficha: Ficha) -> None:
    """Show the law's own summary and what is known of its validity."""
    st.markdown(f"_{ficha['ementa']}_" if ficha.get("ementa") else "")
    if ficha.get("vigencia_nota"):
        st.info(ficha["vigencia_nota"])


def show_index(ficha: Ficha) -> None:
    """Link to the parts of the sheet, which is long on a telephone."""
    partes = (
        ("obrigacoes", t("O que pede"), True),
        ("documentos", t("Documentos e prazos"), True),
        ("transicao", t("Quem já estava instalado"), ficha.get("transicao")),
        ("medidas", t("Quem não cumpre"), ficha.get("escada")),
        ("leituras", t("Leituras adotadas"), ficha.get("leitura")),
        ("lacunas", t("O que falta no texto"), ficha.get("lacuna")),
        ("federal", t("Normas federais e STF"), ficha.get("federal")),
        ("lado-a-lado", t("As leis lado a lado"), ficha.get("comparacao")),
    )
    links = join(
        fill('<a href="#{ancora}">{nome}</a>', ancora=ancora, nome=nome)
        for ancora, nome, existe in partes
        if existe
    )
    show(fill('<nav class="etr-baixar" aria-label="{a}">{links}</nav>', a=t("Nesta página"), links=links))


def show_obligations(ficha: Ficha) -> None:
    """Show what each kind of station owes, in the order in which the law is read."""
    st.header(t("O que pede de cada tipo de estação"), anchor="obrigacoes")
    show(
        draw_table(
            [
                {
                    t("Caso"): item["rotulo"],
                    t("O que pede"): write_chain(ficha, item["precisa"]),
                    t("Quando"): write_moment(item),
                    t("Quem responde"): ", ".join(item["responsavel"]),
                    t("Artigos"): cite(ficha, item["dispositivos"]),
                }
                for item in ficha.get("obrigacao") or []
            ],
            t("O que pede de cada tipo de estação"),
        )
    )


def show_instruments(ficha: Ficha) -> None:
    """Show each instrument: term for the decision, what silence is worth, validity."""
    st.header(t("Documentos municipais e seus prazos"), anchor="documentos")
    rows = []
    for codigo, item in (ficha.get("instrumento") or {}).items():
        decisao, validade, silencio = (item.get(nome) or {} for nome in ("decisao", "validade", "silencio"))
        rows.append(
            {
                t("Documento"): item["nome"],
                t("Prazo para decidir"): write_term(decisao.get("prazo")),
                t("Se o município silencia"): t(SILENCIOS[silencio["efeito"]]) if silencio else VAZIO,
                t("Validade"): write_term(validade.get("prazo")),
                t("Artigos"): cite(ficha, item["dispositivos"]),
                t("Código"): codigo,
            }
        )
    show(draw_table(rows, t("Documentos municipais e seus prazos")))


def show_transition(ficha: Ficha) -> None:
    """Show the regime of what stood when the law came."""
    item = ficha.get("transicao")
    if not item:
        return
    st.header(t("Quem já estava instalado"), anchor="transicao")
    prorrogacao = (item.get("prorrogacao") or {}).get("prazo")
    linhas: list[tuple[str, object]] = [
        (t("Para quem"), item["rotulo"]),
        (t("Prazo"), write_term(item.get("prazo")) if item.get("prazo") else t("a lei não fixa")),
        (
            t("Contado de"),
            write_date(item.get("contada_de")) if item.get("contada_de") else t("publicação da lei"),
        ),
    ]
    if prorrogacao:
        linhas.append((t("Prorrogação, só por ato"), write_term(prorrogacao)))
    linhas.append((t("Artigos"), cite(ficha, item["dispositivos"])))
    show(draw_sheet(linhas))


def show_measures(ficha: Ficha) -> None:
    """Show the steps that the law provides for, in order, as written: nothing says that they happened."""
    escadas = ficha.get("escada") or {}
    if not escadas:
        return
    st.header(t("O que a lei prevê para quem não cumpre"), anchor="medidas")
    for escada in escadas.values():
        st.markdown(f"**{escada['rotulo']}**")
        passos = join(
            fill(
                '<li>{medida}{prazo} <span class="etr-sobre">({artigos})</span></li>',
                medida=passo["medida"],
                prazo=f": {write_term(passo['prazo'])}" if passo.get("prazo") else "",
                artigos=cite(ficha, passo["dispositivos"]),
            )
            for passo in escada["passos"]
        )
        show(fill('<ol class="etr-passos">{passos}</ol>', passos=passos))
        if escada.get("nota"):
            st.caption(escada["nota"])


def show_readings(ficha: Ficha) -> None:
    """Show each doubt of the text, the reading adopted and why."""
    leituras = ficha.get("leitura") or {}
    if not leituras:
        return
    st.header(t("Leituras adotadas"), anchor="leituras")
    for codigo, item in leituras.items():
        with st.expander(f"{codigo}: {item['pergunta']}"):
            st.markdown(item["texto"])
            st.caption(t("Razão: {razao}", razao=item["razao"]))


def show_asked_provision(lei: str, ficha: Ficha) -> None:
    """Show the provision that the address asks for, ``?dispositivo=``, before all else of the law."""
    pedido = (ficha.get("dispositivo") or {}).get(st.query_params.get("dispositivo", ""))
    if pedido:
        show(_draw_provision(pedido, pedido["rotulo"]))
        show(draw_link("/leis?" + urlencode(kept_parameters(lei=lei)), t("Ver a lei inteira")))


def show_provisions(lei: str, ficha: Ficha) -> None:
    """Show every provision cited, in its own words and with its own address, and the gaps of the text."""
    with st.expander(t("Todos os dispositivos citados, com as palavras da lei")):
        show(
            join(
                _draw_provision(
                    item,
                    draw_link(
                        "/leis?" + urlencode(kept_parameters(lei=lei, dispositivo=codigo)), item["rotulo"]
                    ),
                )
                for codigo, item in (ficha.get("dispositivo") or {}).items()
            )
        )
    lacunas = ficha.get("lacuna") or []
    if lacunas:
        st.header(t("O que falta no texto que temos"), anchor="lacunas")
        show(draw_sheet((item["onde"], f"{item['sabe_se']} {item.get('importa', '')}") for item in lacunas))


def _draw_provision(item: Mapping[str, Any], rotulo: object) -> Markup:
    return fill(
        "<div class=\"etr-lei\"><cite>{rotulo}</cite><blockquote lang='pt-BR'>{trecho}</blockquote></div>",
        rotulo=rotulo,
        trecho=f"«{item['trecho']}»" if item.get("trecho") else item.get("lacuna", ""),
    )


def show_federal(ficha: Ficha) -> None:
    """Show the standing notes on federal law and on the courts, which stand beside every municipal law."""
    federal = ficha.get("federal")
    if not federal:
        return
    st.header(t("Ao lado da lei municipal: normas federais e decisões do STF"), anchor="federal")
    st.info(federal["aviso"])
    notas = join(
        fill(
            '<li>{texto} <span class="etr-sobre">({fonte})</span></li>',
            texto=nota["texto"],
            fonte="; ".join(filter(None, (cite(ficha, nota["dispositivos"]), nota["fonte"]))),
        )
        for nota in federal["nota"]
    )
    with fold(t("Todas as notas, com as fontes"), "notas_federais") as aberta:
        if aberta:
            show(fill('<ul lang="pt-BR">{notas}</ul>', notas=notas))


def show_side_by_side() -> None:
    """Show the laws of the acervo side by side, topic by topic."""
    leis = [row for row in ask("list_leis") if row["ficha"].get("comparacao")]
    if len(leis) < 2:
        return
    st.header(t("As leis lado a lado"), anchor="lado-a-lado")
    tabela: dict[str, dict[str, str]] = {}
    for row in leis:
        for item in row["ficha"]["comparacao"]:
            citacao = cite(row["ficha"], item.get("dispositivos") or [])
            texto = f"{item['texto']} ({citacao})" if citacao else item["texto"]
            tabela.setdefault(item["topico"], {})[row["ficha"].get("curto") or row["nome"]] = texto
    nomes = [row["ficha"].get("curto") or row["nome"] for row in leis]
    linhas: list[dict[str, object]] = [
        {t("Assunto"): topico, **{nome: textos.get(nome, VAZIO) for nome in nomes}}
        for topico, textos in tabela.items()
    ]
    with fold(
        t("Comparar as {n} leis, assunto por assunto", n=write_number(len(leis))), "leis_lado_a_lado"
    ) as aberta:
        if aberta:
            show(draw_table(linhas, t("As leis lado a lado")))


def offer_law(lei: Mapping[str, Any]) -> None:
    """Offer what one law asks as rows: case, documents, moment, who answers and the articles."""
    ficha = lei["ficha"]
    offer_rows(
        f"lei-{lei['lei']}",
        lambda: [
            {
                "lei": lei["lei"],
                "caso": item["rotulo"],
                "pede": write_chain(ficha, item["precisa"]),
                "quando": write_moment(item),
                "responsavel": "|".join(item["responsavel"]),
                "artigos": cite(ficha, item["dispositivos"]),
            }
            for item in ficha.get("obrigacao") or []
        ],
    )


def cite(ficha: Ficha, dispositivos: Iterable[str]) -> str:
    """Return the labels of provisions, in order, separated by semicolons."""
    federal = (ficha.get("federal") or {}).get("dispositivo") or {}
    conhecidos = {**federal, **(ficha.get("dispositivo") or {})}
    return "; ".join(str((conhecidos.get(chave) or {}).get("rotulo", chave)) for chave in dispositivos)


SILENCIOS = {
    "tacita": N_("vale como aprovação"),
    "operar": N_("pode operar"),
    "provisoria": N_("cabe licença provisória"),
}


def write_chain(ficha: Ficha, cadeia: Iterable[object]) -> str:
    """Return what is owed: links of a chain joined by an arrow, alternatives by a bar."""
    instrumentos = ficha.get("instrumento") or {}

    def name(codigo: object) -> str:
        return str((instrumentos.get(str(codigo)) or {}).get("nome", codigo))

    elos = [" / ".join(map(name, elo)) if isinstance(elo, list) else name(elo) for elo in cadeia]
    return " → ".join(elos) or t("nada")


def write_moment(item: Mapping[str, Any]) -> str:
    """Return when what is owed is due, a dash where nothing is."""
    if not item["precisa"]:
        return VAZIO
    momento = t(MOMENTOS[item["momento"]])
    return f"{momento}, {write_term(item['prazo'])}" if item.get("prazo") else momento
