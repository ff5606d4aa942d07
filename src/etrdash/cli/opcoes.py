"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from etrdash.published.store import PADRAO, VARIAVEL, Store


class Caminho(click.ParamType[Path]):
    """A path, whatever it points to: whoever reads it explains what is wrong with it."""

    name = "caminho"

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> Path:
        """Return the path."""
        return Path(value)


class Data(click.ParamType[date]):
    """An ISO date."""

    name = "data"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the date; anything else is a wrong call."""
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f'"{value}" não é uma data; escreva AAAA-MM-DD', param, ctx)


class Armazem(click.ParamType[Store]):
    """A folder of acervos."""

    name = "pasta"

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> Store:
        """Return the store."""
        return value if isinstance(value, Store) else Store(Path(value))


def add_store(comando: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--store DIR``."""
    return click.option(
        "--store",
        type=Armazem(),
        default=str(PADRAO),
        envvar=VARIAVEL,
        metavar="PASTA",
        help=f"Pasta dos acervos ({PADRAO}).",
    )(comando)


def add_json(comando: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--json``."""
    return click.option("--json", "em_json", is_flag=True, help="Imprime um objeto JSON.")(comando)


def add_data(comando: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--data DIR``."""
    return click.option(
        "--data",
        "dados",
        type=Caminho(),
        metavar="PASTA",
        help="Pasta com leis/, municipios/, vinculos/… posta sobre a do projeto.",
    )(comando)
