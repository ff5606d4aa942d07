"""The answer: one situação with what grounds it. ``explicacao`` writes its sentences when it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from etrdash.rules.decisao import Decisao
from etrdash.rules.esquema import Alternativas
from etrdash.rules.exame import Exame
from etrdash.rules.fatos import Adocao, Fatos
from etrdash.rules.lei import Lei
from etrdash.rules.prazo import Prazo
from etrdash.rules.quadro import Quadro
from etrdash.rules.relogio import Relogio
from etrdash.vocabulario import Grupo, Instrumento, Situacao, Vigencia


@dataclass(frozen=True, slots=True)
class Resposta:
    """What is answered of one station on one date.

    Attributes:
        situacao: the situação to publish.
        avaliador: what the evaluator said, the same unless cautela stepped in.
        em: as-of date.
        motivos: reason codes.
        prazo: the term the situação rests on; for a green one the end of validity; None without one.
        dispositivos: keys of the provisions that ground it.
        responsavel: who owes.
        falta: what would make it green, link by link, each a tuple of alternatives.
        escada: ladder of measures that the law foresees next.
        fatos_em: dates of the facts a red answer depends on (deadline, expiry, first licence).
        instalada_em: installation date used.
        leituras: ids of the readings it rests on.
        muda_em: first day on which the answer may differ.
        extraida_em: day of the municipal records.
        vigencia: what is known of the law's validity.
        lei: the law.
        quadro: wording and municipality; None when no wording applies.
        atos: municipal acts that counted.
    """

    situacao: Situacao
    avaliador: Situacao
    em: date
    motivos: tuple[str, ...]
    prazo: Prazo | None
    dispositivos: tuple[str, ...]
    responsavel: tuple[str, ...]
    falta: tuple[Alternativas, ...]
    escada: str
    fatos_em: tuple[date, ...]
    instalada_em: date | None
    leituras: tuple[str, ...]
    muda_em: date
    extraida_em: date | None
    vigencia: Vigencia
    lei: Lei = field(repr=False)
    quadro: Quadro | None = field(default=None, repr=False)
    obrigacao: str = ""
    atos: tuple[Any, ...] = field(default=(), repr=False)

    @property
    def grupo(self) -> Grupo:
        """Colour group."""
        return self.situacao.grupo

    @property
    def prazo_nominal(self) -> date | None:
        """End of the term before moving to a business day."""
        return self.prazo.nominal if self.prazo else None

    @property
    def prazo_em(self) -> date | None:
        """Last day of the term, moved to a business day."""
        return self.prazo.em if self.prazo else None

    @property
    def instrumentos(self) -> tuple[Instrumento, ...]:
        """Instruments whose absence the answer states."""
        return tuple(dict.fromkeys(codigo for elo in self.falta for codigo in elo))

    @property
    def rotulos(self) -> tuple[str, ...]:
        """Labels of the provisions, as the law writes them ("art. 20, § 1º")."""
        regras = self.quadro.regras if self.quadro else None
        return tuple(self.lei.find_dispositivo(chave, regras).rotulo for chave in self.dispositivos)


def build_resposta(
    exame: Exame, decisao: Decisao, extraida_em: date | None, *, tem_futuros: bool
) -> Resposta:
    """Complete a step's answer with the reasons that come with the case and the readings it used."""
    fatos, quadro, obrigacao = exame.fatos, exame.quadro, exame.obrigacao
    vermelha = decisao.situacao.grupo is Grupo.VERMELHO
    fatos_em = decisao.fatos_em
    if vermelha and fatos.primeiro_licenciamento is not None:
        fatos_em = (*fatos_em, fatos.primeiro_licenciamento)
    universo = decisao.situacao in {Situacao.FORA_DO_UNIVERSO, Situacao.FORA_DO_ESCOPO}
    return Resposta(
        decisao.situacao,
        decisao.situacao,
        exame.relogio.em,
        tuple(dict.fromkeys((*decisao.motivos, *_list_motivos(exame, decisao, tem_futuros)))),
        decisao.prazo,
        tuple(dict.fromkeys(decisao.dispositivos)),
        () if universo else obrigacao.responsavel,
        decisao.falta,
        decisao.escada,
        fatos_em if vermelha else (),
        exame.instalada_em if not universo else None,
        () if universo else quadro.list_leituras((*decisao.toca, f"obrigacao.{obrigacao.id}")),
        exame.relogio.muda_em,
        extraida_em,
        quadro.adocao.vigencia,
        quadro.lei,
        quadro,
        "" if universo else obrigacao.id,
        exame.atos,
    )


def build_sem_lei(
    lei: Lei, adocao: Adocao, fatos: Fatos, relogio: Relogio, extraida_em: date | None, motivo: str
) -> Resposta:
    """Answer SEM_DADOS_SUFICIENTES where no wording of the law applies on the date (row 1)."""
    return Resposta(
        Situacao.SEM_DADOS_SUFICIENTES,
        Situacao.SEM_DADOS_SUFICIENTES,
        relogio.em,
        (motivo, *fatos.motivos),
        None,
        (),
        (),
        (),
        "",
        (),
        None,
        (),
        relogio.muda_em,
        extraida_em,
        adocao.vigencia,
        lei,
    )


def _list_motivos(exame: Exame, decisao: Decisao, tem_futuros: bool) -> list[str]:
    fatos, motivos = exame.fatos, []
    prazo = decisao.prazo
    if decisao.usa_instalacao and exame.instalacao_presumida and exame.instalada_em is not None:
        motivos.append("INSTALACAO_PRESUMIDA_PELA_1a_LICENCA_ANATEL")
    if prazo is not None and prazo.movido:
        motivos.append("ULTIMO_DIA_PRORROGADO_A_DIA_UTIL")
    if fatos.zona is None and (exame.obrigacao.quando.zona or exame.obrigacao.tolerancia):
        motivos.append("ZONA_PRESUMIDA_URBANA")
    if fatos.compartilhada and fatos.hospedeira_regular is None:
        motivos.append("HOSPEDEIRA_DESCONHECIDA")
    if tem_futuros:
        motivos.append("REGISTRO_COM_DATA_FUTURA")
    if exame.tem_posteriores:
        motivos.append("REGISTRO_POSTERIOR_A_DATA")
    return [*motivos, *fatos.motivos]
