"""What `etrdash check` looks at: data folders, their files one by one, the laws' texts, municipal records."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from etrdash.cli.checagem_municipios import Referencias, check_municipio, is_municipio
from etrdash.cli.construcao import list_files
from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, EtrdashError, Problema
from etrdash.matching.decisoes import read_arquivo
from etrdash.rules.carga import FEDERAL, load_federal, load_indices, read_federal, read_lei
from etrdash.rules.federal import Federal
from etrdash.rules.indice import IndiceMensal
from etrdash.rules.lei import Lei
from etrdash.rules.revisao import find_federais_sem_uso, review_lei
from etrdash.rules.sintaxe import locate_problemas
from etrdash.rules.textos import compare_texto
from etrdash.staging.municipal_arquivos import EntradaMunicipal
from etrdash.staging.municipal_conferencia import check_municipais
from etrdash.staging.perfis import load_perfil, load_perfis

_T = TypeVar("_T")
_PASTAS = ("leis", "municipios", "vinculos", "perfis", "referencia")


@dataclass(slots=True)
class Checagem:
    """What was looked at and what was found.

    Attributes:
        textos: file name → full text of a law; None where they are not at hand.
        conferidos: names of the files read.
        problemas: every problem, in order of file.
    """

    textos: Mapping[str, bytes] | None = None
    conferidos: list[str] = field(default_factory=list)
    problemas: list[Problema] = field(default_factory=list)
    _referencias: Referencias | None = None

    def run(self, carregar: Callable[[], _T]) -> _T | None:
        """Return what a loader gives; its problems, where it refuses, are kept."""
        try:
            return carregar()
        except EtrdashError as erro:
            self.problemas += [problema for problema in erro.problemas if problema not in self.problemas]
            return None

    def load_referencias(self, pasta: PastaDeDados) -> Referencias:
        """Return what municipality files may name, read once; laws with mistakes are left out."""
        if self._referencias is None:
            self._referencias = Referencias.load(pasta, _load_leis(pasta))
        return self._referencias

    def check_lei(
        self, conteudo: bytes, arquivo: str, federal: Federal, indices: Mapping[str, IndiceMensal]
    ) -> Lei | None:
        """Check one law file, with its text where the texts are at hand; None where it cannot be applied."""
        lei, problemas = review_lei(conteudo, arquivo, federal, indices)
        if lei is not None and self.textos is not None:
            diferencas = list(compare_texto(lei, self.textos, arquivo))
            problemas = locate_problemas([*problemas, *diferencas], conteudo)
        self.problemas += problemas
        return lei


def check_caminhos(caminhos: Sequence[Path], pasta: PastaDeDados, textos: Path | None = None) -> Checagem:
    """Check the given paths, or the data folder where none is given.

    Args:
        caminhos: data folders, law files, municipality files, municipal records, folders of these.
        pasta: data folder to check, and the reference for the given files.
        textos: folder with the full texts of the laws (``.txt``), to compare the quotations with.

    Raises:
        EntradaIlegivel: paths that do not exist, all of them.
    """
    ausentes = [
        Problema("o caminho não existe", arquivo=str(caminho), remedio="Confira o caminho dado.")
        for caminho in (*caminhos, *([textos] if textos else ()))
        if not caminho.exists()
    ]
    if ausentes:
        raise EntradaIlegivel(ausentes)
    checagem = Checagem(_read_textos(textos) if textos else None)
    if not caminhos:
        _check_pasta(checagem, pasta)
    for caminho in caminhos:
        _check_caminho(checagem, caminho, pasta)
    return checagem


def _check_caminho(checagem: Checagem, caminho: Path, pasta: PastaDeDados) -> None:
    if caminho.is_dir() and any((caminho / nome).is_dir() for nome in _PASTAS):
        _check_pasta(checagem, PastaDeDados((*pasta.pastas, caminho)))
    elif caminho.suffix == ".toml":
        _check_toml(checagem, caminho, pasta)
    elif caminho.suffix == ".csv" and caminho.parent.name == "vinculos":
        _check_decisoes(checagem, caminho, caminho.name)
    elif caminho.is_dir() and (declaracoes := sorted(caminho.rglob("*.toml"))):
        for declaracao in declaracoes:
            _check_toml(checagem, declaracao, pasta)
    else:
        _check_registros(checagem, caminho, pasta)


def _check_pasta(checagem: Checagem, pasta: PastaDeDados) -> None:
    """Check every data file; a mistake in one of them does not keep the others from being checked."""
    federal, indices = _load_bases(checagem, pasta)
    leis: dict[str, Lei] = {}
    for nome, caminho in pasta.files("leis", "*.toml").items():
        checagem.conferidos.append(f"leis/{nome}")
        lei = checagem.check_lei(caminho.read_bytes(), f"leis/{nome}", federal, indices)
        if lei is not None:
            leis[lei.id] = lei
    sem_uso = find_federais_sem_uso(federal, leis.values(), FEDERAL)
    checagem.problemas += locate_problemas(sem_uso, pasta.file(FEDERAL).read_bytes())
    checagem.conferidos += [f"perfis/{nome}" for nome in pasta.files("perfis", "*.toml")]
    checagem.run(lambda: load_perfis(pasta))
    for nome, caminho in pasta.files("vinculos", "*.csv").items():
        _check_decisoes(checagem, caminho, nome)
    referencias = Referencias.load(pasta, leis)
    for nome, caminho in pasta.files("municipios", "*.toml").items():
        checagem.conferidos.append(f"municipios/{nome}")
        checagem.problemas += check_municipio(caminho.read_bytes(), f"municipios/{nome}", referencias)


def _load_bases(checagem: Checagem, pasta: PastaDeDados) -> tuple[Federal, Mapping[str, IndiceMensal]]:
    """Read what every law leans on; where it is wrong, say so and go on with what ships with the project."""
    checagem.conferidos.append(FEDERAL)
    propria = PastaDeDados.open()
    federal = checagem.run(lambda: load_federal(pasta)) or load_federal(propria)
    indices = checagem.run(lambda: load_indices(pasta))
    return federal, load_indices(propria) if indices is None else indices


def _check_toml(checagem: Checagem, caminho: Path, pasta: PastaDeDados) -> None:
    checagem.conferidos.append(caminho.name)
    conteudo = caminho.read_bytes()
    if caminho.name == Path(FEDERAL).name:
        checagem.problemas += read_federal(conteudo, FEDERAL)[1]
    elif caminho.parent.name == "perfis":
        checagem.run(lambda: load_perfil(caminho, f"perfis/{caminho.name}"))
    elif caminho.parent.name == "municipios" or is_municipio(conteudo):
        referencias = checagem.load_referencias(pasta)
        checagem.problemas += check_municipio(conteudo, f"municipios/{caminho.name}", referencias)
    else:
        checagem.check_lei(conteudo, f"leis/{caminho.name}", load_federal(pasta), load_indices(pasta))


def _check_decisoes(checagem: Checagem, caminho: Path, nome: str) -> None:
    checagem.conferidos.append(f"vinculos/{nome}")
    checagem.problemas += read_arquivo(caminho, f"vinculos/{nome}")[1]


def _load_leis(pasta: PastaDeDados) -> dict[str, Lei]:
    """Return the laws that can be read: a municipality file is compared with its own, whatever the others."""
    federal, indices = _load_bases(Checagem(), pasta)
    lidas = (
        read_lei(caminho.read_bytes(), f"leis/{nome}", federal, indices)[0]
        for nome, caminho in pasta.files("leis", "*.toml").items()
    )
    return {lei.id: lei for lei in lidas if lei is not None}


def _read_textos(pasta: Path) -> dict[str, bytes]:
    return {caminho.name: caminho.read_bytes() for caminho in sorted(pasta.glob("*.txt"))}


def _check_registros(checagem: Checagem, caminho: Path, pasta: PastaDeDados) -> None:
    arquivos = list_files(caminho)
    if not arquivos:
        raise EntradaIlegivel(
            Problema(
                "a pasta não tem arquivo que se possa conferir",
                arquivo=str(caminho),
                esperado="leis, municípios, perfis (.toml) ou registros municipais (.csv, .xlsx, .parquet)",
                remedio="Confira o caminho dado.",
            )
        )
    checagem.conferidos += [arquivo.name for arquivo in arquivos]
    with tempfile.TemporaryDirectory() as tmp:
        entradas = [EntradaMunicipal(arquivo) for arquivo in arquivos]
        _, problemas = check_municipais(entradas, pasta, Path(tmp))
    checagem.problemas += problemas
