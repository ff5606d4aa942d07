"""The script of the demonstration, read from ``data/demo``: places, invented companies, facts and acts.

A scenario states facts and acts, never the answer: which situação follows is the pipeline's business.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema
from etrdash.vocabulario import Instalacao, Instrumento, Tipo, TipoAto, Zona

PASTA = "demo"
Intervalo = tuple[date, date]
Faixa = tuple[int, int]
Chance = Annotated[float, Field(ge=0, le=1)]


class _Modelo(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Empresa(_Modelo):
    """An invented company, with a CNPJ whose check digits are right and that belongs to nobody."""

    nome: str
    cnpj: str
    apelido: str = ""
    peso: float = 1.0


class Bairro(_Modelo):
    """A circle on dry land where towers may stand."""

    nome: str
    latitude: float
    longitude: float
    raio_m: float
    peso: float = 1.0


class GrupoDeEstacoes(_Modelo):
    """Stations of one tower that share a history.

    Attributes:
        quantas: how many, each of another operator.
        licenca: interval of the first licence.
        classe_infra: ANATEL's class of infrastructure (several allowed, as in life); empty for blank.
        tecnologias: technologies licensed.
        validade: interval of the end of ANATEL's licence, where it matters.
        servico: ANATEL service code.
        classe: class of station, for services other than 010 (the second file states it).
        titular: holder, for services other than 010.
        desvio_m: distance of the licensed coordinate from the tower, in metres.
        outra_rua: the licensed address is on another street than the tower's.
        rumo: direction of that distance as a fraction of a whole turn (0 north, 0.25 east); any when absent.
    """

    quantas: Faixa = (1, 1)
    licenca: Intervalo
    classe_infra: tuple[str, ...] = ("Greenfield",)
    tecnologias: tuple[str, ...] = ()
    validade: Intervalo | None = None
    servico: str = "010"
    classe: str = ""
    titular: str = ""
    desvio_m: Faixa = (0, 5)
    rumo: Chance | None = None
    outra_rua: bool = False


class Documento(_Modelo):
    """What the municipal process says of the structure, and how well.

    Attributes:
        com_coordenada: chance that it has coordinates.
        com_numero: chance that it names the stations.
        com_endereco: chance that its address is the tower's (another invented street otherwise).
        erro_m: distance between its coordinates and the tower's, in metres.
    """

    tipo_estacao: Tipo | None = None
    instalacao: Instalacao | None = None
    zona: Zona | None = None
    tipo_infraestrutura: str = "TORRE"
    compartilhada: bool | None = None
    area_sensivel: bool | None = None
    construcao: bool | None = None
    equiparada: bool | None = None
    substituicao: bool | None = None
    com_coordenada: Chance = 0.85
    com_numero: Chance = 0.6
    com_endereco: Chance = 1.0
    com_empresas: Chance = 1.0
    erro_m: Faixa = (0, 12)


class AtoDoRoteiro(_Modelo):
    """One act of a municipal process.

    Attributes:
        entre: interval of its date; or
        dias: days after the reference.
        de: what the days count from: the act before it, or the first licence of the station it is about.
        processo: acts of the same number belong to one process.
        estacoes: group of stations that it is about (1-based): one act, and one process, per station.
        validade: term of validity from the date (``10y``, ``180d``), or a date.
        documento: what this act's paper says, where it is not the scenario's.
    """

    instrumento: Instrumento
    ato: TipoAto
    entre: Intervalo | None = None
    dias: Faixa | None = None
    de: str = Field(default="anterior", pattern="^(anterior|licenca)$")
    processo: int = 1
    estacoes: int | None = None
    validade: str | date | None = None
    motivo: str = ""
    prazo: str = ""
    favoravel: bool | None = None
    suspensivo: bool | None = None
    documento: Documento | None = None

    @model_validator(mode="after")
    def _one_date(self) -> AtoDoRoteiro:
        if (self.entre is None) == (self.dias is None):
            raise ValueError("um ato tem `entre` ou `dias`, nunca os dois nem nenhum")
        return self


class Cenario(_Modelo):
    """Towers with the same kind of history; without stations, processes that lead to no station."""

    id: str
    descricao: str
    sitios: int
    estacao: tuple[GrupoDeEstacoes, ...] = ()
    ato: tuple[AtoDoRoteiro, ...] = ()
    documento: Documento = Documento()


class Local(_Modelo):
    """An invented place that laws name: its kind and what its name starts with."""

    especie: str
    nome: str


class Cidade(_Modelo):
    """One municipality of the demonstration."""

    codigo_ibge: str = Field(pattern=r"^\d{7}$")
    nome: str
    uf: str
    nome_uf: str
    ddd: str
    cep: str = Field(pattern=r"^\d{5}$")
    processo: str
    distancia_minima_m: float
    habitantes: int | None = Field(default=None, gt=0)
    bairro: tuple[Bairro, ...]
    cenario: tuple[Cenario, ...]


class Roteiro(_Modelo):
    """The whole demonstration.

    Attributes:
        em: as-of date of the acervo.
        recebido_em: date of ANATEL's file and of the municipal records.
        semente: seed of the choices.
    """

    em: date
    recebido_em: date
    semente: str
    operadora: tuple[Empresa, ...]
    detentora: tuple[Empresa, ...]
    ruas: tuple[str, ...]
    local: tuple[Local, ...] = ()
    cidade: tuple[Cidade, ...]


def load_roteiro(pasta: PastaDeDados) -> Roteiro:
    """Read ``demo/demo.toml`` and ``demo/cenarios/*.toml``.

    Raises:
        DadosInvalidos: a file does not follow the model; each problem names its file and key.
    """
    geral = _read(pasta.file(f"{PASTA}/demo.toml"))
    cidades = [_read(path) for path in pasta.files(f"{PASTA}/cenarios", "*.toml").values()]
    try:
        return Roteiro.model_validate({**geral, "cidade": cidades})
    except ValidationError as erro:
        raise DadosInvalidos(
            [
                Problema(item["msg"], arquivo="demo", coluna=".".join(str(p) for p in item["loc"]))
                for item in erro.errors(include_url=False, include_input=False)
            ]
        ) from None


def add_term(dia: date, prazo: str) -> date:
    """Return the day after a term like ``10y``, ``6m`` or ``180d`` (29 February becomes 1 March)."""
    partes = re.fullmatch(r"(\d+)([dmy])", prazo)
    if partes is None:
        raise DadosInvalidos(
            Problema("prazo que não se entende", encontrado=prazo, esperado="10y, 6m ou 180d")
        )
    quanto, unidade = int(partes[1]), partes[2]
    if unidade == "d":
        return date.fromordinal(dia.toordinal() + quanto)
    meses = dia.year * 12 + dia.month - 1 + quanto * (12 if unidade == "y" else 1)
    ano, mes = divmod(meses, 12)
    try:
        return dia.replace(year=ano, month=mes + 1)
    except ValueError:
        return date(ano, mes + 2, 1)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as erro:
        raise DadosInvalidos(Problema(f"não é TOML: {erro}", arquivo=path.name)) from None
