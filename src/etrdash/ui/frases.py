"""Sentences about places, with numerator, denominator, unknown share, date and base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from etrdash.ui.formatos import write_date, write_number, write_share
from etrdash.ui.idioma import t, tn


def say_counts(totais: Mapping[str, int], lugar: str) -> str:
    """Say how many evaluated stations of a place are pending, and how many say nothing.

    Args:
        totais: ``avaliadas, verde, amarelo, vermelho, cinza`` (evaluated stations).
        lugar: how the place is called in the sentence, with its preposition.
    """
    avaliadas, vermelho, cinza = totais["avaliadas"], totais["vermelho"], totais["cinza"]
    if not avaliadas:
        return t("{lugar}, nenhuma estação é de um serviço que as leis de antenas avaliam.", lugar=lugar)
    if cinza == avaliadas:
        return tn(
            "{lugar} há {m} estação avaliada, e os dados não permitem concluir nada sobre ela.",
            "{lugar} há {m} estações avaliadas, e os dados não permitem concluir nada sobre nenhuma delas.",
            avaliadas,
            lugar=lugar,
            m=write_number(avaliadas),
        )
    n = {"n": write_number(vermelho), "m": write_number(avaliadas), "lugar": lugar}
    partes = [
        t("{lugar}, nenhuma das {m} estações avaliadas está com pendência.", **n)
        if not vermelho
        else tn(
            "{lugar}, {n} de {m} estações avaliadas ({p}) está com pendência.",
            "{lugar}, {n} de {m} estações avaliadas ({p}) estão com pendência.",
            vermelho,
            p=write_share(vermelho, avaliadas),
            **n,
        )
    ]
    if cinza:
        partes.append(
            tn(
                "Sobre {k} ({p}) os dados não permitem concluir.",
                "Sobre {k} ({p}) os dados não permitem concluir.",
                cinza,
                k=write_number(cinza),
                p=write_share(cinza, avaliadas),
            )
        )
    return " ".join(partes)


def say_place(municipio: Mapping[str, Any]) -> str:
    """Return ``Em Município`` for the start of a sentence."""
    return t("Em {municipio} ({uf})", municipio=municipio["municipio"], uf=municipio["uf"])


def say_basis(municipio: Mapping[str, Any], em: object) -> str:
    """Say on which date and which records a municipality's figures rest, whatever is missing."""
    cobertura = municipio["cobertura"]
    dia = write_date(em)
    base = write_date(municipio["base_recebida_em"])
    if cobertura == "sem_lei":
        return t(
            "Situação em {dia}. Nenhuma lei municipal de antenas deste município está catalogada aqui; por"
            " isso nada se conclui sobre as estações, o que não quer dizer que a lei não exista.",
            dia=dia,
        )
    if cobertura == "sem_registros":
        return t(
            "Situação em {dia}. Esta base não tem registros da prefeitura; por isso nenhuma estação é dada"
            " como pendente.",
            dia=dia,
        )
    if municipio["base_recebida_em"] is None:
        return t(
            "Situação em {dia}, com registros municipais de que não se sabe o dia da extração; por isso"
            " nenhuma falta de registro é dada como pendência.",
            dia=dia,
        )
    if cobertura == "parcial":
        return t(
            "Situação em {dia}, com registros municipais parciais recebidos em {base}. Onde a base é parcial,"
            " a falta de registro não é dada como pendência.",
            dia=dia,
            base=base,
        )
    return t("Situação em {dia}, com registros municipais recebidos em {base}.", dia=dia, base=base)


def say_received(bases: Sequence[date]) -> str:
    """Say when the municipal records of many places were received.

    Args:
        bases: the different days, in order, one at least.
    """
    if len(bases) == 1:
        return t("Registros municipais recebidos em {dia}.", dia=write_date(bases[0]))
    de, ate = write_date(bases[0]), write_date(bases[-1])
    return t("Registros municipais recebidos entre {de} e {ate}.", de=de, ate=ate)
