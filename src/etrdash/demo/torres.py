"""Towers, stations and processes of the demonstration, before any file format."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count

from etrdash.demo.acaso import Acaso
from etrdash.demo.roteiro import (
    AtoDoRoteiro,
    Bairro,
    Cenario,
    Cidade,
    Empresa,
    Faixa,
    GrupoDeEstacoes,
    Roteiro,
    add_term,
)
from etrdash.erros import DadosInvalidos, Problema

METROS_POR_GRAU = 111_320.0
TENTATIVAS = 400
PRIMEIRO_CEP = 900
TECNOLOGIAS = (("GSM", "WCDMA", "LTE"), ("WCDMA", "LTE"), ("LTE", "NR"), ("GSM", "WCDMA", "LTE", "NR"))


@dataclass(frozen=True, slots=True)
class Lugar:
    """Where a tower stands, and the address people write for it."""

    latitude: float
    longitude: float
    rua: str
    numero: int
    bairro: str
    cep: str
    ruas_do_bairro: tuple[str, ...]

    def shift(self, acaso: Acaso, faixa_m: Faixa, rumo: float | None = None) -> tuple[float, float]:
        """Return a coordinate (degrees) at a distance inside ``faixa_m``, in any direction or in ``rumo``."""
        metros = faixa_m[0] + acaso.fraction("metros") * (faixa_m[1] - faixa_m[0])
        return move(self.latitude, self.longitude, metros, acaso.fraction("rumo") if rumo is None else rumo)


@dataclass(frozen=True, slots=True)
class Estacao:
    """One licensed station."""

    numero: str
    grupo: int
    roteiro: GrupoDeEstacoes
    titular: str
    operadora: Empresa | None
    tecnologias: tuple[str, ...]
    rua: str
    porta: int
    latitude: float
    longitude: float
    primeira_licenca: date
    ultima_licenca: date
    validade: date


@dataclass(frozen=True, slots=True)
class Ato:
    """One act with its date, in its process."""

    registro_id: str
    roteiro: AtoDoRoteiro
    data: date
    validade: date | None
    estacoes: tuple[Estacao, ...]


@dataclass(frozen=True, slots=True)
class Torre:
    """One structure: its place, owner, stations and the acts about it."""

    cidade: Cidade
    cenario: Cenario
    acaso: Acaso
    lugar: Lugar
    detentora: Empresa
    estacoes: tuple[Estacao, ...]
    atos: tuple[Ato, ...]


def build_torres(roteiro: Roteiro) -> list[Torre]:
    """Return every tower of the demonstration, city by city, scenario by scenario."""
    raiz = Acaso(roteiro.semente)
    return [
        torre
        for indice, cidade in enumerate(roteiro.cidade, start=1)
        for torre in _build_city(roteiro, cidade, indice, raiz.inside(cidade.codigo_ibge))
    ]


def move(latitude: float, longitude: float, metros: float, rumo: float) -> tuple[float, float]:
    """Return the point ``metros`` away; ``rumo`` is a fraction of a whole turn, 0 for north."""
    norte = metros * math.cos(2 * math.pi * rumo) / METROS_POR_GRAU
    leste = metros * math.sin(2 * math.pi * rumo) / (METROS_POR_GRAU * math.cos(math.radians(latitude)))
    return latitude + norte, longitude + leste


def _build_city(roteiro: Roteiro, cidade: Cidade, indice: int, acaso: Acaso) -> Iterator[Torre]:
    ocupados: list[tuple[float, float]] = []
    processos = count(1)
    for ordem, cenario in enumerate(cidade.cenario, start=1):
        for vez in range(cenario.sitios):
            aqui = acaso.inside(cenario.id, vez)
            lugar = _find_place(roteiro, cidade, aqui.inside("lugar"), ocupados)
            detentora = aqui.pick("detentora", roteiro.detentora, [e.peso for e in roteiro.detentora])
            prefixo = f"999{indice}{ordem:02d}{vez + 1:02d}"
            estacoes = tuple(_build_stations(roteiro, cenario, lugar, aqui, prefixo))
            atos = tuple(_build_acts(cidade, cenario, estacoes, aqui, processos))
            yield Torre(cidade, cenario, aqui, lugar, detentora, estacoes, atos)


def _find_place(roteiro: Roteiro, cidade: Cidade, acaso: Acaso, ocupados: list[tuple[float, float]]) -> Lugar:
    ponto = (0.0, 0.0)
    bairro = cidade.bairro[0]
    for tentativa in range(TENTATIVAS):
        aqui = acaso.inside(tentativa)
        bairro = aqui.pick("bairro", cidade.bairro, [b.peso for b in cidade.bairro])
        metros = bairro.raio_m * math.sqrt(aqui.fraction("raio"))
        ponto = move(bairro.latitude, bairro.longitude, metros, aqui.fraction("rumo"))
        if all(_distance_m(ponto, outro) >= cidade.distancia_minima_m for outro in ocupados):
            break
    ocupados.append(ponto)
    ruas = list_streets(roteiro, cidade, bairro)
    rua = acaso.pick("rua", ruas)
    return Lugar(
        latitude=ponto[0],
        longitude=ponto[1],
        rua=rua,
        numero=acaso.between("numero", 2, 198) * 10 + acaso.between("unidade", 0, 9),
        bairro=bairro.nome,
        cep=f"{cidade.cep}{PRIMEIRO_CEP + roteiro.ruas.index(rua)}",
        ruas_do_bairro=ruas,
    )


def list_streets(roteiro: Roteiro, cidade: Cidade, bairro: Bairro) -> tuple[str, ...]:
    """Return the streets of one neighbourhood: its share of the invented ones."""
    return roteiro.ruas[cidade.bairro.index(bairro) :: len(cidade.bairro)]


def _distance_m(um: tuple[float, float], outro: tuple[float, float]) -> float:
    norte = (um[0] - outro[0]) * METROS_POR_GRAU
    leste = (um[1] - outro[1]) * METROS_POR_GRAU * math.cos(math.radians(um[0]))
    return math.hypot(norte, leste)


def _build_stations(
    roteiro: Roteiro, cenario: Cenario, lugar: Lugar, acaso: Acaso, prefixo: str
) -> Iterator[Estacao]:
    inicio = acaso.between("primeira operadora", 0, len(roteiro.operadora) - 1)
    feitas = 0
    for ordem, grupo in enumerate(cenario.estacao, start=1):
        for vez in range(acaso.between(f"quantas {ordem}", *grupo.quantas)):
            aqui = acaso.inside("estacao", ordem, vez)
            operadora = roteiro.operadora[(inicio + feitas) % len(roteiro.operadora)]
            primeira = aqui.day("primeira licença", *grupo.licenca)
            limite = max(primeira, roteiro.recebido_em)
            validade = grupo.validade or (date(2029, 1, 1), date(2038, 12, 31))
            latitude, longitude = lugar.shift(aqui, grupo.desvio_m, grupo.rumo)
            yield Estacao(
                numero=f"{prefixo}{feitas + 1:02d}",
                grupo=ordem,
                roteiro=grupo,
                titular=grupo.titular or operadora.nome,
                operadora=None if grupo.titular else operadora,
                tecnologias=grupo.tecnologias or aqui.pick("tecnologias", TECNOLOGIAS),
                rua=aqui.pick("outra rua", lugar.ruas_do_bairro) if grupo.outra_rua else lugar.rua,
                porta=aqui.between("outra porta", 20, 1980) if grupo.outra_rua else lugar.numero,
                latitude=round(latitude, 6),
                longitude=round(longitude, 6),
                primeira_licenca=primeira,
                ultima_licenca=aqui.day("última licença", primeira, limite),
                validade=aqui.day("validade", *validade),
            )
            feitas += 1


def _build_acts(
    cidade: Cidade, cenario: Cenario, estacoes: tuple[Estacao, ...], acaso: Acaso, processos: Iterator[int]
) -> Iterator[Ato]:
    ultimo: dict[tuple[int, str], Ato] = {}
    for i, passo in enumerate(cenario.ato):
        sobre_cada = [(e,) for e in estacoes if e.grupo == passo.estacoes]
        for sobre in [estacoes] if passo.estacoes is None else sobre_cada:
            chave = (passo.processo, "" if passo.estacoes is None else sobre[0].numero)
            antes = ultimo.get(chave)
            dia = _date_act(passo, sobre, antes.data if antes else None, acaso.inside("ato", i, chave[1]))
            ultimo[chave] = Ato(
                registro_id=antes.registro_id
                if antes
                else cidade.processo.format(numero=next(processos), ano=dia.year),
                roteiro=passo,
                data=dia,
                validade=add_term(dia, passo.validade) if isinstance(passo.validade, str) else passo.validade,
                estacoes=sobre,
            )
            yield ultimo[chave]


def _date_act(passo: AtoDoRoteiro, sobre: tuple[Estacao, ...], anterior: date | None, acaso: Acaso) -> date:
    if passo.entre is not None:
        return acaso.day("dia", *passo.entre)
    base = min((e.primeira_licenca for e in sobre), default=None) if passo.de == "licenca" else anterior
    if base is None or passo.dias is None:
        raise DadosInvalidos(Problema("o ato não tem de onde contar os dias", coluna=passo.ato))
    return date.fromordinal(base.toordinal() + acaso.between("dias", *passo.dias))
