"""Commands about laws and data files: cases, check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from etrdash.cli.ajuda import Comando
from etrdash.cli.opcoes import Caminho, add_data, add_json
from etrdash.cli.saida import write_problemas, write_resultado
from etrdash.dados import PastaDeDados


@click.command(cls=Comando)
@click.argument("arquivos", type=Caminho(), nargs=-1, required=True, metavar="ARQUIVO…")
@add_data
@add_json
def cases(arquivos: tuple[Path, ...], dados: Path | None, em_json: bool) -> int:
    """Avalia casos resolvidos e mostra os que deram outra resposta."""
    from etrdash.rules.carga import load_leis  # noqa: PLC0415 - spares the other commands
    from etrdash.rules.casos import load_casos, run_casos  # noqa: PLC0415

    leis = load_leis(PastaDeDados.open(dados))
    diferencas = [diferenca for arquivo in arquivos for diferenca in run_casos(arquivo, leis)]
    total = sum(len(load_casos(arquivo)) for arquivo in arquivos)
    certos = total - len({diferenca.id for diferenca in diferencas})
    resultado: dict[str, Any] = {
        "casos": total,
        "certos": certos,
        "diferencas": [
            {
                "id": diferenca.id,
                "esperada": diferenca.esperada,
                "obtida": diferenca.obtida,
                "porque": diferenca.porque,
            }
            for diferenca in diferencas
        ],
    }
    linhas = [*map(str, diferencas), f"{certos} de {total} casos certos"]
    write_resultado(resultado, "\n".join(linhas), em_json=em_json)
    return 1 if diferencas else 0


@click.command(cls=Comando)
@click.argument("caminhos", type=Caminho(), nargs=-1, metavar="CAMINHO…")
@click.option(
    "--textos",
    type=Caminho(),
    metavar="PASTA",
    help="Pasta com os textos das leis (.txt), para conferir os trechos.",
)
@add_data
@add_json
def check(caminhos: tuple[Path, ...], textos: Path | None, dados: Path | None, em_json: bool) -> int:
    """Confere leis, arquivos de municípios e registros municipais, todos os erros de uma vez."""
    from etrdash.cli.checagem import check_caminhos  # noqa: PLC0415 - spares the other commands

    conferencia = check_caminhos(caminhos, PastaDeDados.open(dados), textos)
    write_problemas(conferencia.problemas)
    resultado = {
        "conferidos": conferencia.conferidos,
        "problemas": [problema.as_dict() for problema in conferencia.problemas],
    }
    quantos = len(conferencia.problemas)
    texto = "nenhum problema" if not quantos else f"{quantos} problema{'s' if quantos > 1 else ''}"
    lidos = len(conferencia.conferidos)
    arquivos = "arquivo conferido" if lidos == 1 else "arquivos conferidos"
    write_resultado(resultado, f"{lidos} {arquivos}: {texto}", em_json=em_json)
    return 1 if quantos else 0
