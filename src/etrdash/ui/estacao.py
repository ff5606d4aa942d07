"""One station in plain language: who, since when, what the law asks, what is on record, how we know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from markupsafe import Markup

from etrdash.marts.dicionario import load_dicionario
from etrdash.ui.arquivos import offer_rows
from etrdash.ui.filtros import kept_parameters
from etrdash.ui.formatos import VAZIO, write_address, write_date, write_metres, write_name, write_number
from etrdash.ui.html import draw_chip, draw_sheet, fill, join, show, write_plain
from etrdash.ui.idioma import t, tn
from etrdash.ui.leis import link_lei
from etrdash.ui.leitura import ask
from etrdash.ui.paginas import link_to
from etrdash.ui.rotulos import label
from etrdash.ui.selecao import PARAMETRO as LOCAL
from etrdash.ui.situacoes import explain_situacao, name_situacao, say_station
from etrdash.vocabulario import Grupo


def show_answer(estacao: Mapping[str, Any], municipio: Mapping[str, Any]) -> None:
    """Show the situação: its name, its sentence, the date and the records it rests on."""
    show(draw_chip(estacao["situacao"]))
    base = municipio["base_recebida_em"]
    frase = say_station(estacao, base)
    motivos = estacao["explicacao"].get("motivos") or []
    if estacao["grupo"] == Grupo.CINZA and motivos:
        frase = f"{frase} {motivos[0]['texto']}"
    show(fill('<p class="etr-lide">{a}</p>', a=frase))
    nota = t("Situação em {dia}", dia=write_date(estacao["em"]))
    if base:
        nota += t(", com registros municipais recebidos em {base}", base=write_date(base))
    if not estacao["avaliada"]:
        nota += t("; este serviço não é avaliado e não entra nas contagens")
    show(
        fill(
            '<p class="etr-sobre">{a}.</p><p class="etr-sentido">{b}</p>',
            a=nota,
            b=explain_situacao(estacao["situacao"]),
        )
    )
    if estacao["grupo"] in {Grupo.VERMELHO, Grupo.CINZA}:
        show_limits()
    show_replies(estacao)


def show_limits() -> None:
    """Say, to whoever opens it, what "is not on record" means and does not mean."""
    with st.expander(t("O que “não consta” quer dizer, e o que não quer dizer")):
        st.markdown(
            t(
                "Quer dizer que, na relação de processos que a prefeitura publicou ou enviou, não"
                " achamos documento que corresponda a esta antena ou ao local dela. Não quer dizer que"
                " o documento não exista: ele pode estar em outro arquivo, com outro endereço ou em"
                " nome de outra empresa. Também não diz nada sobre a segurança da antena nem sobre a"
                " qualidade do sinal."
            )
        )


def show_identity(estacao: Mapping[str, Any]) -> None:
    """Show who operates it, where, since when and with what."""
    st.header(t("O que é"), anchor="estacao")
    operadora = estacao["prestadora"] or (t("pessoa física") if estacao["pessoa_fisica"] else VAZIO)
    show(
        draw_sheet(
            [
                (t("Quem opera (prestadora)"), operadora),
                (
                    t("Dona da estrutura (detentora)"),
                    estacao["detentora"] or t("não consta nos registros municipais"),
                ),
                (t("Endereço licenciado"), write_address(estacao["endereco"], estacao["bairro"])),
                (
                    t("Bairro e município"),
                    f"{write_name(estacao['bairro'] or VAZIO)}, {estacao['municipio']} ({estacao['uf']})",
                ),
                (t("Serviço"), f"{label('servico', estacao['servico'])} ({estacao['servico']})"),
                (
                    t("Tipo para a lei"),
                    f"{label('tipo', estacao['tipo'])}, {label('instalacao', estacao['instalacao'])}",
                ),
                (
                    t("Tecnologias"),
                    ", ".join(label("tecnologia", x) for x in estacao["tecnologias"] or []) or VAZIO,
                ),
                (t("Licenciada pela ANATEL desde"), write_date(estacao["primeiro_licenciamento"])),
                (t("Licença da ANATEL vale até"), write_date(estacao["validade_anatel"])),
                (t("Altura"), write_metres(estacao["altura_m"])),
                (t("Coordenadas"), _write_place(estacao)),
            ]
        )
    )


def show_rule(estacao: Mapping[str, Any]) -> None:
    """Show the articles with their words, the deadline's arithmetic, what is missing and what may follow."""
    explicacao = estacao["explicacao"]
    st.header(t("O que a lei pede"), anchor="lei")
    responsaveis = ", ".join(explicacao.get("responsavel") or [])
    quem = t("Quem responde por isso, segundo a lei: {quem}.", quem=responsaveis) if responsaveis else ""
    show(
        fill(
            "<p>{a} {lei}. {quem}</p>",
            a=t("Lei aplicada:"),
            lei=link_lei(estacao["lei"]),
            quem=quem,
        )
    )
    show(join(_quote(item) for item in explicacao.get("base_legal") or []))
    prazo = explicacao.get("prazo") or {}
    if prazo.get("passos"):
        st.markdown(t("**Como o prazo foi contado**"))
        show(
            fill(
                '<ol class="etr-passos">{passos}</ol>',
                passos=join(fill("<li>{passo}</li>", passo=passo) for passo in prazo["passos"]),
            )
        )
    for item in explicacao.get("falta") or []:
        st.markdown(
            t(
                "**Falta:** {instrumento} ({artigo}).",
                instrumento=label("instrumento", item["instrumento"]),
                artigo=item["rotulo"],
            )
        )
        documentos = item.get("documentos") or []
        if documentos:
            with st.expander(tn("Documento que a lei pede", "Documentos que a lei pede", len(documentos))):
                show(fill("<ul>{a}</ul>", a=join(fill("<li>{d}</li>", d=d) for d in documentos)))
    previsto = explicacao.get("previsto") or []
    if previsto:
        st.markdown(t("**O que a lei prevê nesse caso** (não quer dizer que tenha ocorrido)"))
        show(
            fill(
                '<ul class="etr-passos">{a}</ul>',
                a=join(
                    fill("<li>{x} <span class='etr-sobre'>({y})</span></li>", x=p["texto"], y=p["rotulo"])
                    for p in previsto
                ),
            )
        )


def show_reasons(estacao: Mapping[str, Any]) -> None:
    """Show why the answer is what it is, the caution that turned it grey, readings and warnings."""
    explicacao = estacao["explicacao"]
    avaliador = explicacao.get("avaliador")
    st.header(t("Por que esta resposta"), anchor="motivo")
    if avaliador and avaliador != estacao["situacao"]:
        st.info(
            t(
                "Pela lei e pelos atos recebidos, a resposta seria “{antes}”. Ela não é publicada como"
                " pendência porque os dados não bastam para sustentá-la; o motivo está abaixo.",
                antes=name_situacao(avaliador),
            )
        )
    motivos = explicacao.get("motivos") or []
    show(
        fill(
            '<ul class="etr-passos">{a}</ul>',
            a=join(
                fill('<li>{x} <span class="etr-codigo">{y}</span></li>', x=m["texto"], y=m["codigo"])
                for m in motivos
            ),
        )
        if motivos
        else fill("<p>{a}</p>", a=t("Sem ressalvas."))
    )
    for aviso in explicacao.get("avisos") or []:
        st.caption(aviso)
    leituras = explicacao.get("leituras") or []
    if leituras:
        with st.expander(t("Como lemos a lei nos pontos que admitem mais de uma leitura")):
            for item in leituras:
                st.markdown(f"**{item['id']}** {item['texto']}")


def show_replies(estacao: Mapping[str, Any]) -> None:
    """Show the replies received about the station or its municipality."""
    replies = ask("list_manifestacoes", estacao["codigo_ibge"], estacao["numero_estacao"])
    for reply in replies:
        with st.container(border=True):
            st.markdown(
                t(
                    "**Manifestação de {autor}, {dia}**",
                    autor=write_plain(reply["autor"]),
                    dia=write_date(reply["em"]),
                )
            )
            show(fill("<p>{a}</p>", a=reply["texto"]))
    if estacao["grupo"] == Grupo.VERMELHO:
        show(
            fill(
                '<p class="etr-sobre">{a} <a href="#erros">{b}</a></p>',
                a="" if replies else t("Nenhuma resposta recebida da empresa nem da prefeitura."),
                b=t("Como responder ou corrigir"),
            )
        )


def show_siblings(estacao: Mapping[str, Any]) -> None:
    """List the other stations on the same structure."""
    outras = ask("list_vizinhas", estacao["numero_estacao"])
    if not outras:
        return
    st.header(t("No mesmo local"), anchor="local")
    st.caption(
        tn(
            "Mais {n} estação nesta estrutura.",
            "Mais {n} estações nesta estrutura.",
            len(outras),
            n=write_number(len(outras)),
        )
    )
    for outra in outras[:30]:
        link_to(
            "estacao",
            f"{outra['numero_estacao']} · {outra['prestadora'] or VAZIO} ·"
            f" {name_situacao(outra['situacao'])}",
            numero=outra["numero_estacao"],
        )


def _quote(item: Mapping[str, Any]) -> Any:
    desde = item.get("redacao_desde")
    return fill(
        '<div class="etr-lei"><cite>{rotulo}</cite>{trecho}<span class="etr-sobre">{desde}</span></div>',
        rotulo=item["rotulo"],
        trecho=fill("<blockquote lang='pt-BR'>«{x}»</blockquote>", x=item["trecho"])
        if item.get("trecho")
        else "",
        desde=t("redação desde {dia}", dia=write_date(desde)) if desde else "",
    )


def _write_place(estacao: Mapping[str, Any]) -> Markup:
    qualidade = label("qualidade_coordenada", estacao["qualidade_coordenada"])
    if estacao["latitude"] is None:
        return fill("{a}", a=qualidade)
    local = {"ibge": estacao["codigo_ibge"], LOCAL: estacao["sitio_id"]}
    return fill(
        '{a}, {b} ({c}) <a href="{mapa}">{ver}</a>',
        a=write_number(estacao["latitude"], 6),
        b=write_number(estacao["longitude"], 6),
        c=qualidade,
        mapa="/mapa?" + urlencode(kept_parameters(**local)),
        ver=t("Ver no mapa"),
    )


def offer_station(estacao: Mapping[str, Any]) -> None:
    """Offer what the page shows: the published row in both flavours of CSV, and everything as JSON."""
    offer_rows(
        f"estacao-{estacao['numero_estacao']}",
        lambda: [{c.nome: estacao[c.nome] for c in load_dicionario()["estacoes"].colunas}],
    )
    show(
        fill(
            '<p class="etr-sobre"><a href="{url}">{a}</a></p>',
            url=f"/api/v1/estacoes/{estacao['numero_estacao']}?acervo={estacao['acervo']}",
            a=t("Tudo desta página em JSON: licença, atos, ligações e explicação"),
        )
    )
