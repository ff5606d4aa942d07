"""The decision order: seventeen situações, first match wins (``docs/leituras.md`` says why this order).

Pure: facts, acts, law and date in; answer out. No database, no screen, no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from etrdash.rules.cadeia import (
    check_completa,
    check_entrega_da_transicao,
    check_etapa_vencida,
    check_incompleta,
    check_provisoria,
)
from etrdash.rules.comunicacao import check_comunicacao, check_comunicada
from etrdash.rules.conflito import check_conflito
from etrdash.rules.decisao import Decisao
from etrdash.rules.exame import Exame, sort_key
from etrdash.rules.fatos import Adocao, Ato, Fatos
from etrdash.rules.laudo import check_laudo, check_laudo_pendente
from etrdash.rules.lei import Lei
from etrdash.rules.obrigacao import check_isencao, check_isenta, check_universo
from etrdash.rules.omissao import check_instalacao_desconhecida, check_sem_registro, check_sem_texto
from etrdash.rules.pedido import check_pendente, check_recurso, check_silencio, check_substituicao
from etrdash.rules.prazo import Prazo
from etrdash.rules.quadro import Quadro, build_quadro
from etrdash.rules.relogio import Relogio
from etrdash.rules.resposta import Resposta, build_resposta, build_sem_lei
from etrdash.rules.transicao import check_transicao
from etrdash.rules.vencimento import (
    check_licenca_anterior,
    check_negativa,
    check_validade_desconhecida,
    check_vencida,
)

ORDEM: tuple[Callable[[Exame], Decisao | None], ...] = (
    check_universo,
    check_isencao,
    check_isenta,
    check_conflito,
    check_licenca_anterior,
    check_comunicada,
    check_entrega_da_transicao,
    check_laudo,
    check_completa,
    check_etapa_vencida,
    check_provisoria,
    check_incompleta,
    check_silencio,
    check_pendente,
    check_laudo_pendente,
    check_recurso,
    check_substituicao,
    check_validade_desconhecida,
    check_instalacao_desconhecida,
    check_transicao,
    check_negativa,
    check_vencida,
    check_sem_texto,
    check_comunicacao,
    check_sem_registro,
)
"""Rows 2 to 23 of the table, in order; row 1 (the law in force) comes before a case can be read at all."""

SEM_ATOS = tuple(
    passo
    for passo in ORDEM
    if passo
    in {
        check_universo,
        check_isencao,
        check_isenta,
        check_instalacao_desconhecida,
        check_transicao,
        check_sem_texto,
        check_comunicacao,
        check_sem_registro,
    }
)
"""The same order without the steps that answer only where there is some act."""


def evaluate(
    lei: Lei,
    adocao: Adocao,
    fatos: Fatos,
    atos: Sequence[Ato],
    em: date,
    extraida_em: date | None = None,
) -> Resposta:
    """Say what the law says of one station on one date, before cautela.

    Args:
        lei: the law.
        adocao: how the municipality applies it.
        fatos: the station's facts.
        atos: municipal acts linked to it, in any order.
        em: as-of date.
        extraida_em: day of the records; acts dated after it are data errors and do not count.

    Returns:
        The one situação, with reasons, term, provisions; ``muda_em`` is the first day on which it may
            differ.
    """
    relogio = Relogio(em)
    quadro, sem_lei = _find_quadro(lei, adocao, relogio)
    if quadro is None:
        return build_sem_lei(lei, adocao, fatos, relogio, extraida_em, sem_lei)
    contam = sorted((ato for ato in atos if extraida_em is None or ato.data <= extraida_em), key=sort_key)
    exame = Exame(quadro, fatos, contam, relogio)
    for passo in ORDEM if exame.atos else SEM_ATOS:
        decisao = passo(exame)
        if decisao is not None:
            return build_resposta(exame, decisao, extraida_em, tem_futuros=len(contam) < len(atos))
    raise AssertionError  # pragma: no cover - the last step always answers


def find_transicao(lei: Lei, adocao: Adocao, em: date | None = None) -> Prazo | None:
    """Return the transition's term in one municipality, as it stands on ``em``.

    Args:
        lei: the law.
        adocao: how the municipality applies it.
        em: as-of date; by default everything known counts.

    Returns:
        The term, or None where the law has no transition, no term for it, or no date to count it from.
    """
    dia = em or date.max
    quadro, _ = _find_quadro(lei, adocao, Relogio(dia))
    if quadro is None:
        return None
    if adocao.prorrogada_em is not None and adocao.prorrogada_em <= dia:
        return quadro.transicao_prorrogada or quadro.transicao
    return quadro.transicao


def _find_quadro(lei: Lei, adocao: Adocao, relogio: Relogio) -> tuple[Quadro | None, str]:
    """Row 1: the wording in force on the date, or the reason why there is none to apply."""
    cabecalho = lei.cabecalho
    publicada = adocao.publicada_em if cabecalho.modelo else cabecalho.publicada_em
    if publicada is None:
        return None, "LEI_SEM_DATA_DE_PUBLICACAO"
    if not relogio.chegou(publicada):
        return None, "LEI_NAO_VIGENTE"
    if cabecalho.revogada_em is not None and relogio.chegou(cabecalho.revogada_em):
        return None, "LEI_NAO_VIGENTE"
    vigente = None
    for redacao in lei.redacoes:
        desde = adocao.publicada_em if redacao.provisoria and adocao.publicada_em else redacao.desde
        if desde is None or relogio.chegou(desde):
            vigente = redacao
    if vigente is None:
        return None, "LEI_NAO_VIGENTE"
    if vigente.lacuna:
        return None, "TEXTO_LEGAL_NAO_DISPONIVEL"
    return build_quadro(lei, vigente, adocao, publicada), ""
