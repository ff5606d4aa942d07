"""Profiles: how the records of one city hall are read, as data (``perfis/<nome>.toml``)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from rapidfuzz import process

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema
from etrdash.staging.municipal_coordenadas import is_epsg
from etrdash.staging.municipal_mapa import COLUNAS
from etrdash.vocabulario import Instrumento, TipoAto


def _check_canonica(nome: str) -> str:
    if nome not in COLUNAS:
        proximo = process.extractOne(nome, COLUNAS)
        raise ValueError(f"não é coluna dos atos; você quis dizer {proximo[0] if proximo else ''}?")
    return nome


def _check_epsg(codigo: int) -> int:
    if not is_epsg(codigo):
        raise ValueError("não é um código EPSG conhecido; use 4674 ou 31982 a 31985, por exemplo")
    return codigo


def _check_codificacao(nome: str) -> str:
    try:
        "".encode(nome)
    except LookupError:
        raise ValueError("não é uma codificação conhecida; use utf-8, cp1252 ou cp850") from None
    return nome


Canonica = Annotated[str, AfterValidator(_check_canonica)]
Fontes = str | list[str]
"""One column of the file, or several: the first that is filled in counts."""


class _Parte(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ArquivoDoPerfil(_Parte):
    """Form of the file; what is left out is found out."""

    codificacao: Annotated[str, AfterValidator(_check_codificacao)] | None = None
    delimitador: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    planilhas: list[str] = []
    linha_cabecalho: Annotated[int, Field(ge=1)] | None = None
    nulos: list[str] = []
    datas: list[str] = []
    decimal: Literal[",", "."] | None = None
    epsg: Annotated[int, AfterValidator(_check_epsg)] | None = None


class Filtro(_Parte):
    """Rows to read: those whose ``coluna`` holds one of the texts, accents and case aside."""

    coluna: str
    contem: Annotated[list[str], Field(min_length=1)]


class Pessoas(_Parte):
    """Columns that speak of natural persons: never stored, and their names taken out of the address."""

    tipo: str | None = None
    nomes: list[str] = []


class AtoDoPerfil(_Parte):
    """One act that a row records: it exists where ``data`` is filled in.

    Attributes:
        ato: the act; ``coluna_ato`` instead, where a column says it (through ``vocabulario.ato``).
        data: column of its date.
        validade: column of its expiry.
        instrumento: overrides the row's.
    """

    ato: TipoAto | None = None
    coluna_ato: str | None = None
    data: Fontes
    validade: Fontes | None = None
    instrumento: Instrumento | None = None


class Perfil(_Parte):
    """One profile file.

    Attributes:
        nome: what is read, for people.
        codigo_ibge: municipality of every row, where no column says it.
        arquivo: form of the file.
        colunas: canonical column → column or columns of the file.
        constantes: canonical column → the same value in every row.
        vocabulario: canonical column → word of the file (``*`` stands for any text) → canonical word; an
            empty word leaves the ato out.
        atos: what each row records; without it, a row is one ato with ``ato`` and ``data`` in ``colunas``.
        filtro: rows to read.
        pessoas: columns of persons.
        separador_enderecos: text between several addresses of one cell.
    """

    nome: str
    codigo_ibge: Annotated[str, Field(pattern=r"^\d{7}$")] | None = None
    arquivo: ArquivoDoPerfil = ArquivoDoPerfil()
    colunas: dict[Canonica, Fontes]
    constantes: dict[Canonica, str] = {}
    vocabulario: dict[Canonica, dict[str, str]] = {}
    atos: list[AtoDoPerfil] = []
    filtro: Filtro | None = None
    pessoas: Pessoas = Pessoas()
    separador_enderecos: str | None = None
    fonte: str | None = None
    observacoes: str | None = None


def load_perfil(caminho: Path, arquivo: str | None = None) -> Perfil:
    """Read and check one profile.

    Args:
        caminho: the TOML file.
        arquivo: name shown in messages; the base name by default.

    Raises:
        DadosInvalidos: not TOML, or not a profile; one problem for each key that is wrong.
    """
    nome = arquivo or caminho.name
    try:
        dados = tomllib.loads(caminho.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as erro:
        raise DadosInvalidos(
            Problema(
                "o perfil não é um TOML válido",
                arquivo=nome,
                encontrado=str(erro) if isinstance(erro, tomllib.TOMLDecodeError) else "não é UTF-8",
                remedio="Compare-o com os exemplos de data/perfis/.",
            )
        ) from None
    try:
        perfil = Perfil.model_validate(dados)
    except ValidationError as erro:
        raise DadosInvalidos([_explain(falha, nome) for falha in erro.errors()]) from None
    if problemas := _find_faltas(perfil, nome):
        raise DadosInvalidos(problemas)
    return perfil


def load_perfis(pasta: PastaDeDados) -> dict[str, Perfil]:
    """Return name → profile of every ``perfis/*.toml``, overlay applied.

    Raises:
        DadosInvalidos: the problems of all profiles that are wrong.
    """
    perfis: dict[str, Perfil] = {}
    problemas: list[Problema] = []
    for nome, caminho in pasta.files("perfis", "*.toml").items():
        try:
            perfis[nome.removesuffix(".toml")] = load_perfil(caminho, f"perfis/{nome}")
        except DadosInvalidos as erro:
            problemas.extend(erro.problemas)
    if problemas:
        raise DadosInvalidos(problemas)
    return perfis


def _explain(falha: Any, arquivo: str) -> Problema:
    lugar = ".".join(str(parte) for parte in falha["loc"] if parte not in {"[key]", "str", "list[str]"})
    mensagens = {
        "missing": "falta esta chave",
        "extra_forbidden": "esta chave não existe num perfil",
        "enum": "valor fora do vocabulário",
        "value_error": str(falha["msg"]).removeprefix("Value error, "),
    }
    return Problema(
        mensagens.get(falha["type"], "valor de forma errada"),
        arquivo=arquivo,
        coluna=lugar,
        esperado=str(falha.get("ctx", {}).get("expected", "")) or None,
        remedio="Veja docs/municipais.md.",
    )


def _find_faltas(perfil: Perfil, arquivo: str) -> list[Problema]:
    """Return what a profile must say and does not: where each required column comes from."""
    ditas = {*perfil.colunas, *perfil.constantes}
    if perfil.codigo_ibge:
        ditas.add("codigo_ibge")
    if perfil.atos:
        ditas.update({"ato", "data"})
        if all(ato.instrumento for ato in perfil.atos):
            ditas.add("instrumento")
    faltas = [coluna for coluna in COLUNAS[1:5] if coluna not in ditas]
    problemas = [
        Problema(
            f"o perfil não diz de onde vem {coluna}",
            arquivo=arquivo,
            coluna=f"colunas.{coluna}",
            esperado="uma coluna do arquivo ou um valor em [constantes]",
            remedio="Veja docs/municipais.md.",
        )
        for coluna in faltas
    ]
    problemas.extend(
        Problema(
            "o ato não tem `ato` nem `coluna_ato`",
            arquivo=arquivo,
            coluna=f"atos.{indice}",
            remedio="Diga um dos dois.",
        )
        for indice, ato in enumerate(perfil.atos)
        if not ato.ato and not ato.coluna_ato
    )
    return problemas
