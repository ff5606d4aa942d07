"""Last steps: nothing found. An unknown installation and an unavailable text come before any red answer."""

from __future__ import annotations

from etrdash.rules.decisao import Decisao
from etrdash.rules.exame import Exame
from etrdash.vocabulario import Situacao


def check_instalacao_desconhecida(exame: Exame) -> Decisao | None:
    """Row 17: without an installation date nothing that follows can be decided."""
    if exame.instalada_em is not None:
        return None
    fontes = exame.regras.transicao.dispositivos if exame.regras.transicao else ()
    return Decisao(Situacao.SEM_DADOS_SUFICIENTES, fontes, ("DATA_DE_INSTALACAO_DESCONHECIDA",))


def check_sem_texto(exame: Exame) -> Decisao | None:
    """Row 21: the obligation's text is not available."""
    if not exame.obrigacao.sem_texto:
        return None
    return Decisao(
        Situacao.SEM_DADOS_SUFICIENTES,
        exame.obrigacao.dispositivos,
        ("TEXTO_LEGAL_NAO_DISPONIVEL",),
        toca=(f"obrigacao.{exame.obrigacao.id}",),
    )


def check_sem_registro(exame: Exame) -> Decisao:
    """Row 23: a prior act was due and none is on record."""
    obrigacao = exame.obrigacao
    omissao = obrigacao.omissao or exame.regras.citacao.omissao
    instalada = exame.instalada_em
    return Decisao(
        Situacao.SEM_REGISTRO,
        tuple(dict.fromkeys((*obrigacao.dispositivos, *omissao))),
        (),
        None,
        obrigacao.cadeia,
        obrigacao.escada or exame.regras.escada_padrao,
        (instalada,) if instalada else (),
        usa_instalacao=True,
        toca=(f"obrigacao.{obrigacao.id}",),
    )
