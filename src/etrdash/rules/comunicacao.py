"""Communications: on file, in time, late, or missing."""

from __future__ import annotations

from collections.abc import Iterator

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import Momento
from etrdash.rules.exame import Estado, Exame
from etrdash.rules.prazo import Prazo, count_termo
from etrdash.vocabulario import Instrumento, Situacao, Zona


def check_comunicada(exame: Exame) -> Decisao | None:
    """Row 7: a communication is enough and is on file, even late."""
    if not exame.obrigacao.pede_comunicacao:
        return None
    estado = exame.read_estado(Instrumento.COMUNICACAO)
    if not estado.vigente or estado.titulo is None:
        return None
    return Decisao(
        Situacao.COMUNICADA,
        exame.obrigacao.dispositivos,
        tuple(_qualify(exame, estado)),
        toca=(f"obrigacao.{exame.obrigacao.id}",),
    )


def check_comunicacao(exame: Exame) -> Decisao | None:
    """Row 22: a communication with a term, of the law or of the federal floor."""
    obrigacao = exame.obrigacao
    if not exame.obrigacao.pede_comunicacao:
        return None
    prazo = _find_prazo(exame)
    if prazo is None:
        return None
    toca = (f"obrigacao.{obrigacao.id}", "prazo")
    piso = exame.quadro.lei.federal.piso[obrigacao.tolerancia] if obrigacao.tolerancia else None
    fontes = (*obrigacao.dispositivos, *(piso.dispositivos if piso else ()))
    if not exame.relogio.passou(prazo.em):
        return Decisao(
            Situacao.PRAZO_DE_COMUNICACAO,
            fontes,
            ("TOLERANCIA_FEDERAL",) if piso else (),
            prazo,
            obrigacao.cadeia,
            usa_instalacao=True,
            toca=toca,
        )
    omissao = obrigacao.omissao or exame.regras.citacao.omissao
    return Decisao(
        obrigacao.omissao_situacao,
        tuple(dict.fromkeys((*fontes, *omissao))),
        ("COMUNICACAO_NAO_CONSTA",),
        prazo,
        obrigacao.cadeia,
        obrigacao.escada or exame.regras.escada_padrao,
        (prazo.em,),
        usa_instalacao=True,
        toca=toca,
    )


def find_piso(exame: Exame) -> Prazo | None:
    """Return the federal tolerance of the obligation: urban area only, from its first day in force only.

    A count that ended before that day never ran.
    """
    nome, instalada = exame.obrigacao.tolerancia, exame.instalada_em
    if not nome or instalada is None or exame.fatos.zona is Zona.RURAL:
        return None
    piso = exame.quadro.lei.federal.piso[nome]
    if not exame.relogio.chegou(piso.desde):
        return None
    prazo = count_termo(instalada, piso.prazo, exame.quadro.calendario, exame.regras.regra_do_mes)
    return prazo if prazo.em >= piso.desde else None


def _find_prazo(exame: Exame) -> Prazo | None:
    obrigacao, instalada = exame.obrigacao, exame.instalada_em
    if obrigacao.momento is Momento.POSTERIOR and obrigacao.prazo is not None and instalada is not None:
        return count_termo(instalada, obrigacao.prazo, exame.quadro.calendario, exame.regras.regra_do_mes)
    return find_piso(exame)


def _qualify(exame: Exame, estado: Estado) -> Iterator[str]:
    """Say how the first communication stands beside the installation and the terms."""
    instalada = exame.instalada_em
    if instalada is None:
        return
    feita = min(titulo.desde for titulo in estado.titulos)
    transicao = exame.fim_da_transicao
    if instalada <= exame.quadro.marco:
        if transicao is not None and feita > transicao.em:
            yield "COMUNICACAO_INTEMPESTIVA"
        return
    if exame.obrigacao.momento is Momento.POSTERIOR:
        prazo = _find_prazo(exame)
        if prazo is not None and feita > prazo.em:
            yield "COMUNICACAO_INTEMPESTIVA"
    elif feita > instalada:
        piso = find_piso(exame)
        if piso is not None and feita <= piso.em:
            yield "POSTERIOR_DENTRO_DA_TOLERANCIA_FEDERAL"
        elif exame.obrigacao.momento is Momento.PREVIO or piso is not None:
            yield "COMUNICACAO_INTEMPESTIVA"
