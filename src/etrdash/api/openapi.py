"""``/api/v1/openapi.json``: the contract of the API, OpenAPI 3.1, written from the dictionary of columns."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from etrdash import __version__
from etrdash.api.answers import answer_json
from etrdash.api.parameters import (
    DEFAULT_LIMIT,
    MAX_LIMIT,
    MAX_OFFSET,
    MAX_TEXT,
    MAX_VALUES,
    TEXTS,
    VOCABULARIES,
    check_names,
    list_fields,
)
from etrdash.api.service import Service
from etrdash.marts.dicionario import Coluna, load_dicionario

TYPES: dict[str, dict[str, Any]] = {
    "texto": {"type": ["string", "null"]},
    "mes": {"type": ["string", "null"], "pattern": r"^\d{4}-\d{2}$"},
    "json": {},
    "inteiro": {"type": ["integer", "null"]},
    "numero": {"type": ["number", "null"]},
    "data": {"type": ["string", "null"], "format": "date"},
    "logico": {"type": ["boolean", "null"]},
    "lista": {"type": ["array", "null"], "items": {"type": "string"}},
}
MONTH = {"type": "string", "pattern": r"^[0-9]{4}-(0[1-9]|1[0-2])$"}
CSV = "text/csv"
JSON = "application/json"


def get_openapi(_service: Service, request: Request) -> Response:
    """Answer the contract."""
    check_names(request)
    return answer_json(request, build_openapi())


@cache
def build_openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    filters = [
        _query(name, f"Uma ou mais vezes: {name}.", _words(list(values)))
        for name, values in VOCABULARIES.items()
    ]
    filters += [_query(name, f"Uma ou mais vezes: {name}, como publicada.", _text()) for name in TEXTS]
    filters += [
        _query("avaliada", "Só as estações avaliadas, ou só as outras.", {"type": "boolean"}),
        _query("desde", "Primeira licença neste dia ou depois.", {"type": "string", "format": "date"}),
        _query("ate", "Primeira licença até este dia.", {"type": "string", "format": "date"}),
        _query("mes", "Ao fim deste mês da série, sem prazos nem motivos.", MONTH),
        _query("q", "Palavras em número, prestadora, detentora, bairro, endereço ou processo.", _text()),
    ]
    page = [
        _query("limit", "Tamanho da página.", _integer(1, MAX_LIMIT, DEFAULT_LIMIT)),
        _query("offset", "Quantas pular.", _integer(0, MAX_OFFSET, 0)),
    ]
    ibge = _path("ibge", "Código do município no IBGE.", r"^\d{7}$")
    stations = "/municipios/{ibge}/estacoes"
    paths = {
        "/acervo": _get("Acervo", "O que está publicado e de que fontes.", [], {JSON: {"type": "object"}}),
        "/municipios": _get(
            "Municípios", "Contagens, lei e cobertura por município.", [], {JSON: _list("municipios")}
        ),
        "/municipios.csv": _get("Municípios em CSV", "O arquivo publicado.", [], {CSV: {}}),
        "/municipios/{ibge}": _get(
            "Município", "Um município, por situação e prestadora.", [ibge], {JSON: {"type": "object"}}
        ),
        f"{stations}.json": _get(
            "Estações, por página",
            "Filtradas; cabeçalho Link.",
            [ibge, *filters, *page],
            {JSON: _list("estacoes")},
        ),
        f"{stations}.geojson": _get(
            "Estações em GeoJSON",
            "Filtradas, todas.",
            [
                ibge,
                *filters,
                _query("campo", "Uma ou mais vezes: só estas propriedades.", _words(list_fields())),
            ],
            {"application/geo+json": {}},
        ),
        f"{stations}.csv": _get(
            "Estações em CSV", "UTF-8, vírgula, ponto decimal.", [ibge, *filters], {CSV: {}}
        ),
        f"{stations}.excel.csv": _get(
            "Estações em CSV para Excel",
            "BOM, ponto e vírgula, vírgula decimal.",
            [ibge, *filters],
            {CSV: {}},
        ),
        f"{stations}.parquet": _get(
            "Estações em Parquet",
            "Filtradas, todas.",
            [ibge, *filters],
            {"application/vnd.apache.parquet": {}},
        ),
        **_list_contornos(ibge),
        **_list_prazos(ibge, filters),
        "/estacoes/{numero}": _get(
            "Estação",
            "Linha publicada, explicação da situação, emissões, atos e vínculos.",
            [_path("numero", "Número da estação na ANATEL.", r"^[0-9A-Za-z.-]{1,20}$")],
            {JSON: {"type": "object"}},
        ),
        "/openapi.json": _get("Este contrato", "OpenAPI 3.1.", [], {JSON: {"type": "object"}}, acervo=False),
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "etrdash",
            "version": __version__,
            "summary": "Antenas licenciadas pela ANATEL diante dos registros e das leis dos municípios.",
            "description": "Só leitura. Sem `acervo`, responde o acervo atual.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "security": [],
        "paths": paths,
        "components": {
            "schemas": {
                "estacoes": _row("estacoes"),
                "municipios": _row("municipios"),
                "erro": {
                    "type": "object",
                    "required": ["erro"],
                    "properties": {
                        "erro": {
                            "type": "object",
                            "required": ["status", "mensagem"],
                            "properties": {"status": {"type": "integer"}, "mensagem": {"type": "string"}},
                        }
                    },
                },
            },
            "responses": {
                "erro": {
                    "description": "Recusa, com o que se aceita.",
                    "content": {JSON: {"schema": {"$ref": "#/components/schemas/erro"}}},
                }
            },
        },
    }


def _list_contornos(ibge: dict[str, Any]) -> dict[str, Any]:
    uf = _path("uf", "Sigla do estado.", r"^[A-Z]{2}$")
    places = {"/municipios/{ibge}": ("do município", ibge), "/ufs/{uf}": ("do estado", uf)}
    return {
        f"{path}/contornos.geojson": _get(
            f"Contornos {lugar}",
            "Da malha recebida, para desenhar; 404 onde não há.",
            [own],
            {"application/geo+json": {}},
        )
        for path, (lugar, own) in places.items()
    }


def _list_prazos(ibge: dict[str, Any], filters: list[dict[str, Any]]) -> dict[str, Any]:
    day = {"type": "string", "format": "date"}
    window = [
        _query("prazo_desde", "Prazos que terminam neste dia ou depois.", day),
        _query("prazo_ate", "Prazos que terminam neste dia ou antes.", day),
    ]
    places = {"/municipios/{ibge}/prazos": ("do município", [ibge]), "/prazos": ("de todos", [])}
    texts = {"ics": "iCalendar, para assinar", "csv": "UTF-8, vírgula", "excel.csv": "BOM, ponto e vírgula"}
    return {
        f"{path}.{formato}": _get(
            f"Prazos e validades {lugar}: {formato}",
            f"{texto}; um por estação.",
            [*own, *filters, *window],
            {"text/calendar" if formato == "ics" else CSV: {}},
        )
        for path, (lugar, own) in places.items()
        for formato, texto in texts.items()
    }


def _get(
    summary: str,
    description: str,
    parameters: list[dict[str, Any]],
    content: dict[str, dict[str, Any]],
    *,
    acervo: bool = True,
) -> dict[str, Any]:
    own = [_query("acervo", "Um acervo anterior, pelo identificador.", _text())] if acervo else []
    refusal = {"$ref": "#/components/responses/erro"}
    return {
        "get": {
            "summary": summary,
            "description": description,
            "parameters": [*parameters, *own],
            "responses": {
                "200": {
                    "description": "Encontrado.",
                    "headers": {"ETag": {"schema": {"type": "string"}}},
                    "content": {media: {"schema": schema} for media, schema in content.items()},
                },
                "304": {"description": "Não mudou desde a etiqueta enviada em If-None-Match."},
                **dict.fromkeys(("400", "404", "410", "414", "503"), refusal),
            },
        }
    }


def _path(name: str, description: str, pattern: str) -> dict[str, Any]:
    schema = {"type": "string", "pattern": pattern}
    return {"name": name, "in": "path", "required": True, "description": description, "schema": schema}


def _query(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": schema}


def _words(words: list[str]) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string", "enum": words}, "maxItems": MAX_VALUES}


def _text() -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": MAX_TEXT, "pattern": "^[^\\x00-\\x1f\\x7f]*$"}


def _integer(lowest: int, highest: int, default: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": lowest, "maximum": highest, "default": default}


def _list(table: str) -> dict[str, Any]:
    items = {"type": "array", "items": {"$ref": f"#/components/schemas/{table}"}}
    return {"type": "object", "required": ["acervo", "em", table], "properties": {table: items}}


def _row(table: str) -> dict[str, Any]:
    columns = load_dicionario()[table].colunas
    return {
        "type": "object",
        "required": [column.nome for column in columns],
        "properties": {column.nome: _column(column) for column in columns},
    }


def _column(column: Coluna) -> dict[str, Any]:
    schema = {**TYPES[column.tipo], "description": column.descricao}
    if column.obrigatoria and isinstance(schema.get("type"), list):
        schema["type"] = schema["type"][0]
    if column.valores:
        schema["enum"] = [*column.valores, *([] if column.obrigatoria else [None])]
    return schema
