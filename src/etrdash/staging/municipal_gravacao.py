"""Atos read from files → the table that ``sql/stg_atos.sql`` starts from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import duckdb
import pyarrow as pa

from etrdash.staging.empresas import key_empresa
from etrdash.staging.municipal_arquivos import AtoLido
from etrdash.staging.municipal_atos import BOOLEANOS, DECISIVOS, FECHADOS, Ato
from etrdash.staging.municipal_coordenadas import Coordenada
from etrdash.staging.municipal_processos import key_processos
from etrdash.staging.municipal_regioes import has_tabela
from etrdash.staging.tabelas import read_sql

_ESQUEMA = pa.schema(
    [
        *(
            (coluna, pa.string())
            for coluna in ("chave", "codigo_ibge", "registro_grafia", "instrumento", "ato")
        ),
        ("data", pa.date32()),
        ("validade", pa.date32()),
        *(
            (coluna, pa.string())
            for coluna in ("detentora", "detentora_cnpj", "prestadora", "prestadora_cnpj")
        ),
        ("numeros_estacao", pa.list_(pa.string())),
        *((coluna, pa.string()) for coluna in FECHADOS),
        *((coluna, pa.bool_()) for coluna in BOOLEANOS + DECISIVOS),
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
        (chaves[lido.ato.codigo_ibge][lido.ato.registro_grafia], *_list_valores(lido, coordenada, nomes))
        for lido, coordenada in atos
    ]
    colunas = list(zip(*linhas, strict=True)) or [()] * len(_ESQUEMA)
    con.register(
        "atos_lidos",
        pa.table(
            [pa.array(valores, campo.type) for valores, campo in zip(colunas, _ESQUEMA, strict=True)],
            schema=_ESQUEMA,
        ),
    )
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


def _list_valores(lido: AtoLido, coordenada: Coordenada, nomes: Mapping[str, str]) -> tuple[object, ...]:
    """Return an ato's values in the order of ``_ESQUEMA``, its key left out."""
    ato = lido.ato
    partes = [nomes[key_empresa(nome)] for nome in (ato.prestadora or "").split("|") if nome]
    return (
        ato.codigo_ibge,
        ato.registro_grafia,
        ato.instrumento,
        ato.ato,
        ato.data,
        ato.validade,
        nomes[key_empresa(ato.detentora)] if ato.detentora else None,
        ato.detentora_cnpj,
        "|".join(dict.fromkeys(partes)) or None,
        ato.prestadora_cnpj,
        ato.numeros_estacao,
        *ato.fechados,
        *ato.booleanos,
        ato.zona,
        ato.zona_codigo,
        ato.prazo,
        ato.altura_m,
        ato.logradouro,
        ato.numero,
        ato.bairro,
        ato.cep,
        coordenada.latitude,
        coordenada.longitude,
        coordenada.forma,
        coordenada.qualidade.value,
        ato.data_instalacao,
        lido.arquivo,
        lido.linha,
    )
