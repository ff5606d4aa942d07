"""Row 16: requests pending, silence on them, appeals, a structure being replaced."""

from __future__ import annotations

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import Momento
from etrdash.rules.exame import Estado, Exame
from etrdash.rules.grupo import is_no_grupo
from etrdash.rules.instrumento import EfeitoDoSilencio, RegraDeInstrumento
from etrdash.rules.laudo import find_laudo_recusado
from etrdash.rules.prazo import Prazo, add_termo, count_termo
from etrdash.rules.silencio import Analise
from etrdash.rules.titulo import Vida
from etrdash.rules.vencimento import cite_negativa
from etrdash.vocabulario import Instrumento, Situacao, TipoAto


def check_silencio(exame: Exame) -> Decisao | None:
    """Silence on an instrument that the transition accepts by itself."""
    transicao = exame.regras.transicao
    for codigo in transicao.aceita if transicao else ():
        silencio = exame.read_estado(codigo).silencio
        if silencio is not None:
            extras = ("PEDIDO_EXTEMPORANEO",) if is_extemporaneo(exame, codigo, silencio) else ()
            return decide_silencio(exame, silencio, extras)
    return None


def check_pendente(exame: Exame) -> Decisao | None:
    """A request or renewal without a decision: the term runs, is suspended, or is over without effect."""
    for codigo in dict.fromkeys((*exame.relevantes, *exame.obrigacao.supre)):
        estado = exame.read_estado(codigo)
        analise = estado.pendente
        if analise is None or _is_renovacao_perdida(exame, codigo, estado, analise):
            continue
        renova = analise.pedido.ato is TipoAto.PEDIDO_RENOVACAO
        return decide_pendente(exame, codigo, analise, ("RENOVACAO_PENDENTE",) if renova else ())
    return None


def check_recurso(exame: Exame) -> Decisao | None:
    """A refusal under an appeal that suspends it, or whose effect the record does not tell."""
    negativas = [(codigo, exame.read_estado(codigo).negativa) for codigo in exame.relevantes]
    for codigo, negativa in (*negativas, (None, find_laudo_recusado(exame))):
        if negativa is None:
            continue
        for recurso in exame.list_atos(TipoAto.RECURSO, instrumento=codigo):
            if recurso.data < negativa.data or recurso.suspensivo is False:
                continue
            suspende = recurso.suspensivo is True
            motivo = "RECURSO_COM_EFEITO_SUSPENSIVO" if suspende else "RECURSO_DE_EFEITO_NAO_INFORMADO"
            laudo = exame.regras.transicao.laudo if codigo is None and exame.regras.transicao else None
            fontes = laudo.dispositivos if laudo is not None else cite_negativa(exame, negativa)
            return Decisao(Situacao.EM_ANALISE, fontes, (motivo,))
    return None


def check_substituicao(exame: Exame) -> Decisao | None:
    """A structure that another one replaces may stay for a time after the replacing one is on record."""
    regra, inicio = exame.regras.substituicao, exame.substituicao_em
    if regra is None or inicio is None:
        return None
    prazo = count_termo(inicio, regra.prazo, exame.quadro.calendario, exame.regras.regra_do_mes)
    if exame.relogio.passou(prazo.em):
        return None
    return Decisao(Situacao.EM_ANALISE, regra.dispositivos, ("SUBSTITUICAO_EM_CURSO",), prazo)


def decide_silencio(exame: Exame, analise: Analise, extras: tuple[str, ...] = ()) -> Decisao:
    """Return SILENCIO_POSITIVO for a request whose term ran out with an effect."""
    silencio = analise.silencio
    if silencio is None:
        msg = "a request without silence cannot be answered by it"
        raise ValueError(msg)
    operar = ("PODE_CONTINUAR_OPERANDO",) if silencio.efeito is EfeitoDoSilencio.OPERAR else ()
    fontes = tuple(dict.fromkeys((*exame.obrigacao.dispositivos, *silencio.dispositivos)))
    return Decisao(Situacao.SILENCIO_POSITIVO, fontes, (*operar, *extras), silencio.prazo, toca=("silencio",))


def decide_pendente(
    exame: Exame, codigo: Instrumento, analise: Analise, extras: tuple[str, ...] = ()
) -> Decisao:
    """Return EM_ANALISE for a request still waiting, with the reasons why it waits."""
    regra = exame.quadro.instrumentos.get(codigo)
    motivos = [*extras]
    fontes = [*(_cite_renovacao(exame, codigo) or exame.obrigacao.dispositivos), *analise.dispositivos]
    prazo = analise.prazo
    if analise.exigencia is not None:
        motivos.append("EXIGENCIA_EM_ABERTO")
        abandono = _count_resposta(exame, regra, analise)
        if abandono is not None and regra is not None and regra.exigencia is not None:
            fontes += regra.exigencia.resposta_dispositivos
            prazo = abandono
            if exame.relogio.passou(abandono.em):
                motivos.append("EXIGENCIA_NAO_ATENDIDA_NO_PRAZO")
    elif prazo is not None and exame.relogio.passou(prazo.em):
        motivos.append(
            "LICENCA_PROVISORIA_DEVIDA"
            if analise.provisoria_devida
            else "ANALISE_ATRASADA_SEM_EFEITO_PREVISTO"
        )
        if analise.provisoria_devida and regra is not None and regra.silencio is not None:
            fontes += regra.silencio.dispositivos
    if is_extemporaneo(exame, codigo, analise):
        motivos.append("PEDIDO_EXTEMPORANEO")
    if _is_instalada_antes(exame, codigo, analise):
        motivos.append("INSTALADA_ANTES_DO_PEDIDO")
    if _is_impedido(exame, regra, analise):
        motivos.append("NOVO_ALVARA_IMPEDIDO")
    return Decisao(
        Situacao.EM_ANALISE,
        tuple(dict.fromkeys(fontes)),
        tuple(dict.fromkeys(motivos)),
        prazo,
        toca=(f"instrumento.{codigo}", "silencio"),
    )


def is_extemporaneo(exame: Exame, codigo: Instrumento, analise: Analise) -> bool:
    """Tell whether a request came after the term it had: the transition's, or the title it would renew."""
    titulo = exame.read_estado(codigo).titulo
    if analise.pedido.ato is TipoAto.PEDIDO_RENOVACAO and titulo is not None and titulo.fim is not None:
        return analise.pedido.data > titulo.fim
    fim = exame.fim_da_transicao
    if fim is None or titulo is not None or not is_no_grupo(exame):
        return False
    return analise.pedido.data > fim.em


def _is_instalada_antes(exame: Exame, codigo: Instrumento, analise: Analise) -> bool:
    """Tell whether a structure newer than the law stood before the request of an act that must come first."""
    obrigacao, instalada = exame.obrigacao, exame.instalada_em
    if instalada is None or obrigacao.momento is not Momento.PREVIO or codigo not in obrigacao.cadeia[0]:
        return False
    inicial = analise.pedido.ato is TipoAto.PROTOCOLO
    return inicial and exame.quadro.marco < instalada < analise.pedido.data


def _cite_renovacao(exame: Exame, codigo: Instrumento) -> tuple[str, ...]:
    """Return where holders of an earlier licence are allowed to renew it, if that is what is asked."""
    regra = exame.regras.licenca_anterior
    if codigo is not regra.renovada_por or not exame.read_estado(Instrumento.LICENCA_ANTERIOR).titulos:
        return ()
    return regra.renovacao_dispositivos


def _is_renovacao_perdida(exame: Exame, codigo: Instrumento, estado: Estado, analise: Analise) -> bool:
    """A renewal that only holders of an earlier licence may ask, asked after that licence was over."""
    anterior = exame.read_estado(Instrumento.LICENCA_ANTERIOR)
    if (
        codigo is not exame.regras.licenca_anterior.renovada_por
        or analise.pedido.ato is not TipoAto.PEDIDO_RENOVACAO
        or estado.titulos
        or anterior.titulo is None
    ):
        return False
    return anterior.vida is not Vida.VIGENTE and not any(
        titulo.was_valid_on(analise.pedido.data) for titulo in anterior.titulos
    )


def _count_resposta(exame: Exame, regra: RegraDeInstrumento | None, analise: Analise) -> Prazo | None:
    if (
        regra is None
        or regra.exigencia is None
        or regra.exigencia.resposta is None
        or analise.exigencia is None
    ):
        return None
    calendario, mes = exame.quadro.calendario, exame.regras.regra_do_mes
    return count_termo(analise.exigencia.data, regra.exigencia.resposta, calendario, mes)


def _is_impedido(exame: Exame, regra: RegraDeInstrumento | None, analise: Analise) -> bool:
    if regra is None or regra.impedimento is None:
        return False
    mes, prazo = exame.regras.regra_do_mes, regra.impedimento.prazo
    return any(
        ato.data <= analise.pedido.data <= add_termo(ato.data, prazo, mes)
        for ato in exame.list_atos(regra.impedimento.ato)
    )
