"""The situação of every station, as of the date and month by month: the law's answer, then cautela."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import duckdb
import pyarrow as pa

from etrdash.marts.adocoes import Lugar
from etrdash.marts.consultas import insert_rows
from etrdash.marts.fatos import Caso, iterate_casos, prepare_fatos
from etrdash.marts.meses import list_meses
from etrdash.rules.avaliador import evaluate, evaluate_series
from etrdash.rules.cautela import ContextoDeCautela, apply_cautela
from etrdash.rules.motivos import describe_motivo, describe_situacao
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Situacao

SEM_LEI = "LEI_NAO_CADASTRADA"
_LOTE = 20_000
_RESPOSTAS = pa.schema(
    [
        ("numero_estacao", pa.string()),
        ("lei", pa.string()),
        ("avaliada", pa.bool_()),
        ("situacao", pa.string()),
        ("grupo", pa.string()),
        ("prazo_nominal", pa.date32()),
        ("prazo_em", pa.date32()),
        ("motivos", pa.list_(pa.string())),
        ("base_legal", pa.list_(pa.string())),
        ("explicacao", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class Julgada:
    """One station, answered.

    Attributes:
        caso: the station.
        avaliada: whether its service is among those that the law's headline counts cover.
        respostas: the answer at the end of each month of the series; the last one is the as-of date's.
    """

    caso: Caso
    avaliada: bool
    respostas: tuple[Resposta, ...]


class Juiz:
    """Answers stations; equal facts and acts are read once.

    Args:
        lugares: where a law applies, by IBGE code.
        com_registros: IBGE codes of which municipal records were received.
        datas: as-of dates in ascending order.
    """

    def __init__(
        self, lugares: Mapping[str, Lugar], com_registros: frozenset[str], datas: Sequence[date]
    ) -> None:
        self._lugares = lugares
        self._com_registros = com_registros
        self._datas = datas
        self._lidas: dict[object, tuple[Resposta, ...]] = {}

    def answer(self, caso: Caso, com_provaveis: Caso | None = None) -> Julgada:
        """Return a station's answers, cautela applied.

        Args:
            caso: the station with its accepted links.
            com_provaveis: the same with its probable links, where it has any.
        """
        lugar = self._lugares[caso.codigo_ibge]
        cabecalho = lugar.lei.cabecalho
        avaliada = caso.servico in cabecalho.servicos_avaliados and (
            caso.classe is None or caso.classe in cabecalho.classes_avaliadas
        )
        respostas = self._evaluate(caso)
        provaveis = self._evaluate(com_provaveis) if com_provaveis else respostas
        prudentes = tuple(
            apply_cautela(
                resposta,
                ContextoDeCautela(
                    registros=lugar.municipio.registros if caso.codigo_ibge in self._com_registros else None,
                    servico_avaliado=avaliada,
                    tem_registro=bool((com_provaveis or caso).registros),
                    com_provaveis=provavel.situacao,
                ),
            )
            for resposta, provavel in zip(respostas, provaveis, strict=True)
        )
        return Julgada(caso, avaliada, prudentes)

    def _evaluate(self, caso: Caso) -> tuple[Resposta, ...]:
        chave = (caso.codigo_ibge, caso.fatos, caso.atos)
        if chave not in self._lidas:
            lugar = self._lugares[caso.codigo_ibge]
            registros = lugar.municipio.registros
            extraida_em = registros.extraida_em if registros else None
            contexto = (lugar.lei, lugar.municipio.adocao)
            if caso.fatos.compartilhada:
                self._lidas[chave] = tuple(
                    evaluate(
                        *contexto, self._tell_hospedeira(caso, em, extraida_em), caso.atos, em, extraida_em
                    )
                    for em in self._datas
                )
            else:
                self._lidas[chave] = tuple(
                    evaluate_series(*contexto, caso.fatos, caso.atos, self._datas, extraida_em)
                )
        return self._lidas[chave]

    def _tell_hospedeira(self, caso: Caso, em: date, extraida_em: date | None) -> Any:
        """Say whether the structure has a valid registro on the date; where it does not, that is unknown."""
        lugar = self._lugares[caso.codigo_ibge]
        estrutura = replace(caso.fatos, compartilhada=False)
        resposta = evaluate(lugar.lei, lugar.municipio.adocao, estrutura, caso.atos, em, extraida_em)
        return replace(caso.fatos, hospedeira_regular=True if resposta.situacao is Situacao.REGULAR else None)


def decide_situacoes(con: duckdb.DuckDBPyConnection, lugares: Mapping[str, Lugar], em: date) -> None:
    """Create ``mart_respostas`` (one row a station) and ``mart_serie`` (counts where a law applies).

    Args:
        con: the build's database, holding ``stg_*``, ``int_*`` and ``mart_adocoes``.
        lugares: where a law applies, by IBGE code.
        em: as-of date.
    """
    con.register("_vazia", _RESPOSTAS.empty_table())
    con.execute("CREATE OR REPLACE TABLE mart_respostas AS SELECT * FROM _vazia")
    con.unregister("_vazia")
    insert_rows(con, "mart_respostas", "respostas_sem_lei", motivo=SEM_LEI, explicacao=_explain_sem_lei(em))
    meses = list_meses(em)
    contagens: Counter[tuple[str, str, str]] = Counter()
    lote: list[dict[str, Any]] = []
    for julgada in _judge_all(con, lugares, [dia for _, dia in meses]):
        lote.append(_write_resposta(julgada))
        if julgada.avaliada:
            contagens.update(
                (julgada.caso.codigo_ibge, mes, str(resposta.situacao))
                for (mes, _), resposta in zip(meses, julgada.respostas, strict=True)
            )
        if len(lote) >= _LOTE:
            _insert(con, lote)
    _insert(con, lote)
    _create_serie(con, contagens)


def _judge_all(
    con: duckdb.DuckDBPyConnection, lugares: Mapping[str, Lugar], datas: Sequence[date]
) -> Iterator[Julgada]:
    if not lugares:
        return
    recebidas = con.execute(
        "SELECT DISTINCT codigo_ibge FROM stg_atos UNION "
        "SELECT codigo_ibge FROM stg_arquivos WHERE papel = 'municipal' AND codigo_ibge IS NOT NULL"
    ).fetchall()
    juiz = Juiz(lugares, frozenset(codigo for (codigo,) in recebidas), datas)
    prepare_fatos(con)
    provaveis = {caso.numero_estacao: caso for caso in iterate_casos(con, com_provaveis=True)}
    for caso in iterate_casos(con, com_provaveis=False):
        yield juiz.answer(caso, provaveis.get(caso.numero_estacao))


def _write_resposta(julgada: Julgada) -> dict[str, Any]:
    resposta = julgada.respostas[-1]
    return {
        "numero_estacao": julgada.caso.numero_estacao,
        "lei": resposta.lei.id,
        "avaliada": julgada.avaliada,
        "situacao": str(resposta.situacao),
        "grupo": str(resposta.grupo),
        "prazo_nominal": resposta.prazo_nominal,
        "prazo_em": resposta.prazo_em,
        "motivos": list(resposta.motivos),
        "base_legal": list(resposta.rotulos),
        "explicacao": json.dumps(resposta.as_dict(), ensure_ascii=False),
    }


def _insert(con: duckdb.DuckDBPyConnection, lote: list[dict[str, Any]]) -> None:
    con.register("_lote", pa.Table.from_pylist(lote, schema=_RESPOSTAS))
    con.execute("INSERT INTO mart_respostas SELECT * FROM _lote")
    con.unregister("_lote")
    lote.clear()


def _create_serie(con: duckdb.DuckDBPyConnection, contagens: Counter[tuple[str, str, str]]) -> None:
    con.execute(
        "CREATE OR REPLACE TABLE mart_serie "
        "(codigo_ibge VARCHAR, mes VARCHAR, situacao VARCHAR, estacoes BIGINT)"
    )
    if contagens:
        con.executemany(
            "INSERT INTO mart_serie VALUES (?, ?, ?, ?)",
            [(*chave, estacoes) for chave, estacoes in contagens.items()],
        )


def _explain_sem_lei(em: date) -> str:
    """Return the explanation shared by every station without a law, in the shape of ``Resposta.as_dict``."""
    situacao = Situacao.SEM_DADOS_SUFICIENTES
    return json.dumps(
        {
            "situacao": situacao,
            "grupo": situacao.grupo,
            "em": em.isoformat(),
            "avaliador": situacao,
            "frase": describe_situacao(situacao, None),
            "motivos": [{"codigo": SEM_LEI, "texto": describe_motivo(SEM_LEI, {})}],
            "prazo": None,
            "base_legal": [],
            "responsavel": [],
            "falta": [],
            "previsto": [],
            "vigencia": None,
            "avisos": [],
            "leituras": [],
        },
        ensure_ascii=False,
    )
