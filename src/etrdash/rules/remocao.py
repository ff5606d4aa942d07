"""Removal terms: computed from a recorded notice, shown as what the law foresees.

Doubled while the law is young.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from etrdash.rules.ficha import LimiteDaRemocao, Remocao
from etrdash.rules.frases import write_frase
from etrdash.rules.prazo import Prazo, Termo, add_termo, count_termo, format_data
from etrdash.rules.quadro import Quadro
from etrdash.rules.resposta import Resposta
from etrdash.rules.titulo import RETIRADAS
from etrdash.vocabulario import TipoAto

MOTIVO = "remocao"


def compute_remocao(quadro: Quadro, regra: Remocao, evento_em: date) -> Prazo | None:
    """Count a removal term from its event, doubled if the event falls in the law's first years.

    Last day included.

    Returns:
        The term, moved to a business day, or None where the law gives none.
    """
    if regra.prazo is None:
        return None
    termo, regras = regra.prazo, quadro.regras
    if regra.dobra and regras.remocao_em_dobro is not None:
        ate = add_termo(quadro.marco, regras.remocao_em_dobro.durante, regras.regra_do_mes)
        if evento_em <= ate:
            termo = Termo(2 * termo.quantidade, termo.unidade)
    return count_termo(evento_em, termo, quadro.calendario, regras.regra_do_mes)


def find_eventos(resposta: Resposta) -> dict[str, date]:
    """Return the last day of each kind of event that opens a removal term."""
    eventos: dict[str, date] = {}
    for ato in resposta.atos:
        if ato.ato is TipoAto.INTIMACAO and ato.motivo == MOTIVO:
            eventos["notificacao"] = ato.data
        elif ato.ato in RETIRADAS and "ATO_RETIRADO" in resposta.motivos:
            eventos["cassacao"] = ato.data
    return eventos


def list_remocoes(resposta: Resposta, idioma: str = "pt") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a sentence and its provisions for each removal term that a recorded act opened."""
    quadro = resposta.quadro
    if quadro is None or not quadro.regras.remocao:
        return
    eventos = find_eventos(resposta)
    for regra in quadro.regras.remocao:
        evento_em = eventos.get(regra.evento)
        if evento_em is None:
            continue
        prazo = compute_remocao(quadro, regra, evento_em)
        if prazo is None:
            yield f"{regra.providencia}: {write_frase('previsto', 'sem_prazo', idioma)}", regra.dispositivos
            continue
        minimo = regra.limite is LimiteDaRemocao.MINIMO
        codigo = "remocao_minimo" if minimo else "remocao_maximo"
        ate = write_frase("previsto", codigo, idioma, dia=format_data(prazo.em, idioma))
        yield (
            f"{regra.providencia}: {ate} ({'; '.join(prazo.describe(idioma))})",
            regra.dispositivos,
        )
