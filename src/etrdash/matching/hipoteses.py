"""Places against sites: what a place says of a set of stations taken as one structure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from etrdash.matching.grupos import Grupos, Inteiros, Reais, cut, expand
from etrdash.matching.placar import Fato, Niveis, cross_niveis, name_faixas
from etrdash.matching.tabela import NUMERO_IGUAL, NUMERO_QUASE, TIPOS, Tabela

_PERTO, _MEIO, _LONGE, _SEM_DISTANCIA = range(4)
_FAIXAS = ("perto", "meio", "longe", "sem_distancia")
_DISTANCIA_M = [3.0, 8, 15, 25, 40, 60, 90, 130, 200, 350, 600, 1000, 3000]
_DISTANCIA_GROSSA_M = [1.0, 30, 60, 150]
_FOLGA_GROSSA_M = 30.0
_RARIDADE = [3.0, 7]
_CASA = [1.0, 3, 11, 41, 121]
_OBRA_DIAS = [-300.0, -60, 0, 100, 200, 300, 600]
_PROCESSO_DIAS = [-2000.0, -1000, -500, -250, -100, 0, 250, 1000, 3000]
_COMUNICACAO_DIAS = [35.0, 70, 200, 500, 1000, 2500]
_PRAZO_TIPICO_DIAS = 60.0

FATOS_DE_LUGAR: dict[str, Fato] = {
    "numero": Fato(
        ("sem_numero", "de_outra_estacao", "desconhecido", "quase_igual", *cross_niveis(("igual",), _FAIXAS))
    ),
    "distancia": Fato(name_faixas(_DISTANCIA_M, "m", "sem_distancia"), ordenado=True),
    "coordenada_grossa": Fato(("sem_distancia", "fina", *name_faixas(_DISTANCIA_GROSSA_M, "m")[:-1])),
    "logradouro": Fato(
        cross_niveis(("sem_logradouro", "outro", "vago", "esquina", "parecido", "igual"), _FAIXAS)
    ),
    "raridade": Fato(("sem_igualdade", *cross_niveis(("raro", "medio", "comum"), ("perto", "resto")))),
    "casa": Fato(
        (
            "sem_logradouro",
            *cross_niveis(("mesma_via", "outra_via"), name_faixas(_CASA, "", "sem_numero")),
        )
    ),
    "cep": Fato(
        cross_niveis(("sem_cep", "outro", "mesmo_prefixo", "geral", "igual"), ("outra_via", "mesma_via"))
    ),
    "bairro": Fato(cross_niveis(("sem_bairro", "outro", "igual"), ("perto", "resto"))),
    "prestadora": Fato(("sem_prestadora", "ausente_do_sitio", "em_parte", "no_sitio")),
    "prestadoras": Fato(("sem_varias", "outras", "exatamente_as_do_sitio")),
    "detentora": Fato(("sem_detentora", "operadora_ausente", "torreira", "operadora_no_sitio")),
    "compartilhada": Fato(
        ("sem_informacao", "nao_com_uma", "nao_com_varias", "sim_com_uma", "sim_com_varias")
    ),
    "tamanho": Fato(("uma", "duas", "tres_ou_mais")),
    "infraestrutura": Fato(("sem_informacao", "outra", "igual")),
    "instalacao": Fato(name_faixas(_OBRA_DIAS, "d", "sem_data"), ordenado=True),
    "processo": Fato(name_faixas(_PROCESSO_DIAS, "d", "sem_data"), ordenado=True),
    "comunicacao": Fato(name_faixas(_COMUNICACAO_DIAS, "d", "sem_comunicacao"), ordenado=True),
}

FATOS_DE_TIPO: dict[str, Fato] = {
    "porte": Fato(("sem_informacao", *cross_niveis(("etr", "pequeno"), TIPOS))),
    "ambiente": Fato(("sem_informacao", *cross_niveis(("externa", "interna"), TIPOS))),
    "dona_da_estrutura": Fato(("sem_informacao", *cross_niveis(("operadora", "torreira"), TIPOS))),
}
"""Weighed once the sites stand: merging known with unknown kinds says nothing about the merge."""


@dataclass(frozen=True, slots=True)
class Hipoteses:
    """Aligned arrays, one row per place and site hypothesis, sorted by both.

    Attributes:
        lugar: place.
        h: hypothesis.
        numero: best agreement of station numbers.
        livres: smallest distance that rounding does not explain (metres).
        niveis: level of every fact of `FATOS_DE_LUGAR` and, for sites that stand, of `FATOS_DE_TIPO`.
    """

    lugar: Inteiros
    h: Inteiros
    numero: Inteiros
    livres: Reais
    niveis: Niveis

    def replace(self, fora: NDArray[np.bool_], novas: Hipoteses) -> Hipoteses:
        """Return the rows without the hypotheses of `fora`, with `novas` (some of those) added."""
        ficam, total = np.flatnonzero(~fora[self.h]), np.int64(len(fora))
        chaves = self.lugar[ficam] * total + self.h[ficam]
        onde = np.searchsorted(chaves, novas.lugar * total + novas.h)
        ordem = np.insert(ficam, onde, len(self.h) + np.arange(len(novas.h)))

        def mix(antes: NDArray[Any], depois: NDArray[Any]) -> NDArray[Any]:
            return np.concatenate([antes, depois])[ordem]

        return Hipoteses(
            mix(self.lugar, novas.lugar),
            mix(self.h, novas.h),
            mix(self.numero, novas.numero),
            mix(self.livres, novas.livres),
            {fato: mix(nivel, novas.niveis[fato]) for fato, nivel in self.niveis.items()},
        )


def weigh_sitios(
    tabela: Tabela, sitio: Inteiros, antes: Hipoteses | None = None, sitio_antes: Inteiros | None = None
) -> Hipoteses:
    """Weigh places against sites.

    Args:
        tabela: comparisons of places with stations.
        sitio: site of every station: the position of its first station.
        antes: the same for other sites; what they have in common is not weighed again.
        sitio_antes: those sites.
    """
    total = len(sitio)
    if antes is None or sitio_antes is None:
        return weigh_hipoteses(tabela, np.arange(total), sitio, total)
    difere, mudou = sitio != sitio_antes, np.zeros(total, bool)
    mudou[sitio[difere]] = mudou[sitio_antes[difere]] = True
    membros = np.flatnonzero(mudou[sitio])
    return antes.replace(mudou, weigh_hipoteses(tabela, membros, sitio[membros], total))


def weigh_hipoteses(
    tabela: Tabela, estacoes: Inteiros, hipoteses: Inteiros, total: int, *, com_tipo: bool = True
) -> Hipoteses:
    """Gather the comparisons of places with the stations of each hypothesis.

    Args:
        tabela: comparisons of places with stations.
        estacoes: station of each membership.
        hipoteses: hypothesis of each membership; a station may belong to several.
        total: number of hypotheses.
        com_tipo: whether `FATOS_DE_TIPO` are weighed too.
    """
    colunas = tabela.colunas
    linha, h_da_linha = _list_linhas(tabela, estacoes, hipoteses)
    grupos = Grupos.by(colunas["l"].to_numpy()[linha] * np.int64(total) + h_da_linha)
    lugar, h = np.divmod(grupos.chaves, max(total, 1))
    melhor: dict[str, NDArray[Any]] = {
        nome: juntar(colunas[nome].to_numpy()[linha])
        for nome, juntar in (
            ("livres", grupos.min),
            ("casa", grupos.min),
            ("folga", grupos.max),
            ("raridade", grupos.max),
            *((nome, grupos.max) for nome in ("via", "esquina", "cep", "bairro", "numero")),
        )
    }
    niveis = _level_endereco(tabela, lugar, melhor) | _level_sitio(
        tabela, lugar, h, estacoes, hipoteses, total
    )
    if com_tipo:
        niveis |= _level_tipo(tabela, lugar, h, estacoes, hipoteses, total)
    return Hipoteses(lugar, h, melhor["numero"].astype(np.int64), melhor["livres"], niveis)


def _list_linhas(tabela: Tabela, estacoes: Inteiros, hipoteses: Inteiros) -> tuple[Inteiros, Inteiros]:
    """Return the rows of the table that concern each hypothesis: (row, hypothesis).

    Where no station is of two hypotheses, in the order of the table: sorting them is then almost free.
    """
    if np.bincount(estacoes, minlength=1).max() <= 1:
        h_da_estacao = np.full(tabela.n_estacoes, -1)
        h_da_estacao[estacoes] = hipoteses
        h_da_linha = h_da_estacao[tabela.colunas["e"].to_numpy()]
        linha = np.flatnonzero(h_da_linha >= 0)
        return linha, h_da_linha[linha]
    i, ordinal = expand(tabela.linhas_por_estacao[estacoes])
    inicio = np.cumsum(tabela.linhas_por_estacao) - tabela.linhas_por_estacao
    return tabela.ordem_por_estacao[inicio[estacoes[i]] + ordinal], hipoteses[i]


def _level_endereco(tabela: Tabela, lugar: Inteiros, melhor: dict[str, NDArray[Any]]) -> Niveis:
    """Weigh number, distance and address."""
    livres, numero, via = melhor["livres"], melhor["numero"], melhor["via"]
    sem = np.isnan(livres)
    faixa = np.select([sem, livres <= 60, livres <= 300], [_SEM_DISTANCIA, _PERTO, _MEIO], _LONGE)
    do_numero = np.select([sem, livres <= 150, livres <= 1000], [_SEM_DISTANCIA, _PERTO, _MEIO], _LONGE)
    resto = (faixa != _PERTO).astype(np.int64)
    nivel_da_via = np.select(
        [via == 3, via == 2, melhor["esquina"] == 1, via == 1, via == 0], [5, 4, 3, 2, 1], 0
    )
    mesma_via = (nivel_da_via == 5) | (nivel_da_via == 4) | (nivel_da_via == 2)
    casa = 1 + np.where(mesma_via, 0, len(_CASA) + 2) + cut(melhor["casa"], _CASA)
    grossa = 2 + np.digitize(livres, _DISTANCIA_GROSSA_M)
    niveis = {
        "numero": np.select(
            [
                numero == NUMERO_IGUAL,
                numero == NUMERO_QUASE,
                tabela.numeros_conhecidos[lugar] > 0,
                tabela.numeros_ditos[lugar] > 0,
            ],
            [4 + do_numero, 3, 1, 2],
            0,
        ),
        "distancia": cut(livres, _DISTANCIA_M),
        "coordenada_grossa": np.select([sem, melhor["folga"] <= _FOLGA_GROSSA_M], [0, 1], grossa),
        "logradouro": nivel_da_via * 4 + faixa,
        "raridade": np.where(nivel_da_via >= 4, 1 + 2 * cut(melhor["raridade"], _RARIDADE) + resto, 0),
        "casa": np.where(nivel_da_via == 0, 0, casa),
        "cep": (melhor["cep"] + 1) * 2 + mesma_via,
        "bairro": (melhor["bairro"] + 1) * 2 + resto,
    }
    return {fato: nivel.astype(np.int8) for fato, nivel in niveis.items()}


def _level_sitio(
    tabela: Tabela, lugar: Inteiros, h: Inteiros, estacoes: Inteiros, hipoteses: Inteiros, total: int
) -> Niveis:
    """Weigh what depends on all the stations of the site, compared with the place or not."""
    ordem = np.lexsort((estacoes, hipoteses))
    tamanhos = np.bincount(hipoteses, minlength=total)
    inicio = np.cumsum(tamanhos) - tamanhos
    n, tamanho = len(lugar), tamanhos[h]

    def pair(quais: NDArray[np.bool_]) -> tuple[Inteiros, Inteiros, Inteiros]:
        """Return some of the rows with each station of their sites: (row, place, station)."""
        linhas = np.flatnonzero(quais)
        i, ordinal = expand(tamanho[linhas])
        r = linhas[i]
        return r, lugar[r], estacoes[ordem][inicio[h[r]] + ordinal]

    ditas, detentora, comunica = (
        tabela.n_operadoras[lugar],
        tabela.detentora[lugar],
        tabela.comunicacao[lugar],
    )
    r, do_lugar, e = pair(ditas > 0)
    presentes = np.minimum(_count(r, tabela.names_operadora(do_lugar, tabela.prestadora[e]), n), ditas)
    r, do_lugar, e = pair((detentora >= 0) & tabela.eh_operadora[lugar])
    dona_no_sitio = _count(r, tabela.prestadora[e] == tabela.detentora[do_lugar], n) > 0
    r, do_lugar, e = pair(tabela.infra_lugar[lugar] > 0)
    infra, da_estacao = tabela.infra_lugar[do_lugar], tabela.infra_estacao[e]
    iguais = _count(r, infra & da_estacao > 0, n)
    outras = _count(r, (da_estacao > 0) & (infra & da_estacao == 0), n)
    primeira = _min(hipoteses, tabela.licenciada[estacoes], total)[h]
    r, do_lugar, e = pair(comunica)
    nomeada = tabela.names_operadora(do_lugar, tabela.prestadora[e])
    ajuste = np.abs(tabela.iniciada[do_lugar] - tabela.licenciada[e] - _PRAZO_TIPICO_DIAS)
    ajuste = _min(r, np.where(nomeada | (tabela.n_operadoras[do_lugar] == 0), ajuste, np.nan), n)
    dividida = 1 + 2 * tabela.compartilhada[lugar] + (tamanho > 1)
    niveis = {
        "prestadora": np.select([ditas == 0, presentes == ditas, presentes > 0], [0, 3, 2], 1),
        "prestadoras": np.where(ditas < 2, 0, 1 + ((presentes == ditas) & (ditas == tamanho))),
        "detentora": np.select([detentora < 0, ~tabela.eh_operadora[lugar], dona_no_sitio], [0, 2, 3], 1),
        "compartilhada": np.where(tabela.compartilhada[lugar] < 0, 0, dividida),
        "tamanho": np.minimum(tamanho, 3) - 1,
        "infraestrutura": np.select([iguais + outras == 0, iguais >= outras], [0, 2], 1),
        "instalacao": cut(primeira - tabela.instalada[lugar], _OBRA_DIAS),
        "processo": cut(np.where(comunica, np.nan, tabela.iniciada[lugar] - primeira), _PROCESSO_DIAS),
        "comunicacao": cut(np.where(comunica, ajuste, np.nan), _COMUNICACAO_DIAS),
    }
    return {fato: nivel.astype(np.int8) for fato, nivel in niveis.items()}


def _level_tipo(
    tabela: Tabela, lugar: Inteiros, h: Inteiros, estacoes: Inteiros, hipoteses: Inteiros, total: int
) -> Niveis:
    """Weigh what the place states against the kind of structure of the site."""
    tipo = _choose_tipo(hipoteses, tabela.infra_estacao[estacoes], total)[h]
    detentora = tabela.detentora[lugar]
    codigos = {
        "porte": tabela.porte[lugar],
        "ambiente": tabela.ambiente[lugar],
        "dona_da_estrutura": np.where(detentora < 0, -1, ~tabela.eh_operadora[lugar]),
    }
    return {
        fato: np.where((codigo < 0) | (tipo < 0), 0, 1 + len(TIPOS) * codigo + tipo).astype(np.int8)
        for fato, codigo in codigos.items()
    }


def _choose_tipo(grupo: Inteiros, tipos: Inteiros, total: int) -> Inteiros:
    """Return the commonest kind of structure of each group's stations, -1 where none is known."""
    contagem = np.column_stack([_count(grupo, tipos >> bit & 1 == 1, total) for bit in range(len(TIPOS))])
    return np.where(contagem.any(axis=1), contagem.argmax(axis=1), -1)


def _count(grupo: Inteiros, valores: NDArray[np.bool_], total: int) -> Inteiros:
    return np.bincount(grupo[valores], minlength=total)


def _min(grupo: Inteiros, valores: Reais, total: int) -> Reais:
    menor = np.full(total, np.inf)
    np.minimum.at(menor, grupo, np.where(np.isnan(valores), np.inf, valores))
    return np.where(np.isinf(menor), np.nan, menor)
