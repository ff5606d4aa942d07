"""The situação of every station, as of the date and month by month: the law's answer, then cautela."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

import duckdb
import pyarrow as pa

from etrdash.marts.adocoes import Lugar
from etrdash.marts.consultas import append_rows, create_table, insert_rows
from etrdash.marts.fatos import Caso, iterate_casos, prepare_fatos
from etrdash.marts.juiz import Juiz, Julgada
from etrdash.marts.meses import list_meses
from etrdash.rules.motivos import describe_motivo, describe_situacao
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
        ("explicacao_en", pa.string()),
    ]
)


def decide_situacoes(con: duckdb.DuckDBPyConnection, lugares: Mapping[str, Lugar], em: date) -> None:
    """Create ``mart_respostas`` (a row a station) and, where a law applies, ``mart_cursos``, ``mart_serie``.

    Also ``mart_bases_sem_lugar``, the municipalities whose records cannot be compared with stations.

    Args:
        con: the build's database, holding ``stg_*``, ``int_*`` and ``mart_adocoes``.
        lugares: where a law applies, by IBGE code.
        em: as-of date.
    """
    con.register("_vazia", _RESPOSTAS.empty_table())
    con.execute("CREATE OR REPLACE TABLE mart_respostas AS SELECT * FROM _vazia")
    con.unregister("_vazia")
    insert_rows(
        con,
        "mart_respostas",
        "respostas_sem_lei",
        motivo=SEM_LEI,
        explicacao=_explain_sem_lei(em, "pt"),
        explicacao_en=_explain_sem_lei(em, "en"),
    )
    create_table(con, "mart_bases_sem_lugar")
    meses = list_meses(em)
    cursos: Counter[tuple[str, tuple[Situacao, ...]]] = Counter()
    lote: list[dict[str, Any]] = []
    con.execute(
        "CREATE OR REPLACE TABLE mart_cursos "
        "(numero_estacao VARCHAR, desde VARCHAR, ate VARCHAR, situacao VARCHAR, grupo VARCHAR)"
    )
    trechos: list[dict[str, str]] = []
    for caso, julgada in _judge_all(con, lugares, [dia for _, dia in meses]):
        lote.append({"numero_estacao": caso.numero_estacao, **julgada.linha})
        trechos += _divide_course(caso.numero_estacao, [mes for mes, _ in meses], julgada.situacoes)
        if julgada.avaliada:
            cursos[caso.codigo_ibge, julgada.situacoes] += 1
        if len(lote) >= _LOTE:
            _insert(con, lote)
            _insert_cursos(con, trechos)
    _insert(con, lote)
    _insert_cursos(con, trechos)
    _create_serie(con, [mes for mes, _ in meses], cursos)


def _judge_all(
    con: duckdb.DuckDBPyConnection, lugares: Mapping[str, Lugar], datas: Sequence[date]
) -> Iterator[tuple[Caso, Julgada]]:
    if not lugares:
        return
    recebidas = con.execute(
        "SELECT DISTINCT codigo_ibge FROM stg_atos UNION "
        "SELECT codigo_ibge FROM stg_arquivos "
        "WHERE papel = 'municipal' AND codigo_ibge IS NOT NULL AND lidas > 0"
    ).fetchall()
    recusas = con.execute("SELECT codigo_ibge FROM stg_recusas_municipais").fetchall()
    sem_lugares = con.execute("SELECT codigo_ibge FROM mart_bases_sem_lugar").fetchall()
    juiz = Juiz(
        lugares,
        frozenset(codigo for (codigo,) in recebidas),
        datas,
        frozenset(codigo for (codigo,) in recusas),
        frozenset(codigo for (codigo,) in sem_lugares),
    )
    prepare_fatos(con)
    provaveis = {caso.numero_estacao: caso for caso in iterate_casos(con, com_provaveis=True)}
    for caso in iterate_casos(con, com_provaveis=False):
        yield caso, juiz.answer(caso, provaveis.get(caso.numero_estacao))


def _insert(con: duckdb.DuckDBPyConnection, lote: list[dict[str, Any]]) -> None:
    con.register("_lote", pa.Table.from_pylist(lote, schema=_RESPOSTAS))
    con.execute("INSERT INTO mart_respostas SELECT * FROM _lote")
    con.unregister("_lote")
    lote.clear()


def _divide_course(
    numero_estacao: str, meses: Sequence[str], situacoes: Sequence[Situacao]
) -> Iterator[dict[str, str]]:
    """Yield the stretches of months in which a station's situação stayed the same."""
    for situacao, trecho in groupby(zip(meses, situacoes, strict=True), key=itemgetter(1)):
        dentro = [mes for mes, _ in trecho]
        yield {
            "numero_estacao": numero_estacao,
            "desde": dentro[0],
            "ate": dentro[-1],
            "situacao": str(situacao),
            "grupo": str(situacao.grupo),
        }


def _insert_cursos(con: duckdb.DuckDBPyConnection, trechos: list[dict[str, str]]) -> None:
    if trechos:
        con.register("_trechos", pa.Table.from_pylist(trechos))
        con.execute("INSERT INTO mart_cursos BY NAME SELECT * FROM _trechos")
        con.unregister("_trechos")
        trechos.clear()


def _create_serie(
    con: duckdb.DuckDBPyConnection,
    meses: Sequence[str],
    cursos: Counter[tuple[str, tuple[Situacao, ...]]],
) -> None:
    """Count stations by month from the courses that they took: one situação a month each."""
    contagens: Counter[tuple[str, str, str]] = Counter()
    for (codigo, situacoes), estacoes in cursos.items():
        for mes, situacao in zip(meses, situacoes, strict=True):
            contagens[codigo, mes, str(situacao)] += estacoes
    con.execute(
        "CREATE OR REPLACE TABLE mart_serie "
        "(codigo_ibge VARCHAR, mes VARCHAR, situacao VARCHAR, estacoes BIGINT)"
    )
    append_rows(con, "mart_serie", [(*chave, estacoes) for chave, estacoes in contagens.items()])


def _explain_sem_lei(em: date, idioma: str) -> str:
    """Return the explanation shared by every station without a law, as ``rules.explicacao`` shapes it."""
    situacao = Situacao.SEM_DADOS_SUFICIENTES
    return json.dumps(
        {
            "situacao": situacao,
            "grupo": situacao.grupo,
            "em": em.isoformat(),
            "avaliador": situacao,
            "frase": describe_situacao(situacao, None, idioma),
            "motivos": [{"codigo": SEM_LEI, "texto": describe_motivo(SEM_LEI, {}, idioma)}],
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
