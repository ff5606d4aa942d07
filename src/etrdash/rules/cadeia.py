"""Chains of instruments: complete, held by silence, incomplete."""

from __future__ import annotations

from datetime import timedelta

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import Alternativas
from etrdash.rules.exame import Estado, Exame
from etrdash.rules.pedido import decide_pendente, decide_silencio
from etrdash.rules.prazo import Prazo, count_termo, extend_prazo
from etrdash.rules.titulo import Vida
from etrdash.rules.vencimento import decide_incerta, decide_vencida
from etrdash.vocabulario import Instrumento, Situacao, TipoAto

Elos = list[tuple[Alternativas, Instrumento, Estado]]


def check_entrega_da_transicao(exame: Exame) -> Decisao | None:
    """Row 8: what the transition asks for is held."""
    transicao = exame.regras.transicao
    if transicao is None:
        return None
    for codigo in transicao.aceita:
        estado = exame.read_estado(codigo)
        if estado.vigente and estado.titulo is not None:
            fontes = exame.quadro.instrumentos[codigo].dispositivos
            return Decisao(Situacao.REGULAR, fontes, (), estado.titulo.prazo, toca=(f"instrumento.{codigo}",))
    elos = _read_elos(exame, tuple((codigo,) for codigo in transicao.aceita_todas))
    if elos and all(estado.vigente for _, _, estado in elos):
        return Decisao(Situacao.REGULAR, _cite(exame, elos), (), _find_prazo(elos), toca=_touch(elos))
    return None


def check_completa(exame: Exame) -> Decisao | None:
    """Rows 10 to 12: the whole chain held, by titles or by silence.

    Or a validity known only as a minimum is over.
    """
    # a sharer's structure has titles that are not the sharer's own
    for codigo in () if exame.fatos.compartilhada else exame.obrigacao.supre:
        estado = exame.read_estado(codigo)
        if estado.vigente and estado.titulo is not None:
            fontes = (*exame.obrigacao.dispositivos, *exame.quadro.instrumentos[codigo].dispositivos)
            return Decisao(Situacao.REGULAR, fontes, ("INSTRUMENTO_MAIS_AMPLO",), estado.titulo.prazo)
    elos = _read_elos(exame, exame.obrigacao.cadeia)
    if all(estado.coberto for _, _, estado in elos):
        tacitas = [
            estado.silencio for _, _, estado in elos if not estado.vigente and estado.silencio is not None
        ]
        return decide_silencio(exame, tacitas[0]) if tacitas else _decide_regular(exame, elos)
    for _, codigo, estado in elos:
        if estado.vida is Vida.INCERTO:
            return decide_incerta(exame, codigo, estado)
    return None


def _decide_regular(exame: Exame, elos: Elos) -> Decisao:
    motivos = []
    if any(estado.analises for _, _, estado in elos):
        motivos.append("RENOVACAO_PENDENTE")
    if any(estado.titulo is not None and estado.titulo.ignoradas for _, _, estado in elos):
        motivos.append("RENOVACAO_ALEM_DO_LIMITE")
    toca = (*_touch(elos), f"obrigacao.{exame.obrigacao.id}")
    return Decisao(Situacao.REGULAR, _cite(exame, elos), tuple(motivos), _find_prazo(elos), toca=toca)


def check_etapa_vencida(exame: Exame) -> Decisao | None:
    """Row 13: a later instrument of the chain expired."""
    for elos in _list_cadeias(exame):
        for _, codigo, estado in elos[1:]:
            titulo = estado.titulo
            if estado.vida is not Vida.VENCIDO or titulo is None:
                continue
            if titulo.fim is not None and titulo.fim < exame.quadro.marco:
                continue
            if estado.pendente is not None:
                return decide_pendente(exame, codigo, estado.pendente, ("RENOVACAO_PENDENTE",))
            return decide_vencida(exame, codigo, estado)
    return None


def check_provisoria(exame: Exame) -> Decisao | None:
    """Row 14: a provisional licence in force."""
    estado = exame.read_estado(Instrumento.LICENCA_PROVISORIA)
    if not estado.vigente or estado.titulo is None:
        return None
    regra = exame.quadro.instrumentos.get(Instrumento.LICENCA_PROVISORIA)
    fontes = regra.dispositivos if regra else exame.obrigacao.dispositivos
    return Decisao(Situacao.SILENCIO_POSITIVO, fontes, ("LICENCA_PROVISORIA_EM_VIGOR",), estado.titulo.prazo)


def check_incompleta(exame: Exame) -> Decisao | None:
    """Row 15: part of a chain is held and another part is missing."""
    for elos in _list_cadeias(exame):
        if any(estado.coberto for _, _, estado in elos):
            decisao = _decide_parcial(exame, elos)
            if decisao is not None:
                return decisao
    return _check_acessorio(exame)


def _decide_parcial(exame: Exame, elos: Elos) -> Decisao | None:
    cobertos = [elo for elo in elos if elo[2].coberto]
    faltam = [elo for elo in elos if not elo[2].coberto]
    if not faltam or any(_is_perdido(exame, elos, posicao) for posicao in range(len(elos))):
        return None
    for _, codigo, estado in faltam:
        if estado.pendente is not None:
            return decide_pendente(exame, codigo, estado.pendente, _list_falta(faltam))
    if any(estado.vida is Vida.RETIRADO and estado.negativa for _, _, estado in faltam):
        return None
    motivos = [*_list_falta(faltam)]
    if any(not estado.vigente for _, _, estado in cobertos):
        motivos.append("SILENCIO_NA_PRIMEIRA_ETAPA")
    if any(estado.negativa for _, _, estado in faltam):
        motivos.append("ETAPA_POSTERIOR_INDEFERIDA")
    notificada = _check_conclusao(exame, cobertos, faltam, motivos)
    if notificada is not None:
        return notificada
    return Decisao(
        Situacao.INCOMPLETA,
        _cite_parcial(exame, elos, cobertos, faltam),
        tuple(motivos),
        _find_prazo_coberto(exame, cobertos),
        tuple(elo for elo, _, _ in faltam),
        toca=(*_touch(elos), *(("silencio",) if "SILENCIO_NA_PRIMEIRA_ETAPA" in motivos else ())),
    )


def _is_perdido(exame: Exame, elos: Elos, posicao: int) -> bool:
    """Tell whether a link was lost by time or change, and not left behind by a later stage already held."""
    _, codigo, estado = elos[posicao]
    if estado.coberto or estado.vida not in {Vida.VENCIDO, Vida.MODIFICADO}:
        return False
    deixado = any(seguinte.coberto for _, _, seguinte in elos[posicao + 1 :])
    return not (deixado and exame.quadro.instrumentos[codigo].superado_por)


def _cite_parcial(exame: Exame, elos: Elos, cobertos: Elos, faltam: Elos) -> tuple[str, ...]:
    transicao = exame.regras.transicao
    da_transicao = transicao is not None and elos[0][1] in transicao.aceita_todas
    fontes = [
        *(transicao.incompleta if transicao is not None and da_transicao else exame.obrigacao.dispositivos)
    ]
    for _, codigo, _ in faltam:
        fontes += exame.quadro.instrumentos[codigo].dispositivos
    for _, _, estado in cobertos:
        if not estado.vigente and estado.silencio is not None and estado.silencio.silencio is not None:
            fontes += estado.silencio.silencio.dispositivos
    return tuple(dict.fromkeys(fontes))


def _check_conclusao(exame: Exame, cobertos: Elos, faltam: Elos, motivos: list[str]) -> Decisao | None:
    """A term for the works, over, then a notice whose own term runs or is over.

    Of several notices the last one counts; one before that end says nothing.
    """
    for _, codigo, estado in cobertos:
        regra = exame.quadro.instrumentos[codigo].conclusao
        obra = compute_obra(exame, codigo, estado)
        if regra is None or obra is None:
            continue
        mes, calendario = exame.regras.regra_do_mes, exame.quadro.calendario
        for intimacao in reversed(exame.list_atos(TipoAto.INTIMACAO, instrumento=codigo)):
            if intimacao.data <= obra.em or intimacao.motivo == "remocao":
                continue
            prazos = [
                count_termo(intimacao.data, termo, calendario, mes)
                for termo in (regra.notificacao, intimacao.prazo)
                if termo is not None
            ]
            prazo = max(prazos, key=lambda prazo: prazo.em)
            vencida = exame.relogio.passou(prazo.em)
            return Decisao(
                Situacao.PRAZO_VENCIDO if vencida else Situacao.INCOMPLETA,
                (*exame.obrigacao.dispositivos, *regra.dispositivos, *regra.notificacao_dispositivos),
                (*motivos, "NOTIFICACAO_PARA_PROVAR_CONCLUSAO"),
                prazo,
                tuple(elo for elo, _, _ in faltam),
                regra.escada,
                (prazo.em,),
                toca=(f"instrumento.{codigo}",),
            )
    return None


def compute_obra(exame: Exame, codigo: Instrumento, estado: Estado) -> Prazo | None:
    """Return the term for finishing the works: from the approval, or from the day silence took effect."""
    regra = exame.quadro.instrumentos[codigo].conclusao
    if regra is None:
        return None
    if estado.vigente and estado.titulo is not None:
        inicio = estado.titulo.desde
    elif estado.silencio is not None and estado.silencio.silencio is not None:
        inicio = estado.silencio.silencio.prazo.em + timedelta(days=1)
    else:
        return None
    prazo = count_termo(inicio, regra.prazo, exame.quadro.calendario, exame.regras.regra_do_mes)
    prorrogada = any(ato.data >= inicio for ato in exame.list_atos(TipoAto.PRORROGACAO, instrumento=codigo))
    if prorrogada and regra.prorrogacao is not None:
        prazo = extend_prazo(prazo, regra.prorrogacao, exame.regras.regra_do_mes)
    return prazo


def _check_acessorio(exame: Exame) -> Decisao | None:
    """An accessory document alone: there is a municipal record, and the main instrument is missing."""
    obrigacao = exame.obrigacao
    principais = [exame.read_estado(codigo) for elo in obrigacao.cadeia for codigo in elo]
    if any(estado.titulos or estado.analises or estado.negativa for estado in principais):
        return None
    for codigo in obrigacao.acessorios:
        estado = exame.read_estado(codigo)
        faltam = tuple(f"FALTA_{elo[0]}" for elo in obrigacao.cadeia)
        if estado.pendente is not None and not estado.vigente:
            return decide_pendente(exame, codigo, estado.pendente, faltam)
        if estado.vigente:
            fontes = (*obrigacao.dispositivos, *exame.quadro.instrumentos[codigo].dispositivos)
            return Decisao(Situacao.INCOMPLETA, fontes, faltam, None, obrigacao.cadeia)
    return None


def _read_elos(exame: Exame, cadeia: tuple[Alternativas, ...]) -> Elos:
    """Read the links of a chain; one replaced by a successor already held is left out."""
    elos: Elos = []
    for elo in cadeia:
        codigo, estado = exame.choose(elo)
        sucessor = exame.quadro.instrumentos[codigo].superado_por
        if sucessor is None or not exame.read_estado(sucessor).vigente:
            elos.append((elo, codigo, estado))
    return elos


def _list_cadeias(exame: Exame) -> list[Elos]:
    """Return the obligation's chain and the one that the transition asks for as a whole, if it does.

    That one comes first for what stood when the law came.
    """
    cadeias = [_read_elos(exame, exame.obrigacao.cadeia)]
    if exame.regras.transicao is not None and exame.regras.transicao.aceita_todas:
        todas = tuple((codigo,) for codigo in exame.regras.transicao.aceita_todas)
        instalada = exame.instalada_em
        existia = instalada is not None and instalada <= exame.quadro.marco
        cadeias.insert(0 if existia else 1, _read_elos(exame, todas))
    return cadeias


def _list_falta(elos: Elos) -> tuple[str, ...]:
    return tuple(f"FALTA_{codigo}" for _, codigo, _ in elos)


def _touch(elos: Elos) -> tuple[str, ...]:
    return tuple(f"instrumento.{codigo}" for _, codigo, _ in elos)


def _cite(exame: Exame, elos: Elos) -> tuple[str, ...]:
    fontes = [*exame.obrigacao.dispositivos]
    for _, codigo, estado in elos:
        regra = exame.quadro.instrumentos[codigo]
        fontes += regra.dispositivos
        if estado.vigente and regra.validade is not None:
            fontes += regra.validade.dispositivos
    return tuple(dict.fromkeys(fontes))


def _find_prazo(elos: Elos) -> Prazo | None:
    """Return the earliest end among the titles of a chain."""
    prazos = [estado.titulo.prazo for _, _, estado in elos if estado.titulo is not None]
    return min((prazo for prazo in prazos if prazo is not None), key=lambda prazo: prazo.em, default=None)


def _find_prazo_coberto(exame: Exame, cobertos: Elos) -> Prazo | None:
    """Return the works term where there is one, else the earliest end of what is held."""
    obras = [compute_obra(exame, codigo, estado) for _, codigo, estado in cobertos]
    return next((obra for obra in obras if obra is not None), None) or _find_prazo(cobertos)
