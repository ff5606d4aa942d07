"""The transition: until when, its adequacy phase, what follows it."""

from __future__ import annotations

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import InicioDaAdequacao, Transicao
from etrdash.rules.exame import Exame
from etrdash.rules.fatos import Ato
from etrdash.rules.grupo import is_no_grupo, was_regularizada
from etrdash.rules.laudo import find_laudo_recusado
from etrdash.rules.prazo import Conta, Prazo, add_termo
from etrdash.rules.titulo import RETIRADAS
from etrdash.rules.vencimento import cite_negativa, find_ultima_negativa, is_encerrada
from etrdash.vocabulario import Situacao, TipoAto


def check_transicao(exame: Exame) -> Decisao | None:
    """Row 18: inside the transition, its adequacy phase, or past both."""
    transicao, recusa = exame.regras.transicao, find_recusa(exame)
    if transicao is None or not is_no_grupo(exame) or was_regularizada(exame):
        return None
    if recusa is not None and recusa.ato in RETIRADAS and is_encerrada(exame):
        return None
    fim = exame.fim_da_transicao
    if fim is None:
        return _decide_dentro(exame, transicao, None, ("SEM_PRAZO_LEGAL",))
    return _decide_com_prazo(exame, transicao, fim, recusa)


def _decide_com_prazo(exame: Exame, transicao: Transicao, fim: Prazo, recusa: Ato | None) -> Decisao | None:
    """Place the date beside the term: inside it, in the adequacy phase, or after both."""
    adequacao = _find_adequacao(exame, transicao)
    concedida = bool(exame.list_atos(TipoAto.PRAZO_ADEQUACAO))
    if adequacao is not None and adequacao.em > fim.em and (concedida or exame.relogio.passou(fim.em)):
        if not exame.relogio.passou(adequacao.em):
            return _decide_dentro(exame, transicao, adequacao, ("FASE_DE_ADEQUACAO",))
        return _decide_depois(exame, transicao, adequacao)
    if not exame.relogio.passou(fim.em):
        prorrogado = ("PRAZO_PRORROGADO_POR_ATO",) if fim is exame.quadro.transicao_prorrogada else ()
        return _decide_dentro(exame, transicao, fim, prorrogado)
    if exame.obrigacao.sem_texto:
        return None
    if recusa is None or adequacao is not None:
        return _decide_depois(exame, transicao, fim)
    return _decide_recusada(exame, transicao, fim, recusa)


def _decide_recusada(exame: Exame, transicao: Transicao, fim: Prazo, recusa: Ato) -> Decisao:
    fontes, motivo = cite_negativa(exame, recusa), "PEDIDO_INDEFERIDO"
    escada = _find_escada(exame, transicao)
    if recusa.ato in RETIRADAS:
        motivo, escada = "ATO_RETIRADO", exame.regras.escada_vencida or escada
    elif recusa.ato is TipoAto.DECISAO_LAUDO and transicao.laudo is not None:
        fontes, motivo = transicao.laudo.dispositivos, "LAUDO_RECUSADO"
    return Decisao(
        Situacao.INDEFERIDA,
        tuple(dict.fromkeys((*transicao.dispositivos, *fontes))),
        (motivo, "TRANSICAO_ENCERRADA"),
        fim,
        exame.obrigacao.cadeia,
        escada,
        (fim.em, recusa.data),
        usa_instalacao=True,
        toca=("transicao", "prazo"),
    )


def find_recusa(exame: Exame) -> Ato | None:
    """Return the latest refusal or withdrawal since the law, a report refused included."""
    negativa = find_ultima_negativa(exame)
    if negativa is not None and negativa.data < exame.quadro.marco:
        negativa = None
    recusas = [ato for ato in (negativa, find_laudo_recusado(exame)) if ato is not None]
    return max(recusas, key=lambda ato: ato.data, default=None)


def _decide_dentro(
    exame: Exame, transicao: Transicao, prazo: Prazo | None, motivos: tuple[str, ...]
) -> Decisao:
    fase_de_adequacao = "FASE_DE_ADEQUACAO" in motivos and transicao.adequacao is not None
    fontes = (
        transicao.adequacao.dispositivos
        if transicao.adequacao and fase_de_adequacao
        else transicao.dispositivos
    )
    suspensas = transicao.sancoes_suspensas
    if "FASE_DE_ADEQUACAO" in motivos and transicao.adequacao is None:
        suspensas = ()  # a term that an act granted beyond the law's own freezes nothing
    if suspensas:
        motivos = (*motivos, "SANCOES_SUSPENSAS")
    return Decisao(
        Situacao.EM_TRANSICAO,
        (*fontes, *suspensas),
        motivos,
        prazo,
        exame.obrigacao.cadeia,
        _find_escada(exame, transicao),
        usa_instalacao=True,
        toca=("transicao", "prazo"),
    )


def _decide_depois(exame: Exame, transicao: Transicao, prazo: Prazo) -> Decisao:
    obrigacao, apos = exame.obrigacao, transicao.apos or exame.regras.citacao.omissao
    if _is_so_comunicacao(exame):
        apos = (*obrigacao.dispositivos, *obrigacao.omissao)
    return Decisao(
        Situacao.PRAZO_VENCIDO,
        tuple(dict.fromkeys((*transicao.dispositivos, *apos))),
        ("TRANSICAO_ENCERRADA",),
        prazo,
        obrigacao.cadeia,
        _find_escada(exame, transicao),
        (prazo.em,),
        usa_instalacao=True,
        toca=("transicao", "prazo"),
    )


def _is_so_comunicacao(exame: Exame) -> bool:
    """Tell whether what is missing is a communication, which has its own articles and a milder ladder."""
    return exame.obrigacao.pede_comunicacao and bool(exame.obrigacao.omissao)


def _find_escada(exame: Exame, transicao: Transicao) -> str:
    propria = exame.obrigacao.escada if _is_so_comunicacao(exame) else transicao.escada
    return propria or exame.regras.escada_padrao


def _find_adequacao(exame: Exame, transicao: Transicao) -> Prazo | None:
    """Return the adequacy term: granted by an act, never beyond the law's maximum.

    Or automatic, in that reading.
    """
    regra, calendario, mes = transicao.adequacao, exame.quadro.calendario, exame.regras.regra_do_mes
    if (
        regra is not None
        and regra.contada_de is InicioDaAdequacao.FIM_DO_PRAZO
        and exame.fim_da_transicao is not None
    ):
        inicio = exame.fim_da_transicao.nominal
        return Prazo.build(
            (Conta(regra.maximo, inicio, add_termo(inicio, regra.maximo, mes), "adequacao"),), calendario
        )
    concedidos = exame.list_atos(TipoAto.PRAZO_ADEQUACAO)
    if not concedidos:
        return None
    ato = concedidos[-1]
    termos = [termo for termo in (ato.prazo, regra.maximo if regra else None) if termo is not None]
    if not termos:
        return None
    termo = min(termos, key=lambda t: add_termo(ato.data, t, mes))
    return Prazo.build((Conta(termo, ato.data, add_termo(ato.data, termo, mes), "adequacao"),), calendario)
