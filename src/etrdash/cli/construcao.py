"""The order of the stages, from the given paths to a published acervo."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from etrdash import __version__, dados
from etrdash.cli.lembranca import MemoriaDeVinculos
from etrdash.cli.rejeitos import MOSTRADOS, describe_rejeito
from etrdash.dados import PastaDeDados
from etrdash.erros import AcervoError, DadosInvalidos, EntradaIlegivel, Problema
from etrdash.marts.adocoes import find_lugares
from etrdash.marts.tabelas import build_marts
from etrdash.published.acervo import MANIFESTO
from etrdash.published.conferencia import is_intact
from etrdash.published.identidade import Entrada, Identidade
from etrdash.published.memoria import Memoria, hash_programa
from etrdash.published.publicacao import publish_acervo
from etrdash.published.store import Store
from etrdash.rules.carga import load_leis, load_municipios
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio
from etrdash.sources.baixa_proveniencia import SUFIXO, hash_arquivo, load_proveniencia
from etrdash.staging.anatel import load_anatel
from etrdash.staging.empresas import read_referencia
from etrdash.staging.malha import load_malha
from etrdash.staging.municipal import load_municipais
from etrdash.staging.municipal_arquivos import EntradaMunicipal
from etrdash.staging.municipal_circular import check_circular
from etrdash.staging.pontos import load_pontos
from etrdash.staging.populacao import load_populacao
from etrdash.staging.tabelas import create_tabelas

if TYPE_CHECKING:
    from etrdash.demo import DemoInputs

Soma = Callable[[Path], str]
"""Gives the SHA-256 (hex) of a file."""

_LEITORES = ("sources", "staging", "dados.py", "erros.py", "vocabulario.py")
"""The parts of the program that decide what is read from ANATEL's files."""
_FORA_DA_IDENTIDADE = {"build", "entrada", "demo"}


@dataclass(frozen=True, slots=True)
class Pedido:
    """What a build is asked to do.

    Attributes:
        anatel: ANATEL's files, or folders of them.
        municipal: municipal files, each with the IBGE code it was given with, or None.
        pasta: data folders.
        em: as-of date.
        ficticio: a demonstration.
        aceitar: publish even if the inputs lost much against the current acervo.
        pontos: registers of places that laws name, each with the IBGE code it was given with, or None.
        malha: outlines of municipalities.
        populacao: inhabitants of municipalities.
        avisar: called with each sentence that tells how far the build is.
    """

    anatel: tuple[Path, ...]
    municipal: tuple[tuple[str | None, Path], ...]
    pasta: PastaDeDados
    em: date
    ficticio: bool = False
    aceitar: bool = False
    pontos: tuple[tuple[str | None, Path], ...] = ()
    malha: tuple[Path, ...] = ()
    populacao: tuple[Path, ...] = ()
    avisar: Callable[[str], None] = field(default=lambda _: None)

    @classmethod
    def of_demo(cls, entradas: DemoInputs, avisar: Callable[[str], None] = lambda _: None) -> Pedido:
        """Return the request that builds the demonstration from its inputs."""
        return cls(
            entradas.anatel,
            tuple(entradas.municipal.items()),
            PastaDeDados.open(entradas.dados),
            entradas.em,
            ficticio=True,
            pontos=((None, entradas.pontos),),
            malha=(entradas.malha,),
            populacao=(entradas.populacao,),
            avisar=avisar,
        )


@dataclass(frozen=True, slots=True)
class Construcao:
    """A build's result.

    Attributes:
        pasta: the acervo's folder.
        manifesto: its manifest.
        inalterada: the same inputs were already built; nothing was done but pointing to it.
    """

    pasta: Path
    manifesto: dict[str, Any]
    inalterada: bool


def build_acervo(pedido: Pedido, store: Store) -> Construcao:
    """Read, link, decide, publish.

    Args:
        pedido: what to build.
        store: where to publish.

    Raises:
        EntradaIlegivel: an input that cannot be read.
        DadosInvalidos: a law or a municipality file with mistakes; inputs that lost too much.
        AcervoError: the store cannot be written.
    """
    memoria = Memoria(store.pasta, time.time_ns())
    pedido.avisar("conferindo as entradas")
    identidade = identify(pedido, memoria.hash_arquivo)
    existente = store.pasta / identidade.acervo
    if existente.is_dir() and is_intact(existente):
        store.point(identidade.acervo)
        memoria.save_somas()
        return Construcao(existente, _read_manifesto(existente), inalterada=True)
    leis = load_leis(pedido.pasta)
    municipios = load_municipios(pedido.pasta)
    find_lugares(leis, municipios)

    def fill(con: duckdb.DuckDBPyConnection, tmp: Path) -> list[str]:
        stage_entradas(con, pedido, tmp, memoria)
        avisos = decide_estacoes(con, pedido, leis, municipios, identidade.acervo, memoria)
        pedido.avisar("gravando e conferindo os arquivos")
        return avisos

    anterior = None if pedido.aceitar else _find_anterior(store, ficticio=pedido.ficticio)
    pasta = publish_acervo(store, identidade, fill, anterior=anterior, repair=existente.is_dir())
    memoria.save_somas()
    return Construcao(pasta, _read_manifesto(pasta), inalterada=False)


def stage_entradas(
    con: duckdb.DuckDBPyConnection, pedido: Pedido, tmp: Path, memoria: Memoria | None = None
) -> None:
    """Read every input into `stg_*`.

    Args:
        con: an empty database.
        pedido: what to read.
        tmp: folder for temporary files.
        memoria: what earlier builds read; None to read everything.

    Raises:
        EntradaIlegivel: an input that cannot be read.
        DadosInvalidos: no station at all.
    """
    pedido.avisar("lendo os arquivos da ANATEL")
    _stage_anatel(con, pedido, tmp, memoria)
    _require_estacoes(con)
    pedido.avisar("lendo os registros municipais")
    entradas = [EntradaMunicipal(caminho, codigo) for codigo, caminho in pedido.municipal]
    soma = memoria.hash_arquivo if memoria else hash_arquivo
    load_municipais(con, sort_entradas(entradas, soma), pedido.pasta, tmp)
    check_circular(con)
    locais = [EntradaMunicipal(caminho, codigo) for codigo, caminho in pedido.pontos]
    load_pontos(con, sort_entradas(locais, soma), pedido.pasta, tmp)
    load_malha(con, sorted(pedido.malha, key=lambda c: _order(c, soma)), pedido.pasta)
    load_populacao(con, sorted(pedido.populacao, key=lambda c: _order(c, soma)), pedido.pasta, tmp)


def _stage_anatel(con: duckdb.DuckDBPyConnection, pedido: Pedido, tmp: Path, memoria: Memoria | None) -> None:
    """Read ANATEL's files, or take what memory has of the same files, reference tables and program."""
    soma = memoria.hash_arquivo if memoria else hash_arquivo
    caminhos = sorted(pedido.anatel, key=lambda caminho: _order(caminho, soma))
    if memoria is None:
        load_anatel(con, caminhos, pedido.pasta, tmp)
        return
    chave = _key_anatel(caminhos, pedido.pasta, soma)
    create_tabelas(con)
    if not memoria.load_tabelas(con, chave):
        load_anatel(con, caminhos, pedido.pasta, tmp)
        if _key_anatel(caminhos, pedido.pasta, soma) == chave:  # nothing changed while it was read
            memoria.save_tabelas(con, chave)


def _key_anatel(caminhos: Sequence[Path], pasta: PastaDeDados, soma: Soma) -> str:
    """Return the SHA-256 over all that ANATEL's staged rows come from."""
    arquivos = [
        [caminho.name, arquivo.relative_to(caminho.parent).as_posix(), soma(arquivo)]
        for caminho in caminhos
        for arquivo in list_files(caminho)
    ]
    pacote = Path(dados.__file__).parent
    programa = hash_programa(*(pacote / nome for nome in _LEITORES))
    partes = [arquivos, pasta.digest("referencia"), programa]
    return hashlib.sha256(json.dumps(partes).encode()).hexdigest()


def decide_estacoes(
    con: duckdb.DuckDBPyConnection,
    pedido: Pedido,
    leis: dict[str, Lei],
    municipios: dict[str, Municipio],
    acervo: str,
    memoria: Memoria | None = None,
) -> list[str]:
    """Link and decide what `stg_*` holds, be it everything or some municipalities: none depends on another.

    Args:
        con: database with `stg_*`.
        pedido: data folders and as-of date.
        leis: laws by id.
        municipios: municipality files by IBGE code.
        acervo: id, the first column of every published table.
        memoria: what earlier builds linked; None to link everything.

    Returns:
        The build's warnings.
    """
    from etrdash.matching import link  # noqa: PLC0415 - spares a build of unchanged inputs pandas and scipy

    pedido.avisar("vinculando estações e processos")
    link(con, pedido.pasta, MemoriaDeVinculos(memoria, pedido.pasta) if memoria else None)
    pedido.avisar("avaliando as situações")
    return build_marts(con, leis, municipios, acervo, pedido.em, _load_nomes(pedido.pasta))


def _load_nomes(pasta: PastaDeDados) -> dict[str, tuple[str, str]]:
    """Return name and state of every municipality of the reference, by IBGE code."""
    linhas = read_referencia(pasta.file("referencia/municipios.csv"))
    return {linha["codigo_ibge"]: (linha["nome"], linha["uf"]) for linha in linhas}


def _require_estacoes(con: duckdb.DuckDBPyConnection) -> None:
    """Refuse inputs that give no station at all: publishing them would empty the dashboard."""
    if con.execute("SELECT count(*) FROM stg_estacoes").fetchone() != (0,):
        return
    cursor = con.execute("SELECT * FROM stg_rejeitos ORDER BY arquivo, linha LIMIT ?", [MOSTRADOS])
    colunas = [coluna[0] for coluna in cursor.description]
    recusadas = [describe_rejeito(dict(zip(colunas, linha, strict=True))) for linha in cursor.fetchall()]
    nenhuma = Problema(
        "nenhuma estação foi lida dos arquivos da ANATEL",
        esperado="ao menos uma linha aceita",
        remedio="Nada foi publicado; o acervo anterior continua.",
    )
    raise DadosInvalidos([nenhuma, *recusadas])


def _find_anterior(store: Store, *, ficticio: bool) -> Path | None:
    """Return the current acervo's folder where it can be compared: whole, and as real or invented."""
    try:
        pasta = store.find_pasta_current()
    except AcervoError:
        return None
    comparavel = is_intact(pasta) and _read_manifesto(pasta)["ficticio"] is ficticio
    return pasta if comparavel else None


def identify(pedido: Pedido, soma: Soma = hash_arquivo) -> Identidade:
    """Hash everything that decides the acervo's content.

    Args:
        pedido: what to build.
        soma: gives the checksum of a file.

    Raises:
        EntradaIlegivel: a path that does not exist or cannot be opened.
    """
    dadas: list[tuple[str, str | None, Path]] = [("anatel", None, caminho) for caminho in pedido.anatel]
    dadas += [("municipal", codigo, caminho) for codigo, caminho in pedido.municipal]
    dadas += [("pontos", codigo, caminho) for codigo, caminho in pedido.pontos]
    dadas += [("malha", None, caminho) for caminho in pedido.malha]
    dadas += [("populacao", None, caminho) for caminho in pedido.populacao]
    entradas = [
        _read_entrada(arquivo, papel, codigo, soma)
        for papel, codigo, caminho in dadas
        for arquivo in list_files(caminho)
    ]
    pastas = sorted(
        {
            item.name
            for base in pedido.pasta.pastas
            for item in base.iterdir()
            if item.is_dir() and not item.name.startswith(".")
        }
        - _FORA_DA_IDENTIDADE
    )
    return Identidade(
        em=pedido.em,
        entradas=tuple(sorted(entradas, key=lambda e: (e.papel, e.codigo_ibge or "", e.arquivo, e.sha256))),
        dados={nome: pedido.pasta.digest(nome) for nome in pastas},
        versao=__version__,
        ficticio=pedido.ficticio,
    )


def sort_entradas(entradas: Iterable[EntradaMunicipal], soma: Soma) -> list[EntradaMunicipal]:
    """Return the inputs by municipality, then name, then content, whatever their order in the call."""
    return sorted(entradas, key=lambda e: (e.codigo_ibge or "", *_order(e.caminho, soma)))


def _order(caminho: Path, soma: Soma) -> tuple[str, str]:
    """The order of inputs, whatever their order in the call: by name, then by content."""
    return caminho.name, soma(caminho) if caminho.is_file() else ""


def list_files(caminho: Path) -> list[Path]:
    """Return the files that a path stands for: itself, or what a folder holds, in order of name."""
    if caminho.is_dir():
        return sorted(
            item
            for item in caminho.rglob("*")
            if item.is_file() and not item.name.startswith(".") and not item.name.endswith(SUFIXO)
        )
    return [caminho]


def _read_entrada(caminho: Path, papel: str, codigo_ibge: str | None, soma: Soma) -> Entrada:
    try:
        sha256, tamanho = soma(caminho), caminho.stat().st_size
    except OSError as erro:
        raise EntradaIlegivel(
            Problema(
                "o arquivo não existe"
                if isinstance(erro, FileNotFoundError)
                else "o arquivo não pôde ser aberto",
                arquivo=str(caminho),
                esperado="um arquivo .csv, .zip, .gz, .xlsx ou .parquet, ou uma pasta deles",
                remedio=f"Confira o caminho dado em --{papel}.",
            )
        ) from erro
    proveniencia = load_proveniencia(caminho)
    return Entrada(
        caminho.name, papel, sha256, tamanho, codigo_ibge, asdict(proveniencia) if proveniencia else None
    )


def _read_manifesto(pasta: Path) -> dict[str, Any]:
    manifesto: dict[str, Any] = json.loads((pasta / MANIFESTO).read_text(encoding="utf-8"))
    return manifesto
