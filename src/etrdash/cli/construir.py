"""Commands that build acervos: build, demo."""

from __future__ import annotations

import re
import tempfile
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import click

from etrdash.cli.ajuda import Comando
from etrdash.cli.opcoes import Caminho, Data, add_data, add_json, add_store
from etrdash.cli.rejeitos import iter_avisos
from etrdash.cli.saida import format_inteiro, write_mensagem, write_resultado
from etrdash.dados import PastaDeDados
from etrdash.published.acervo import Acervo
from etrdash.published.store import Store

_COM_CODIGO = re.compile(r"(\d{7})=(.+)", re.DOTALL)
_CONTAS = ("arquivo", "layout", "lidas", "carregadas", "repetidas", "rejeitadas")


class Municipal(click.ParamType[tuple[str | None, Path]]):
    """A municipal file, with the IBGE code in front where it has to be said."""

    name = "municipal"

    def convert(
        self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> tuple[str | None, Path]:
        """Return ``(codigo_ibge or None, path)``."""
        if isinstance(value, tuple):
            return value
        com_codigo = _COM_CODIGO.fullmatch(value)
        return (com_codigo[1], Path(com_codigo[2])) if com_codigo else (None, Path(value))


@click.command(cls=Comando)
@click.option(
    "--anatel",
    type=Caminho(),
    multiple=True,
    required=True,
    metavar="ARQUIVO…",
    help="Estações da ANATEL: .csv, .zip, .csv.gz ou pasta; vários de uma vez.",
)
@click.option(
    "--municipal",
    type=Municipal(),
    multiple=True,
    metavar="[IBGE=]ARQUIVO…",
    help="Registros municipais; vários de uma vez.",
)
@click.option(
    "--pontos",
    type=Municipal(),
    multiple=True,
    metavar="[IBGE=]ARQUIVO…",
    help="Locais que leis citam (CNES, OpenDataSUS, INEP); vários de uma vez.",
)
@click.option(
    "--malha",
    type=Caminho(),
    multiple=True,
    metavar="ARQUIVO…",
    help="Contornos dos municípios (malha do IBGE, GeoJSON), para o mapa.",
)
@click.option(
    "--populacao",
    type=Caminho(),
    multiple=True,
    metavar="ARQUIVO…",
    help="População dos municípios (IBGE), para números por habitante.",
)
@click.option("--as-of", "em", type=Data(), metavar="DATA", help="Data de referência (hoje).")
@click.option(
    "--keep", "guardar", type=click.IntRange(min=1), metavar="N", help="Guarda só os N acervos mais novos."
)
@click.option(
    "--accept-changes",
    "aceitar",
    is_flag=True,
    help="Publica mesmo que um arquivo tenha perdido 20% das linhas ou suas estações mudado de lugar.",
)
@add_data
@add_store
@add_json
def build(
    *,
    anatel: tuple[Path, ...],
    municipal: tuple[tuple[str | None, Path], ...],
    pontos: tuple[tuple[str | None, Path], ...],
    malha: tuple[Path, ...],
    populacao: tuple[Path, ...],
    em: date | None,
    guardar: int | None,
    aceitar: bool,
    dados: Path | None,
    store: Store,
    em_json: bool,
) -> None:
    """Lê, vincula, decide e publica um acervo."""
    from etrdash.cli.construcao import Pedido, build_acervo  # noqa: PLC0415 - spares the other commands

    hoje = date.today()  # noqa: DTZ011 - the user's own day
    pasta = PastaDeDados.open(dados)
    pedido = Pedido(
        anatel,
        municipal,
        pasta,
        em or hoje,
        aceitar=aceitar,
        pontos=pontos,
        malha=malha,
        populacao=populacao,
        avisar=write_mensagem,
    )
    construcao = build_acervo(pedido, store)
    with closing(Acervo(construcao.pasta)) as acervo:
        for aviso in iter_avisos(acervo):
            write_mensagem(aviso)
    removidos = store.retain(guardar, hoje) if guardar else []
    _write_construcao(construcao, removidos, em_json=em_json)


@click.command(cls=Comando)
@add_store
@add_json
def demo(store: Store, em_json: bool) -> None:
    """Gera as entradas fictícias da demonstração e constrói um acervo com elas."""
    from etrdash.cli.construcao import Pedido, build_acervo  # noqa: PLC0415
    from etrdash.demo import write_demo  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="etrdash-demo-") as pasta:
        entradas = write_demo(Path(pasta))
        construcao = build_acervo(Pedido.of_demo(entradas, write_mensagem), store)
    _write_construcao(construcao, [], em_json=em_json)


def _write_construcao(construcao: Any, removidos: list[str], *, em_json: bool) -> None:
    manifesto = construcao.manifesto
    contagens = manifesto["contagens"]
    resultado = {
        "acervo": manifesto["acervo"],
        "em": manifesto["em"],
        "pasta": str(construcao.pasta),
        "inalterado": construcao.inalterada,
        "arquivos": [{conta: arquivo[conta] for conta in _CONTAS} for arquivo in manifesto["arquivos"]],
        "estacoes": contagens["estacoes"],
        "avaliadas": contagens["avaliadas"],
        "sitios": contagens["sitios"],
        "vinculos": contagens["vinculos"],
        "situacoes": manifesto["situacoes"],
        "situacoes_avaliadas": manifesto["situacoes_avaliadas"],
        "avisos": manifesto["avisos"],
        "removidos": removidos,
    }
    novidade = "sem mudança" if construcao.inalterada else "novo"
    for aviso in manifesto["avisos"]:
        write_mensagem(f"aviso: {aviso}")
    linhas = [
        f"acervo {manifesto['acervo']} ({novidade}) em {construcao.pasta}",
        *(_describe_arquivo(arquivo) for arquivo in manifesto["arquivos"]),
        f"{format_inteiro(contagens['estacoes'])} estações em {format_inteiro(contagens['sitios'])} sítios; "
        f"{format_inteiro(contagens['vinculos'])} vínculos",
        f"situação das {format_inteiro(contagens['avaliadas'])} avaliadas:",
        *(
            f"  {situacao}: {format_inteiro(quantas)}"
            for situacao, quantas in manifesto["situacoes_avaliadas"].items()
        ),
        *(f"removido: {acervo}" for acervo in removidos),
    ]
    write_resultado(resultado, "\n".join(linhas), em_json=em_json)


def _describe_arquivo(arquivo: dict[str, Any]) -> str:
    lidas, *partes = (f"{format_inteiro(arquivo[conta])} {conta}" for conta in _CONTAS[2:])
    return f"{arquivo['arquivo']} (leiaute {arquivo['layout']}): {lidas} = {' + '.join(partes)}"
