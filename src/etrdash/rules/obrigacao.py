"""First steps: is the station in the universe, in the law's reach, and does the law ask anything of it."""

from __future__ import annotations

from etrdash.rules.decisao import Decisao
from etrdash.rules.exame import Exame, matches
from etrdash.vocabulario import Situacao


def check_universo(exame: Exame) -> Decisao | None:
    """Row 2: not licensed by ANATEL on the date."""
    fatos, relogio = exame.fatos, exame.relogio
    if not fatos.licenciada:
        return Decisao(Situacao.FORA_DO_UNIVERSO, motivos=("SEM_LICENCA_ANATEL",))
    if fatos.primeiro_licenciamento is not None and not relogio.chegou(fatos.primeiro_licenciamento):
        return Decisao(Situacao.FORA_DO_UNIVERSO, motivos=("PRIMEIRA_LICENCA_POSTERIOR",))
    if fatos.validade_anatel is not None and relogio.passou(fatos.validade_anatel):
        return Decisao(Situacao.FORA_DO_UNIVERSO, motivos=("LICENCA_ANATEL_VENCIDA",))
    return None


def check_isencao(exame: Exame) -> Decisao | None:
    """Row 3: excluded by the municipal law, or by the federal one that acts beside it."""
    for isencao in exame.regras.isencao:
        if matches(isencao.quando, exame.fatos):
            return Decisao(Situacao.FORA_DO_ESCOPO, isencao.dispositivos)
    for isencao in exame.quadro.lei.federal.isencao:
        if matches(isencao.quando, exame.fatos):
            return Decisao(Situacao.FORA_DO_ESCOPO, isencao.dispositivos, ("EXCLUSAO_FEDERAL",))
    return None


def check_isenta(exame: Exame) -> Decisao | None:
    """Row 4: covered by the law, which asks nothing of this kind."""
    if exame.obrigacao.precisa:
        return None
    return Decisao(Situacao.ISENTA, exame.obrigacao.dispositivos, toca=(f"obrigacao.{exame.obrigacao.id}",))
