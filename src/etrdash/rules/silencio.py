"""Decision terms: the municipal clock and the federal one, what stops them, and what their end is worth.

Sources: the law file's ``decisao``, ``exigencia``, ``audiencia`` and ``silencio``; Lei 13.116/2015, art.
7º, and Decreto 10.480/2020, art. 13, as data in ``referencia/federal.toml``. The earlier end wins; on a tie
both are cited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from etrdash.rules.calendario import Calendario
from etrdash.rules.fatos import Ato, Fatos
from etrdash.rules.federal import Federal
from etrdash.rules.instrumento import EfeitoDaExigencia, EfeitoDoSilencio, RegraDeInstrumento
from etrdash.rules.prazo import Conta, Prazo, RegraDoMes, Termo, add_termo
from etrdash.rules.titulo import is_same_processo
from etrdash.vocabulario import TipoAto, Zona


@dataclass(frozen=True, slots=True)
class Silencio:
    """A term whose end authorises.

    Attributes:
        prazo: the term; the effect starts on the day after its effective end.
        dispositivos: where term and effect are written.
        efeito: what it is worth.
    """

    prazo: Prazo
    dispositivos: tuple[str, ...]
    efeito: EfeitoDoSilencio


@dataclass(frozen=True, slots=True)
class Analise:
    """How the analysis of one request stands, whatever the as-of date.

    Attributes:
        pedido: the request.
        prazo: the decision term to show (municipal if the law has one, else federal), or None.
        dispositivos: where that term is written.
        exigencia: the demand that waits for an answer, or None.
        silencio: the earliest term whose end authorises, or None.
        provisoria_devida: whether the end of the term only obliges the city to issue a provisional licence.
    """

    pedido: Ato
    prazo: Prazo | None
    dispositivos: tuple[str, ...]
    exigencia: Ato | None
    silencio: Silencio | None
    provisoria_devida: bool


@dataclass(frozen=True, slots=True)
class Ambiente:
    """What a clock needs to know besides the acts.

    Calendar, month rule, the law's landmark date, the station.
    """

    calendario: Calendario
    regra_do_mes: RegraDoMes
    marco: date
    federal: Federal
    fatos: Fatos


def analyse_pedido(
    regra: RegraDeInstrumento | None, pedido: Ato, atos: Sequence[Ato], ambiente: Ambiente
) -> Analise:
    """Compute the clocks of one request from the acts of its instrument that follow it."""
    seguintes = [ato for ato in atos if ato.data >= pedido.data and is_same_processo(ato, pedido)]
    municipal, aberta = _count_municipal(regra, pedido, seguintes, ambiente)
    federal, federal_aberta = _count_federal(regra, pedido, seguintes, ambiente)
    exibido = municipal or federal
    dispositivos: tuple[str, ...] = ()
    if municipal is not None and regra is not None and regra.decisao is not None:
        dispositivos = regra.decisao.dispositivos
    elif federal is not None:
        dispositivos = ambiente.federal.analise.dispositivos
    return Analise(
        pedido,
        exibido,
        dispositivos,
        aberta or federal_aberta or _find_aberta(seguintes),
        _choose_silencio(regra, municipal, federal, ambiente.federal),
        regra is not None
        and regra.silencio is not None
        and regra.silencio.efeito is EfeitoDoSilencio.PROVISORIA,
    )


def _count_municipal(
    regra: RegraDeInstrumento | None, pedido: Ato, atos: Sequence[Ato], ambiente: Ambiente
) -> tuple[Prazo | None, Ato | None]:
    if regra is None or regra.decisao is None:
        return None, None
    efeito = regra.exigencia.efeito if regra.exigencia else None
    uma_vez = regra.exigencia is not None and regra.exigencia.uma_vez
    audiencia = regra.audiencia.prazo if regra.audiencia else None
    inicio = max(pedido.data, ambiente.marco)
    return _count(inicio, regra.decisao.prazo, atos, efeito, uma_vez, audiencia, ambiente)


def _count_federal(
    regra: RegraDeInstrumento | None, pedido: Ato, atos: Sequence[Ato], ambiente: Ambiente
) -> tuple[Prazo | None, Ato | None]:
    fatos = ambiente.fatos
    if regra is None or not regra.silencio_federal or fatos.zona is Zona.RURAL or fatos.area_sensivel:
        return None, None
    analise = ambiente.federal.analise
    return _count(
        pedido.data, analise.prazo, atos, EfeitoDaExigencia.SUSPENDE, True, analise.audiencia.prazo, ambiente
    )


def _count(
    inicio: date,
    termo: Termo,
    atos: Sequence[Ato],
    efeito: EfeitoDaExigencia | None,
    uma_vez: bool,
    audiencia: Termo | None,
    ambiente: Ambiente,
) -> tuple[Prazo | None, Ato | None]:
    """Count a decision term through its demands; (None, demand) while one that stops the clock is open."""
    roll, mes = ambiente.calendario.roll, ambiente.regra_do_mes
    contas = [Conta(termo, inicio, add_termo(inicio, termo, mes))]
    livre_desde, feitas = date.min, 0
    for ato in atos:
        fim = contas[-1].fim
        if ato.data > roll(fim):
            break
        if ato.ato is TipoAto.PRORROGACAO and audiencia is not None:
            extra = min(ato.prazo or audiencia, audiencia, key=lambda t: add_termo(fim, t, mes))
            contas.append(Conta(extra, fim, add_termo(fim, extra, mes), "audiencia"))
            audiencia = None
        if (
            ato.ato is not TipoAto.EXIGENCIA
            or efeito is None
            or ato.data < livre_desde
            or (uma_vez and feitas)
        ):
            continue
        resposta = _find_resposta(atos, ato)
        if resposta is None:
            return None, ato
        feitas += 1
        livre_desde = resposta.data
        if efeito is EfeitoDaExigencia.SUSPENDE:
            dias = (resposta.data - ato.data).days
            contas.append(Conta(None, ato.data, fim + timedelta(days=dias), "suspensao", resposta.data))
        elif resposta.data > inicio:
            contas.append(Conta(termo, resposta.data, add_termo(resposta.data, termo, mes), "reinicio"))
    return Prazo.build(tuple(contas), ambiente.calendario), None


def _find_resposta(atos: Sequence[Ato], exigencia: Ato) -> Ato | None:
    return next(
        (
            ato
            for ato in atos
            if ato.ato is TipoAto.RESPOSTA and ato.data >= exigencia.data and is_same_processo(ato, exigencia)
        ),
        None,
    )


def _find_aberta(atos: Sequence[Ato]) -> Ato | None:
    """Return the last demand without an answer, even one that stops no clock."""
    exigencias = [ato for ato in atos if ato.ato is TipoAto.EXIGENCIA]
    if exigencias and _find_resposta(atos, exigencias[-1]) is None:
        return exigencias[-1]
    return None


def _choose_silencio(
    regra: RegraDeInstrumento | None, municipal: Prazo | None, federal: Prazo | None, normas: Federal
) -> Silencio | None:
    candidatos: list[Silencio] = []
    if (
        regra
        and regra.silencio
        and regra.decisao
        and municipal
        and regra.silencio.efeito is not EfeitoDoSilencio.PROVISORIA
    ):
        fontes = (*regra.decisao.dispositivos, *regra.silencio.dispositivos)
        candidatos.append(Silencio(municipal, fontes, regra.silencio.efeito))
    if federal is not None and (base := normas.find_silencio(federal.em)) is not None:
        candidatos.append(Silencio(federal, base.dispositivos, EfeitoDoSilencio.TACITA))
    if not candidatos:
        return None
    primeiro = min(candidatos, key=lambda silencio: silencio.prazo.em)
    empatados = [silencio for silencio in candidatos if silencio.prazo.em == primeiro.prazo.em]
    if len(empatados) == 1:
        return primeiro
    fontes = tuple(dict.fromkeys(fonte for silencio in empatados for fonte in silencio.dispositivos))
    return Silencio(primeiro.prazo, fontes, primeiro.efeito)
