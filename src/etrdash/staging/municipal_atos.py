"""What an ato is once its text has types, why a row is refused, and what was dropped on the way."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from etrdash.dados import PastaDeDados
from etrdash.staging.empresas import Empresas, read_referencia
from etrdash.staging.municipal_coordenadas import Coordenada
from etrdash.staging.municipal_vocabulario import Vocabulario

FECHADOS = ("tipo_estacao", "instalacao", "tipo_infraestrutura", "motivo")
BOOLEANOS = ("compartilhada", "area_sensivel", "construcao", "equiparada", "substituicao")
DECISIVOS = ("favoravel", "suspensivo")


@dataclass(frozen=True, slots=True)
class Falha:
    """Why a row is refused.

    Attributes:
        motivo: in Portuguese, without the value.
        coluna: column as the source names it.
        valor: the cell, masked.
        esperado: what would be accepted.
    """

    motivo: str
    coluna: str
    valor: str
    esperado: str


@dataclass(frozen=True, slots=True)
class Ato:
    """One ato with types: a row of ``stg_atos`` before one spelling per process is chosen.

    ``coordenada`` may still wait for its UTM zone. ``fechados`` holds the values of ``FECHADOS`` and
    ``booleanos`` those of ``BOOLEANOS`` and ``DECISIVOS``, in order; one outside the vocabulary is None.
    """

    codigo_ibge: str
    registro_grafia: str
    instrumento: str
    ato: str
    data: date
    validade: date | None
    detentora: str | None
    detentora_cnpj: str | None
    prestadora: str | None
    prestadora_cnpj: str | None
    numeros_estacao: tuple[str, ...]
    fechados: tuple[str | None, ...]
    booleanos: tuple[bool | None, ...]
    zona: str | None
    zona_codigo: str | None
    prazo: str | None
    altura_m: float | None
    logradouro: str | None
    numero: str | None
    bairro: str | None
    cep: str | None
    coordenada: Coordenada
    data_instalacao: date | None


@dataclass(slots=True)
class Contas:
    """What was dropped or left unknown in one file.

    Attributes:
        pessoais: things of natural persons and free texts that were dropped.
        ignorados: column → how many of its values became unknown.
        duvidas: municipality of each ato loaded without the station number that its row held.
    """

    pessoais: int = 0
    ignorados: Counter[str] = field(default_factory=Counter)
    duvidas: list[str | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Referencias:
    """The reference tables that municipal files are read with.

    Attributes:
        vocabulario: closed vocabularies with their aliases.
        empresas: known companies.
        municipios: seven-digit IBGE code → name.
        ato_desde: the first day that an act can bear.
        ato_desde_fonte: why, in Portuguese.
    """

    vocabulario: Vocabulario
    empresas: Empresas
    municipios: Mapping[str, str]
    ato_desde: date
    ato_desde_fonte: str

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Referencias:
        """Read the tables of ``referencia/``, overlay applied."""
        municipios = {
            linha["codigo_ibge"]: linha["nome"]
            for linha in read_referencia(pasta.file("referencia/municipios.csv"))
        }
        ato = tomllib.loads(pasta.file("referencia/datas.toml").read_text(encoding="utf-8"))["ato"]
        return cls(Vocabulario.load(pasta), Empresas.load(pasta), municipios, ato["desde"], ato["fonte"])
