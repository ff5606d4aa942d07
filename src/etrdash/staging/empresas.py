"""Companies by the names and CNPJ roots they go by: operators and tower owners, from the reference tables."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from etrdash.dados import PastaDeDados
from etrdash.staging.identificadores import LEMBRADOS, fold_texto, normalise_cnpj

_SUFIXOS = (
    "EM RECUPERACAO JUDICIAL",
    "EM LIQUIDACAO",
    "S A",
    "SA",
    "LTDA",
    "LIMITADA",
    "EIRELI",
    "EPP",
    "ME",
)


@lru_cache(maxsize=LEMBRADOS)
def key_empresa(nome: str) -> str:
    """Return a company's name folded and without its legal form: ``TIM S/A `` and ``Tim`` give ``TIM``."""
    chave = fold_texto(nome)
    cortado = True
    while cortado:
        cortado = False
        for sufixo in _SUFIXOS:
            if chave.endswith(f" {sufixo}"):
                chave = chave.removesuffix(f" {sufixo}").rstrip()
                cortado = True
    return chave


@dataclass(frozen=True, slots=True)
class Empresas:
    """The known companies.

    Attributes:
        por_nome: folded name without legal form → canonical name.
        por_raiz: first eight characters of the CNPJ → canonical name.
    """

    por_nome: Mapping[str, str]
    por_raiz: Mapping[str, str]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Empresas:
        """Read ``referencia/detentoras.csv`` (``empresa, apelido, cnpj_raiz``), overlay applied.

        Source: names under which the companies appear in ANATEL's and municipal files; CNPJ roots of the
        Receita Federal's public register.
        """
        por_nome: dict[str, str] = {}
        por_raiz: dict[str, str] = {}
        for linha in read_referencia(pasta.file("referencia/detentoras.csv")):
            empresa = linha["empresa"]
            por_nome.setdefault(key_empresa(empresa), empresa)
            if linha["apelido"]:
                por_nome.setdefault(key_empresa(linha["apelido"]), empresa)
            if linha["cnpj_raiz"]:
                por_raiz.setdefault(linha["cnpj_raiz"], empresa)
        return cls(por_nome, por_raiz)

    def find(self, nome: str | None, documento: str | None = None) -> str | None:
        """Return the canonical company of a name, or of a valid CNPJ where the name says nothing, or None."""
        if nome and (conhecida := self.por_nome.get(key_empresa(nome))):
            return conhecida
        cnpj = normalise_cnpj(documento)
        return self.por_raiz.get(cnpj[:8]) if cnpj else None


def read_referencia(caminho: Path) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a reference CSV of the data folder, as text, blanks trimmed."""
    estado = caminho.stat()
    return _read_linhas(caminho, (estado.st_mtime_ns, estado.st_size))


@lru_cache(maxsize=64)
def _read_linhas(caminho: Path, _versao: tuple[int, int]) -> tuple[Mapping[str, str], ...]:
    with caminho.open(encoding="utf-8-sig", newline="") as arquivo:
        return tuple(
            {coluna: (valor or "").strip() for coluna, valor in linha.items()}
            for linha in csv.DictReader(arquivo)
        )


@lru_cache(maxsize=1)
def shipped_empresas() -> Empresas:
    """Return the companies of the data folder that ships with the project."""
    return Empresas.load(PastaDeDados.open())
