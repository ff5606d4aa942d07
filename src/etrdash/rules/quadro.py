"""One wording of a law as one municipality applies it: what does not depend on any station, computed once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from etrdash.rules.calendario import Calendario
from etrdash.rules.esquema import Obrigacao
from etrdash.rules.fatos import Adocao
from etrdash.rules.instrumento import RegraDeInstrumento, TipoDeValidade, Validade
from etrdash.rules.lei import Lei, Redacao
from etrdash.rules.prazo import Prazo, count_termo, extend_prazo
from etrdash.rules.regras import Regras
from etrdash.vocabulario import Instrumento


@dataclass(frozen=True, slots=True)
class Quadro:
    """A wording in its municipality.

    Attributes:
        lei: the law.
        redacao: the wording.
        regras: its rules.
        adocao: how the municipality applies it.
        calendario: business days there.
        marco: day that separates what stood before the law from what came after.
        transicao: the transition's term, None without a transition or without a term.
        transicao_prorrogada: the same with the recorded extension, or None.
        instrumentos: rules of each instrument, the earlier regimes' licence included.
        relevantes: obligation → instruments that may regularise a station under it, in the law's order.
        _leituras: rules used → readings to print, filled as answers come.
    """

    lei: Lei
    redacao: Redacao
    regras: Regras
    adocao: Adocao
    calendario: Calendario
    marco: date
    transicao: Prazo | None
    transicao_prorrogada: Prazo | None
    instrumentos: dict[Instrumento, RegraDeInstrumento]
    relevantes: dict[str, tuple[Instrumento, ...]]
    _leituras: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    def list_leituras(self, toca: tuple[str, ...]) -> tuple[str, ...]:
        """Return the readings that bear on the rules used."""
        leituras = self._leituras.get(toca)
        if leituras is None:
            usadas = frozenset(toca)
            leituras = tuple(nome for nome, leitura in self.lei.leituras.items() if usadas & {*leitura.toca})
            self._leituras[toca] = leituras
        return leituras


@lru_cache(maxsize=8192)
def find_calendario(feriados: frozenset[date]) -> Calendario:
    """Return the calendar of a municipal list; the same list gives the same calendar."""
    return Calendario(feriados)


@lru_cache(maxsize=8192)
def build_quadro(lei: Lei, redacao: Redacao, adocao: Adocao, publicada_em: date) -> Quadro:
    """Compute what a wording fixes for every station of one municipality."""
    regras = redacao.regras
    calendario = find_calendario(adocao.feriados)
    marco = publicada_em
    if regras.marco is not None and not (redacao.provisoria and adocao.publicada_em):
        marco = regras.marco
    elif redacao.provisoria and adocao.publicada_em:
        marco = adocao.publicada_em
    prazo = prorrogado = None
    if regras.transicao is not None and regras.transicao.prazo is not None:
        inicio = regras.transicao.contada_de or marco
        prazo = count_termo(inicio, regras.transicao.prazo, calendario, regras.regra_do_mes)
        if adocao.prorrogada_em is not None and regras.transicao.prorrogacao is not None:
            prorrogado = extend_prazo(prazo, regras.transicao.prorrogacao.prazo, regras.regra_do_mes)
    instrumentos = dict(regras.instrumento)
    instrumentos[Instrumento.LICENCA_ANTERIOR] = _build_licenca_anterior(lei, regras)
    relevantes = {obrigacao.id: _list_relevantes(regras, obrigacao) for obrigacao in regras.obrigacao}
    return Quadro(
        lei, redacao, regras, adocao, calendario, marco, prazo, prorrogado, instrumentos, relevantes
    )


def _list_relevantes(regras: Regras, obrigacao: Obrigacao) -> tuple[Instrumento, ...]:
    transicao = regras.transicao
    cadeia = [codigo for elo in obrigacao.cadeia for codigo in elo]
    extras = [*transicao.aceita, *transicao.aceita_todas] if transicao else []
    return tuple(dict.fromkeys([*cadeia, *extras, Instrumento.LICENCA_ANTERIOR]))


def _build_licenca_anterior(lei: Lei, regras: Regras) -> RegraDeInstrumento:
    anterior = regras.licenca_anterior
    minima = lei.federal.validade_minima
    validade = Validade(
        prazo=None if anterior.permanece else minima.prazo,
        tipo=TipoDeValidade.PRESUMIDA,
        dispositivos=anterior.dispositivos if anterior.permanece else minima.dispositivos,
    )
    return RegraDeInstrumento(
        nome="Licença municipal de regime anterior", dispositivos=anterior.dispositivos, validade=validade
    )
