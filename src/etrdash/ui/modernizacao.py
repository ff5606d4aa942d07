"""A law beside the state's model: what a municipality that wants to modernise lacks, subject by subject."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from etrdash.ui.ficha import SILENCIOS, Ficha, cite, write_chain, write_moment
from etrdash.ui.formatos import VAZIO, write_term
from etrdash.ui.html import draw_table, show
from etrdash.ui.idioma import N_, t
from etrdash.ui.leitura import ask
from etrdash.ui.tabelas import fold

ASSUNTOS = {
    "decisao": N_("Decisão do pedido"),
    "validade": N_("Validade"),
    "mudancas": N_("Mudanças que não pedem novo documento"),
    "transicao": N_("Prazo de quem já estava instalado"),
    "laudo": N_("Permanência por laudo"),
    "substituicao": N_("Permanência da estrutura a substituir"),
    "multa": N_("Multa"),
    "meios": N_("Intimação, defesa e recurso"),
    "recuo": N_("Recuos"),
}
ESTADOS = {
    "igual": N_("= igual"),
    "diferente": N_("≠ diferente"),
    "ausente": N_("∅ não há nesta lei"),
    "lacuna": N_("? não está no texto que temos"),
}
LAUDOS = {"automatico": N_("basta o laudo"), "decisao": N_("o município decide sobre o laudo")}
MEIOS = {"notificacao": N_("intimação"), "defesa": N_("defesa"), "recurso": N_("recurso")}
MUDANCAS = {
    "equiparada": N_("infraestrutura equiparada"),
    "modernizacao": N_("modernização"),
    "remanejamento": N_("remanejamento"),
    "substituicao": N_("substituição"),
}


def show_modernization(ficha: Ficha) -> None:
    """Show the law beside the state's model; nothing for the model itself."""
    pontos = ficha.get("modernizacao") or []
    modelo = next((row["ficha"] for row in ask("list_leis") if row["ficha"].get("modelo_da_uf")), None)
    if not pontos or modelo is None:
        return
    st.header(t("Ao lado do texto-base do Estado"), anchor="modelo")
    st.markdown(
        t(
            "O Estado oferece um texto-base para modernizar, simplificar e dar celeridade ao licenciamento"
            " (Lei 17.471/2021, art. 2º, III a V). A tabela sai dos dois textos, ponto por ponto; diferente"
            " não quer dizer pior."
        )
    )
    rows = [
        {
            t("Assunto"): ponto["rotulo"] or t(ASSUNTOS[ponto["assunto"]]),
            str(modelo["curto"]): _write(modelo, ponto, "modelo"),
            str(ficha["curto"]): _write(ficha, ponto, "lei"),
            t("Comparação"): t(ESTADOS[ponto["estado"]]),
        }
        for ponto in pontos
    ]
    with fold(t("Ver ponto por ponto"), "texto_base") as aberta:
        if aberta:
            show(draw_table(rows, t("Ao lado do texto-base do Estado")))


def _write(ficha: Ficha, ponto: Mapping[str, Any], lado: str) -> str:
    valor = ponto[lado]
    if valor is None:
        return VAZIO
    citacao = cite(ficha, ponto[f"dispositivos_{lado}"])
    texto = ESCRITAS[ponto["assunto"]](ficha, valor)
    return f"{texto} ({citacao})" if citacao else texto


def _write_terms(ficha: Ficha, valor: Mapping[str, Any]) -> str:
    cadeia = write_chain(ficha, valor["precisa"])
    return f"{cadeia}, {write_moment(valor)}" if valor["precisa"] else cadeia


def _write_decision(_ficha: Ficha, valor: Mapping[str, Any]) -> str:
    if valor.get("protocolo_autoriza"):
        return t("o protocolo do pedido completo já autoriza")
    prazo = write_term(valor["prazo"])
    if not valor["silencio"]:
        return prazo
    efeito = t(SILENCIOS[valor["silencio"]])
    return t("{prazo}; se o município silencia, {efeito}", prazo=prazo, efeito=efeito)


def _write_transition(_ficha: Ficha, valor: Mapping[str, Any]) -> str:
    prazo = write_term(valor["prazo"])
    if not valor["prorrogacao"]:
        return prazo
    return t("{prazo}, prorrogável por {mais}", prazo=prazo, mais=write_term(valor["prorrogacao"]))


def _write_fine(_ficha: Ficha, valor: Mapping[str, Any]) -> str:
    texto = t("com valor na lei") if valor["com_valor"] else t("sem valor na lei")
    return f"{texto}, {valor['indice']}" if valor["indice"] else texto


ESCRITAS: dict[str, Callable[[Ficha, Mapping[str, Any]], str]] = {
    "obrigacao": _write_terms,
    "decisao": _write_decision,
    "validade": lambda _f, v: write_term(v["prazo"]) if v["prazo"] else t("sem prazo"),
    "mudancas": lambda _f, v: ", ".join(t(MUDANCAS.get(item, item)) for item in v["livres"]),
    "transicao": _write_transition,
    "laudo": lambda _f, v: t(LAUDOS[v["efeito"]]),
    "substituicao": lambda _f, v: write_term(v["prazo"]),
    "multa": _write_fine,
    "meios": lambda _f, v: ", ".join(t(MEIOS[item]) for item in v["meios"]),
    "recuo": lambda _f, v: ", ".join(v["estruturas"]),
}
