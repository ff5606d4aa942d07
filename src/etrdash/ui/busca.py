"""The search of the first page: one question, answers from the data itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from etrdash.published.filtro import Filtro
from etrdash.ui.arquivos import offer_downloads
from etrdash.ui.arredores import PARAMETRO, offer_near, parse_point, show_around, show_near
from etrdash.ui.filtros import kept_parameters, write_text
from etrdash.ui.formatos import write_address, write_name, write_number
from etrdash.ui.frases import say_basis, say_counts, say_place
from etrdash.ui.geocodificador import find_service, geocode, name_service
from etrdash.ui.html import draw_link, draw_shape, draw_table, fill, show, write_plain
from etrdash.ui.idioma import t, tn
from etrdash.ui.leitura import ask, current_acervo
from etrdash.ui.nomes import find_by_old_name, find_outside
from etrdash.ui.paginas import link_to
from etrdash.ui.pergunta import list_words, split_question
from etrdash.ui.situacoes import name_situacao

PRIMEIRAS, MAXIMO = 8, 12
CEP = re.compile(r"\d{5}-?\d{3}")


def show_search() -> bool:
    """Show the search field bound to ``?q=``, "near me" and the answer; return whether it was asked."""
    text = write_text(
        "q",
        t("Seu endereço, bairro, cidade ou o número da estação"),
        t("Ex.: cidade, rua, bairro, CEP ou número"),
    )
    offer_near()
    if not text:
        return show_near()
    st.query_params.pop(PARAMETRO, None)
    if (point := parse_point(text)) is not None:
        show_around(*point)
        return True
    answers = find_answers(text)
    if not answers.rows:
        show_nothing(answers.city or text)
        return True
    if answers.notice:
        st.info(answers.notice)
    first, *others = answers.rows
    show_answer(first)
    if others:
        st.header(t("Outros resultados"), anchor="outros")
        for row in others:
            show_result(row)
    return True


@dataclass(frozen=True, slots=True)
class Answers:
    """What the acervo has for a search.

    Attributes:
        rows: the best first.
        notice: what the reader should know before them.
        city: the municipality that the search names, as typed, where its parts say one.
    """

    rows: Sequence[Mapping[str, Any]]
    notice: str = ""
    city: str = ""


def find_answers(text: str) -> Answers:
    """Return what the acervo has for a search: in the municipality that it sets apart, else anywhere."""
    question = split_question(text)
    if question is None:
        return _find_anywhere(text)
    cities = _list_cities(question.codigos)
    codigos = [city["codigo_ibge"] for city in cities]
    for place in question.lugares if codigos else ():
        found = ask("search", place, MAXIMO, tuple(codigos), list_words(place))
        if rows := [row for row in found if row["tipo"] != "municipio"]:
            return Answers(rows, _say_near_postcode(place, rows[0]), question.cidade)
    notice = ""
    if cities and question.lugares:
        notice = t(
            "Não há “{lugar}” entre os endereços das antenas de {cidade}."
            " Esta é a resposta da cidade inteira.",
            lugar=write_plain(", ".join(question.lugares)),
            cidade=cities[0]["municipio"],
        )
    return Answers(cities, notice, question.cidade)


def _find_anywhere(text: str) -> Answers:
    """Search by the whole text; a city is also found by an earlier name."""
    found: list[Mapping[str, Any]] = list(ask("search", text, MAXIMO))
    known = {row["codigo_ibge"] for row in found if row["tipo"] == "municipio"}
    renamed = _list_cities(codigo for codigo in find_by_old_name(text) if codigo not in known)
    exact = [row for row in found if row["semelhanca"] == 1]
    rows = [*exact, *renamed, *(row for row in found if row["semelhanca"] < 1)]
    return Answers(rows, _say_near_postcode(text, rows[0]) if rows else "")


def _list_cities(codigos: Iterable[str]) -> list[Mapping[str, Any]]:
    """Return those of some municipalities that the acervo has, as answers."""
    return [
        {**municipio, "tipo": "municipio", "rotulo": municipio["municipio"], "semelhanca": 1.0}
        for codigo in codigos
        if (municipio := ask("find_municipio", codigo)) is not None
    ]


def _say_near_postcode(text: str, first: Mapping[str, Any]) -> str:
    if CEP.fullmatch(text) and first["semelhanca"] < 1:
        return t("Nenhuma antena tem esse CEP. Estas são de ruas com CEP de mesmo início.")
    return ""


def show_nothing(text: str) -> None:
    """Say that nothing was found and what to do, or ask the configured outside service for the place."""
    fora = find_outside(text)
    if fora:
        st.warning(
            t(
                "{nomes}: não há estações deste município neste acervo, que traz {n} municípios; a lista está"
                " abaixo.",
                nomes=", ".join(fora),
                n=write_number(len(ask("list_municipios"))),
            )
        )
        return
    service = find_service()
    point = geocode(service, text) if service else None
    if service and point:
        st.caption(
            t(
                "Lugar informado por {servico}, a quem o texto da busca foi enviado.",
                servico=name_service(service),
            )
        )
        show_around(*point)
        return
    if CEP.fullmatch(text):
        st.warning(
            t(
                "Nenhuma antena deste acervo tem o CEP {cep}, nem um de mesmo início. Busque pela rua, pelo"
                " bairro ou pela cidade.",
                cep=text,
            )
        )
        return
    st.warning(
        t(
            "Nada encontrado para “{texto}”. Confira a grafia ou busque só o nome da cidade. Este"
            " acervo tem {n} municípios; a lista está abaixo.",
            texto=write_plain(text),
            n=write_number(len(ask("list_municipios"))),
        )
    )


def show_answer(row: Mapping[str, Any]) -> None:
    """Show the best answer in one sentence, with its links."""
    municipio = ask("find_municipio", row["codigo_ibge"])
    with st.container(border=True):
        if row["tipo"] == "estacao":
            estacao = ask("find_estacao", row["numero_estacao"])
            st.markdown(
                t(
                    "**Estação {numero}**, de {prestadora}, em {municipio} ({uf}): {situacao}.",
                    numero=row["numero_estacao"],
                    prestadora=write_plain(estacao["prestadora"] or t("prestadora não informada")),
                    municipio=row["municipio"],
                    uf=row["uf"],
                    situacao=name_situacao(estacao["situacao"]).lower(),
                )
            )
            st.caption(say_basis(municipio, current_acervo().em))
        else:
            filtro = _filter(row)
            lugar = say_place(municipio)
            if row["tipo"] != "municipio":
                lugar = t(
                    "Em {lugar}, {municipio} ({uf})",
                    lugar=write_name(row["rotulo"]),
                    municipio=row["municipio"],
                    uf=row["uf"],
                )
            st.markdown(say_counts(ask("read_totais", filtro), write_plain(lugar)))
            st.caption(say_basis(municipio, current_acervo().em))
            if row["tipo"] != "municipio":
                show_nearest(filtro, lugar)
                offer_downloads(filtro)
        show_links(row)


def show_nearest(filtro: Filtro, lugar: str) -> None:
    """List the first stations of a place, the most serious first."""
    rows = ask("list_estacoes", filtro, "gravidade", PRIMEIRAS)
    show(
        draw_table(
            [
                {
                    t("Estação"): draw_link(
                        "/estacao?" + urlencode(kept_parameters(numero=r["numero_estacao"])),
                        r["numero_estacao"],
                    ),
                    t("Situação"): fill("{a} {b}", a=draw_shape(r["grupo"]), b=name_situacao(r["situacao"])),
                    t("Prestadora"): r["prestadora"],
                    t("Endereço"): write_address(r["endereco"], r.get("bairro")),
                }
                for r in rows
            ],
            lugar,
        )
    )


def show_result(row: Mapping[str, Any]) -> None:
    """Show one more result as a line with its link."""
    quantas = tn("{n} estação", "{n} estações", row["estacoes"], n=write_number(row["estacoes"]))
    nome = row["rotulo"] if row["tipo"] == "municipio" else f"{write_name(row['rotulo'])}, {row['municipio']}"
    endereco, parametros = _target(row)
    link_to(endereco, f"{nome} ({row['uf']}) · {quantas}", **parametros)


def show_links(row: Mapping[str, Any]) -> None:
    """Show where an answer leads: the station, or the city and its map."""
    with st.container(horizontal=True):
        if row["tipo"] == "estacao":
            link_to("estacao", t("Abrir a página da estação"), numero=row["numero_estacao"])
            return
        _, parametros = _target(row)
        link_to("cidade", t("Ver números, prazos e lista"), **parametros)
        link_to("mapa", t("Ver no mapa"), **parametros)


def _target(row: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    if row["tipo"] == "estacao":
        return "estacao", {"numero": row["numero_estacao"]}
    parametros = {"ibge": row["codigo_ibge"]}
    if row["tipo"] == "bairro":
        parametros["bairro"] = row["rotulo"]
    elif row["tipo"] == "logradouro":
        parametros["q"] = row["rotulo"]
    return "cidade", parametros


def _filter(row: Mapping[str, Any]) -> Filtro:
    return Filtro(
        codigo_ibge=row["codigo_ibge"],
        bairros=(row["rotulo"],) if row["tipo"] == "bairro" else (),
        texto=row["rotulo"] if row["tipo"] == "logradouro" else None,
    )
