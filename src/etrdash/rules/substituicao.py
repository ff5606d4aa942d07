"""A structure being replaced.

Which act says so, from when its stay counts, which acts belong to the new structure.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from etrdash.rules.esquema import Substituicao
from etrdash.rules.fatos import Ato
from etrdash.rules.prazo import RegraDoMes, add_termo
from etrdash.vocabulario import TipoAto

_LEGALIZAM = frozenset({TipoAto.PROTOCOLO, TipoAto.COMUNICACAO, TipoAto.EMISSAO})


def split_substituta(
    regra: Substituicao | None, atos: Sequence[Ato], mes: RegraDoMes
) -> tuple[tuple[Ato, ...], date | None]:
    """Separate the acts of the structure that replaces this one.

    A ``remocao`` act whose ``motivo`` speaks of replacement names this structure as the replaced one. The
    acts of its own process that legalise a structure, unless they are older than the stay itself, are the
    new structure's.

    Returns:
        (acts of this structure, day from which its stay counts or None).
    """
    todos = tuple(atos)
    if regra is None:
        return todos, None
    nomeiam = [ato for ato in todos if ato.ato is TipoAto.REMOCAO and ato.motivo in regra.motivos]
    if not nomeiam:
        return todos, None
    remocao = nomeiam[-1]
    da_nova = [
        ato
        for ato in todos
        if ato.registro_id == remocao.registro_id
        and ato.ato in _LEGALIZAM
        and add_termo(ato.data, regra.prazo, mes) >= remocao.data
    ]
    inicio = max((ato.data for ato in da_nova), default=remocao.data)
    return tuple(ato for ato in todos if ato not in da_nova), inicio
