"""ANATEL's files into a deposit of raw rows, block by block: nothing is cast here, everything is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema
from etrdash.sources.containers import Membro, list_membros
from etrdash.sources.layouts import LAYOUT_C, Cabecalho
from etrdash.sources.leitura import Leitura, open_leitura
from etrdash.staging.anatel_deposito import Deposito, name_columns


@dataclass(slots=True)
class Carga:
    """One file as it was read, before its cells are understood.

    Attributes:
        fonte: identifies the file in the raw table.
        arquivo: name as shown to users.
        cabecalho: its header, or None where the layout is unknown and the file was left unread.
        sha256: hexadecimal digest of the uncompressed content.
        bytes: size of the uncompressed content.
        lidas: rows read.
        repetidas: rows left out because they only repeat another.
        filtradas: rows of mobile terminals, left out while streaming and not counted as read.
        avisos: what the user should know about the file.
    """

    fonte: int
    arquivo: str
    cabecalho: Cabecalho | None
    sha256: str = ""
    bytes: int = 0
    lidas: int = 0
    repetidas: int = 0
    filtradas: int = 0
    avisos: list[str] = field(default_factory=list)


def load_linhas(
    deposito: Deposito, caminhos: Sequence[Path], tmp: Path, terminais: Sequence[str] = ()
) -> list[Carga]:
    """Read every file into a deposit; rows that cannot be split go to ``stg_rejeitos``.

    Args:
        deposito: takes the rows.
        caminhos: files or folders.
        tmp: folder for temporary files.
        terminais: classes of mobile terminals, nine tenths of layout C, which is filtered as it streams.

    Raises:
        EntradaIlegivel: a path that cannot be read, or in which no ANATEL layout is found.
    """
    cargas: list[Carga] = []
    vistos: Counter[str] = Counter()
    for caminho in caminhos:
        do_caminho: list[Carga] = []
        for membro in list_membros([caminho], tmp):
            vistos[membro.arquivo] += 1
            vezes = vistos[membro.arquivo]
            unico = membro if vezes == 1 else replace(membro, arquivo=f"{membro.arquivo} ({vezes})")
            do_caminho.append(_load_membro(deposito, unico, len(cargas) + len(do_caminho), terminais))
        if not any(carga.cabecalho for carga in do_caminho):
            raise EntradaIlegivel(
                Problema(
                    "nenhum arquivo é de um layout conhecido da ANATEL",
                    arquivo=caminho.name,
                    encontrado="; ".join(carga.arquivo for carga in do_caminho[:5]),
                    esperado="ao menos um arquivo de estações licenciadas (layouts A, B0, B1, B2 ou C)",
                    remedio="Confira o conteúdo da pasta ou do zip.",
                )
            )
        cargas.extend(do_caminho)
    for fonte, demais in deposito.publish().items():
        cargas[fonte].repetidas += demais
    return cargas


def _load_membro(deposito: Deposito, membro: Membro, fonte: int, terminais: Sequence[str]) -> Carga:
    try:
        with open_leitura(membro) as leitura:
            carga = Carga(fonte, membro.arquivo, leitura.cabecalho)
            _load_lotes(leitura, carga, deposito, terminais)
    except EntradaIlegivel as erro:
        if membro.explicito or not _is_outro_arquivo(erro):
            raise
        carga = Carga(fonte, membro.arquivo, None)
        carga.avisos.append(f"não foi lido: {erro.problemas[0].mensagem}")
        return carga
    carga.sha256, carga.bytes = leitura.texto.sha256, leitura.texto.bytes_lidos
    carga.avisos.extend(_list_avisos(leitura))
    if carga.filtradas:
        carga.avisos.append(
            f"{carga.filtradas} linha(s) de terminais móveis, sem lugar fixo, não foram lidas"
        )
    return carga


def _is_outro_arquivo(erro: EntradaIlegivel) -> bool:
    """Say whether a member was refused for being another kind of file, not for being damaged."""
    return any("layout" in problema.mensagem for problema in erro.problemas)


def _load_lotes(leitura: Leitura, carga: Carga, deposito: Deposito, terminais: Sequence[str]) -> None:
    for lote in leitura.iter_lotes():
        carga.lidas += lote.lidas
        carga.repetidas += lote.repetidas
        deposito.refuse(carga.arquivo, lote)
        if lote.linhas.num_rows:
            linhas = name_columns(lote.linhas, leitura.cabecalho, carga.fonte)
            if leitura.cabecalho.layout is LAYOUT_C:
                fixas = deposito.drop_terminais(linhas, terminais)
                carga.filtradas += linhas.num_rows - fixas.num_rows
                linhas = fixas
            deposito.add(linhas)
    carga.lidas -= carga.filtradas


def _list_avisos(leitura: Leitura) -> list[str]:
    cabecalho = leitura.cabecalho
    avisos = []
    if cabecalho.ausentes:
        nomes = (cabecalho.layout.colunas[canonica][0] for canonica in cabecalho.ausentes)
        avisos.append(f"colunas ausentes: {', '.join(nomes)}")
    if leitura.texto.indecifraveis:
        avisos.append(
            f"{leitura.texto.indecifraveis} byte(s) fora da codificação {leitura.texto.codificacao}, "
            "trocados por \N{REPLACEMENT CHARACTER}"
        )
    if leitura.membro.ignorados:
        avisos.append(f"membros do zip que não são texto: {', '.join(leitura.membro.ignorados)}")
    return avisos
