"""Which pairs are worth weighing: close by, same number, street, corner, postal code, district or date."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from etrdash.matching.comparacao import VIA_PARECIDA, compare_vias
from etrdash.matching.fatos import Fatos, days
from etrdash.matching.geometria import EIXOS, distance_m
from etrdash.matching.grupos import Grupos, Inteiros, Reais, expand, unique_sorted

Pares = NDArray[np.int64]
Textos = NDArray[np.object_]

_RAIO_DE_SITIO_M, _RAIO_DE_LUGAR_M = 150.0, 1000.0
_CASAS_VIZINHAS = 30
_CASAS_DA_VIA = 121
_MAX_POR_BAIRRO, _MAX_POR_CEP, _MAX_POR_OBRA = 150, 60, 1000
_MAX_POR_VIA, _MAX_POR_PALAVRA, _MUITAS_NA_VIA = 500, 500, 60
_MAX_PERTO, _MAX_PARCEIRAS = 300, 60
_OBRA_DIAS = (-30.0, 280.0)
_MIN_PALAVRA, _MIN_NOME = 3, 4
_MAX_DIGITOS = 12
_FATIA = 2000
_PASSO = 1e7


@dataclass(frozen=True, slots=True)
class Nomes:
    """The distinct street names of one side, by municipality.

    Attributes:
        textos: the names.
        codigos: the municipality of each name.
        chaves: `codigo_ibge, nome, chave`: keys that a misspelt twin of each name would share.
        linhas: `linha, nome`: the name of each row that has one.
    """

    textos: Textos
    codigos: Textos
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
        textos, codigos = (nomes[coluna].to_numpy(object) for coluna in ("via", "codigo_ibge"))
        return cls(textos, codigos, chaves, linhas[["linha", "nome"]])

    def list_inteiros(self) -> pd.DataFrame:
        """Return the names as keys, like `chaves`."""
        inteiros = pd.DataFrame({"codigo_ibge": self.codigos, "chave": self.textos})
        return inteiros.reset_index(names="nome")

    def list_cheias(self, parecidas: pd.DataFrame) -> Inteiros:
        """Return the rows on crowded streets (`parecidas`: of `match_vias`)."""
        nomes = np.unique(parecidas.loc[parecidas["cheia"], "nome_a"])
        return self.linhas.loc[self.linhas["nome"].isin(nomes), "linha"].to_numpy(np.int64)


@dataclass(frozen=True, slots=True)
class Cheias:
    """Places and stations that only a street or point says belong together, which too many stations share.

    Attributes:
        estacoes: `grupo, e`: stations by street or point.
        lugares: `grupo, l`: places by street or point.
    """

    estacoes: pd.DataFrame
    lugares: pd.DataFrame


def find_estacoes_vizinhas(estacoes: pd.DataFrame) -> Pares:
    """Return pairs (i < j) of stations that may share a structure: near, or at one address."""
    proximas = find_proximos(estacoes, estacoes, _RAIO_DE_SITIO_M)
    vias = Nomes.list(estacoes, "via")
    parecidas = match_vias(vias, vias)
    endereco = np.concatenate([find_mesma_via(vias, vias, parecidas), find_mesmo_cep(estacoes, estacoes)])
    casas = estacoes["casa"].to_numpy()
    longe = np.abs(casas[endereco[:, 0]] - casas[endereco[:, 1]]) > _CASAS_VIZINHAS
    vizinhas = find_casas_vizinhas(
        estacoes, vias.list_cheias(parecidas), estacoes, _CASAS_VIZINHAS, _MAX_PARCEIRAS
    )
    pares = np.concatenate([proximas, endereco[~longe], vizinhas])
    return _keep_parceiras(estacoes, _finish(pares[pares[:, 0] < pares[:, 1]], len(estacoes)))


def find_lugares_estacoes(fatos: Fatos) -> tuple[Pares, Cheias]:
    """Return pairs (variant, station) by place, street, corner, postal code and district; and the crowded."""
    variantes, estacoes = fatos.variantes, fatos.estacoes
    sem_ponto = variantes[["codigo_ibge"]].assign(
        bairro=variantes["bairro"].where(variantes["latitude"].isna())
    )
    vias, esquinas = (Nomes.list(variantes, coluna) for coluna in ("via", "esquina"))
    vias_e, esquinas_e = (Nomes.list(estacoes, coluna) for coluna in ("via", "esquina"))
    parecidas = match_vias(vias, vias_e)
    achados = [
        find_proximos(variantes, estacoes, _RAIO_DE_LUGAR_M),
        _drop_afastados(variantes, estacoes, find_mesma_via(vias, vias_e, parecidas)),
        find_casas_vizinhas(variantes, vias.list_cheias(parecidas), estacoes, _CASAS_DA_VIA, _MAX_PERTO),
        *(find_mesma_via(a, b, match_vias(a, b)) for a, b in ((vias, esquinas_e), (esquinas, vias_e))),
        find_mesmo_cep(variantes, estacoes),
        find_iguais(variantes, estacoes, ["codigo_ibge", "bairro", "casa"], _MAX_POR_VIA),
        find_iguais(sem_ponto, estacoes, ["codigo_ibge", "bairro"], _MAX_POR_BAIRRO),
    ]
    cheias = _gather_cheias(fatos, parecidas[parecidas["cheia"]], vias.linhas, vias_e.linhas)
    return _finish(np.concatenate(achados), len(estacoes)), cheias


def find_obras(fatos: Fatos) -> Pares:
    """Return pairs (place, station) of places without a point, by installation and first licence.

    A date that fits over a thousand stations says nothing.
    """
    com_ponto = fatos.variantes.loc[fatos.variantes["latitude"].notna(), "l"].unique()
    instalada, licenciada = days(fatos.lugares["instalada_em"]), days(fatos.estacoes["licenciada_em"])
    sem_ponto = np.setdiff1d(np.flatnonzero(~np.isnan(instalada)), com_ponto)
    codigo_l, codigo_e = code_municipios(fatos.lugares, fatos.estacoes)
    quando = codigo_e * _PASSO + licenciada
    ordem = np.argsort(quando, kind="stable")
    de, ate = (codigo_l[sem_ponto] * _PASSO + instalada[sem_ponto] + dias for dias in _OBRA_DIAS)
    inicio = np.searchsorted(quando[ordem], de)
    quantas = np.searchsorted(quando[ordem], ate, side="right") - inicio
    i, ordinal = expand(np.where(quantas <= _MAX_POR_OBRA, quantas, 0))
    return np.column_stack([sem_ponto[i], ordem[inicio[i] + ordinal]]).astype(np.int64)


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
    """Return (n, 2) positions of rows of `a` and `b` within `raio_m`, of one municipality.

    Of more than 300 rows of `b` around one point, the 300 nearest.
    """
    com_a = np.flatnonzero(a["latitude"].notna().to_numpy())
    com_b = np.flatnonzero(b["latitude"].notna().to_numpy())
    if len(com_a) == 0 or len(com_b) == 0:
        return np.empty((0, 2), np.int64)
    pontos_a, pontos_b = a[EIXOS].to_numpy(), b[EIXOS].to_numpy()
    codigo_a, codigo_b = code_municipios(a, b)
    arvore = cKDTree(pontos_b[com_b])
    denso = arvore.query_ball_point(pontos_a[com_a], raio_m, return_length=True) > _MAX_PERTO
    esparsos = com_a[~denso]
    achados = [np.empty((0, 2), np.int64)]
    if len(esparsos):
        matriz = cKDTree(pontos_a[esparsos]).sparse_distance_matrix(arvore, raio_m, output_type="ndarray")
        achados.append(np.column_stack([esparsos[matriz["i"]], com_b[matriz["j"]]]))
    densos = com_a[denso]
    for codigo in np.unique(codigo_a[densos]):
        do_municipio = com_b[codigo_b[com_b] == codigo]
        achados.append(
            _find_mais_proximos(pontos_a, densos[codigo_a[densos] == codigo], pontos_b, do_municipio, raio_m)
        )
    pares = np.concatenate(achados).astype(np.int64)
    mesmo: Pares = pares[codigo_a[pares[:, 0]] == codigo_b[pares[:, 1]]]
    return mesmo


def _find_mais_proximos(
    pontos_a: Reais, quais_a: Inteiros, pontos_b: Reais, quais_b: Inteiros, raio_m: float
) -> Pares:
    """Return the nearest rows of one side to each row of the other, of one municipality."""
    achados = [np.empty((0, 2), np.int64)]
    arvore = cKDTree(pontos_b[quais_b])
    for inicio in range(0, len(quais_a) if len(quais_b) else 0, _FATIA):
        fatia = quais_a[inicio : inicio + _FATIA]
        _, j = arvore.query(pontos_a[fatia], k=np.arange(_MAX_PERTO) + 1, distance_upper_bound=raio_m)
        linha, coluna = np.nonzero(j < len(quais_b))
        achados.append(np.column_stack([fatia[linha], quais_b[j[linha, coluna]]]))
    return np.concatenate(achados)


def match_vias(a: Nomes, b: Nomes) -> pd.DataFrame:
    """Return pairs of street names that are alike: `nome_a, nome_b, cheia`.

    `cheia` where over 500 rows of `b` have a name like that of `a`: such a street tells none of them apart. A
    word of over 500 names brings no pair: names that are alike have others in common, or are equal.
    """
    raras = b.chaves.groupby(["codigo_ibge", "chave"])["nome"].transform("size") <= _MAX_POR_PALAVRA
    pares = _join_chaves(a.chaves, b.chaves[raras])
    if not raras.all():
        pares = pd.concat([pares, _join_chaves(a.list_inteiros(), b.list_inteiros())])
    pares = pares.drop_duplicates()
    nivel = compare_vias(a.textos[pares["nome_a"]], b.textos[pares["nome_b"]])
    pares = pares[nivel >= VIA_PARECIDA]
    linhas = np.bincount(b.linhas["nome"], minlength=len(b.textos))[pares["nome_b"]]
    total = np.bincount(pares["nome_a"], linhas, len(a.textos))
    return pares.assign(cheia=total[pares["nome_a"]] > _MAX_POR_VIA)


def _join_chaves(a: pd.DataFrame, b: pd.DataFrame) -> pd.DataFrame:
    """Return `nome_a, nome_b` of the names that share a key."""
    return a.merge(b, on=["codigo_ibge", "chave"], suffixes=("_a", "_b"))[["nome_a", "nome_b"]]


def find_mesma_via(a: Nomes, b: Nomes, parecidas: pd.DataFrame) -> Pares:
    """Return pairs of rows whose street names are alike, crowded streets left out."""
    achados = parecidas[~parecidas["cheia"]].merge(a.linhas, left_on="nome_a", right_on="nome")
    achados = achados[["nome_b", "linha"]].merge(b.linhas, left_on="nome_b", right_on="nome")
    return achados[["linha_x", "linha_y"]].to_numpy(np.int64)


def find_casas_vizinhas(a: pd.DataFrame, quais: Inteiros, b: pd.DataFrame, ate: float, maximo: int) -> Pares:
    """Return pairs of one street whose house numbers are near: what a crowded street still says.

    Args:
        a: rows with `codigo_ibge, via, casa`.
        quais: the rows of `a` to look at.
        b: the other side.
        ate: largest difference of the numbers.
        maximo: rows of `b` for each of `a`, half of them on either side in the order of the numbers.
    """
    if len(quais) == 0:
        return np.empty((0, 2), np.int64)
    ruas = pd.concat([lado[["codigo_ibge", "via"]] for lado in (a.iloc[quais], b)])
    rua = ruas.groupby(["codigo_ibge", "via"], sort=False).ngroup().to_numpy()
    onde_a, onde_b = np.split(np.where(rua < 0, np.nan, rua) * _PASSO, [len(quais)])
    onde_a, onde_b = onde_a + a["casa"].to_numpy()[quais], onde_b + b["casa"].to_numpy()
    ordem = np.argsort(onde_b, kind="stable")
    onde_b = onde_b[ordem]
    meio = np.searchsorted(onde_b, onde_a)
    inicio = np.maximum(np.searchsorted(onde_b, onde_a - ate), meio - maximo // 2)
    fim = np.minimum(np.searchsorted(onde_b, onde_a + ate, side="right"), meio + maximo // 2)
    i, ordinal = expand(np.where(np.isnan(onde_a), 0, fim - inicio))
    return np.column_stack([quais[i], ordem[inicio[i] + ordinal]]).astype(np.int64)


def _drop_afastados(a: pd.DataFrame, b: pd.DataFrame, pares: Pares) -> Pares:
    """Of rows with over 60 partners on their street, drop those that house number and point say are far away.

    Long streets and names like others bring most of a large city's pairs, hardly one of them probable.
    """
    i, j = pares.T
    longe = np.bincount(i, minlength=len(a))[i] > _MUITAS_NA_VIA
    longe[longe] = np.abs(a["casa"].to_numpy()[i[longe]] - b["casa"].to_numpy()[j[longe]]) > _CASAS_DA_VIA
    i, j = i[longe], j[longe]
    pontos = (lado[c].to_numpy()[k] for lado, k in ((a, i), (b, j)) for c in ("latitude", "longitude"))
    longe[longe] = distance_m(*pontos) > _RAIO_DE_LUGAR_M
    restantes: Pares = pares[~longe]
    return restantes


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


def code_municipios(a: pd.DataFrame, b: pd.DataFrame) -> tuple[Inteiros, Inteiros]:
    """Return a number for the municipality of each row of both sides."""
    codigos = pd.factorize(pd.concat([a["codigo_ibge"], b["codigo_ibge"]]))[0]
    return codigos[: len(a)], codigos[len(a) :]


def _gather_cheias(fatos: Fatos, vias: pd.DataFrame, linhas: pd.DataFrame, linhas_e: pd.DataFrame) -> Cheias:
    """Gather who shares a crowded street (`vias`: its names on both sides) or a crowded point."""
    das_estacoes = linhas_e[linhas_e["nome"].isin(vias["nome_b"])]
    dos_lugares = vias.merge(linhas, left_on="nome_a", right_on="nome")
    lugar = fatos.variantes["l"].to_numpy(np.int64)[dos_lugares["linha"]]
    pontos = fatos.estacoes[["codigo_ibge", "posto"]].reset_index(names="e").dropna()
    pontos["grupo"] = -1 - pontos.groupby(["codigo_ibge", "posto"]).ngroup()
    grupos = pontos.drop_duplicates("grupo")[["codigo_ibge", "posto", "grupo"]]
    neles = (
        fatos.lugares[["codigo_ibge", "ponto"]]
        .reset_index(names="l")
        .merge(grupos, left_on=["codigo_ibge", "ponto"], right_on=["codigo_ibge", "posto"])
    )
    estacoes = pd.DataFrame({"grupo": das_estacoes["nome"], "e": das_estacoes["linha"]})
    lugares = pd.DataFrame({"grupo": dos_lugares["nome_b"], "l": lugar})
    return Cheias(
        pd.concat([estacoes, pontos[["grupo", "e"]]], ignore_index=True),
        pd.concat([lugares, neles[["grupo", "l"]]], ignore_index=True).drop_duplicates(),
    )


def _keep_parceiras(estacoes: pd.DataFrame, pares: Pares) -> Pares:
    """Keep the 60 partners that are nearest to each station, by point, else house number, else in order."""
    um, outro = np.concatenate([pares, pares[:, ::-1]]).T
    if len(pares) == 0 or np.bincount(um).max() <= _MAX_PARCEIRAS:
        return pares
    lat, lon, casas = (estacoes[c].to_numpy(np.float64) for c in ("latitude", "longitude", "casa"))
    metros = distance_m(lat[um], lon[um], lat[outro], lon[outro])
    ordem = np.lexsort((np.abs(outro - um), np.abs(casas[um] - casas[outro]), metros, um))
    grupos = Grupos.by(um)
    posto = np.empty(len(um), np.int64)
    posto[ordem] = np.arange(len(um)) - grupos.inicios[grupos.linhas[ordem]]
    de_um, de_outro = np.split(posto < _MAX_PARCEIRAS, 2)
    ficam: Pares = pares[de_um | de_outro]
    return ficam


def _finish(pares: Pares, total: int) -> Pares:
    """Keep each pair once, sorted (`total`: rows of the second side)."""
    chaves = unique_sorted(pares[:, 0] * np.int64(total) + pares[:, 1])
    return np.column_stack(np.divmod(chaves, max(total, 1)))


def _explode_chaves(nomes: pd.DataFrame) -> pd.DataFrame:
    """Give every street name the keys that a misspelt twin would share.

    Its words; and for names of one word, the word itself and the word less each letter.
    """
    palavras = nomes.assign(chave=nomes["via"].str.split(" ")).explode("chave").reset_index(drop=True)
    palavras = pd.concat(
        [palavras[palavras["chave"].str.len() >= _MIN_PALAVRA], nomes.assign(chave=nomes["via"])]
    )
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
