"""What the acts of one instrument amount to.

Titles held, with their validity, renewals, changes and withdrawals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from etrdash.rules.esquema import Modificacao
from etrdash.rules.fatos import Ato
from etrdash.rules.instrumento import BaseDaRenovacao, RegraDeInstrumento, TipoDeValidade
from etrdash.rules.prazo import Conta, Prazo, RegraDoMes, Termo, add_termo
from etrdash.rules.relogio import Relogio
from etrdash.vocabulario import Instrumento, TipoAto

RETIRADAS = frozenset({TipoAto.CASSACAO, TipoAto.REVOGACAO})
NEGATIVAS = frozenset({TipoAto.INDEFERIMENTO, *RETIRADAS})
CONCESSOES = frozenset({TipoAto.EMISSAO, TipoAto.RENOVACAO})
DECISOES = CONCESSOES | NEGATIVAS
PEDIDOS = frozenset({TipoAto.PROTOCOLO, TipoAto.PEDIDO_RENOVACAO})
ALHEIOS = frozenset({"transferencia", "compartilhamento"})
"""Words of a ``modificacao`` act that tell of its holder or of another user, not of a changed structure."""


class Vida(Enum):
    """State of a title on the as-of date."""

    VIGENTE = auto()
    INCERTO = auto()
    VENCIDO = auto()
    MODIFICADO = auto()
    RETIRADO = auto()
    AUSENTE = auto()


@dataclass(slots=True)
class Titulo:
    """One title. ``fim`` None lasts for good.

    ``garantido_ate`` is the end of a validity known only as a minimum.
    """

    ato: Ato
    fim: date | None
    garantido_ate: date | None
    contas: tuple[Conta, ...]
    por_protocolo: bool = False
    ultimo_em: date = date.min
    renovacoes: int = 0
    ignoradas: int = 0
    encerrado_em: date | None = None
    modificado_em: date | None = None
    mudanca_sem_motivo: bool = False
    contestado_em: date | None = None

    @property
    def desde(self) -> date:
        """Day of the act that gave the title."""
        return self.ato.data

    @property
    def prazo(self) -> Prazo | None:
        """The validity as a term that does not move to a business day, or None for a title without end."""
        fim = self.fim or self.garantido_ate
        return None if fim is None else Prazo(fim, fim, self.contas)

    def read_vida(self, relogio: Relogio) -> Vida:
        """State on the clock's date."""
        if self.encerrado_em is not None:
            return Vida.RETIRADO
        if self.modificado_em is not None:
            return Vida.MODIFICADO
        return Vida.INCERTO if self.mudanca_sem_motivo else self._read_validade(relogio)

    def _read_validade(self, relogio: Relogio) -> Vida:
        garantido = self.garantido_ate is not None and not relogio.passou(self.garantido_ate)
        if self.fim is None:
            return Vida.VIGENTE if garantido or self.garantido_ate is None else Vida.INCERTO
        if not relogio.passou(self.fim):
            return Vida.VIGENTE
        return Vida.INCERTO if garantido else Vida.VENCIDO

    def was_valid_on(self, dia: date) -> bool:
        """Tell whether the title was in force on ``dia``."""
        fim = self.fim or self.garantido_ate
        return (
            self.desde <= dia
            and (fim is None or dia <= fim)
            and (self.encerrado_em is None or dia < self.encerrado_em)
            and (self.modificado_em is None or dia < self.modificado_em)
        )


def is_same_processo(um: Ato, outro: Ato) -> bool:
    """Tell whether two acts may belong to the same process (an unknown process may be any)."""
    return um.registro_id is None or outro.registro_id is None or um.registro_id == outro.registro_id


def is_concessao(ato: Ato, instrumento: Instrumento, regra: RegraDeInstrumento | None) -> bool:
    """Tell whether the act gives the title by itself: an issue, a filing that authorises, a communication."""
    if ato.ato is TipoAto.EMISSAO:
        return True
    if instrumento is Instrumento.COMUNICACAO:
        return ato.ato in {TipoAto.COMUNICACAO, TipoAto.PROTOCOLO, TipoAto.RENOVACAO}
    return regra is not None and regra.protocolo_autoriza is not None and ato.ato in PEDIDOS


def read_titulos(
    instrumento: Instrumento,
    regra: RegraDeInstrumento | None,
    modificacao: Modificacao | None,
    atos: Sequence[Ato],
    regra_do_mes: RegraDoMes,
) -> list[Titulo]:
    """Read the titles that ``atos`` (in order of date) gave, renewed, changed and withdrew.

    Sources: validity and renewal of the instrument, changes that ask no new act, withdrawal of the same
    process.
    """
    titulos: list[Titulo] = []
    for ato in atos:
        if is_concessao(ato, instrumento, regra):
            titulos.append(_open_titulo(ato, regra, regra_do_mes))
        elif ato.ato is TipoAto.RENOVACAO:
            _renew(titulos, ato, regra, regra_do_mes)
        elif ato.ato in RETIRADAS:
            _withdraw(titulos, ato)
        elif ato.ato is TipoAto.INDEFERIMENTO:
            _refuse(titulos, ato)
        elif ato.ato is TipoAto.MODIFICACAO and instrumento is not Instrumento.COMUNICACAO:
            _modify(titulos, ato, modificacao)
    return titulos


def _open_titulo(ato: Ato, regra: RegraDeInstrumento | None, mes: RegraDoMes) -> Titulo:
    fim, garantido, contas = _compute_fim(ato, ato.data, None, regra, mes, "termo")
    return Titulo(ato, fim, garantido, contas, ato.ato is not TipoAto.EMISSAO, ato.data)


def _compute_fim(
    ato: Ato, base: date, termo: Termo | None, regra: RegraDeInstrumento | None, mes: RegraDoMes, motivo: str
) -> tuple[date | None, date | None, tuple[Conta, ...]]:
    """Return (end, end of the guaranteed minimum, steps) of a validity that starts on ``base``."""
    validade = regra.validade if regra else None
    termo = termo or (validade.prazo if validade else None)
    registrada = (Conta(None, ato.data, ato.validade, "registrada"),) if ato.validade else ()
    if termo is None or validade is None:
        return ato.validade, None, registrada
    calculado = add_termo(base, termo, mes)
    conta = (Conta(termo, base, calculado, motivo),)
    if validade.tipo is TipoDeValidade.MINIMA:
        return ato.validade, calculado, registrada or conta
    if validade.tipo is TipoDeValidade.PRESUMIDA:
        return ato.validade, None if ato.validade else calculado, registrada or conta
    if ato.validade is None or (validade.tipo is TipoDeValidade.MAXIMA and ato.validade > calculado):
        return calculado, None, conta
    return ato.validade, None, registrada


def _renew(titulos: list[Titulo], ato: Ato, regra: RegraDeInstrumento | None, mes: RegraDoMes) -> None:
    alvo = next(
        (t for t in reversed(titulos) if t.encerrado_em is None and is_same_processo(t.ato, ato)), None
    )
    if alvo is None:
        titulos.append(_open_titulo(ato, regra, mes))
        return
    regra_da_renovacao = regra.renovacao if regra else None
    if (
        regra_da_renovacao
        and regra_da_renovacao.vezes is not None
        and alvo.renovacoes >= regra_da_renovacao.vezes
    ):
        alvo.ignoradas += 1
        return
    do_ato = regra_da_renovacao is not None and regra_da_renovacao.contada_de is BaseDaRenovacao.ATO
    limitada = regra_da_renovacao is not None and regra_da_renovacao.vezes is not None
    base = ato.data
    if alvo.fim is not None and not do_ato:
        base = alvo.fim if limitada else max(alvo.fim, ato.data)
    termo = regra_da_renovacao.prazo if regra_da_renovacao else None
    fim, garantido, contas = _compute_fim(ato, base, termo, regra, mes, "renovacao")
    if alvo.fim is not None and fim is not None and fim < alvo.fim:
        fim, contas = alvo.fim, ()
    alvo.fim, alvo.garantido_ate, alvo.contas = fim, garantido, (*alvo.contas, *contas)
    alvo.renovacoes += 1
    alvo.ultimo_em = ato.data
    alvo.modificado_em, alvo.mudanca_sem_motivo = None, False


def _withdraw(titulos: list[Titulo], ato: Ato) -> None:
    """End the titles of the act's process, or all of them when that process gave none."""
    proprios = [t for t in titulos if ato.registro_id is not None and t.ato.registro_id == ato.registro_id]
    for titulo in proprios or titulos:
        if titulo.encerrado_em is None:
            titulo.encerrado_em = ato.data


def _refuse(titulos: list[Titulo], ato: Ato) -> None:
    """A refusal ends the title that a mere filing gave; an issued one stays.

    Unless that one was refused on its own day: the later decision then resolves the contradiction against it.
    """
    for titulo in reversed(titulos):
        if titulo.encerrado_em is None and is_same_processo(titulo.ato, ato):
            if titulo.por_protocolo or titulo.contestado_em is not None:
                titulo.encerrado_em = ato.data
            elif titulo.ultimo_em == ato.data:
                titulo.contestado_em = ato.data
            return


def _modify(titulos: list[Titulo], ato: Ato, modificacao: Modificacao | None) -> None:
    if modificacao is None or not modificacao.exige_novo:
        return
    if ato.motivo in modificacao.livres or ato.motivo in ALHEIOS:
        return
    proprios = [t for t in titulos if ato.registro_id is not None and t.ato.registro_id == ato.registro_id]
    for titulo in proprios or titulos:
        if titulo.encerrado_em is None and ato.data > titulo.ultimo_em:
            if ato.motivo is None:
                titulo.mudanca_sem_motivo = True
            else:
                titulo.modificado_em = titulo.modificado_em or ato.data
