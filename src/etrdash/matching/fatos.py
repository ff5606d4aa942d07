"""What each side says, ready to compare: stations, places of registros, and the spellings of each place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import duckdb
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from etrdash.matching.consultas import load_sql
from etrdash.matching.empresas import unify_empresas
from etrdash.matching.enderecos import COLUNAS, COLUNAS_BRUTAS, Vias, normalize_enderecos
from etrdash.matching.geometria import EIXOS, box_m, project_m
from etrdash.matching.lugares import names_estacao, split_lotes
from etrdash.matching.postos import clear_postos
from etrdash.staging.pessoas import PESSOA_FISICA

_PONTO = ["latitude", "longitude"]
_VARIANTE = ["l", "codigo_ibge", *COLUNAS, *_PONTO, "caixa_lat_m", "caixa_lon_m", *EIXOS, "texto"]


@dataclass(frozen=True, slots=True)
class Fatos:
    """Both sides of the comparison; rows of every frame are numbered from 0.

    Attributes:
        estacoes: one row per station, by `codigo_ibge, numero_estacao`.
        lugares: one row per registro × place, by `codigo_ibge, registro_id, lugar`.
        variantes: distinct spellings of a place's address and coordinate; `l` = row of `lugares`.
        numeros: `l, codigo_ibge, numero`: station numbers that a place names.
        operadoras: `l, codigo_ibge, prestadora`: operators that a place names.
    """

    estacoes: pd.DataFrame
    lugares: pd.DataFrame
    variantes: pd.DataFrame
    numeros: pd.DataFrame
    operadoras: pd.DataFrame

    def select(self, codigos: list[str]) -> Fatos:
        """Return the facts of some municipalities, renumbered from 0."""
        estacoes = self.estacoes[self.estacoes["codigo_ibge"].isin(codigos)].reset_index(drop=True)
        lugares = self.lugares[self.lugares["codigo_ibge"].isin(codigos)]
        novo = pd.Series(np.arange(len(lugares)), index=lugares.index)
        partes = []
        for parte in (self.variantes, self.numeros, self.operadoras):
            recorte = parte[parte["codigo_ibge"].isin(codigos)]
            partes.append(recorte.assign(l=novo.loc[recorte["l"]].to_numpy()).reset_index(drop=True))
        return Fatos(estacoes, lugares.reset_index(drop=True), *partes)


def read_fatos(con: duckdb.DuckDBPyConnection, vias: Vias, codigos: Collection[str] | None = None) -> Fatos:
    """Read `stg_estacoes` and `stg_atos` into comparable facts.

    Args:
        con: the build's database.
        vias: word lists of streets.
        codigos: municipalities to read; None for all.
    """
    estacoes = clear_postos(_normalize(_read(con, "fatos_estacoes", codigos), vias))
    estacoes["prestadora"] = unify_empresas(
        estacoes["prestadora"].where(estacoes["prestadora"] != PESSOA_FISICA)
    )
    linhas = _normalize(_read(con, "fatos_atos", codigos), vias)
    linhas["registro"] = linhas.groupby(["codigo_ibge", "registro_id"], sort=False).ngroup()
    linhas = clear_postos(linhas)
    linhas["lugar"] = split_lotes(linhas)
    linhas["empresa"] = unify_empresas(_name_detentora(linhas))
    em_lote = linhas.groupby("registro")["lugar"].transform("max") > 0
    tem_lugar = linhas["via"].notna() | linhas["latitude"].notna() | names_estacao(linhas)
    linhas = linhas[tem_lugar | ~em_lote].reset_index(drop=True)
    linhas["l"] = linhas.groupby(["registro", "lugar"], sort=True).ngroup()
    variantes = linhas[linhas["via"].notna() | linhas["latitude"].notna() | linhas["cep"].notna()]
    variantes = variantes[_VARIANTE].drop_duplicates(["l", *COLUNAS, *_PONTO])
    operadoras = linhas.assign(prestadora=linhas["prestadora"].str.split("|"))
    return Fatos(
        estacoes,
        _gather_lugares(linhas),
        variantes.sort_values("l", kind="stable").reset_index(drop=True),
        _explode(linhas, "numeros_estacao", "numero"),
        _unify_operadoras(_explode(operadoras, "prestadora", "prestadora")),
    )


def days(datas: pd.Series) -> NDArray[np.float64]:
    """Return dates as days since 1970-01-01, NaN where missing."""
    valores = pd.to_datetime(datas).to_numpy(dtype="datetime64[D]")
    return np.where(np.isnat(valores), np.nan, valores.astype(np.int64).astype(np.float64))


def _read(con: duckdb.DuckDBPyConnection, consulta: str, codigos: Collection[str] | None) -> pd.DataFrame:
    if codigos is None:
        return con.execute(load_sql(consulta)).df()
    marcas = ", ".join("?" for _ in codigos) or "NULL"
    return con.execute(f"FROM ({load_sql(consulta)}) WHERE codigo_ibge IN ({marcas})", list(codigos)).df()


def _gather_lugares(linhas: pd.DataFrame) -> pd.DataFrame:
    grupos = linhas.groupby("l", sort=True)
    lugares = grupos.agg(
        codigo_ibge=("codigo_ibge", "first"),
        registro_id=("registro_id", "first"),
        lugar=("lugar", "first"),
        detentora=("detentora", "first"),
        detentora_cnpj=("detentora_cnpj", "first"),
        empresa=("empresa", "first"),
        infra=("infra", "first"),
        instalacao=("instalacao", "first"),
        tipo_estacao=("tipo_estacao", "first"),
        compartilhada=("compartilhada", "max"),
        altura_m=("altura_m", "first"),
        instalada_em=("instalada_em", "min"),
        iniciada_em=("data", "min"),
        ponto=("ponto", "first"),
    )
    lugares["comunicacao"] = linhas["instrumento"].eq("COMUNICACAO").groupby(linhas["l"]).min()
    return lugares.reset_index(drop=True)


def _normalize(linhas: pd.DataFrame, vias: Vias) -> pd.DataFrame:
    partes = normalize_enderecos(linhas, vias)
    texto = linhas["logradouro"].str.cat(linhas["numero"], sep=", ").fillna(linhas["logradouro"])
    linhas = pd.concat([linhas.drop(columns=COLUNAS_BRUTAS), partes], axis=1)
    linhas["texto"] = texto
    linhas["caixa_lat_m"], linhas["caixa_lon_m"] = box_m(linhas["latitude"], linhas["longitude"])
    linhas[EIXOS] = project_m(linhas["latitude"], linhas["longitude"])
    return linhas


def _name_detentora(linhas: pd.DataFrame) -> pd.Series:
    """Return the company that holds the structure, null for persons.

    Rows that state only a CNPJ take the name that its root carries elsewhere in the town.
    """
    empresa = linhas["detentora"].where(linhas["detentora"] != PESSOA_FISICA)
    raiz = linhas["detentora_cnpj"].str.slice(0, 8)
    chaves = pd.DataFrame({"codigo_ibge": linhas["codigo_ibge"], "raiz": raiz, "nome": empresa})
    contagem = chaves.dropna().groupby(["codigo_ibge", "raiz", "nome"]).size().rename("n").reset_index()
    contagem = contagem.sort_values(["n", "nome"], ascending=[False, True])
    contagem = contagem.drop_duplicates(["codigo_ibge", "raiz"])
    nomes = chaves.merge(contagem, on=["codigo_ibge", "raiz"], how="left")["nome_y"]
    nomes.index = linhas.index
    return empresa.fillna(nomes).fillna("CNPJ " + raiz)


def _unify_operadoras(linhas: pd.DataFrame) -> pd.DataFrame:
    linhas["prestadora"] = unify_empresas(linhas["prestadora"])
    return linhas.drop_duplicates().sort_values(["l", "prestadora"]).reset_index(drop=True)


def _explode(linhas: pd.DataFrame, coluna: str, nome: str) -> pd.DataFrame:
    partes = linhas[["l", "codigo_ibge", coluna]].explode(coluna).dropna(subset=[coluna])
    partes = partes.rename(columns={coluna: nome})
    return partes.drop_duplicates().sort_values(["l", nome]).reset_index(drop=True)
