"""Writes the demonstration's inputs, the same bytes every time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from etrdash.dados import PastaDeDados
from etrdash.demo.acaso import Acaso
from etrdash.demo.anatel import write_layout_a, write_layout_b1
from etrdash.demo.locais import write_locais
from etrdash.demo.municipal import write_acts
from etrdash.demo.municipios import write_malha, write_populacao
from etrdash.demo.roteiro import PASTA, load_roteiro
from etrdash.demo.torres import build_torres
from etrdash.erros import AcervoError, Problema

ARQUIVO_A = "Estacoes_SMP_FICTICIO.csv"
ARQUIVO_B1 = "csv_licenciamento_FICTICIO.csv"
ARQUIVO_PONTOS = "pontos_FICTICIO.csv"
ARQUIVO_MALHA = "malha_FICTICIA.json"
ARQUIVO_POPULACAO = "populacao_FICTICIA.csv"
ARQUIVO_ATOS = "atos_{codigo_ibge}_FICTICIO.csv"


@dataclass(frozen=True, slots=True)
class DemoInputs:
    """What a build needs.

    Attributes:
        anatel: ANATEL's files.
        municipal: IBGE code → acts file.
        pontos: places that laws name.
        malha: outlines of the municipalities.
        populacao: their inhabitants.
        dados: folder to lay over the shipped data: the demonstration's municipality files.
        em: as-of date.
    """

    anatel: tuple[Path, ...]
    municipal: dict[str, Path]
    pontos: Path
    malha: Path
    populacao: Path
    dados: Path
    em: date


def write_demo(destino: Path, pasta: PastaDeDados | None = None) -> DemoInputs:
    """Write the fictitious inputs into ``destino``.

    Args:
        destino: folder for the input files, made when missing.
        pasta: data folder that holds ``demo/``; the shipped one by default.

    Raises:
        AcervoError: ``destino`` cannot be written.
        DadosInvalidos: a file of ``demo/`` does not follow its model.
    """
    pasta = pasta or PastaDeDados.open()
    roteiro = load_roteiro(pasta)
    torres = build_torres(roteiro)
    try:
        destino.mkdir(parents=True, exist_ok=True)
        write_layout_a(torres, destino / ARQUIVO_A)
        write_layout_b1(torres, destino / ARQUIVO_B1)
        municipal = {}
        for cidade in roteiro.cidade:
            municipal[cidade.codigo_ibge] = destino / ARQUIVO_ATOS.format(codigo_ibge=cidade.codigo_ibge)
            daqui = [torre for torre in torres if torre.cidade is cidade]
            write_acts(daqui, municipal[cidade.codigo_ibge])
        write_locais(torres, roteiro.local, destino / ARQUIVO_PONTOS)
        write_malha(roteiro.cidade, Acaso(roteiro.semente), destino / ARQUIVO_MALHA)
        write_populacao(roteiro.cidade, roteiro.em.year, destino / ARQUIVO_POPULACAO)
    except OSError as erro:
        raise AcervoError(
            Problema(
                f"não foi possível gravar os arquivos da demonstração: {erro.strerror}",
                arquivo=str(destino),
                remedio="Confira o espaço em disco e a permissão da pasta.",
            )
        ) from None
    anatel = (destino / ARQUIVO_A, destino / ARQUIVO_B1)
    dados = pasta.file(f"{PASTA}/demo.toml").parent
    pontos, malha, populacao = (destino / a for a in (ARQUIVO_PONTOS, ARQUIVO_MALHA, ARQUIVO_POPULACAO))
    return DemoInputs(anatel, municipal, pontos, malha, populacao, dados, roteiro.em)
