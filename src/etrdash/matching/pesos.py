"""The weights: scorecards and thresholds of `matching/pesos.toml`, with the facts that they must cover."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema
from etrdash.matching.comunicacao import FATOS_DE_COMUNICACAO
from etrdash.matching.contexto import FATOS_DE_CONTEXTO
from etrdash.matching.estacoes import FATOS_DE_ESTACOES
from etrdash.matching.fusao import FATOS_DE_FUSAO
from etrdash.matching.hipoteses import FATOS_DE_LUGAR, FATOS_DE_TIPO
from etrdash.matching.placar import Fato, Placar
from etrdash.matching.registros import FATOS_DE_REGISTROS

ARQUIVO = "matching/pesos.toml"
PLACARES: dict[str, dict[str, Fato]] = {
    "estacoes": FATOS_DE_ESTACOES,
    "registros": FATOS_DE_REGISTROS,
    "fusao": FATOS_DE_FUSAO,
    "lugar": FATOS_DE_LUGAR,
    "lugar_com_contexto": FATOS_DE_LUGAR | FATOS_DE_TIPO | FATOS_DE_CONTEXTO,
    "comunicacao": FATOS_DE_COMUNICACAO,
}
LIMIARES = ("fusao", "aceito", "provavel", "provavel_em_soma", "provavel_ao_lado")


@dataclass(frozen=True, slots=True)
class Pesos:
    """Everything that was learned or chosen.

    Attributes:
        estacoes: two stations on one structure.
        registros: two registros about one structure.
        fusao: two sites that are one.
        lugar: a place's site, first look.
        lugar_com_contexto: the same, knowing what else the site has.
        comunicacao: which station of a site a communication covers.
        limiares: `fusao` (log-odds from which sites merge), `aceito` (probability above which a link
            is accepted: two equal rivals are never) `provavel` (from which it is
            probable), `provavel_em_soma` (the same for the chance of having one at all) and
            `provavel_ao_lado` (for a station that has an accepted link).
    """

    estacoes: Placar
    registros: Placar
    fusao: Placar
    lugar: Placar
    lugar_com_contexto: Placar
    comunicacao: Placar
    limiares: Mapping[str, float]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Pesos:
        """Read `matching/pesos.toml`.

        Raises:
            DadosInvalidos: the file is no TOML, or a weight or threshold is missing or not a number.
        """
        try:
            dados = tomllib.loads(pasta.file(ARQUIVO).read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as erro:
            raise DadosInvalidos(Problema("não é um arquivo TOML legível", arquivo=ARQUIVO)) from erro
        problemas: list[Problema] = []
        placares = {
            nome: _read_placar(nome, fatos, dados.get(nome, {}), problemas)
            for nome, fatos in PLACARES.items()
        }
        limiares = {
            nome: _read_numero("limiares", nome, dados.get("limiares", {}), problemas) for nome in LIMIARES
        }
        if problemas:
            raise DadosInvalidos(problemas)
        return cls(**placares, limiares=limiares)


def _read_placar(nome: str, fatos: dict[str, Fato], dados: Any, problemas: list[Problema]) -> Placar:
    pesos = {
        fato: np.array(
            [
                _read_numero(f"{nome}.{fato}", nivel, dados.get(fato, {}), problemas)
                for nivel in definicao.niveis
            ]
        )
        for fato, definicao in fatos.items()
    }
    return Placar(_read_numero(nome, "base", dados, problemas), pesos)


def _read_numero(tabela: str, chave: str, dados: Any, problemas: list[Problema]) -> float:
    valor = dados.get(chave) if isinstance(dados, dict) else None
    if isinstance(valor, (int, float)) and not isinstance(valor, bool):
        return float(valor)
    problemas.append(
        Problema(
            "peso ausente ou que não é número",
            arquivo=ARQUIVO,
            coluna=f"{tabela}.{chave}",
            encontrado=None if valor is None else type(valor).__name__,
            esperado="um número",
            remedio="Restaure o arquivo que acompanha o projeto ou gere-o com bench/vinculos_treinar.py.",
        )
    )
    return 0.0
