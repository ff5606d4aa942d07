"""Contradictory records: they stop the machine before it accuses.

A later decision on the instrument resolves them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from etrdash.rules.decisao import Decisao
from etrdash.rules.exame import Exame
from etrdash.rules.fatos import Ato
from etrdash.rules.prazo import add_termo
from etrdash.rules.titulo import CONCESSOES, DECISOES, NEGATIVAS
from etrdash.vocabulario import Instrumento, Situacao, TipoAto

DISTANCIA_MAXIMA_M = 200.0
"""Metres between an act's coordinates and the station beyond which they contradict each other.

Matrix §5.6, row 5.
"""


def check_conflito(exame: Exame) -> Decisao | None:
    """Row 5: a contradiction that no later decision on the same instrument resolves."""
    motivos = dict.fromkeys(
        motivo
        for motivo, instrumento, dia in _iterate_conflitos(exame)
        if not _is_resolvido(exame, instrumento, dia)
    )
    if not motivos:
        return None
    return Decisao(Situacao.CONFLITO_DE_REGISTROS, exame.obrigacao.dispositivos, tuple(motivos))


def _is_resolvido(exame: Exame, instrumento: Instrumento | None, dia: date) -> bool:
    return any(
        ato.data > dia
        and ato.instrumento == instrumento
        and (ato.ato in DECISOES or ato.ato is TipoAto.DECISAO_LAUDO)
        for ato in exame.atos
    )


def _iterate_conflitos(exame: Exame) -> Iterator[tuple[str, Instrumento | None, date]]:
    for ato in exame.atos:
        yield from _check_sozinho(exame, ato)
    yield from _check_opostos(exame.atos)
    yield from _check_protocolo_posterior(exame.atos)


def _check_sozinho(exame: Exame, ato: Ato) -> Iterator[tuple[str, Instrumento | None, date]]:
    if ato.validade is not None and ato.validade < ato.data:
        yield "VALIDADE_ANTERIOR_A_EMISSAO", ato.instrumento, ato.data
    if ato.distancia_m is not None and ato.distancia_m > DISTANCIA_MAXIMA_M:
        yield "COORDENADAS_DISTANTES", ato.instrumento, ato.data
    if ato.numero_em_dois_sitios:
        yield "NUMERO_EM_DOIS_SITIOS", ato.instrumento, ato.data
    if ato.ato not in CONCESSOES or ato.instrumento is None:
        return
    if ato.instrumento is Instrumento.LICENCA_ANTERIOR and ato.data > exame.quadro.marco:
        yield "LICENCA_ANTERIOR_COM_DATA_POSTERIOR_A_LEI", ato.instrumento, ato.data
    regra = exame.quadro.instrumentos.get(ato.instrumento)
    if ato.ato is TipoAto.EMISSAO and regra is not None and regra.impedimento is not None:
        impedimento, mes = regra.impedimento, exame.regras.regra_do_mes
        for outro in exame.list_atos(impedimento.ato):
            if outro.data < ato.data <= add_termo(outro.data, impedimento.prazo, mes):
                yield "EMITIDO_DURANTE_IMPEDIMENTO", ato.instrumento, ato.data


def _check_opostos(atos: tuple[Ato, ...]) -> Iterator[tuple[str, Instrumento | None, date]]:
    concedidos = {(ato.instrumento, ato.data) for ato in atos if ato.ato in CONCESSOES}
    laudos = {ato.data: ato.favoravel for ato in atos if ato.ato is TipoAto.DECISAO_LAUDO and ato.favoravel}
    for ato in atos:
        if ato.ato in NEGATIVAS and (ato.instrumento, ato.data) in concedidos:
            yield "DECISOES_OPOSTAS_NO_MESMO_DIA", ato.instrumento, ato.data
        if ato.ato is TipoAto.DECISAO_LAUDO and ato.favoravel is False and ato.data in laudos:
            yield "DECISOES_OPOSTAS_NO_MESMO_DIA", ato.instrumento, ato.data


def _check_protocolo_posterior(atos: tuple[Ato, ...]) -> Iterator[tuple[str, Instrumento | None, date]]:
    """An instrument issued before the first filing of its own process."""
    primeiros: dict[tuple[str, Instrumento | None], date] = {}
    for ato in atos:
        if ato.ato is TipoAto.PROTOCOLO and ato.registro_id is not None:
            primeiros.setdefault((ato.registro_id, ato.instrumento), ato.data)
    for ato in atos:
        if ato.ato is TipoAto.EMISSAO and ato.registro_id is not None:
            protocolo = primeiros.get((ato.registro_id, ato.instrumento))
            if protocolo is not None and ato.data < protocolo:
                yield "EMISSAO_ANTERIOR_AO_PROTOCOLO", ato.instrumento, protocolo
