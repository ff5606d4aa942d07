"""The transition: who is in it.

Until when, adequacy, the report that justifies keeping a structure, what follows.
"""

from __future__ import annotations

from datetime import date

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import EfeitoDoLaudo, GrupoDaTransicao, InicioDaAdequacao, Laudo, Transicao
from etrdash.rules.exame import Exame
from etrdash.rules.fatos import Ato
from etrdash.rules.prazo import Conta, Prazo, add_termo
from etrdash.rules.titulo import RETIRADAS, Vida
from etrdash.rules.vencimento import find_ultima_negativa, is_encerrada
from etrdash.vocabulario import Situacao, TipoAto


def is_no_grupo(exame: Exame) -> bool:
    """Tell whether the station stood, in the law's terms, when the law came.

    ``sem_autorizacao``: installed on or before the landmark day and without a valid municipal title on it.
    ``licenciada_anatel``: installed and licensed by ANATEL on or before that day.
    """
    transicao, marco, instalada = exame.regras.transicao, exame.quadro.marco, exame.instalada_em
    if transicao is None or instalada is None or instalada > marco:
        return False
    if transicao.grupo is GrupoDaTransicao.LICENCIADA_ANATEL:
        fatos = exame.fatos
        licenciada = fatos.primeiro_licenciamento or instalada
        if fatos.instalacao_presumida and fatos.instalada_em is not None:
            licenciada = min(licenciada, fatos.instalada_em)
        return licenciada <= marco
    return not any(
        titulo.was_valid_on(marco)
        for codigo in exame.relevantes
        for titulo in exame.read_estado(codigo).titulos
    )


def check_laudo(exame: Exame) -> Decisao | None:
    """Row 9: in the group, and the report is enough by itself or was accepted."""
    laudo = _find_regra_do_laudo(exame)
    if laudo is None:
        return None
    apresentado, decisao = _read_laudo(exame)
    if decisao is not None:
        aceito = decisao.favoravel is True
        motivos: tuple[str, ...] = ("LAUDO_ACEITO",)
    else:
        aceito = (
            apresentado is not None and laudo.efeito is EfeitoDoLaudo.AUTOMATICO and _has_pedido(exame, laudo)
        )
        motivos = ("LAUDO_APRESENTADO",)
        if apresentado is not None and _is_depois_do_prazo(exame, apresentado.data):
            motivos = (*motivos, "LAUDO_INTEMPESTIVO")
    if not aceito:
        return None
    return Decisao(
        Situacao.MANTIDA_POR_LAUDO,
        laudo.dispositivos,
        motivos,
        usa_instalacao=True,
        toca=("transicao", "laudo"),
    )


def check_laudo_pendente(exame: Exame) -> Decisao | None:
    """Row 16, for reports: one that waits for a decision, or one in time to which the request is missing."""
    laudo = _find_regra_do_laudo(exame)
    if laudo is None:
        return None
    apresentado, decisao = _read_laudo(exame)
    if apresentado is None or (decisao is not None and decisao.favoravel is not None):
        return None
    if laudo.efeito is EfeitoDoLaudo.DECISAO or decisao is not None:
        motivos: tuple[str, ...] = ("LAUDO_AGUARDA_DECISAO",)
        if _is_depois_do_prazo(exame, apresentado.data):
            motivos = (*motivos, "PEDIDO_EXTEMPORANEO")
    elif _is_depois_do_prazo(exame, apresentado.data):
        return None
    else:
        motivos = ("LAUDO_SEM_PEDIDO",)
    return Decisao(
        Situacao.EM_ANALISE, laudo.dispositivos, motivos, usa_instalacao=True, toca=("transicao", "laudo")
    )


def check_transicao(exame: Exame) -> Decisao | None:
    """Row 18: inside the transition, its adequacy phase, or past both."""
    transicao, recusa = exame.regras.transicao, find_recusa(exame)
    if transicao is None or not is_no_grupo(exame) or _was_regularizada(exame):
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
    fontes = exame.obrigacao.negativa or exame.regras.citacao.negativa
    return Decisao(
        Situacao.INDEFERIDA,
        tuple(dict.fromkeys((*transicao.dispositivos, *fontes))),
        ("ATO_RETIRADO" if recusa.ato in RETIRADAS else "PEDIDO_INDEFERIDO", "TRANSICAO_ENCERRADA"),
        fim,
        exame.obrigacao.cadeia,
        transicao.escada or exame.regras.escada_padrao,
        (fim.em, recusa.data),
        usa_instalacao=True,
        toca=("transicao", "prazo"),
    )


def find_recusa(exame: Exame) -> Ato | None:
    """Return the latest refusal or withdrawal since the law, a report refused included."""
    negativa = find_ultima_negativa(exame)
    if negativa is not None and negativa.data < exame.quadro.marco:
        negativa = None
    laudo = _find_regra_do_laudo(exame)
    _, decisao = _read_laudo(exame) if laudo is not None else (None, None)
    recusado = decisao if decisao is not None and decisao.favoravel is False else None
    return max(
        (ato for ato in (negativa, recusado) if ato is not None), key=lambda ato: ato.data, default=None
    )


def _decide_dentro(
    exame: Exame, transicao: Transicao, prazo: Prazo | None, motivos: tuple[str, ...]
) -> Decisao:
    fase_de_adequacao = "FASE_DE_ADEQUACAO" in motivos and transicao.adequacao is not None
    fontes = (
        transicao.adequacao.dispositivos
        if transicao.adequacao and fase_de_adequacao
        else transicao.dispositivos
    )
    if transicao.sancoes_suspensas:
        motivos = (*motivos, "SANCOES_SUSPENSAS")
    return Decisao(
        Situacao.EM_TRANSICAO,
        (*fontes, *transicao.sancoes_suspensas),
        motivos,
        prazo,
        exame.obrigacao.cadeia,
        transicao.escada or exame.regras.escada_padrao,
        usa_instalacao=True,
        toca=("transicao", "prazo"),
    )


def _decide_depois(exame: Exame, transicao: Transicao, prazo: Prazo) -> Decisao:
    return Decisao(
        Situacao.PRAZO_VENCIDO,
        tuple(dict.fromkeys((*transicao.dispositivos, *(transicao.apos or exame.regras.citacao.omissao)))),
        ("TRANSICAO_ENCERRADA",),
        prazo,
        exame.obrigacao.cadeia,
        transicao.escada or exame.regras.escada_padrao,
        (prazo.em,),
        usa_instalacao=True,
        toca=("transicao", "prazo"),
    )


def _was_regularizada(exame: Exame) -> bool:
    """Tell whether a title gained since the law was lost by time or change.

    A withdrawal does not consume the term.
    """
    marco = exame.quadro.marco
    return any(
        titulo.desde >= marco and titulo.read_vida(exame.relogio) in {Vida.VENCIDO, Vida.MODIFICADO}
        for codigo in exame.relevantes
        for titulo in exame.read_estado(codigo).titulos
    )


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


def _find_regra_do_laudo(exame: Exame) -> Laudo | None:
    transicao = exame.regras.transicao
    if (
        transicao is None
        or transicao.laudo is None
        or not exame.list_atos(TipoAto.LAUDO, TipoAto.DECISAO_LAUDO)
    ):
        return None
    return transicao.laudo if is_no_grupo(exame) else None


def _read_laudo(exame: Exame) -> tuple[Ato | None, Ato | None]:
    """Return the last report and the decision on it, if any."""
    laudos = exame.list_atos(TipoAto.LAUDO)
    ultimo = laudos[-1] if laudos else None
    decisoes = [
        ato for ato in exame.list_atos(TipoAto.DECISAO_LAUDO) if ultimo is None or ato.data >= ultimo.data
    ]
    return ultimo, decisoes[-1] if decisoes else None


def _has_pedido(exame: Exame, laudo: Laudo) -> bool:
    """Tell whether the request that the report does not waive was made in time."""
    if not laudo.exige_pedido:
        return True
    return any(
        ato.ato in {TipoAto.PROTOCOLO, TipoAto.EMISSAO}
        and ato.instrumento in laudo.exige_pedido
        and not _is_depois_do_prazo(exame, ato.data)
        for ato in exame.atos
    )


def _is_depois_do_prazo(exame: Exame, dia: date) -> bool:
    return exame.fim_da_transicao is not None and dia > exame.fim_da_transicao.em
