"""Commands over the store: export, diff, rollback, withdraw, status."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import click

from etrdash.cli.ajuda import Comando
from etrdash.cli.opcoes import add_json, add_store
from etrdash.cli.saida import format_inteiro, write_mensagem, write_problemas, write_resultado
from etrdash.published.acervo import MANIFESTO, Acervo
from etrdash.published.conferencia import find_problemas
from etrdash.published.diferenca import compare_acervos
from etrdash.published.exportacao import export_acervo
from etrdash.published.fontes import Fonte, list_fontes
from etrdash.published.frescor import Velhice, find_velhices, read_limites
from etrdash.published.objetos import export_objetos, is_endereco
from etrdash.published.store import Store

_MOTIVO = re.compile(r"[a-z]+(_[a-z]+){0,3}")
_MUDANCAS = {
    "entraram": "entraram",
    "sairam": "saíram",
    "mudaram_de_lugar": "mudaram de lugar",
    "mudaram_de_situacao": "mudaram de situação",
}


@click.command(cls=Comando)
@click.option(
    "--out", "destino", required=True, metavar="PASTA", help="Pasta, ou endereço como s3://balde/pasta."
)
@click.option("--acervo", metavar="ID", help="Acervo; sem isto, o atual.")
@add_store
@add_json
def export(destino: str, acervo: str | None, store: Store, em_json: bool) -> None:
    """Copia os arquivos publicados de um acervo."""
    pasta = store.find_pasta(acervo) if acervo else store.find_pasta_current()
    nomes = export_objetos(pasta, destino) if is_endereco(destino) else export_acervo(pasta, Path(destino))
    write_resultado(
        {"acervo": pasta.name, "pasta": destino, "arquivos": nomes},
        f"{len(nomes)} arquivos do acervo {pasta.name} em {destino}",
        em_json=em_json,
    )


@click.command(cls=Comando)
@click.argument("antes", metavar="ID")
@click.argument("depois", metavar="ID")
@add_store
@add_json
def diff(antes: str, depois: str, store: Store, em_json: bool) -> None:
    """Mostra o que mudou de um acervo para outro."""
    mudancas = compare_acervos(store.find_pasta(antes), store.find_pasta(depois))
    linhas = [f"{antes} → {depois}"]
    for chave, rotulo in _MUDANCAS.items():
        linhas.append(f"{rotulo}: {format_inteiro(len(mudancas[chave]))}")
        linhas += [f"  {_describe(mudanca)}" for mudanca in mudancas[chave]]
    write_resultado({"antes": antes, "depois": depois, **mudancas}, "\n".join(linhas), em_json=em_json)


@click.command(cls=Comando)
@click.argument("acervo", metavar="ID")
@add_store
@add_json
def rollback(acervo: str, store: Store, em_json: bool) -> None:
    """Volta a publicar um acervo anterior."""
    anterior = store.find_current()
    store.point(acervo)
    write_resultado(
        {"acervo": acervo, "anterior": anterior},
        f"acervo atual: {acervo} (antes: {anterior})",
        em_json=em_json,
    )


def _check_motivo(_ctx: click.Context, _param: click.Parameter, valor: str) -> str:
    """Accept a code only: the reason is public for ever, and free text might name whom it protects."""
    if not _MOTIVO.fullmatch(valor):
        raise click.BadParameter("escreva um código em minúsculas, como dados_pessoais, sem nada de ninguém")
    return valor


@click.command(cls=Comando)
@click.argument("acervo", metavar="ID")
@click.option(
    "--motivo",
    required=True,
    callback=_check_motivo,
    metavar="CÓDIGO",
    help="Por quê, em um código público, como dados_pessoais.",
)
@add_store
@add_json
def withdraw(acervo: str, motivo: str, store: Store, em_json: bool) -> None:
    """Retira um acervo de vez; seus endereços passam a dizer qual o substitui."""
    retirada = store.withdraw(acervo, date.today(), motivo)  # noqa: DTZ011 - the day of the removal
    write_resultado(
        asdict(retirada),
        f"acervo retirado: {acervo} ({motivo}); em seu lugar: {retirada.substituto or 'nenhum'}",
        em_json=em_json,
    )


@click.command(cls=Comando)
@click.option(
    "--max-age",
    "limite",
    type=click.IntRange(min=0),
    metavar="DIAS",
    help="Sai com 1 se uma fonte for mais velha.",
)
@click.option(
    "--strict", "estrito", is_flag=True, help="Sai com 1 se os dados passaram da idade configurada."
)
@add_store
@add_json
def status(limite: int | None, estrito: bool, store: Store, em_json: bool) -> int:
    """Mostra o acervo atual, suas fontes e a idade delas."""
    pasta = store.find_pasta_current()
    problemas = find_problemas(pasta)
    manifesto = {} if problemas else json.loads((pasta / MANIFESTO).read_text(encoding="utf-8"))
    hoje = date.today()  # noqa: DTZ011 - the user's own day
    fontes = [_describe_fonte(fonte, hoje) for fonte in list_fontes(manifesto)]
    velhas = [fonte for fonte in fontes if limite is not None and (fonte["idade_dias"] or 0) > limite]
    velhices = _find_velhices(pasta, hoje) if manifesto else []
    acervos = store.list_ids()
    resultado = {
        "acervo": pasta.name,
        "em": manifesto.get("em"),
        "idade_dias": (hoje - date.fromisoformat(manifesto["em"])).days if manifesto else None,
        "ficticio": manifesto.get("ficticio"),
        "integro": not problemas,
        "fontes": fontes,
        "velhas": [fonte["arquivo"] for fonte in velhas],
        "velhices": [asdict(velhice) for velhice in velhices],
        "acervos": acervos,
    }
    write_problemas(problemas)
    for velhice in velhices:
        write_mensagem(f"aviso: {_describe_velhice(velhice)}")
    linhas = [
        f"acervo atual: {pasta.name} ({'íntegro' if not problemas else 'DANIFICADO'})",
        *(f"fonte: {fonte['arquivo']} ({fonte['papel']}), {_age(fonte['idade_dias'])}" for fonte in fontes),
        f"acervos guardados: {', '.join(acervos)}",
    ]
    write_resultado(resultado, "\n".join(linhas), em_json=em_json)
    return 1 if problemas or velhas or (estrito and velhices) else 0


def _find_velhices(pasta: Path, hoje: date) -> list[Velhice]:
    limites = read_limites()
    acervo = Acervo(pasta)
    try:
        return find_velhices(acervo.manifesto, acervo.list_municipios().to_pylist(), hoje, limites)
    finally:
        acervo.close()


def _describe_velhice(velhice: Velhice) -> str:
    idade = f"mais de {velhice.limite} dias: de {velhice.desde:%d/%m/%Y}"
    if velhice.papel == "anatel":
        return f"o arquivo da ANATEL tem {idade}"
    return f"registros de {format_inteiro(velhice.quantas)} município(s) têm {idade} em diante"


def _describe(mudanca: dict[str, Any]) -> str:
    return ", ".join(f"{chave} {valor}" for chave, valor in mudanca.items() if valor is not None)


def _describe_fonte(fonte: Fonte, hoje: date) -> dict[str, Any]:
    return {**asdict(fonte), "idade_dias": fonte.count_idade(hoje)}


def _age(dias: int | None) -> str:
    if dias is None:
        return "sem data de download conhecida"
    return "de hoje" if dias == 0 else f"de {dias} dia{'s' if dias != 1 else ''} atrás"
