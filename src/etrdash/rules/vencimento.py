"""Earlier licences, expiries, changes without renewal, validities unknown, refusals and withdrawals."""

from __future__ import annotations

from datetime import date

from etrdash.rules.decisao import Decisao
from etrdash.rules.exame import Estado, Exame
from etrdash.rules.fatos import Ato
from etrdash.rules.prazo import count_termo
from etrdash.rules.titulo import RETIRADAS, Vida
from etrdash.vocabulario import Instrumento, Situacao


def check_licenca_anterior(exame: Exame) -> Decisao | None:
    """Row 6: a licence of an earlier regime, still good or renewed as the law allows its holders."""
    estado = exame.read_estado(Instrumento.LICENCA_ANTERIOR)
    regra = exame.regras.licenca_anterior
    if not estado.titulos:
        return None
    if estado.vigente and estado.titulo is not None:
        sem_validade = estado.titulo.garantido_ate is not None
        validade = exame.quadro.instrumentos[Instrumento.LICENCA_ANTERIOR].validade
        extras = validade.dispositivos if validade and sem_validade else ()
        motivos = ("LICENCA_ANTERIOR_VIGENTE", *(("VALIDADE_MINIMA_FEDERAL",) if sem_validade else ()))
        fontes = (*regra.dispositivos, *extras)
        return Decisao(Situacao.REGULAR, fontes, motivos, estado.titulo.prazo, toca=("licenca_anterior",))
    if regra.renovada_por is None or not any(t.was_valid_on(exame.quadro.marco) for t in estado.titulos):
        return None
    renovada = exame.read_estado(regra.renovada_por)
    if not renovada.vigente or renovada.titulo is None:
        return None
    fontes = (*regra.renovacao_dispositivos, *exame.quadro.instrumentos[regra.renovada_por].dispositivos)
    return Decisao(Situacao.REGULAR, fontes, ("LICENCA_ANTERIOR_RENOVADA",), renovada.titulo.prazo)


def check_validade_desconhecida(exame: Exame) -> Decisao | None:
    """After row 16: a title of which it is not known whether it is still in force."""
    for codigo in exame.relevantes:
        estado = exame.read_estado(codigo)
        if estado.vida is Vida.INCERTO:
            return decide_incerta(exame, codigo, estado)
    return None


def check_negativa(exame: Exame) -> Decisao | None:
    """Row 19: the last decision was a refusal or a withdrawal."""
    ultima = find_ultima_negativa(exame)
    if ultima is None:
        return None
    retirada = ultima.ato in RETIRADAS
    remocao, fontes, prazo = exame.regras.remocao_por_cassacao, cite_negativa(exame, ultima), None
    escada = exame.obrigacao.escada or exame.regras.escada_padrao
    if retirada:
        escada = exame.regras.escada_vencida or escada
        if remocao is not None:
            prazo = count_termo(
                ultima.data, remocao.prazo, exame.quadro.calendario, exame.regras.regra_do_mes
            )
            fontes = (*fontes, *remocao.dispositivos)
    return Decisao(
        Situacao.INDEFERIDA,
        tuple(dict.fromkeys(fontes)),
        ("ATO_RETIRADO" if retirada else "PEDIDO_INDEFERIDO",),
        prazo,
        exame.obrigacao.cadeia,
        escada,
        (ultima.data,),
        toca=("transicao",) if retirada and is_encerrada(exame) else (),
    )


def cite_negativa(exame: Exame, negativa: Ato) -> tuple[str, ...]:
    """Return where a refusal or withdrawal is written; of a provisional licence, where it says so itself."""
    citacao = exame.regras.citacao
    fontes = exame.obrigacao.negativa or citacao.negativa
    if negativa.ato not in RETIRADAS:
        return fontes
    if negativa.instrumento is Instrumento.LICENCA_PROVISORIA:
        return exame.quadro.instrumentos[negativa.instrumento].dispositivos
    return citacao.cassacao or fontes


def is_encerrada(exame: Exame) -> bool:
    """Tell whether a withdrawal ends the transition, as the law (or the reading adopted) has it."""
    return exame.regras.transicao is not None and exame.regras.transicao.cassacao_encerra


def check_vencida(exame: Exame) -> Decisao | None:
    """Row 20: an instrument expired or was changed without renewal."""
    for codigo in exame.relevantes:
        estado = exame.read_estado(codigo)
        if estado.vida in {Vida.VENCIDO, Vida.MODIFICADO}:
            return decide_vencida(exame, codigo, estado)
    return None


def find_ultima_negativa(exame: Exame) -> Ato | None:
    """Return the latest refusal or withdrawal that is the last decision of its instrument."""
    negativas = [negativa for codigo in exame.relevantes if (negativa := exame.read_estado(codigo).negativa)]
    return max(negativas, key=lambda ato: ato.data, default=None)


def decide_vencida(exame: Exame, codigo: Instrumento, estado: Estado) -> Decisao:
    """Return REGISTRO_VENCIDO: validity over, or a change that asked a new act."""
    titulo, regra = estado.titulo, exame.quadro.instrumentos[codigo]
    escada = exame.regras.escada_vencida or exame.obrigacao.escada or exame.regras.escada_padrao
    falta = tuple(elo for elo in exame.obrigacao.cadeia if codigo in elo) or exame.obrigacao.cadeia
    toca = (f"instrumento.{codigo}", "prazo")
    fatos_em: tuple[date, ...]
    if titulo is not None and titulo.modificado_em is not None:
        fontes = exame.regras.modificacao.dispositivos if exame.regras.modificacao else regra.dispositivos
        motivos = ("MODIFICACAO_SEM_RENOVACAO",)
        fatos_em = (titulo.modificado_em,)
        return Decisao(Situacao.REGISTRO_VENCIDO, fontes, motivos, None, falta, escada, fatos_em, toca=toca)
    anterior = codigo is Instrumento.LICENCA_ANTERIOR
    fontes = regra.validade.dispositivos if regra.validade and not anterior else regra.dispositivos
    prazo = titulo.prazo if titulo else None
    motivos = (
        ("RENOVACAO_ALEM_DO_LIMITE",) if titulo is not None and titulo.ignoradas else ("VALIDADE_TERMINADA",)
    )
    fatos_em = (prazo.em,) if prazo else ()
    return Decisao(Situacao.REGISTRO_VENCIDO, fontes, motivos, prazo, falta, escada, fatos_em, toca=toca)


def decide_incerta(exame: Exame, codigo: Instrumento, estado: Estado) -> Decisao:
    """Return SEM_DADOS_SUFICIENTES.

    The validity is known only as a minimum, or a change has no stated kind.
    """
    titulo = estado.titulo
    prazo = titulo.prazo if titulo else None
    if titulo is not None and titulo.mudanca_sem_motivo:
        fontes = exame.regras.modificacao.dispositivos if exame.regras.modificacao else ()
        return Decisao(Situacao.SEM_DADOS_SUFICIENTES, fontes, ("MODIFICACAO_SEM_MOTIVO_INFORMADO",), prazo)
    validade = exame.quadro.instrumentos[codigo].validade
    fontes = validade.dispositivos if validade else ()
    motivos = ("VALIDADE_NAO_INFORMADA_ALEM_DO_MINIMO",)
    toca = ("licenca_anterior" if codigo is Instrumento.LICENCA_ANTERIOR else f"instrumento.{codigo}",)
    return Decisao(Situacao.SEM_DADOS_SUFICIENTES, fontes, motivos, prazo, toca=toca)
