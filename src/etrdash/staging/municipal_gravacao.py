"""Atos read from files → the table that ``sql/stg_atos.sql`` starts from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import pyarrow as pa

from etrdash.staging.empresas import key_empresa
from etrdash.staging.municipal_arquivos import AtoLido
from etrdash.staging.municipal_atos import Ato
from etrdash.staging.municipal_coordenadas import Coordenada
from etrdash.staging.municipal_processos import key_processos
from etrdash.staging.municipal_regioes import has_tabela
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
    """Create ``stg_atos`` from atos paired with their settled positions.

    A company that no alias table knows keeps one spelling: that of ``stg_estacoes`` where it operates
    stations, else its commonest.
    """
    nomes = _choose_nomes(con, [lido.ato for lido, _ in atos])
    grafias: dict[str, set[str]] = defaultdict(set)
    for lido, _ in atos:
        grafias[lido.ato.codigo_ibge].add(lido.ato.registro_grafia)
    chaves = {codigo_ibge: key_processos(escritas) for codigo_ibge, escritas in grafias.items()}
    linhas = [
        {
            **_to_row(lido, coordenada, nomes),
            "chave": chaves[lido.ato.codigo_ibge][lido.ato.registro_grafia],
        }
        for lido, coordenada in atos
    ]
    con.register("atos_lidos", pa.Table.from_pylist(linhas, schema=_ESQUEMA))
    try:
        con.execute(read_sql("stg_atos"))
    finally:
        con.unregister("atos_lidos")


def _choose_nomes(con: duckdb.DuckDBPyConnection, atos: Sequence[Ato]) -> dict[str, str]:
    """Return key of a company's name → the spelling to keep."""
    contagem: dict[str, Counter[str]] = defaultdict(Counter)
    for ato in atos:
        for nome in filter(None, (ato.detentora, *(ato.prestadora or "").split("|"))):
            contagem[key_empresa(nome)][nome] += 1
    nomes = {
        chave: min(grafias, key=lambda grafia: (-grafias[grafia], grafia))
        for chave, grafias in contagem.items()
    }
    if has_tabela(con, "stg_estacoes"):
        consulta = "SELECT DISTINCT prestadora FROM stg_estacoes WHERE prestadora IS NOT NULL ORDER BY ALL"
        nomes.update((key_empresa(nome), nome) for (nome,) in con.execute(consulta).fetchall())
    return nomes


def _to_row(lido: AtoLido, coordenada: Coordenada, nomes: Mapping[str, str]) -> dict[str, Any]:
    ato = lido.ato
    linha = {campo: getattr(ato, campo) for campo in Ato.__dataclass_fields__}
    linha.update(dict(linha.pop("fechados")))
    linha.update(dict(linha.pop("booleanos")))
    del linha["coordenada"]
    linha["detentora"] = nomes[key_empresa(ato.detentora)] if ato.detentora else None
    partes = [nomes[key_empresa(nome)] for nome in (ato.prestadora or "").split("|") if nome]
    linha["prestadora"] = "|".join(dict.fromkeys(partes)) or None
    linha["numeros_estacao"] = list(ato.numeros_estacao)
    linha["latitude"], linha["longitude"] = coordenada.latitude, coordenada.longitude
    linha["forma_coordenada"] = coordenada.forma
    linha["qualidade_coordenada"] = coordenada.qualidade.value
    linha["arquivo"], linha["linha"] = lido.arquivo, lido.linha
    return linha
