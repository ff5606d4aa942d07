"""Answers stations: the law on each date of the series, then cautela; equal answers are put in words once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import repeat
from typing import Any

from etrdash.marts.adocoes import Lugar
from etrdash.marts.fatos import Caso
from etrdash.rules.avaliador import evaluate
from etrdash.rules.cautela import ContextoDeCautela, apply_cautela
from etrdash.rules.explicacao import explain, list_conteudo
from etrdash.rules.fatos import Fatos
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Grupo, Situacao

_MEMORIA = 20_000


@dataclass(frozen=True, slots=True)
class Julgada:
    """One case, answered.

    Attributes:
        avaliada: whether its service is among those that the law's headline counts cover.
        situacoes: the situação on each date of the series.
        linha: the answer on the last date, the as-of date, as columns of ``mart_respostas``.
    """

    avaliada: bool
    situacoes: tuple[Situacao, ...]
    linha: Mapping[str, Any]


@dataclass(slots=True)
class _Trecho:
    """An answer and the dates of the series on which it holds, by position; ``fim`` is left out."""

    resposta: Resposta
    inicio: int
    fim: int


class Juiz:
    """Answers stations; those whose answers say the same share the words.

    Args:
        lugares: where a law applies, by IBGE code.
        com_registros: IBGE codes of which municipal records were received.
        datas: dates of the series in ascending order; the last one is the as-of date.
        com_recusas: IBGE codes whose records have rows that may state an act and could not be read.
        sem_lugares: IBGE codes whose processes, most of them, say neither a place nor a station.
    """

    def __init__(
        self,
        lugares: Mapping[str, Lugar],
        com_registros: frozenset[str],
        datas: Sequence[date],
        com_recusas: frozenset[str] = frozenset(),
        sem_lugares: frozenset[str] = frozenset(),
    ) -> None:
        self._lugares = lugares
        self._com_registros = com_registros
        self._datas = datas
        self._com_recusas = com_recusas
        self._sem_lugares = sem_lugares
        self._linhas: dict[tuple[object, ...], Mapping[str, Any]] = {}

    def answer(self, caso: Caso, com_provaveis: Caso | None = None) -> Julgada:
        """Return a station's answers, cautela applied.

        Args:
            caso: the station with its accepted links.
            com_provaveis: the same with its probable links, where it has any.
        """
        avaliada = self._is_avaliada(caso)
        tem_registro = bool((com_provaveis or caso).registros)
        contexto = ContextoDeCautela(
            self._lugares[caso.codigo_ibge].municipio.registros
            if caso.codigo_ibge in self._com_registros
            else None,
            avaliada,
            tem_registro,
            linhas_recusadas=caso.codigo_ibge in self._com_recusas,
            processos_sem_lugar=caso.codigo_ibge in self._sem_lugares,
            estacao_sem_lugar=caso.sem_lugar and not tem_registro,
        )
        trechos = self._evaluate(caso)
        provaveis: list[Situacao] | None = None
        if com_provaveis is not None and any(t.resposta.grupo is Grupo.VERMELHO for t in trechos):
            provaveis = [
                trecho.resposta.situacao
                for trecho in self._evaluate(com_provaveis)
                for _ in range(trecho.inicio, trecho.fim)
            ]
        finais = [final for trecho in trechos for final in self._publish(trecho, contexto, provaveis)]
        linha = self._write_linha(replace(finais[-1], em=self._datas[-1]), avaliada=avaliada)
        return Julgada(avaliada, tuple(final.situacao for final in finais), linha)

    def _is_avaliada(self, caso: Caso) -> bool:
        cabecalho = self._lugares[caso.codigo_ibge].lei.cabecalho
        return caso.servico in cabecalho.servicos_avaliados and (
            caso.classe is None or caso.classe in cabecalho.classes_avaliadas
        )

    def _publish(
        self, trecho: _Trecho, contexto: ContextoDeCautela, provaveis: Sequence[Situacao] | None
    ) -> Iterator[Resposta]:
        """Yield the answer to publish on each date of a stretch: only red ones call for cautela."""
        if trecho.resposta.grupo is not Grupo.VERMELHO:
            yield from repeat(trecho.resposta, trecho.fim - trecho.inicio)
            return
        prudentes: dict[object, Resposta] = {}
        for posicao in range(trecho.inicio, trecho.fim):
            em, provavel = self._datas[posicao], provaveis[posicao] if provaveis else None
            # cautela looks at the dates of the facts; an answer without any depends on the day itself
            chave = provavel if trecho.resposta.fatos_em else (provavel, em)
            if chave not in prudentes:
                prudentes[chave] = apply_cautela(
                    replace(trecho.resposta, em=em), replace(contexto, com_provaveis=provavel)
                )
            yield prudentes[chave]

    def _evaluate(self, caso: Caso) -> list[_Trecho]:
        """Return the law's answers, each with the dates on which it holds."""
        lugar = self._lugares[caso.codigo_ibge]
        registros = lugar.municipio.registros
        extraida_em = registros.extraida_em if registros else None
        trechos: list[_Trecho] = []
        for posicao, em in enumerate(self._datas):
            if trechos and em < trechos[-1].resposta.muda_em and not caso.fatos.compartilhada:
                trechos[-1].fim = posicao + 1
                continue
            fatos = self._tell_hospedeira(caso, em, extraida_em) if caso.fatos.compartilhada else caso.fatos
            resposta = evaluate(lugar.lei, lugar.municipio.adocao, fatos, caso.atos, em, extraida_em)
            trechos.append(_Trecho(resposta, posicao, posicao + 1))
        return trechos

    def _tell_hospedeira(self, caso: Caso, em: date, extraida_em: date | None) -> Fatos:
        """Say whether the structure has a valid registro on the date; where it does not, that is unknown."""
        lugar = self._lugares[caso.codigo_ibge]
        estrutura = replace(caso.fatos, compartilhada=False)
        resposta = evaluate(lugar.lei, lugar.municipio.adocao, estrutura, caso.atos, em, extraida_em)
        return replace(caso.fatos, hospedeira_regular=True if resposta.situacao is Situacao.REGULAR else None)

    def _write_linha(self, resposta: Resposta, *, avaliada: bool) -> Mapping[str, Any]:
        chave = (avaliada, *list_conteudo(resposta))
        linha = self._linhas.get(chave)
        if linha is None:
            if len(self._linhas) >= _MEMORIA:
                self._linhas.clear()
            linha = self._linhas[chave] = {
                "lei": resposta.lei.id,
                "avaliada": avaliada,
                "situacao": str(resposta.situacao),
                "grupo": str(resposta.grupo),
                "prazo_nominal": resposta.prazo_nominal,
                "prazo_em": resposta.prazo_em,
                "motivos": list(resposta.motivos),
                "base_legal": list(resposta.rotulos),
                "explicacao": json.dumps(explain(resposta), ensure_ascii=False),
                "explicacao_en": json.dumps(explain(resposta, "en"), ensure_ascii=False),
            }
        return linha
