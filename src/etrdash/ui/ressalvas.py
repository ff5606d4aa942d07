"""What limits a count of stations without a record: what the processes do not say, and how often it errs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from etrdash.published.confiabilidade import load_confiabilidade
from etrdash.ui.formatos import write_number, write_share
from etrdash.ui.html import fill, show
from etrdash.ui.idioma import t
from etrdash.ui.leitura import ask


def show_caveats(municipio: Mapping[str, Any]) -> None:
    """Show, under the counts of a municipality with records, both limits in small print."""
    frases = [say_omissions(find_omissions(municipio["codigo_ibge"])), say_reliability()]
    if municipio["registros"]:
        show(fill('<p class="etr-sobre">{texto}</p>', texto=" ".join(filter(None, frases))))


def find_omissions(ibge: str) -> Mapping[str, Any] | None:
    """Return the row of ``list_omissoes`` of a municipality; None where it has no process."""
    rows = ask("list_omissoes", ibge)
    return rows[0] if rows else None


def say_omissions(omissoes: Mapping[str, Any] | None) -> str:
    """Say which share of the processes lacks a coordinate, a station's number, an operator.

    Args:
        omissoes: a row of ``list_omissoes``, None where there is no process.
    """
    if omissoes is None:
        return ""
    n = omissoes["processos"]
    return t(
        "Nos processos municipais recebidos ({n}), falta a coordenada em {a}, o número da estação em {b} e a"
        " prestadora em {c}: um processo pode existir e não ter sido reconhecido.",
        n=write_number(n),
        a=write_share(omissoes["sem_coordenada"], n),
        b=write_share(omissoes["sem_numero_estacao"], n),
        c=write_share(omissoes["sem_prestadora"], n),
    )


def say_reliability() -> str:
    """Say how many of the stations shown without a record truly had none, where the truth is known."""
    medida = load_confiabilidade().fora_da_revisao
    return t(
        "Em municípios de prova, com a verdade conhecida, {p} das {n} estações deixadas sem registro e sem"
        " processo provável de fato não tinham nenhum; {q} tinham.",
        p=write_share(medida.confirmadas, medida.marcadas),
        n=write_number(medida.marcadas),
        q=write_share(medida.marcadas - medida.confirmadas, medida.marcadas),
    )


def say_measurement() -> str:
    """Say the same for the methodology page: with and without the stations left to check."""
    medida = load_confiabilidade()
    todas = medida.todas
    return t(
        "A ligação foi medida em {k} conjuntos de municípios inventados, em que se sabe qual processo é de"
        " qual estação, sempre com pesos aprendidos nos outros conjuntos. Das {n} estações que ficaram sem"
        " processo aceito, {p} de fato não tinham nenhum. {frase} Em uma cidade real a proporção pode ser"
        " outra: depende do que os processos dela dizem.",
        k=write_number(medida.conjuntos),
        n=write_number(todas.marcadas),
        p=write_share(todas.confirmadas, todas.marcadas),
        frase=say_reliability(),
    )
