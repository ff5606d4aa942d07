"""The batched answer of a build is the explained answer of one station, for every station and every month.

Stations, acts, records and dates are drawn from a seed over all the laws. The build decides them through its
database; the reference below reads the very same draws as plain objects, never the database, and asks
``evaluate`` and ``apply_cautela`` once for each station and month.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from etrdash.marts.meses import list_meses
from etrdash.marts.tabelas import build_marts
from etrdash.rules.avaliador import evaluate
from etrdash.rules.cautela import ContextoDeCautela, apply_cautela
from etrdash.rules.explicacao import explain
from etrdash.rules.fatos import Ato, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.municipio import Municipio
from etrdash.rules.prazo import parse_termo
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Grupo, Instalacao, Instrumento, Situacao, Tipo, TipoAto, Vigencia, Zona
from tests.marts.conftest import Base

LOGICOS = ("compartilhada", "area_sensivel", "equiparada", "substituicao", "construcao")
MOTIVOS = (None, None, None, "remocao", "modernizacao", "ampliacao", "remanejamento", "substituicao")
SORTEIO = "sorteio.csv"


@dataclass(frozen=True)
class Sorteado:
    """One act as drawn: the evaluator's fields, and which stations of the place it names."""

    ato: Ato
    nomeia: tuple[str, ...] = ()
    instalada_em: date | None = None

    def speaks_of(self, numero: str) -> bool:
        """Communications speak of the stations that they name, everything else of the structure."""
        return self.ato.instrumento is not Instrumento.COMUNICACAO or numero in (self.nomeia or (numero,))


@dataclass(frozen=True)
class Processo:
    """A registro of one place, linked to all its stations, surely or probably."""

    registro_id: str
    ambigua: bool
    atos: tuple[Sorteado, ...]


@dataclass(frozen=True)
class Antena:
    """A station as drawn."""

    numero: str
    servico: str
    classe: str | None
    fatos: Fatos


@dataclass
class Lugar:
    """A structure: its stations, its processes and what every one of its acts declares."""

    sitio: str
    antenas: list[Antena] = field(default_factory=list)
    processos: list[Processo] = field(default_factory=list)
    declarado: dict[str, Any] = field(default_factory=dict)


class Sorteio:
    """Draws towns, places, stations and acts from a seed."""

    def __init__(self, semente: int, leis: Mapping[str, Lei], lugares_por_lei: int) -> None:
        self._acaso = random.Random(semente)
        self.em = self._draw_dia(date(2021, 6, 1), date(2031, 12, 31))
        self.leis = leis
        self.municipios: dict[str, Municipio] = {}
        self.recusas: set[str] = set()
        self.lugares: dict[str, list[Lugar]] = {}
        for indice, lei in enumerate(leis.values()):
            codigo = f"{3500000 + indice:07d}"
            self.municipios[codigo] = self._draw_municipio(codigo, lei)
            if self._acaso.random() < 0.1:
                self.recusas.add(codigo)
            self.lugares[codigo] = [
                self._draw_lugar(f"{semente}{indice}{numero:03d}", lei) for numero in range(lugares_por_lei)
            ]

    def _draw_dia(self, desde: date, ate: date) -> date:
        return desde + timedelta(days=self._acaso.randrange((ate - desde).days + 1))

    def _draw_municipio(self, codigo: str, lei: Lei) -> Municipio:
        acaso = self._acaso
        publicada = self._draw_dia(date(2017, 1, 1), date(2026, 1, 1))
        cabecalho = lei.cabecalho
        registros = {
            "orgao": "Obras",
            "canal": "LAI",
            "licenca": "não declarada",
            "extraida_em": acaso.choice((self.em, self.em - timedelta(days=acaso.randrange(900)), None)),
            "completude": acaso.choice(
                (
                    "completa",
                    "completa",
                    "parcial",
                    {str(nome): {"completude": "completa"} for nome in lei.atual.regras.instrumento},
                    {str(nome): {"desde": date(2019, 1, 1)} for nome in lei.atual.regras.instrumento},
                )
            ),
        }
        return Municipio.model_validate(
            {
                "codigo_ibge": codigo,
                "nome": "Sorteada",
                "uf": "SP",
                "lei": lei.id,
                "vigencia": acaso.choice(("confirmada", "confirmada", "confirmada", *Vigencia)),
                "publicada_em": publicada if cabecalho.modelo else None,
                "prorrogada_em": acaso.choice((None, publicada + timedelta(days=100))),
                "feriados": [self._draw_dia(date(2018, 1, 1), self.em) for _ in range(3)],
                "registros": registros if acaso.random() < 0.9 else None,
            }
        )

    def _draw_lugar(self, sitio: str, lei: Lei) -> Lugar:
        acaso = self._acaso
        lugar = Lugar(sitio)
        numeros = [f"{sitio}{n}" for n in range(acaso.choice((1, 1, 2)))]
        licencas = [acaso.choice((None, *[self._draw_dia(date(2005, 1, 1), self.em)] * 6)) for _ in numeros]
        lugar.declarado = {nome: acaso.choice((None, None, None, True, False)) for nome in LOGICOS}
        lugar.declarado["zona"] = acaso.choice((None, *Zona))
        usados = sorted(
            {*lei.atual.regras.instrumento, Instrumento.LICENCA_ANTERIOR, Instrumento.COMUNICACAO}
        )
        lugar.processos = [
            Processo(
                f"{sitio}-{n}",
                acaso.random() < 0.2,
                tuple(
                    self._draw_ato(f"{sitio}-{n}", acaso.choice(usados), numeros)
                    for _ in range(acaso.randint(1, 4))
                ),
            )
            for n in range(acaso.choice((0, 1, 1, 1, 2)))
        ]
        for numero, licenca in zip(numeros, licencas, strict=True):
            tipo = acaso.choice((*[Tipo.ETR] * 6, *[Tipo.PEQUENO_PORTE] * 3, Tipo.MOVEL, *Tipo))
            fatos = Fatos(
                tipo,
                acaso.choice((Instalacao.EXTERNA, Instalacao.EXTERNA, Instalacao.INTERNA)),
                licenca,
                min((dia for dia in licencas if dia), default=None),
                sitio_licenciado_em=min((dia for dia in licencas if dia), default=None),
                validade_anatel=acaso.choice(
                    (None, date(2040, 1, 1), self._draw_dia(date(2024, 1, 1), self.em + timedelta(days=900)))
                ),
                motivos=acaso.choice(((), ("CLASSE_PRESUMIDA",))),
            )
            servico, classe = acaso.choice(
                (*[("010", "FB")] * 5, ("010", None), ("010", "RD"), ("045", "FB"))
            )
            lugar.antenas.append(Antena(numero, servico, classe, fatos))
        return lugar

    def _draw_ato(self, registro: str, instrumento: Instrumento, numeros: Sequence[str]) -> Sorteado:
        acaso = self._acaso
        comuns = (TipoAto.PROTOCOLO, TipoAto.EMISSAO, TipoAto.COMUNICACAO)
        dia = self._draw_dia(date(2016, 1, 1), self.em + timedelta(days=120))
        ato = Ato(
            acaso.choice((*comuns, *comuns, *comuns, *TipoAto)),
            dia,
            instrumento if acaso.random() < 0.95 else None,
            validade=acaso.choice((None, None, dia + timedelta(days=acaso.randrange(-5, 4000)))),
            motivo=acaso.choice(MOTIVOS),
            prazo=acaso.choice((None, None, parse_termo("180d"), parse_termo("2y"))),
            registro_id=registro,
            favoravel=acaso.choice((None, True, False)),
            suspensivo=acaso.choice((None, True, False)),
            distancia_m=acaso.choice((*[8.0] * 30, 260.0)),
        )
        nomeia = acaso.choice(((), (numeros[0],), ("999",)))
        documento = self._draw_dia(date(2005, 1, 1), self.em) if acaso.random() < 0.2 else None
        return Sorteado(ato, nomeia, documento)


def insert_sorteio(con: duckdb.DuckDBPyConnection, sorteio: Sorteio) -> None:
    """Write the draws as the rows that a build would hold after staging and linking."""
    linhas: dict[str, list[dict[str, Any]]] = {
        nome: []
        for nome in (
            "stg_estacoes",
            "stg_atos",
            "int_sitios",
            "int_estacao_sitio",
            "int_registros",
            "int_vinculos",
        )
    }
    for codigo, lugares in sorteio.lugares.items():
        for lugar in lugares:
            linhas["int_sitios"].append({"codigo_ibge": codigo, "sitio_id": lugar.sitio})
            for antena in lugar.antenas:
                fatos = antena.fatos
                linhas["stg_estacoes"].append(
                    {
                        "numero_estacao": antena.numero, "codigo_ibge": codigo, "municipio": "Sorteada",
                        "uf": "SP", "logradouro": "RUA DAS ROSAS", "prestadora": "CLARO S.A.",
                        "servico": antena.servico,
                        "classe": antena.classe, "tipo": str(fatos.tipo), "instalacao": str(fatos.instalacao),
                        "primeiro_licenciamento": fatos.primeiro_licenciamento,
                        "validade_anatel": fatos.validade_anatel, "pessoa_fisica": False, "emissoes": 1,
                        "avaliada": True, "arquivo": SORTEIO, "motivos": list(fatos.motivos),
                    }
                )  # fmt: skip
                linhas["int_estacao_sitio"].append({"numero_estacao": antena.numero, "sitio_id": lugar.sitio})
            for processo in lugar.processos:
                _insert_processo(linhas, codigo, lugar, processo)
    linhas["stg_recusas_municipais"] = [{"codigo_ibge": codigo, "linhas": 1} for codigo in sorteio.recusas]
    for tabela, registros in linhas.items():
        if registros:
            con.register("_linhas", pa.Table.from_pylist(registros))
            con.execute(f'INSERT INTO "{tabela}" BY NAME SELECT * FROM _linhas')
            con.unregister("_linhas")


def _insert_processo(
    linhas: dict[str, list[dict[str, Any]]], codigo: str, lugar: Lugar, processo: Processo
) -> None:
    chave = {"codigo_ibge": codigo, "registro_id": processo.registro_id}
    linhas["int_registros"].append({**chave, "lugar": 0, "sitio_id": lugar.sitio, "instrumentos": []})
    for antena in lugar.antenas:
        linhas["int_vinculos"].append(
            {
                **chave, "numero_estacao": antena.numero, "sitio_id": lugar.sitio, "nivel": "local",
                "distancia_m": processo.atos[0].ato.distancia_m, "escore": 0.9, "ambigua": processo.ambigua,
                "contradicoes": [], "decidido_por": "programa", "evidencias": "[]",
            }
        )  # fmt: skip
    for ordem, sorteado in enumerate(processo.atos):
        ato = sorteado.ato
        linhas["stg_atos"].append(
            {
                **chave, **lugar.declarado, "registro_grafia": processo.registro_id, "ato": str(ato.ato),
                "data": ato.data, "instrumento": ato.instrumento and str(ato.instrumento),
                "zona": lugar.declarado["zona"] and str(lugar.declarado["zona"]), "validade": ato.validade,
                "motivo": ato.motivo, "prazo": ato.prazo and str(ato.prazo), "favoravel": ato.favoravel,
                "suspensivo": ato.suspensivo, "numeros_estacao": list(sorteado.nomeia),
                "data_instalacao": sorteado.instalada_em, "arquivo": SORTEIO, "linha": ordem,
            }
        )  # fmt: skip


class Referencia:
    """What a single evaluation says of a drawn station, by the words of the contracts alone."""

    def __init__(self, sorteio: Sorteio, codigo: str) -> None:
        self._municipio = sorteio.municipios[codigo]
        self._lei = sorteio.leis[self._municipio.lei]
        self._recusadas = codigo in sorteio.recusas
        tem_atos = any(lugar.processos for lugar in sorteio.lugares[codigo])
        self._recebidos = self._municipio.registros if tem_atos else None

    def answer(self, lugar: Lugar, antena: Antena, em: date) -> Resposta:
        """Return the answer to publish on a date."""
        com_provaveis, tem_registro = self._evaluate(lugar, antena, em, com_provaveis=True)
        contexto = ContextoDeCautela(
            self._recebidos,
            self.is_avaliada(antena),
            tem_registro,
            com_provaveis.situacao if any(processo.ambigua for processo in lugar.processos) else None,
            self._recusadas,
        )
        return apply_cautela(self._evaluate(lugar, antena, em, com_provaveis=False)[0], contexto)

    def is_avaliada(self, antena: Antena) -> bool:
        """Tell whether the law evaluates the station's service and class."""
        cabecalho = self._lei.cabecalho
        classe = antena.classe is None or antena.classe in cabecalho.classes_avaliadas
        return classe and antena.servico in cabecalho.servicos_avaliados

    def _evaluate(
        self, lugar: Lugar, antena: Antena, em: date, *, com_provaveis: bool
    ) -> tuple[Resposta, bool]:
        processos = [processo for processo in lugar.processos if com_provaveis or not processo.ambigua]
        falam = [
            replace(sorteado, ato=replace(sorteado.ato, distancia_m=processo.atos[0].ato.distancia_m))
            for processo in processos
            for sorteado in processo.atos
            if sorteado.speaks_of(antena.numero)
        ]
        proprios = any(
            sorteado.ato.instrumento is Instrumento.COMUNICACAO or antena.numero in sorteado.nomeia
            for sorteado in falam
        )
        fatos = antena.fatos
        documentos = [
            sorteado.instalada_em
            for processo in processos
            for sorteado in processo.atos
            if sorteado.instalada_em and sorteado.ato.instrumento is not Instrumento.COMUNICACAO
        ]
        if falam:
            declarado = lugar.declarado if proprios else {**lugar.declarado, "compartilhada": None}
            fatos = replace(fatos, **declarado)
        instalada_em = min(documentos, default=fatos.instalada_em)
        presumida = not documentos and instalada_em is not None
        fatos = replace(fatos, instalada_em=instalada_em, instalacao_presumida=presumida)
        registros = self._municipio.registros
        extraida_em = registros.extraida_em if registros else None
        adocao, atos = self._municipio.adocao, [sorteado.ato for sorteado in falam]
        if fatos.compartilhada:
            propria = replace(fatos, compartilhada=False)
            estrutura = evaluate(self._lei, adocao, propria, atos, em, extraida_em)
            regular = True if estrutura.situacao is Situacao.REGULAR else None
            fatos = replace(fatos, hospedeira_regular=regular)
        return evaluate(self._lei, adocao, fatos, atos, em, extraida_em), bool(falam)


def compare_sorteio(base: Base, sorteio: Sorteio) -> Counter[Situacao]:
    """Build the draws and compare every published answer with the reference; count the situações."""
    insert_sorteio(base.con, sorteio)
    build_marts(base.con, sorteio.leis, sorteio.municipios, "2026-11-30-00000000", sorteio.em, {})
    estacoes = {linha["numero_estacao"]: linha for linha in base.read("estacoes")}
    explicacoes = {linha["numero_estacao"]: linha for linha in base.read("explicacoes")}
    cursos = read_cursos(base)
    meses = list_meses(sorteio.em)
    contadas: Counter[Situacao] = Counter()
    series: Counter[tuple[str, str, str]] = Counter()
    for codigo, lugares in sorteio.lugares.items():
        referencia = Referencia(sorteio, codigo)
        for lugar in lugares:
            for antena in lugar.antenas:
                respostas = [referencia.answer(lugar, antena, dia) for _, dia in meses]
                ultima, linha = respostas[-1], estacoes.pop(antena.numero)
                explicacao = explicacoes[antena.numero]
                assert json.loads(explicacao["explicacao"]) == explain(ultima), antena
                assert json.loads(explicacao["explicacao_en"]) == explain(ultima, "en"), antena
                assert [linha[nome] for nome in ("situacao", "grupo", "prazo_nominal", "prazo_em")] == [
                    str(ultima.situacao), str(ultima.grupo), ultima.prazo_nominal, ultima.prazo_em,
                ]  # fmt: skip
                assert linha["base_legal"] == list(ultima.rotulos)
                assert linha["avaliada"] == referencia.is_avaliada(antena)
                assert cursos[antena.numero] == [str(resposta.situacao) for resposta in respostas], antena
                contadas.update(resposta.situacao for resposta in respostas)
                if linha["avaliada"]:
                    series.update(
                        (codigo, mes, str(resposta.situacao))
                        for (mes, _), resposta in zip(meses, respostas, strict=True)
                    )
    assert not estacoes
    publicadas = {
        (linha["codigo_ibge"], linha["mes"], linha["situacao"]): linha["estacoes"]
        for linha in base.read("serie")
    }
    assert publicadas == series
    return contadas


def read_cursos(base: Base) -> dict[str, list[str]]:
    """Return the situação of each month of the series, station by station."""
    cursos: dict[str, list[str]] = {}
    for linha in sorted(base.read("cursos"), key=lambda linha: (linha["numero_estacao"], linha["desde"])):
        meses = [int(linha[nome][:4]) * 12 + int(linha[nome][5:]) for nome in ("desde", "ate")]
        duracao = meses[1] - meses[0] + 1
        cursos.setdefault(linha["numero_estacao"], []).extend([linha["situacao"]] * duracao)
    return cursos


@pytest.mark.parametrize("semente", range(1, 6))
def test_the_build_says_what_a_single_evaluation_says(
    semente: int, base: Base, leis: Mapping[str, Lei]
) -> None:
    sorteio = Sorteio(semente, leis, 13)
    contadas = compare_sorteio(base, sorteio)
    assert contadas.total() >= 24 * 60
    assert len(contadas) >= 8, "the draws should reach many situações"


@pytest.mark.longo
@pytest.mark.parametrize("semente", range(100, 110))
def test_the_build_says_what_a_single_evaluation_says_of_many(
    semente: int, base: Base, leis: Mapping[str, Lei]
) -> None:
    contadas = compare_sorteio(base, Sorteio(semente, leis, 100))
    assert {situacao.grupo for situacao in contadas} >= {Grupo.VERDE, Grupo.AMARELO, Grupo.CINZA}
