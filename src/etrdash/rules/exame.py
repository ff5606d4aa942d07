"""The case of one station on one date.

Facts, acts that count, the obligation that fits, the state of each instrument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from etrdash.rules.esquema import Alternativas, DataDeReferencia, Obrigacao, Predicado
from etrdash.rules.fatos import Ato, Fatos
from etrdash.rules.instrumento import EfeitoDoSilencio, RegraDeInstrumento
from etrdash.rules.prazo import Prazo
from etrdash.rules.quadro import Quadro
from etrdash.rules.relogio import NUNCA, Relogio
from etrdash.rules.silencio import Ambiente, Analise, analyse_pedido
from etrdash.rules.substituicao import split_substituta
from etrdash.rules.titulo import (
    DECISOES,
    NEGATIVAS,
    PEDIDOS,
    RETIRADAS,
    Titulo,
    Vida,
    is_concessao,
    is_same_processo,
    read_titulos,
)
from etrdash.vocabulario import Instrumento, TipoAto, Zona

_SEM_INSTRUMENTO = frozenset({TipoAto.LAUDO, TipoAto.DECISAO_LAUDO, TipoAto.PRAZO_ADEQUACAO, TipoAto.RECURSO})
_ORDEM_DO_DIA = {tipo: ordem for ordem, tipo in enumerate(TipoAto)}


@dataclass(frozen=True, slots=True)
class Estado:
    """State of one instrument on the date.

    Attributes:
        titulo: the title that counts (the one in force with the latest end, else the last one), or None.
        vida: its state.
        analises: requests still without a decision.
        silencio: the request that silence has answered, or None.
        negativa: the last decision, when it is a refusal or withdrawal.
        titulos: every title.
    """

    titulo: Titulo | None
    vida: Vida
    analises: tuple[Analise, ...]
    silencio: Analise | None
    negativa: Ato | None
    titulos: tuple[Titulo, ...]

    @property
    def vigente(self) -> bool:
        """Whether a title is in force."""
        return self.vida is Vida.VIGENTE

    @property
    def coberto(self) -> bool:
        """Whether the instrument is held, by a title or by silence."""
        return self.vida is Vida.VIGENTE or self.silencio is not None

    @property
    def pendente(self) -> Analise | None:
        """The request that waits for a decision and that silence has not answered."""
        return None if self.silencio is not None or not self.analises else self.analises[-1]


class Exame:
    """The case of one station, read lazily: a step asks only what it needs.

    Attributes:
        atos: acts that count on the date.
        obrigacao: the first obligation whose predicate holds.
        instalada_em: the installation that counts for it: the station's own, or its structure's.
        fim_da_transicao: the transition's term as it stands on the date.
        substituicao_em: day from which the stay of a structure being replaced counts, or None.

    Args:
        quadro: wording and municipality.
        fatos: the station's facts.
        atos: acts that may count, already without those after the records' extraction, in order of date.
        relogio: the as-of date.
    """

    def __init__(self, quadro: Quadro, fatos: Fatos, atos: Sequence[Ato], relogio: Relogio) -> None:
        self.quadro = quadro
        self.regras = quadro.regras
        self.fatos = fatos
        self.relogio = relogio
        ocorridos = [ato for ato in atos if relogio.chegou(ato.data)]
        self.tem_posteriores = len(ocorridos) < len(atos)
        self.atos, self.substituicao_em = split_substituta(
            self.regras.substituicao, ocorridos, self.regras.regra_do_mes
        )
        self._estados: dict[Instrumento, Estado] = {}
        self._grupos: dict[Instrumento | None, list[Ato]] | None = None if self.atos else {}
        self.obrigacao = next(o for o in self.regras.obrigacao if self._applies(o))
        self.instalada_em = self._find_instalacao()
        self.fim_da_transicao = self._find_fim_da_transicao()

    def _find_instalacao(self) -> date | None:
        """Return the date that counts; the neighbours' licences do not date a station without its own.

        They only tell that the structure stood by then: enough for one as old as the law, which a still
        older station would not change.
        """
        propria, estrutura = self.fatos.primeiro_licenciamento, self.fatos.instalada_em
        da_estacao = self.obrigacao.data is DataDeReferencia.ESTACAO
        if propria is None and estrutura is not None:
            das_vizinhas = self.fatos.instalacao_presumida and (da_estacao or estrutura > self.quadro.marco)
            return None if das_vizinhas or not self.relogio.chegou(estrutura) else estrutura
        return propria or estrutura if da_estacao else estrutura or propria

    def _applies(self, obrigacao: Obrigacao) -> bool:
        if not matches(obrigacao.quando, self.fatos):
            return False
        return obrigacao.vigora is None or self.relogio.chegou(obrigacao.vigora.desde)

    @property
    def instalacao_presumida(self) -> bool:
        """Whether that installation is a first licence at ANATEL and not a document's date."""
        if self.obrigacao.data is DataDeReferencia.ESTACAO or self.fatos.instalada_em is None:
            return True
        return self.fatos.instalacao_presumida

    @property
    def relevantes(self) -> tuple[Instrumento, ...]:
        """Instruments that may regularise the station, in the order of the law."""
        relevantes = self.quadro.relevantes[self.obrigacao.id]
        provisoria = Instrumento.LICENCA_PROVISORIA
        if provisoria in self.quadro.instrumentos and self.tem_atos(provisoria):
            return (*relevantes, provisoria)
        return relevantes

    @property
    def ambiente(self) -> Ambiente:
        """What the clocks need."""
        quadro = self.quadro
        return Ambiente(
            quadro.calendario, self.regras.regra_do_mes, quadro.marco, quadro.lei.federal, self.fatos
        )

    def _find_fim_da_transicao(self) -> Prazo | None:
        """Return the transition's term on the date: extended once the act that extends it exists."""
        prorrogada_em, quadro = self.quadro.adocao.prorrogada_em, self.quadro
        if quadro.transicao_prorrogada is None or prorrogada_em is None:
            return quadro.transicao
        return quadro.transicao_prorrogada if self.relogio.chegou(prorrogada_em) else quadro.transicao

    @property
    def _por_instrumento(self) -> dict[Instrumento | None, list[Ato]]:
        if self._grupos is None:
            self._grupos = {}
            for ato in self.atos:
                if ato.ato not in _SEM_INSTRUMENTO:
                    codigo = ato.instrumento
                    if codigo is None and ato.ato is TipoAto.COMUNICACAO:
                        codigo = Instrumento.COMUNICACAO
                    self._grupos.setdefault(codigo, []).append(ato)
        return self._grupos

    def tem_atos(self, codigo: Instrumento) -> bool:
        """Tell whether some act names the instrument."""
        return codigo in self._por_instrumento

    def list_atos(self, *tipos: TipoAto, instrumento: Instrumento | None = None) -> list[Ato]:
        """Return acts of some kinds, in order; with an instrument, those that name it or name none."""
        return [
            ato
            for ato in self.atos
            if ato.ato in tipos and (instrumento is None or ato.instrumento in {instrumento, None})
        ]

    def read_estado(self, codigo: Instrumento) -> Estado:
        """Return the state of one instrument."""
        estado = self._estados.get(codigo)
        if estado is None:
            estado = self._estados[codigo] = self._compute_estado(codigo)
        return estado

    def choose(self, elo: Alternativas) -> tuple[Instrumento, Estado]:
        """Return the alternative of a link that stands best: held, then waiting, then with some record."""
        if len(elo) == 1:
            return elo[0], self.read_estado(elo[0])
        return min(((codigo, self.read_estado(codigo)) for codigo in elo), key=lambda par: _rank(par[1]))

    def _compute_estado(self, codigo: Instrumento) -> Estado:
        proprios = self._por_instrumento.get(codigo)
        if not proprios:
            return _AUSENTE
        atos = proprios
        if gerais := self._por_instrumento.get(None):
            atos = sorted([*proprios, *gerais], key=sort_key)
        regra = self.quadro.instrumentos.get(codigo)
        titulos = read_titulos(codigo, regra, self.regras.modificacao, atos, self.regras.regra_do_mes)
        titulo, vida = self._choose_titulo(titulos)
        respostas = [*atos, *self._list_retiradas_da_provisoria(regra)]
        analises = tuple(
            analyse_pedido(regra, pedido, atos, self.ambiente)
            for pedido in _list_pendentes(codigo, atos, respostas, regra)
        )
        silencio = next(
            (a for a in analises if a.silencio is not None and self.relogio.passou(a.silencio.prazo.em)), None
        )
        decisoes = [ato for ato in atos if ato.ato in DECISOES or is_concessao(ato, codigo, regra)]
        negativa = decisoes[-1] if decisoes and decisoes[-1].ato in NEGATIVAS else None
        return Estado(titulo, vida, analises, silencio, negativa, tuple(titulos))

    def _list_retiradas_da_provisoria(self, regra: RegraDeInstrumento | None) -> list[Ato]:
        """Withdrawals of the provisional licence: they decide the request that it anticipated."""
        if (
            regra is None
            or regra.silencio is None
            or regra.silencio.efeito is not EfeitoDoSilencio.PROVISORIA
        ):
            return []
        return [
            ato
            for ato in self._por_instrumento.get(Instrumento.LICENCA_PROVISORIA, ())
            if ato.ato in RETIRADAS
        ]

    def _choose_titulo(self, titulos: list[Titulo]) -> tuple[Titulo | None, Vida]:
        melhor: tuple[Titulo | None, Vida] = (None, Vida.AUSENTE)
        for titulo in titulos:
            vida = titulo.read_vida(self.relogio)
            atual, vida_atual = melhor
            supera = (
                vida is Vida.VIGENTE and atual is not None and (titulo.fim or NUNCA) >= (atual.fim or NUNCA)
            )
            if vida_atual is not Vida.VIGENTE or supera:
                melhor = (titulo, vida)
        return melhor


_AUSENTE = Estado(None, Vida.AUSENTE, (), None, None, ())


def sort_key(ato: Ato) -> tuple[date, int, str, str, date, str]:
    """Order of acts, whatever the rows' order: by day, and within a day a request before its decision."""
    return (
        ato.data,
        _ORDEM_DO_DIA[ato.ato],
        ato.instrumento or "",
        ato.registro_id or "",
        ato.validade or date.min,
        ato.motivo or "",
    )


def matches(quando: Predicado, fatos: Fatos) -> bool:
    """Tell whether the facts satisfy a predicate; an unknown boolean satisfies neither value."""
    if quando.tipo and fatos.tipo not in quando.tipo:
        return False
    if quando.instalacao and fatos.instalacao not in quando.instalacao:
        return False
    if quando.zona and (fatos.zona or Zona.URBANA) not in quando.zona:
        return False
    construcao = True if fatos.construcao is None else fatos.construcao
    return (
        (quando.compartilhada is None or fatos.compartilhada is quando.compartilhada)
        and (quando.hospedeira_regular is None or fatos.hospedeira_regular is quando.hospedeira_regular)
        and (quando.area_sensivel is None or fatos.area_sensivel is quando.area_sensivel)
        and (quando.equiparada is None or fatos.equiparada is quando.equiparada)
        and (quando.substituicao is None or fatos.substituicao is quando.substituicao)
        and (quando.construcao is None or construcao is quando.construcao)
    )


def _rank(estado: Estado) -> int:
    if estado.vigente:
        return 0
    if estado.silencio is not None:
        return 1
    if estado.analises:
        return 2
    return 3 if estado.vida is not Vida.AUSENTE or estado.negativa else 4


def _list_pendentes(
    codigo: Instrumento, atos: Sequence[Ato], respostas: Sequence[Ato], regra: RegraDeInstrumento | None
) -> list[Ato]:
    """Return the first request of each process that none of ``respostas`` has decided since."""
    pendentes: dict[str | None, Ato] = {}
    for ato in atos:
        if ato.ato not in PEDIDOS or is_concessao(ato, codigo, regra):
            continue
        respondido = any(
            outro.ato in DECISOES and outro.data >= ato.data and is_same_processo(outro, ato)
            for outro in respostas
        )
        if not respondido:
            pendentes.setdefault(ato.registro_id, ato)
    return list(pendentes.values())
