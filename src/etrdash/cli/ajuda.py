"""Click in Portuguese: usage, headings and the errors of a wrong call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

_TITULOS = {"Options": "Opções", "Commands": "Comandos", "Arguments": "Argumentos"}


class _Formatador(click.HelpFormatter):
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        em_portugues = args.replace("[OPTIONS]", "[OPÇÕES]").replace("COMMAND [ARGS]", "COMANDO [ARGS]")
        super().write_usage(prog, em_portugues, prefix or "Uso: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(_TITULOS.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        em_portugues = [(nome, texto.replace("[required]", "(obrigatória)")) for nome, texto in rows]
        super().write_dl(em_portugues, col_max, col_spacing)


class _Contexto(click.Context):
    formatter_class = _Formatador


def _help_option(comando: click.Command, ctx: click.Context) -> click.Option | None:
    opcao = click.Command.get_help_option(comando, ctx)
    if opcao is not None:
        opcao.help = "Mostra esta ajuda."
    return opcao


class Comando(click.Command):
    """A command whose repeatable options also take several values after one flag: ``--anatel a b``."""

    context_class = _Contexto

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the help option, in Portuguese."""
        return _help_option(self, ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the flag before each of its values, then parse as usual."""
        multiplas = {
            nome
            for parametro in self.params
            if isinstance(parametro, click.Option) and parametro.multiple
            for nome in parametro.opts
        }
        return super().parse_args(ctx, list(_repeat_flags(args, multiplas)))


class Grupo(click.Group):
    """A group of ``Comando``."""

    command_class = Comando
    context_class = _Contexto

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the help option, in Portuguese."""
        return _help_option(self, ctx)


def _repeat_flags(args: Sequence[str], multiplas: Iterable[str]) -> Iterable[str]:
    atual: str | None = None
    posto = False
    for arg in args:
        if arg.startswith("-") and len(arg) > 1:
            nome, igual, _ = arg.partition("=")
            atual, posto = (nome if nome in multiplas else None), bool(igual)
            yield arg
        elif atual is not None and posto:
            yield atual
            yield arg
        else:
            yield arg
            posto = True


def explain_usage_error(erro: click.UsageError) -> str:
    """Return the sentence, in Portuguese, for a wrong call."""
    comando = erro.ctx.command_path if erro.ctx else "etrdash"
    return f"{_explain(erro)}. Veja `{comando} --help`."


def _explain(erro: click.UsageError) -> str:
    match erro:
        case click.NoSuchOption():
            sugestao = f'; você quis dizer "{erro.possibilities[0]}"?' if erro.possibilities else ""
            frase = f'opção desconhecida: "{erro.option_name}"{sugestao}'
        case click.MissingParameter():
            frase = f"falta {_name(erro.param, erro.param_hint)}"
        case click.BadParameter():
            frase = f"valor inválido em {_name(erro.param, erro.param_hint)}: {erro.message}"
        case click.BadOptionUsage():
            frase = f'a opção "{erro.option_name}" pede um valor'
        case _ if "No such command" in erro.message:
            frase = f"comando desconhecido: {erro.message.rpartition('command ')[2].rstrip('.')}"
        case _ if "unexpected extra argument" in erro.message:
            frase = "argumento a mais"
        case _:
            frase = "chamada incompleta: diga um comando"
    return frase


def _name(parametro: click.Parameter | None, dica: Any) -> str:
    if isinstance(parametro, click.Option):
        return f'"{parametro.opts[0]}"'
    return f'"{parametro.human_readable_name if parametro is not None else dica or "argumento"}"'
