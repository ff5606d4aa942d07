"""Which pairs are worth weighing: close by, same number, street, corner, postal code, district or date."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from etrdash.matching.comparacao import VIA_PARECIDA, compare_vias
from etrdash.matching.fatos import Fatos, days
from etrdash.matching.geometria import EIXOS
from etrdash.matching.grupos import unique_sorted

Pares = NDArray[np.int64]
Textos = NDArray[np.object_]

_RAIO_DE_SITIO_M, _RAIO_DE_LUGAR_M = 150.0, 1000.0
_CASAS_VIZINHAS = 30
_MAX_POR_BAIRRO, _MAX_POR_CEP = 150, 60
_OBRA_DIAS = (-30.0, 280.0)
_MIN_PALAVRA, _MIN_NOME = 3, 4
_MAX_DIGITOS = 12
_FATIA = 2000


@dataclass(frozen=True, slots=True)
class Nomes:
    """The distinct street names of one side, by municipality.

    Attributes:
        textos: the names.
        chaves: `codigo_ibge, nome, chave`: keys that a misspelt twin of each name would share.
        linhas: `linha, nome`: the name of each row that has one.
    """

    textos: Textos
    chaves: pd.DataFrame
    linhas: pd.DataFrame

    @classmethod
    def list(cls, lado: pd.DataFrame, coluna: str) -> Nomes:
        """Read the names of one column."""
        linhas = lado[["codigo_ibge", coluna]].set_axis(["codigo_ibge", "via"], axis=1)
        linhas = linhas.assign(linha=np.arange(len(lado))).dropna()
        linhas["nome"] = linhas.groupby(["codigo_ibge", "via"], sort=False).ngroup()
        nomes = linhas.drop_duplicates("nome").reset_index(drop=True)
        chaves = _explode_chaves(nomes[["codigo_ibge", "via", "nome"]]).drop(columns="via")
        return cls(nomes["via"].to_numpy(object), chaves, linhas[["linha", "nome"]])


def find_estacoes_vizinhas(estacoes: pd.DataFrame) -> Pares:
    """Return pairs (i < j) of stations that may share a structure: near, or at one address."""
    proximas = find_proximos(estacoes, estacoes, _RAIO_DE_SITIO_M)
    vias = Nomes.list(estacoes, "via")
    endereco = np.concatenate([find_mesma_via(vias, vias), find_mesmo_cep(estacoes, estacoes)])
    casas = estacoes["casa"].to_numpy()
    longe = np.abs(casas[endereco[:, 0]] - casas[endereco[:, 1]]) > _CASAS_VIZINHAS
    pares = np.concatenate([proximas, endereco[~longe]])
    return _finish(pares[pares[:, 0] < pares[:, 1]], len(estacoes))


def find_lugares_estacoes(fatos: Fatos) -> Pares:
    """Return pairs (variant, station) by place, street, corner, postal code and district."""
    variantes, estacoes = fatos.variantes, fatos.estacoes
    sem_ponto = variantes[["codigo_ibge"]].assign(
        bairro=variantes["bairro"].where(variantes["latitude"].isna())
    )
    vias, esquinas = (Nomes.list(variantes, coluna) for coluna in ("via", "esquina"))
    vias_e, esquinas_e = (Nomes.list(estacoes, coluna) for coluna in ("via", "esquina"))
    achados = [
        find_proximos(variantes, estacoes, _RAIO_DE_LUGAR_M),
        find_mesma_via(vias, vias_e),
        find_mesma_via(vias, esquinas_e),
        find_mesma_via(esquinas, vias_e),
        find_mesmo_cep(variantes, estacoes),
        find_iguais(variantes, estacoes, ["codigo_ibge", "bairro", "casa"]),
        find_iguais(sem_ponto, estacoes, ["codigo_ibge", "bairro"], _MAX_POR_BAIRRO),
    ]
    return _finish(np.concatenate(achados), len(estacoes))


def find_obras(fatos: Fatos) -> Pares:
    """Return pairs (place, station) of places without a point, by installation and first licence."""
    com_ponto = fatos.variantes.loc[fatos.variantes["latitude"].notna(), "l"].unique()
    instalada = days(fatos.lugares["instalada_em"])
    sem_ponto = np.setdiff1d(np.flatnonzero(~np.isnan(instalada)), com_ponto)
    obras = fatos.lugares[["codigo_ibge"]].iloc[sem_ponto].assign(l=sem_ponto, instalada=instalada[sem_ponto])
    licencas = fatos.estacoes[["codigo_ibge"]].assign(
        e=np.arange(len(fatos.estacoes)), licenciada=days(fatos.estacoes["licenciada_em"])
    )
    achados = [np.empty((0, 2), np.int64)]
    for inicio in range(0, len(obras), _FATIA):
        pares = obras.iloc[inicio : inicio + _FATIA].merge(licencas, on="codigo_ibge")
        dias = pares["licenciada"] - pares["instalada"]
        achados.append(pares.loc[dias.between(*_OBRA_DIAS), ["l", "e"]].to_numpy(np.int64))
    return np.concatenate(achados)


def find_numeros(fatos: Fatos) -> tuple[Pares, NDArray[np.bool_]]:
    """Return pairs (place, station) by station number, and whether the number is equal.

    A number that no station of the municipality has is also looked for with one digit more, less or changed,
    or two neighbours exchanged.
    """
    estacoes = fatos.estacoes[["codigo_ibge", "numero_estacao"]].assign(e=np.arange(len(fatos.estacoes)))
    ditos = fatos.numeros.merge(
        estacoes, left_on=["codigo_ibge", "numero"], right_on=["codigo_ibge", "numero_estacao"], how="left"
    )
    iguais = ditos.loc[ditos["e"].notna(), ["l", "e"]].to_numpy(np.int64)
    soltos = ditos.loc[ditos["e"].isna(), ["l", "codigo_ibge", "numero"]]
    vizinhas = estacoes[estacoes["codigo_ibge"].isin(soltos["codigo_ibge"].unique())]
    quase = _drop_digitos(soltos, "numero").merge(
        _drop_digitos(vizinhas, "numero_estacao"), on=["codigo_ibge", "chave"]
    )
    todos = np.concatenate([iguais, quase[["l", "e"]].drop_duplicates().to_numpy(np.int64)])
    return todos, np.arange(len(todos)) < len(iguais)


def find_proximos(a: pd.DataFrame, b: pd.DataFrame, raio_m: float) -> Pares:
    """Return (n, 2) positions of rows of `a` and `b` within `raio_m`, of one municipality."""
    com_a = np.flatnonzero(a["latitude"].notna().to_numpy())
    com_b = np.flatnonzero(b["latitude"].notna().to_numpy())
    if len(com_a) == 0 or len(com_b) == 0:
        return np.empty((0, 2), np.int64)
    arvore_a, arvore_b = cKDTree(a[EIXOS].to_numpy()[com_a]), cKDTree(b[EIXOS].to_numpy()[com_b])
    achados = arvore_a.sparse_distance_matrix(arvore_b, raio_m, output_type="ndarray")
    i, j = com_a[achados["i"]], com_b[achados["j"]]
    codigos = pd.factorize(pd.concat([a["codigo_ibge"], b["codigo_ibge"]]))[0]
    mesmo = codigos[: len(a)][i] == codigos[len(a) :][j]
    return np.column_stack([i[mesmo], j[mesmo]]).astype(np.int64)


def find_mesma_via(a: Nomes, b: Nomes) -> Pares:
    """Return pairs of rows of one municipality whose street names are alike."""
    pares = a.chaves.merge(b.chaves, on=["codigo_ibge", "chave"], suffixes=("_a", "_b"))
    pares = pares[["nome_a", "nome_b"]].drop_duplicates()
    nivel = compare_vias(a.textos[pares["nome_a"]], b.textos[pares["nome_b"]])
    achados = pares[nivel >= VIA_PARECIDA].merge(a.linhas, left_on="nome_a", right_on="nome")
    achados = achados[["nome_b", "linha"]].merge(b.linhas, left_on="nome_b", right_on="nome")
    return achados[["linha_x", "linha_y"]].to_numpy(np.int64)


def find_mesmo_cep(a: pd.DataFrame, b: pd.DataFrame) -> Pares:
    """Return pairs of one municipality with one postal code, where it is a street's (not ending in 000)."""
    lado_a, lado_b = (
        lado[["codigo_ibge"]].assign(cep=lado["cep"].where(~lado["cep"].str.endswith("000", na=False)))
        for lado in (a, b)
    )
    return find_iguais(lado_a, lado_b, ["codigo_ibge", "cep"], _MAX_POR_CEP)


def find_iguais(a: pd.DataFrame, b: pd.DataFrame, colunas: list[str], maximo: int | None = None) -> Pares:
    """Return pairs of equal, stated values; values that over `maximo` rows of `b` share say nothing."""
    lado_a = a[colunas].assign(i=np.arange(len(a))).dropna()
    lado_b = b[colunas].assign(j=np.arange(len(b))).dropna()
    if maximo is not None:
        lado_b = lado_b[lado_b.groupby(colunas)["j"].transform("size") <= maximo]
    return lado_a.merge(lado_b, on=colunas)[["i", "j"]].to_numpy(np.int64)


def _finish(pares: Pares, total: int) -> Pares:
    """Keep each pair once, sorted (`total`: rows of the second side)."""
    chaves = unique_sorted(pares[:, 0] * np.int64(total) + pares[:, 1])
    return np.column_stack(np.divmod(chaves, max(total, 1)))


def _explode_chaves(nomes: pd.DataFrame) -> pd.DataFrame:
    """Give every street name the keys that a misspelt twin would share.

    Its words; and for names of one word, the word itself and the word less each letter.
    """
    palavras = nomes.assign(chave=nomes["via"].str.split(" ")).explode("chave").reset_index(drop=True)
    palavras = palavras[
        (palavras["chave"].str.len() >= _MIN_PALAVRA) | (palavras["chave"] == palavras["via"])
    ]
    soltas = nomes[~nomes["via"].str.contains(" ", regex=False) & (nomes["via"].str.len() >= _MIN_NOME)]
    soltas = soltas.reset_index(drop=True)
    letras = soltas.loc[soltas.index.repeat(soltas["via"].str.len())]
    posicao = letras.groupby(level=0).cumcount().to_numpy()
    menos_uma = [via[:i] + via[i + 1 :] for via, i in zip(letras["via"], posicao, strict=True)]
    return pd.concat([palavras, letras.assign(chave=menos_uma)]).drop_duplicates()


def _drop_digitos(linhas: pd.DataFrame, coluna: str) -> pd.DataFrame:
    """Give every number its digits less one as keys: numbers one edit apart share a key."""
    numero = pd.to_numeric(linhas[coluna], errors="coerce")
    serve = numero.between(1, 10**_MAX_DIGITOS)
    linhas, valores = linhas[serve], numero[serve].to_numpy(np.int64)
    partes = [linhas.assign(chave=valores)]
    for casa in range(_MAX_DIGITOS):
        cabe = valores >= 10**casa
        chave = valores[cabe] // 10 ** (casa + 1) * 10**casa + valores[cabe] % 10**casa
        partes.append(linhas[cabe].assign(chave=chave))
    return pd.concat(partes).drop_duplicates()
