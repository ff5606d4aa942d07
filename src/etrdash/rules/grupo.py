"""Who is in the transition: what stood when the law came, and was not regularised and lost since."""

from __future__ import annotations

from etrdash.rules.esquema import GrupoDaTransicao
from etrdash.rules.exame import Exame
from etrdash.rules.titulo import Vida


def is_no_grupo(exame: Exame) -> bool:
    """Tell whether the station stood, in the law's terms, when the law came.

    ``sem_autorizacao``: installed on or before the landmark day and without a valid municipal title on it.
    ``licenciada_anatel``: a structure installed, and at work under an ANATEL licence, on or before that day.
    """
    transicao, marco, instalada = exame.regras.transicao, exame.quadro.marco, exame.instalada_em
    if transicao is None or instalada is None or instalada > marco:
        return False
    if transicao.grupo is GrupoDaTransicao.LICENCIADA_ANATEL:
        fatos = exame.fatos
        presumida = fatos.instalada_em if fatos.instalacao_presumida else None
        licencas = (fatos.primeiro_licenciamento, fatos.sitio_licenciado_em, presumida)
        return min((dia for dia in licencas if dia is not None), default=instalada) <= marco
    return not any(
        titulo.was_valid_on(marco)
        for codigo in exame.relevantes
        for titulo in exame.read_estado(codigo).titulos
    )


def was_regularizada(exame: Exame) -> bool:
    """Tell whether a title gained since the law was lost by time or change.

    A withdrawal does not consume the term.
    """
    marco = exame.quadro.marco
    return any(
        titulo.desde >= marco and titulo.read_vida(exame.relogio) in {Vida.VENCIDO, Vida.MODIFICADO}
        for codigo in exame.relevantes
        for titulo in exame.read_estado(codigo).titulos
    )
