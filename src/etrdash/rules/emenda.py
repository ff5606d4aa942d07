"""Amendments and readings as data: a list of changes to a law's table, each naming the key that it changes.

An amendment (``[[redacao]]``) and a chosen reading (``[leitura.X]``) both act this way, so that the law's
first wording is never overwritten and no reading needs code of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from pydantic import model_validator

from etrdash.rules.declaracao import Declaracao


class Alteracao(Declaracao):
    """One change.

    Attributes:
        chave: path of the key, dots between; an element of a list is named by its ``id``
            (``obrigacao.movel.prazo``).
        valor: the new value.
        remove: takes the key away instead.
    """

    chave: str
    valor: Any = None
    remove: bool = False

    @model_validator(mode="after")
    def _check_valor(self) -> Alteracao:
        if self.remove == (self.valor is not None):
            msg = "cada alteração dá um valor ou diz remove = true"
            raise ValueError(msg)
        return self


def apply_alteracoes(tabela: Mapping[str, Any], alteracoes: Iterable[Alteracao]) -> dict[str, Any]:
    """Return a copy of ``tabela`` with every change made, in order.

    Raises:
        KeyError: a path goes through a key that does not exist; its argument is the whole path.
    """
    nova: dict[str, Any] = deepcopy(dict(tabela))
    for alteracao in alteracoes:
        *caminho, ultima = alteracao.chave.split(".")
        alvo: Any = nova
        for parte in caminho:
            alvo = _descend(alvo, parte, alteracao.chave)
        if isinstance(alvo, list):
            _change_list(alvo, ultima, alteracao)
        elif not isinstance(alvo, dict):
            raise KeyError(alteracao.chave)
        elif alteracao.remove:
            if ultima not in alvo:
                raise KeyError(alteracao.chave)
            del alvo[ultima]
        else:
            alvo[ultima] = deepcopy(alteracao.valor)
    return nova


def _descend(alvo: Any, parte: str, chave: str) -> Any:
    if isinstance(alvo, list):
        for item in alvo:
            if isinstance(item, dict) and item.get("id") == parte:
                return item
    elif isinstance(alvo, dict) and parte in alvo:
        return alvo[parte]
    raise KeyError(chave)


def _change_list(alvo: list[Any], ultima: str, alteracao: Alteracao) -> None:
    posicao = next(
        (n for n, item in enumerate(alvo) if isinstance(item, dict) and item.get("id") == ultima), None
    )
    if alteracao.remove:
        if posicao is None:
            raise KeyError(alteracao.chave)
        del alvo[posicao]
    elif posicao is None:
        alvo.append({"id": ultima, **alteracao.valor})
    else:
        alvo[posicao] = {"id": ultima, **alteracao.valor}
