"""The command group, and the one place where an exception becomes a message and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from etrdash import __version__
from etrdash.cli.acervos import diff, export, rollback, status, withdraw
from etrdash.cli.ajuda import Grupo, explain_usage_error
from etrdash.cli.construir import build, demo
from etrdash.cli.entradas import fetch, profile
from etrdash.cli.leis import cases, check
from etrdash.cli.saida import wants_json, write_mensagem, write_problemas, write_resultado
from etrdash.cli.servidor import serve
from etrdash.erros import EtrdashError, Problema

INTERROMPIDO = 130


@click.group(cls=Grupo)
@click.version_option(__version__, message="%(prog)s %(version)s", help="Mostra a versão.")
def etrdash() -> None:
    """Antenas licenciadas pela ANATEL diante dos registros e das leis dos municípios."""


for _comando in (demo, fetch, build, cases, check, profile, export, diff, rollback, withdraw, status, serve):
    etrdash.add_command(_comando)


def main(args: Sequence[str] | None = None) -> None:
    """Run the command and exit with 0 (done), 1 (something in the input fails) or 2 (wrong call, unreadable).

    No traceback ever reaches a user; ``ETRDASH_DEBUG=1`` shows it.
    """
    sys.exit(_run(sys.argv[1:] if args is None else list(args)))


def _run(args: list[str]) -> int:
    try:
        return int(etrdash.main(args, prog_name="etrdash", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as erro:
        write_mensagem(erro.ctx.get_help() if erro.ctx else "")
        return 2
    except (KeyboardInterrupt, click.Abort):
        write_mensagem("interrompido; o acervo publicado continua como estava")
        return INTERROMPIDO
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as erro:
        if os.environ.get("ETRDASH_DEBUG"):
            raise
        problemas, codigo = _explain(erro)
        return _fail(problemas, codigo, args)


def _explain(erro: Exception) -> tuple[Sequence[Problema], int]:
    match erro:
        case EtrdashError():
            return erro.problemas, erro.exit_code
        case click.UsageError():
            return [Problema(explain_usage_error(erro))], 2
        case _:
            return [_explain_unexpected(erro)], 2


def _explain_unexpected(erro: Exception) -> Problema:
    if isinstance(erro, MemoryError):
        return Problema(
            "faltou memória",
            remedio="Nada do que estava publicado mudou. Confira se um arquivo não põe estações ou processos"
            " demais em um só lugar; senão, use uma máquina com mais memória.",
        )
    if isinstance(erro, OSError) and erro.strerror:
        return Problema(
            f"o sistema recusou a operação ({erro.strerror})",
            arquivo=str(erro.filename) if erro.filename else None,
            remedio="Confira o caminho, o espaço em disco e as permissões.",
        )
    return Problema(
        f"erro interno ({type(erro).__name__})",
        remedio="Nada do que estava publicado mudou. Repita com ETRDASH_DEBUG=1 e relate o que aparecer.",
    )


def _fail(problemas: Sequence[Problema], codigo: int, args: Sequence[str]) -> int:
    write_problemas(problemas)
    if wants_json(args):
        write_resultado({"problemas": [problema.as_dict() for problema in problemas]}, "", em_json=True)
    return codigo
