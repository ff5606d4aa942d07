"""From a table's columns to those of the canonical acts file: by name, or as a profile says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from etrdash.staging.identificadores import fold_texto
from etrdash.staging.municipal_planilhas import GEOMETRIA
from etrdash.staging.municipal_tabelas import FormaDaTabela

OBRIGATORIAS = ("codigo_ibge", "registro_id", "instrumento", "ato", "data")
OPCIONAIS = (
    "validade",
    "detentora_nome",
    "detentora_documento",
    "prestadora_nome",
    "prestadora_cnpj",
    "numero_estacao",
    "tipo_estacao",
    "instalacao",
    "tipo_infraestrutura",
    "compartilhada",
    "area_sensivel",
    "zona",
    "construcao",
    "equiparada",
    "substituicao",
    "motivo",
    "prazo",
    "favoravel",
    "suspensivo",
    "altura_m",
    "logradouro",
    "numero",
    "bairro",
    "cep",
    "latitude",
    "longitude",
    "data_instalacao",
    "observacao",
)
COLUNAS = OBRIGATORIAS + OPCIONAIS
"""The canonical acts file (SPEC §2)."""

_PARECIDO_O_BASTANTE = 3


@dataclass(frozen=True, slots=True)
class AtoEscrito:
    """One ato as text, before anything is interpreted.

    Attributes:
        celulas: canonical column → text; absent columns are missing.
        origem: canonical column → column of the source, where the two names differ.
        palavra_pessoa: what the source says of the holder (``PF``, ``PJ``…), or None.
        nomes: names of persons in the row's other columns: dropped, and taken out of the address.
        datas: ``strptime`` forms of the file's dates; the usual ones where empty.
    """

    celulas: dict[str, str]
    origem: dict[str, str] = field(default_factory=dict)
    palavra_pessoa: str | None = None
    nomes: tuple[str, ...] = ()
    datas: tuple[str, ...] = ()


class Mapa(Protocol):
    """How the tables of one kind of file are read."""

    @property
    def nome(self) -> str:
        """Layout's name, as ``stg_arquivos`` shows it."""

    @property
    def forma(self) -> FormaDaTabela:
        """What is known of the table's form."""

    @property
    def epsg(self) -> int | None:
        """CRS of the coordinates, where it is known."""

    def score(self, celulas: Sequence[str]) -> int:
        """Say how many columns of a row read as this kind of header; 0 where it is none."""

    def find_faltas(self, cabecalho: Sequence[str]) -> list[str]:
        """Return the columns without which the table cannot be read."""

    def find_ignoradas(self, cabecalho: Sequence[str]) -> list[str]:
        """Return the columns that are neither read nor stored."""

    def split_atos(self, cabecalho: Sequence[str], celulas: Sequence[str]) -> list[AtoEscrito] | None:
        """Return the atos of one row; None where the row is none of this file's business."""


class MapaCanonico:
    """The canonical acts file: one row per ato, columns in any order, named as SPEC §2 names them."""

    nome = "atos"
    forma = FormaDaTabela()
    epsg: int | None = None

    def score(self, celulas: Sequence[str]) -> int:
        """Count canonical names; fewer than three of the required ones make no header."""
        nomes = {normalise_coluna(celula) for celula in celulas}
        if len(nomes.intersection(OBRIGATORIAS)) < _PARECIDO_O_BASTANTE:
            return 0
        return len(nomes.intersection(COLUNAS))

    def find_faltas(self, cabecalho: Sequence[str]) -> list[str]:
        """Return the required columns that the header lacks."""
        nomes = {normalise_coluna(celula) for celula in cabecalho}
        return [coluna for coluna in OBRIGATORIAS if coluna not in nomes]

    def find_ignoradas(self, cabecalho: Sequence[str]) -> list[str]:
        """Return the columns with a name and no place in the contract."""
        conhecidas = {*COLUNAS, *GEOMETRIA}
        return [celula for celula in cabecalho if celula and normalise_coluna(celula) not in conhecidas]

    def split_atos(self, cabecalho: Sequence[str], celulas: Sequence[str]) -> list[AtoEscrito] | None:
        """Return the row's one ato."""
        nomes = _list_canonicas(tuple(cabecalho))
        linha = {nome: celula for nome, celula in zip(nomes, celulas, strict=False) if nome}
        longitude, latitude = (linha.pop(coluna, "") for coluna in GEOMETRIA)
        if not linha.get("latitude", "").strip() and not linha.get("longitude", "").strip():
            linha["latitude"], linha["longitude"] = latitude, longitude
        return [AtoEscrito(linha)]


@lru_cache(maxsize=64)
def _list_canonicas(cabecalho: tuple[str, ...]) -> tuple[str | None, ...]:
    """Return the canonical name of each column, None for one that is not read."""
    lidas = {*COLUNAS, *GEOMETRIA}
    return tuple(nome if (nome := normalise_coluna(coluna)) in lidas else None for coluna in cabecalho)


@lru_cache(maxsize=4096)
def normalise_coluna(texto: str) -> str:
    """Return a column name without accents, case or punctuation: ``Código IBGE`` → ``codigo_ibge``."""
    return fold_texto(texto.replace("_", " ")).lower().replace(" ", "_")


def find_repetidas(cabecalho: Sequence[str]) -> list[str]:
    """Return the normalised names that occur more than once in a header."""
    contagem = Counter(normalise_coluna(celula) for celula in cabecalho if celula.strip())
    return [nome for nome, vezes in contagem.items() if vezes > 1]
