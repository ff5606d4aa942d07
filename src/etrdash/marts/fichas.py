"""The laws and the municipalities' files as sheets for the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import duckdb
from pydantic import BaseModel

from etrdash.marts.consultas import append_rows
from etrdash.marts.dicionario import load_dicionario
from etrdash.rules.federal import PREFIXO
from etrdash.rules.lei import Lei
from etrdash.rules.modernizacao import compare_with
from etrdash.rules.municipio import Municipio


def write_lei(lei: Lei, modelo: Lei | None = None) -> str:
    """Return a law as JSON: identity, newest wording, readings, dates of every wording, federal notes.

    Args:
        lei: the law.
        modelo: the state's model text, to compare it with.
    """
    ficha = {
        **_simplify(lei.cabecalho),
        **_simplify(lei.atual.regras),
        "leitura": {
            nome: {**_simplify(leitura), "texto": leitura.texto} for nome, leitura in lei.leituras.items()
        },
        "redacoes": [
            {
                "norma": redacao.norma,
                "desde": redacao.desde,
                "provisoria": redacao.provisoria,
                "lacuna": redacao.lacuna,
            }
            for redacao in lei.redacoes
        ],
        "modernizacao": [asdict(ponto) for ponto in compare_with(modelo, lei)] if modelo else [],
        "federal": {
            "aviso": lei.federal.aviso,
            "nota": _simplify(lei.federal.nota),
            "dispositivo": {PREFIXO + c: _simplify(d) for c, d in lei.federal.dispositivo.items()},
        },
    }
    return json.dumps(ficha, ensure_ascii=False, default=str)


def _simplify(valor: Any) -> Any:
    """Return what a declaration says as mappings, lists and plain values; terms stay for ``str`` ("180d")."""
    if isinstance(valor, BaseModel):
        return {nome: _simplify(getattr(valor, nome)) for nome in type(valor).model_fields}
    if isinstance(valor, Mapping):
        return {str(chave): _simplify(item) for chave, item in valor.items()}
    if isinstance(valor, list | tuple | frozenset):
        return [_simplify(item) for item in valor]
    return valor


def fill_leis(con: duckdb.DuckDBPyConnection, leis: Mapping[str, Lei]) -> None:
    """Create table ``leis``."""
    modelo = next((lei for lei in leis.values() if lei.cabecalho.modelo_da_uf), None)
    fichas = [
        (lei.id, lei.nome, write_lei(lei, modelo if lei is not modelo else None)) for lei in leis.values()
    ]
    _fill(con, "leis", fichas)


def fill_fichas(con: duckdb.DuckDBPyConnection, municipios: Mapping[str, Municipio]) -> None:
    """Create table ``fichas``."""
    fichas = [
        (codigo, json.dumps(_describe_municipio(municipio), ensure_ascii=False, default=str))
        for codigo, municipio in municipios.items()
    ]
    _fill(con, "fichas", fichas)


def _describe_municipio(municipio: Municipio) -> dict[str, Any]:
    ficha: dict[str, Any] = _simplify(municipio)
    del ficha["manifestacao"]
    return ficha


def fill_manifestacoes(con: duckdb.DuckDBPyConnection, municipios: Mapping[str, Municipio]) -> None:
    """Create table ``manifestacoes``: one row per reply and station, or one where it names none."""
    linhas = [
        (codigo, estacao, manifestacao.autor, manifestacao.em, manifestacao.texto)
        for codigo, municipio in municipios.items()
        for manifestacao in municipio.manifestacao
        for estacao in manifestacao.estacoes or (None,)
    ]
    _fill(con, "manifestacoes", linhas)


def _fill(con: duckdb.DuckDBPyConnection, nome: str, linhas: Sequence[tuple[object, ...]]) -> None:
    con.execute(load_dicionario()[nome].ddl)
    append_rows(con, nome, linhas)
