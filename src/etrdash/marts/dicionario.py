"""The dictionary: every table and column of an acervo, described once (``dicionario.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from etrdash import vocabulario

_SQL = {
    "texto": "VARCHAR",
    "mes": "VARCHAR",
    "json": "VARCHAR",
    "inteiro": "BIGINT",
    "numero": "DOUBLE",
    "data": "DATE",
    "logico": "BOOLEAN",
    "lista": "VARCHAR[]",
}


@dataclass(frozen=True, slots=True)
class Coluna:
    """One column.

    Attributes:
        nome: column name, fixed by the contract.
        tipo: texto, inteiro, numero, data, mes, logico, lista or json.
        descricao: what it means, in Portuguese.
        description: the same in English.
        obrigatoria: never empty.
        vocabulario: name of the closed vocabulary its values come from, or None.
    """

    nome: str
    tipo: str
    descricao: str
    description: str
    obrigatoria: bool = False
    vocabulario: str | None = None

    @property
    def sql(self) -> str:
        """DuckDB type of the column."""
        return _SQL[self.tipo]

    @property
    def valores(self) -> tuple[str, ...]:
        """Values admitted by the closed vocabulary; empty where any value is."""
        if self.vocabulario is None:
            return ()
        enum: type[StrEnum] = getattr(vocabulario, self.vocabulario)
        return tuple(member.value for member in enum)


@dataclass(frozen=True, slots=True)
class Tabela:
    """One table of the acervo.

    Attributes:
        nome: table name, and the file name of the published ones.
        titulo: title in Portuguese.
        title: title in English.
        descricao: what one row is, in Portuguese.
        description: the same in English.
        chave: columns that make a row unique; empty where repeated rows are possible.
        publicada: published as files; the others serve the pages only.
        colunas: the columns in order.
    """

    nome: str
    titulo: str
    title: str
    descricao: str
    description: str
    chave: tuple[str, ...]
    publicada: bool
    colunas: tuple[Coluna, ...]

    @property
    def ordem(self) -> tuple[str, ...]:
        """Columns that order the rows: the key, then every other column that can be sorted."""
        return (*self.chave, *(coluna.nome for coluna in self.colunas if coluna.nome not in self.chave))

    @property
    def ddl(self) -> str:
        """The CREATE TABLE statement."""
        colunas = ", ".join(
            f'"{coluna.nome}" {coluna.sql}{" NOT NULL" if coluna.obrigatoria else ""}'
            for coluna in self.colunas
        )
        return f'CREATE TABLE "{self.nome}" ({colunas})'


@cache
def load_dicionario() -> dict[str, Tabela]:
    """Return every table of an acervo by name, in the order of the file (SPEC §5 first)."""
    texto = (files("etrdash.marts") / "dicionario.toml").read_text(encoding="utf-8")
    tabelas: dict[str, Tabela] = {}
    for nome, conteudo in tomllib.loads(texto).items():
        colunas = tuple(Coluna(**coluna) for coluna in conteudo.pop("colunas"))
        chave = tuple(conteudo.pop("chave"))
        tabelas[nome] = Tabela(nome=nome, chave=chave, colunas=colunas, **conteudo)
    return tabelas


def list_publicadas() -> tuple[Tabela, ...]:
    """Return the tables that are published as files, in order."""
    return tuple(tabela for tabela in load_dicionario().values() if tabela.publicada)
