"""Rows that a build refused, as the messages that a person reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from etrdash.erros import Problema

if TYPE_CHECKING:
    from etrdash.published.acervo import Acervo

MOSTRADOS = 20
"""How many refused rows are written out; all of them are in ``rejeitos.csv``."""

_ESPERADOS = (
    ("antiga", "o dia que está em referencia/datas.toml, com sua razão, ou um depois"),
    ("data", "um dia que existe, AAAA-MM-DD ou DD/MM/AAAA"),
    ("ano", "um dia que existe, AAAA-MM-DD ou DD/MM/AAAA"),
    ("número", "um número"),
    ("colunas", "tantas células quantas colunas o cabeçalho tem"),
)


def describe_rejeito(rejeito: dict[str, Any]) -> Problema:
    """Return a row of ``rejeitos`` as a problem, with what is expected where the reason says it."""
    motivo = str(rejeito["motivo"])
    palavras = motivo.lower().split()
    return Problema(
        motivo,
        arquivo=rejeito["arquivo"],
        linha=rejeito["linha"],
        coluna=rejeito["coluna"] or None,
        encontrado=rejeito["valor"] or None,
        esperado=next((esperado for palavra, esperado in _ESPERADOS if palavra in palavras), None),
        remedio="Corrija na origem e gere o arquivo de novo.",
    )


def iter_avisos(acervo: Acervo) -> Iterator[str]:
    """Yield a sentence for each of the first refused rows, and one that counts the others."""
    recusadas = int(acervo.manifesto["contagens"]["rejeitos"])
    for rejeito in acervo.list_rejeitos(limite=MOSTRADOS).to_pylist():
        yield f"recusada: {describe_rejeito(rejeito)}"
    if recusadas > MOSTRADOS:
        yield f"e mais {recusadas - MOSTRADOS} linhas recusadas: a lista inteira está em rejeitos.csv."
