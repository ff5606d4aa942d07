"""What a command prints: one JSON object or plain lines on standard output, messages on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import date
from typing import Any

import click

from etrdash.erros import Problema


def write_resultado(resultado: dict[str, Any], texto: str, *, em_json: bool) -> None:
    """Print a command's result to standard output.

    Args:
        resultado: the JSON object.
        texto: what a person reads instead.
        em_json: whether ``--json`` was given.
    """
    click.echo(json.dumps(resultado, ensure_ascii=False, default=_as_json) if em_json else texto)


def write_mensagem(texto: str) -> None:
    """Print one message to standard error."""
    click.echo(texto, err=True)


def write_problemas(problemas: Sequence[Problema]) -> None:
    """Print problems to standard error, one a line."""
    for problema in problemas:
        write_mensagem(f"erro: {problema}")


def wants_json(args: Sequence[str] | None = None) -> bool:
    """Whether a call that failed to parse had asked for JSON."""
    return "--json" in (sys.argv[1:] if args is None else args)


def format_inteiro(numero: int) -> str:
    """Return an integer with the Brazilian thousands separator."""
    return f"{numero:,}".replace(",", ".")


def _as_json(valor: Any) -> str:
    if isinstance(valor, date):
        return valor.isoformat()
    raise TypeError(type(valor).__name__)
