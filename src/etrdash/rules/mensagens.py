"""Schema mistakes in Portuguese: what was found, what is expected, what to do."""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from etrdash.erros import Problema

_MENSAGENS = {
    "missing": ("a chave é obrigatória e falta", None),
    "extra_forbidden": ("a chave não existe neste lugar", None),
    "enum": ("o valor não está no vocabulário", None),
    "string_type": ("o valor não é um texto", "um texto entre aspas"),
    "bool_type": ("o valor não é lógico", "true ou false, sem aspas"),
    "bool_parsing": ("o valor não é lógico", "true ou false, sem aspas"),
    "int_type": ("o valor não é um número inteiro", "um número inteiro"),
    "int_parsing": ("o valor não é um número inteiro", "um número inteiro"),
    "tuple_type": ("o valor não é uma lista", "uma lista entre colchetes"),
    "list_type": ("o valor não é uma lista", "uma lista entre colchetes"),
    "dict_type": ("o valor não é uma tabela", "uma tabela [nome] ou { chave = valor }"),
    "model_type": ("o valor não é uma tabela", "uma tabela [nome] ou { chave = valor }"),
    "model_attributes_type": ("o valor não é uma tabela", "uma tabela [nome] ou { chave = valor }"),
    "date_type": ("o valor não é uma data", "uma data aaaa-mm-dd, sem aspas"),
    "date_from_datetime_parsing": (
        "a data não existe ou está em outra forma",
        "uma data aaaa-mm-dd, sem aspas",
    ),
    "date_from_datetime_inexact": ("o valor não é uma data", "uma data aaaa-mm-dd, sem aspas nem hora"),
    "date_parsing": ("a data não existe ou está em outra forma", "uma data aaaa-mm-dd, sem aspas"),
    "too_short": ("a lista não pode ser vazia", "pelo menos um elemento"),
    "string_pattern_mismatch": ("o texto não tem a forma esperada", None),
    "decimal_type": ("o valor não é um número", "um número, com ponto decimal"),
    "decimal_parsing": ("o valor não é um número", "um número, com ponto decimal"),
    "greater_than_equal": ("o número é menor do que o mínimo", None),
}
_FORMAS = {
    r"^\d{7}$": "7 dígitos",
    r"^[A-Z]{2}$": "a sigla de duas letras maiúsculas",
    r"^[0-9a-f]{64}$": "64 algarismos hexadecimais minúsculos (sha256sum)",
}
_RESERVADOS = ("manifestacao", "contato")
"""Keys whose values may name a person: never repeated in a message."""


def translate_erros(
    erro: ValidationError,
    arquivo: str,
    modelo: type[BaseModel] | None = None,
    tabela: Any = None,
    prefixo: str = "",
) -> list[Problema]:
    """Turn the schema's errors into problems.

    One for each key, without repeating the alternatives of a union.

    Args:
        erro: what the schema refused.
        arquivo: file name.
        modelo: schema of the table, where its keys are to be suggested.
        tabela: what was read, so that elements of lists are named by their ``id``.
        prefixo: path of the table in the file.
    """
    itens = erro.errors(include_url=False)
    caminhos = [_clean(item["loc"]) for item in itens]
    problemas: dict[str, Problema] = {}
    for item, caminho in zip(itens, caminhos, strict=True):
        if _is_union(item["loc"]) and any(_goes_deeper(outro, caminho) for outro in caminhos):
            continue
        onde = ".".join(filter(None, (prefixo, *_name(caminho, tabela))))
        problemas.setdefault(onde, _explain(item, caminho, onde, arquivo, modelo))
    return list(problemas.values())


def suggest(procurado: str, conhecidos: Iterable[str]) -> str:
    """Return "Você quis dizer …?" for the closest known name, or an empty string."""
    nomes = list(conhecidos)
    perto = difflib.get_close_matches(procurado, nomes, n=1, cutoff=0.5)
    if not perto:
        iguais = {nome.casefold(): nome for nome in nomes}
        perto = [
            iguais[nome] for nome in difflib.get_close_matches(procurado.casefold(), iguais, n=1, cutoff=0.5)
        ]
    return f'Você quis dizer "{perto[0]}"?' if perto else ""


def _explain(
    item: ErrorDetails, caminho: Sequence[str | int], onde: str, arquivo: str, modelo: type[BaseModel] | None
) -> Problema:
    tipo, valor, contexto = item["type"], item["input"], item.get("ctx", {})
    mensagem, esperado = _MENSAGENS.get(tipo, ("o valor não é aceito aqui", None))
    encontrado: str | None = _show(valor)
    remedio: str | None = None
    guia = "docs/municipais.md" if arquivo.startswith("municipios/") else "docs/nova-lei.md"
    if onde.partition(".")[0] in _RESERVADOS and tipo != "extra_forbidden":
        encontrado = None
    if tipo == "value_error":
        mensagem = str(contexto.get("error", item["msg"]))
        encontrado = encontrado if isinstance(valor, str | int | float | date) else None
        remedio = f"A forma certa está em {guia}."
    elif tipo == "missing":
        encontrado, remedio = None, f'Acrescente a chave "{caminho[-1]}".'
    elif tipo == "extra_forbidden":
        chaves = _list_chaves(modelo, caminho[:-1])
        encontrado = str(caminho[-1])
        esperado = ", ".join(chaves) or None
        remedio = suggest(encontrado, chaves) or f"Retire a chave ou confira o lugar dela em {guia}."
    elif tipo == "enum":
        valores = re.findall(r"'([^']+)'", str(contexto.get("expected", "")))
        esperado = ("um destes: " + ", ".join(valores)) if valores else None
        remedio = suggest(str(valor), valores) or None
    elif tipo == "string_pattern_mismatch":
        esperado = _FORMAS.get(str(contexto.get("pattern")))
    elif tipo == "greater_than_equal":
        esperado = f"{contexto.get('ge')} ou mais"
    return Problema(
        mensagem, arquivo=arquivo, coluna=onde, encontrado=encontrado, esperado=esperado, remedio=remedio
    )


def _show(valor: Any) -> str:
    """Return a value as a TOML file shows it, shortened."""
    if isinstance(valor, bool):
        return str(valor).lower()
    if isinstance(valor, str):
        return f'"{valor}"' if len(valor) <= 70 else f'"{valor[:70]}…"'
    if isinstance(valor, Mapping):
        return "uma tabela"
    if isinstance(valor, list | tuple):
        return "uma lista" if valor else "[]"
    return str(valor)


def _clean(lugar: Iterable[str | int]) -> tuple[str | int, ...]:
    """Return a location without the names of a union's branches, which are no keys of the file."""
    return tuple(parte for parte in lugar if isinstance(parte, int) or not _is_ramo(parte))


def _is_union(lugar: Iterable[str | int]) -> bool:
    return any(isinstance(parte, str) and _is_ramo(parte) for parte in lugar)


def _is_ramo(parte: str) -> bool:
    return parte == "[key]" or parte.startswith(("str-enum[", "tuple[", "function-", "constrained", "dict["))


def _goes_deeper(outro: Sequence[str | int], caminho: Sequence[str | int]) -> bool:
    return len(outro) > len(caminho) and outro[: len(caminho)] == caminho


def _name(caminho: Sequence[str | int], tabela: Any) -> Iterator[str]:
    """Yield the parts of a path; elements of lists by their ``id``, else counted from 1."""
    atual = tabela
    for parte in caminho:
        try:
            atual = atual[parte]
        except (KeyError, IndexError, TypeError):
            atual = None
        identidade = atual.get("id") if isinstance(parte, int) and isinstance(atual, Mapping) else None
        if isinstance(parte, int):
            yield identidade if isinstance(identidade, str) else str(parte + 1)
        else:
            yield parte


def _list_chaves(modelo: Any, caminho: Sequence[str | int]) -> list[str]:
    """Return the keys that the schema knows in the table at ``caminho``."""
    tipos = [modelo]
    for parte in caminho:
        tipos = [proximo for tipo in tipos for proximo in _descend(tipo, parte)]
    return sorted({nome for tipo in tipos if _is_modelo(tipo) for nome in tipo.model_fields})


def _descend(tipo: Any, parte: str | int) -> list[Any]:
    if _is_modelo(tipo):
        campo = tipo.model_fields.get(parte)
        return _expand(campo.annotation) if campo else []
    argumentos = get_args(tipo)
    if get_origin(tipo) is tuple and isinstance(parte, int) and argumentos:
        return _expand(argumentos[0])
    if get_origin(tipo) is dict and argumentos:
        return _expand(argumentos[1])
    return []


def _expand(tipo: Any) -> list[Any]:
    if get_origin(tipo) in {Union, types.UnionType}:
        return [parte for argumento in get_args(tipo) for parte in _expand(argumento)]
    return [tipo]


def _is_modelo(tipo: Any) -> bool:
    return isinstance(tipo, type) and issubclass(tipo, BaseModel)
