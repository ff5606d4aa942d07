"""One name per company, also for those that the alias table does not know."""

from __future__ import annotations

from functools import lru_cache

import pandas as pd

from etrdash.dados import PastaDeDados
from etrdash.staging.empresas import key_empresa, read_referencia, shipped_empresas

_PARTICULAS = frozenset({"DA", "DAS", "DE", "DO", "DOS", "E"})
_MENOR_ABREVIATURA = 4


def unify_empresas(nomes: pd.Series) -> pd.Series:
    """Return the names with every spelling of an unknown company made one; nulls stay.

    `Mastro Azul Infra Ltda ME` and `MASTRO AZUL INFRAESTRUTURA S.A.` are one company; a name that the alias
    table has stays as it is, and one that adds only its trade to such a name becomes it.

    Args:
        nomes: companies as staging keeps them.
    """
    return nomes.map({nome: _unify(nome) for nome in nomes.dropna().unique()})


@lru_cache(maxsize=20_000)
def _unify(nome: str) -> str:
    empresas = shipped_empresas().por_nome
    chave = key_empresa(nome)
    curta = _cut_ramo(chave)
    return empresas.get(chave) or empresas.get(curta) or curta


def _cut_ramo(chave: str) -> str:
    """Drop the words of a trade from the end of a name (`SERVICOS DE TELECOM`), never all of it."""
    palavras = chave.split()
    fim = len(palavras)
    while fim > 1 and (palavras[fim - 1] in _PARTICULAS or _is_ramo(palavras[fim - 1])):
        fim -= 1
    return " ".join(palavras[:fim])


@lru_cache(maxsize=20_000)
def _is_ramo(palavra: str) -> bool:
    """Whether a word is one of the words of companies, or begins as one does (`INFRA`, `PART`)."""
    return any(
        palavra == termo
        or (inicio and palavra.startswith(termo))
        or (len(palavra) >= _MENOR_ABREVIATURA and termo.startswith(palavra))
        for termo, inicio in _list_termos()
    )


@lru_cache(maxsize=1)
def _list_termos() -> tuple[tuple[str, bool], ...]:
    """Return each word of companies and whether it stands for all that begin with it."""
    linhas = read_referencia(PastaDeDados.open().file("referencia/termos_empresas.csv"))
    termos = (linha["termo"] for linha in linhas if " " not in linha["termo"])
    return tuple((termo.rstrip("*"), termo.endswith("*")) for termo in termos)
