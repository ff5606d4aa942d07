"""Schema mistakes in Portuguese: what was found, what is expected, what to do."""

from __future__ import annotations

from pydantic import ValidationError

from etrdash.erros import Problema

_ESPERADO = {
    "missing": "a chave é obrigatória e falta",
    "extra_forbidden": "a chave não existe neste lugar",
    "enum": "o valor não está no vocabulário",
    "string_type": "espera-se um texto entre aspas",
    "bool_type": "espera-se true ou false",
    "bool_parsing": "espera-se true ou false",
    "int_type": "espera-se um número inteiro",
    "int_parsing": "espera-se um número inteiro",
    "tuple_type": "espera-se uma lista entre colchetes",
    "list_type": "espera-se uma lista entre colchetes",
    "dict_type": "espera-se uma tabela",
    "model_type": "espera-se uma tabela",
    "model_attributes_type": "espera-se uma tabela",
    "date_type": "espera-se uma data aaaa-mm-dd, sem aspas",
    "date_from_datetime_parsing": "a data não existe ou não está na forma aaaa-mm-dd",
    "date_from_datetime_inexact": "espera-se uma data sem hora",
    "date_parsing": "a data não existe ou não está na forma aaaa-mm-dd",
    "too_short": "a lista não pode ser vazia",
    "string_pattern_mismatch": "o texto não tem a forma esperada",
    "decimal_type": "espera-se um número",
    "decimal_parsing": "espera-se um número",
    "greater_than_equal": "o número é menor do que o mínimo",
}


def translate_erros(erro: ValidationError, arquivo: str, prefixo: str = "") -> list[Problema]:
    """Turn the schema's errors into problems.

    One for each key, without repeating the alternatives of a union.
    """
    problemas: dict[str, Problema] = {}
    for item in erro.errors():
        partes = [str(parte) for parte in item["loc"] if not _is_alternativa(parte)]
        onde = ".".join([prefixo, *partes] if prefixo else partes)
        tipo = item["type"]
        contexto = item.get("ctx", {})
        esperado = str(contexto["expected"]) if tipo == "enum" and "expected" in contexto else None
        mensagem = (
            str(contexto.get("error", item["msg"]))
            if tipo == "value_error"
            else _ESPERADO.get(tipo, item["msg"])
        )
        encontrado = None if tipo in {"missing", "value_error"} else repr(item["input"])[:80]
        problemas.setdefault(
            onde, Problema(mensagem, arquivo=arquivo, coluna=onde, encontrado=encontrado, esperado=esperado)
        )
    return list(problemas.values())


def _is_alternativa(parte: int | str) -> bool:
    """Tell a union's branch name (not a key of the file) from a key."""
    return isinstance(parte, str) and (parte.startswith(("tuple[", "function-", "constrained", "dict[")))
