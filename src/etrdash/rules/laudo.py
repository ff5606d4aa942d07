"""The report that justifies keeping a structure: enough by itself or on a decision."""

from __future__ import annotations

from datetime import date

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import EfeitoDoLaudo, Laudo
from etrdash.rules.exame import Exame
from etrdash.rules.fatos import Ato
from etrdash.rules.grupo import is_no_grupo
from etrdash.vocabulario import Situacao, TipoAto


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
        tardio = apresentado is not None and _is_depois_do_prazo(exame, apresentado.data)
        aceito = (
            apresentado is not None
            and laudo.efeito is EfeitoDoLaudo.AUTOMATICO
            and (not laudo.exige_pedido or (_has_pedido(exame, laudo) and not tardio))
        )
        motivos = ("LAUDO_APRESENTADO", *(("LAUDO_INTEMPESTIVO",) if tardio else ()))
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
    elif _is_depois_do_prazo(exame, apresentado.data) or _is_decidido(exame, laudo):
        return None
    else:
        motivos = ("LAUDO_SEM_PEDIDO",)
    return Decisao(
        Situacao.EM_ANALISE, laudo.dispositivos, motivos, usa_instalacao=True, toca=("transicao", "laudo")
    )


def find_laudo_recusado(exame: Exame) -> Ato | None:
    """Return the unfavourable decision on the last report, if that is how it stands."""
    if _find_regra_do_laudo(exame) is None:
        return None
    _, decisao = _read_laudo(exame)
    return decisao if decisao is not None and decisao.favoravel is False else None


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
    """Tell whether the request that the report does not waive was made in time and still waits.

    Once decided, what was granted or refused speaks for itself.
    """
    return any(
        not _is_depois_do_prazo(exame, analise.pedido.data)
        for codigo in laudo.exige_pedido
        for analise in exame.read_estado(codigo).analises
    )


def _is_decidido(exame: Exame, laudo: Laudo) -> bool:
    """Tell whether the request that the report does not waive was granted or refused."""
    estados = [exame.read_estado(codigo) for codigo in laudo.exige_pedido]
    return any(estado.titulos or estado.negativa for estado in estados)


def _is_depois_do_prazo(exame: Exame, dia: date) -> bool:
    return exame.fim_da_transicao is not None and dia > exame.fim_da_transicao.em
