"""Dates and names of a law file: its id, its publication, the order of its wordings."""

from __future__ import annotations

from pathlib import Path

from etrdash.erros import Problema
from etrdash.rules.lei import Cabecalho, RedacaoDeclarada
from etrdash.rules.sintaxe import DATA_TROCADA


def check_cabecalho(cabecalho: Cabecalho, arquivo: str) -> list[Problema]:
    """Return what is wrong with the identity of a law: another file's id, a repeal before the publication."""
    problemas = []
    nome = Path(arquivo).stem
    if cabecalho.id != nome:
        problemas.append(
            Problema(
                "o id da lei não é o nome do arquivo",
                arquivo=arquivo,
                coluna="id",
                encontrado=f'"{cabecalho.id}"',
                esperado=f'"{nome}"',
                remedio="Corrija o id ou o nome do arquivo.",
            )
        )
    publicada, revogada = cabecalho.publicada_em, cabecalho.revogada_em
    if publicada and revogada and DATA_TROCADA < revogada < publicada:
        problemas.append(
            Problema(
                "a lei foi revogada antes de ser publicada",
                arquivo=arquivo,
                coluna="revogada_em",
                encontrado=str(cabecalho.revogada_em),
                esperado=f"um dia desde {cabecalho.publicada_em}",
                remedio="Confira as duas datas.",
            )
        )
    return problemas


def check_ordem(
    declaradas: tuple[RedacaoDeclarada, ...], cabecalho: Cabecalho, arquivo: str
) -> list[Problema]:
    """Say where wordings overlap, go back in time, or leave days without any."""
    problemas = []
    anterior = None
    for posicao, declarada in enumerate(declaradas, 1):
        onde, remedio = f"redacao.{posicao}.desde", "Cada redação vale até a véspera da seguinte."
        if declarada.desde == DATA_TROCADA:
            continue
        if declarada.desde is None:
            if len(declaradas) > 1:
                problemas.append(
                    Problema(
                        "as redações vêm em ordem, cada uma com a data em que começa: falta uma data",
                        arquivo=arquivo,
                        coluna=onde,
                        esperado="desde = aaaa-mm-dd",
                        remedio=remedio,
                    )
                )
            continue
        if anterior is not None and declarada.desde <= anterior:
            problemas.append(
                Problema(
                    "as redações vêm em ordem, sem repetir datas: duas se sobrepõem",
                    arquivo=arquivo,
                    coluna=onde,
                    encontrado=str(declarada.desde),
                    esperado=f"um dia depois de {anterior}",
                    remedio=remedio,
                )
            )
        anterior = max(anterior or declarada.desde, declarada.desde)
    primeira = declaradas[0].desde if declaradas else None
    publicada = cabecalho.publicada_em
    if primeira and publicada and DATA_TROCADA not in {primeira, publicada} and primeira != publicada:
        falta = "há dias sem redação" if primeira > publicada else "a redação começa antes da lei"
        problemas.append(
            Problema(
                f"{falta}: a primeira começa no dia da publicação",
                arquivo=arquivo,
                coluna="redacao.1.desde",
                encontrado=str(primeira),
                esperado=str(cabecalho.publicada_em),
                remedio="Se o texto daqueles dias não está disponível, declare a redação com a chave lacuna.",
            )
        )
    return problemas
