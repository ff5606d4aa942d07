"""What `etrdash check` looks at: the data folders, single law and municipality files, municipal records."""

from __future__ import annotations

import csv
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from etrdash.cli.construcao import list_files
from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, EtrdashError, Problema
from etrdash.marts.adocoes import find_lugares
from etrdash.rules.carga import (
    load_federal,
    load_indices,
    load_leis,
    load_municipios,
    read_lei,
    read_municipio,
)
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio
from etrdash.staging.identificadores import fold_texto
from etrdash.staging.municipal_arquivos import EntradaMunicipal
from etrdash.staging.municipal_conferencia import check_municipais
from etrdash.staging.perfis import load_perfis

_T = TypeVar("_T")


@dataclass(slots=True)
class Checagem:
    """What was looked at and what was found.

    Attributes:
        conferidos: names of the files read.
        problemas: every problem, in order of file.
    """

    conferidos: list[str] = field(default_factory=list)
    problemas: list[Problema] = field(default_factory=list)

    def run(self, carregar: Callable[[], _T]) -> _T | None:
        """Return what a loader gives; its problems, where it refuses, are kept."""
        try:
            return carregar()
        except EtrdashError as erro:
            self.problemas += erro.problemas
            return None


def check_caminhos(caminhos: Sequence[Path], pasta: PastaDeDados) -> Checagem:
    """Check the given paths, or the data folder where none is given.

    Args:
        caminhos: data folders, law files, municipality files, municipal records.
        pasta: data folder to check, and the reference for the given files.

    Raises:
        EntradaIlegivel: a path that does not exist.
    """
    checagem = Checagem()
    if not caminhos:
        _check_pasta(checagem, pasta)
    for caminho in caminhos:
        if not caminho.exists():
            raise EntradaIlegivel(
                Problema("o caminho não existe", arquivo=str(caminho), remedio="Confira o caminho dado.")
            )
        if caminho.is_dir() and _is_pasta_de_dados(caminho):
            _check_pasta(checagem, PastaDeDados((*pasta.pastas, caminho)))
        elif caminho.suffix == ".toml":
            _check_toml(checagem, caminho, pasta)
        else:
            _check_registros(checagem, caminho, pasta)
    return checagem


def _is_pasta_de_dados(caminho: Path) -> bool:
    return any(
        (caminho / nome).is_dir() for nome in ("leis", "municipios", "vinculos", "perfis", "referencia")
    )


def _check_pasta(checagem: Checagem, pasta: PastaDeDados) -> None:
    for nome in ("leis", "municipios", "perfis"):
        checagem.conferidos += [f"{nome}/{arquivo}" for arquivo in pasta.files(nome, "*.toml")]
    leis = checagem.run(lambda: load_leis(pasta))
    municipios = checagem.run(lambda: load_municipios(pasta))
    checagem.run(lambda: load_perfis(pasta))
    if leis is not None and municipios is not None:
        _check_municipios(checagem, leis, municipios, pasta)


def _check_municipios(
    checagem: Checagem, leis: dict[str, Lei], municipios: dict[str, Municipio], pasta: PastaDeDados
) -> None:
    checagem.run(lambda: find_lugares(leis, municipios))
    checagem.problemas += _compare_nomes(municipios, pasta)


def _compare_nomes(municipios: dict[str, Municipio], pasta: PastaDeDados) -> Iterator[Problema]:
    """Yield municipalities whose name or state is not the one of their IBGE code."""
    with pasta.file("referencia/municipios.csv").open(encoding="utf-8", newline="") as entrada:
        oficiais = {linha["codigo_ibge"]: linha for linha in csv.DictReader(entrada)}
    for codigo, municipio in municipios.items():
        oficial = oficiais.get(codigo)
        arquivo = f"municipios/{codigo}.toml"
        if oficial is None:
            yield Problema(
                "o código IBGE não é de nenhum município",
                arquivo=arquivo,
                coluna="codigo_ibge",
                encontrado=codigo,
                esperado="7 dígitos da tabela do IBGE",
            )
        elif (fold_texto(oficial["nome"]), oficial["uf"]) != (fold_texto(municipio.nome), municipio.uf):
            yield Problema(
                "o código IBGE é de outro município",
                arquivo=arquivo,
                coluna="codigo_ibge",
                encontrado=f"{municipio.nome} ({municipio.uf})",
                esperado=f"{oficial['nome']} ({oficial['uf']})",
                remedio="Corrija o código ou o nome.",
            )


def _check_toml(checagem: Checagem, caminho: Path, pasta: PastaDeDados) -> None:
    checagem.conferidos.append(caminho.name)
    conteudo = caminho.read_bytes()
    try:
        chaves = tomllib.loads(conteudo.decode("utf-8")).keys()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        chaves = {}.keys()  # the reader below says what is wrong with it
    if "codigo_ibge" in chaves or caminho.parent.name == "municipios":
        municipio, problemas = read_municipio(conteudo, f"municipios/{caminho.name}")
        checagem.problemas += problemas
        if municipio is not None:
            leis = checagem.run(lambda: load_leis(pasta))
            if leis is not None:
                _check_municipios(checagem, leis, {municipio.codigo_ibge: municipio}, pasta)
    else:
        _, problemas = read_lei(conteudo, f"leis/{caminho.name}", load_federal(pasta), load_indices(pasta))
        checagem.problemas += problemas


def _check_registros(checagem: Checagem, caminho: Path, pasta: PastaDeDados) -> None:
    arquivos = list_files(caminho)
    checagem.conferidos += [arquivo.name for arquivo in arquivos]
    with tempfile.TemporaryDirectory() as tmp:
        entradas = [EntradaMunicipal(arquivo) for arquivo in arquivos]
        _, problemas = check_municipais(entradas, pasta, Path(tmp))
    checagem.problemas += problemas
