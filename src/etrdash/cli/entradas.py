"""Commands about inputs: fetch, profile."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from etrdash.cli.ajuda import Comando
from etrdash.cli.opcoes import Caminho, add_data, add_json
from etrdash.cli.saida import write_mensagem, write_resultado
from etrdash.dados import PastaDeDados
from etrdash.erros import EtrdashError, Problema

if TYPE_CHECKING:
    from etrdash.sources.baixa import ArquivoBaixado

SAIDA = Path("data/entrada")


@click.command(cls=Comando)
@click.argument("fonte", metavar="FONTE")
@click.option("--url", metavar="URL", help="Outro endereço (um espelho) para o mesmo arquivo.")
@click.option(
    "--out", "destino", type=Caminho(), default=str(SAIDA), metavar="PASTA", help=f"Destino ({SAIDA})."
)
@add_data
@add_json
def fetch(fonte: str, url: str | None, destino: Path, dados: Path | None, em_json: bool) -> None:
    """Baixa um arquivo oficial: anatel, leis-antenas, ibge, ipca ou poi."""
    from etrdash.cli.progresso import Linha  # noqa: PLC0415 - spares the other commands the network stack
    from etrdash.sources.baixa import baixar  # noqa: PLC0415
    from etrdash.sources.baixa_fontes import load_fontes  # noqa: PLC0415

    fontes = load_fontes(PastaDeDados.open(dados))
    if fonte not in fontes:
        raise EtrdashError(
            Problema("fonte desconhecida", encontrado=fonte, esperado="uma destas: " + ", ".join(fontes))
        )
    juntas = [] if url else [outra for outra in fontes.values() if outra.junto == fonte]
    resultados, linhas = [], []
    for pedida in (fontes[fonte], *juntas):
        baixado = baixar(pedida, destino, url, agora=datetime.now(UTC), progresso=Linha().show)
        resultados.append(_describe(pedida.nome, baixado))
        texto = f"{baixado.caminho}: {baixado.proveniencia.bytes} bytes"
        linhas.append(texto + (", sem mudança" if baixado.inalterado else ""))
    resultado, *tambem = resultados
    write_resultado({**resultado, "tambem": tambem}, "\n".join(linhas), em_json=em_json)


def _describe(fonte: str, baixado: ArquivoBaixado) -> dict[str, Any]:
    return {
        "fonte": fonte,
        "arquivo": str(baixado.caminho),
        "bytes": baixado.proveniencia.bytes,
        "sha256": baixado.proveniencia.sha256,
        "url": baixado.proveniencia.url_final,
        "inalterado": baixado.inalterado,
        "proveniencia": str(baixado.sidecar),
    }


@click.command(cls=Comando)
@click.argument("arquivo", type=Caminho(), metavar="ARQUIVO")
@add_data
@add_json
def profile(arquivo: Path, dados: Path | None, em_json: bool) -> None:
    """Propõe um perfil para um arquivo municipal desconhecido."""
    from etrdash.staging.perfis_proposta import propose_perfil  # noqa: PLC0415 - spares the other commands

    perfil, sem_papel = propose_perfil(arquivo, PastaDeDados.open(dados))
    if sem_papel:
        write_mensagem(f"sem lugar no perfil: {', '.join(sem_papel)}")
    resultado = {"arquivo": arquivo.name, "perfil": perfil, "sem_papel": sem_papel}
    write_resultado(resultado, perfil.rstrip(), em_json=em_json)
