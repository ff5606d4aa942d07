"""Atos read from files → the table that ``sql/stg_atos.sql`` starts from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
import pyarrow as pa

from etrdash.staging.municipal_arquivos import AtoLido
from etrdash.staging.municipal_atos import Ato
from etrdash.staging.municipal_coordenadas import Coordenada
from etrdash.staging.tabelas import read_sql

_ESQUEMA = pa.schema(
    [
        *(
            (coluna, pa.string())
            for coluna in ("codigo_ibge", "chave", "registro_grafia", "instrumento", "ato")
        ),
        ("data", pa.date32()),
        ("validade", pa.date32()),
        *(
            (coluna, pa.string())
            for coluna in ("detentora", "detentora_cnpj", "prestadora", "prestadora_cnpj")
        ),
        ("numeros_estacao", pa.list_(pa.string())),
        *(
            (coluna, pa.string())
            for coluna in ("tipo_estacao", "instalacao", "tipo_infraestrutura", "motivo")
        ),
        *((coluna, pa.bool_()) for coluna in ("compartilhada", "area_sensivel", "construcao", "equiparada")),
        *((coluna, pa.bool_()) for coluna in ("substituicao", "favoravel", "suspensivo")),
        *((coluna, pa.string()) for coluna in ("zona", "zona_codigo", "prazo")),
        ("altura_m", pa.float64()),
        *((coluna, pa.string()) for coluna in ("logradouro", "numero", "bairro", "cep")),
        ("latitude", pa.float64()),
        ("longitude", pa.float64()),
        ("forma_coordenada", pa.string()),
        ("qualidade_coordenada", pa.string()),
        ("data_instalacao", pa.date32()),
        ("arquivo", pa.string()),
        ("linha", pa.int64()),
    ]
)


def create_atos(con: duckdb.DuckDBPyConnection, atos: Sequence[tuple[AtoLido, Coordenada]]) -> None:
    """Create ``stg_atos`` from atos paired with their settled positions."""
    linhas = pa.Table.from_pylist([_to_row(lido, coordenada) for lido, coordenada in atos], schema=_ESQUEMA)
    con.register("atos_lidos", linhas)
    try:
        con.execute(read_sql("stg_atos"))
    finally:
        con.unregister("atos_lidos")


def _to_row(lido: AtoLido, coordenada: Coordenada) -> dict[str, Any]:
    ato = lido.ato
    linha = {campo: getattr(ato, campo) for campo in Ato.__dataclass_fields__}
    linha.update(dict(linha.pop("fechados")))
    linha.update(dict(linha.pop("booleanos")))
    del linha["coordenada"]
    linha["numeros_estacao"] = list(ato.numeros_estacao)
    linha["latitude"], linha["longitude"] = coordenada.latitude, coordenada.longitude
    linha["forma_coordenada"] = coordenada.forma
    linha["qualidade_coordenada"] = coordenada.qualidade.value
    linha["arquivo"], linha["linha"] = lido.arquivo, lido.linha
    return linha
