"""A monthly price index and the update of an amount by whole years.

IPCA, series 433 of the Banco Central.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from pathlib import Path

from etrdash.rules.prazo import Termo, add_termo

_CENTAVO = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class ValorAtualizado:
    """An updated amount and the arithmetic that gave it.

    Attributes:
        original: amount in the law, in reais.
        valor: updated amount, in reais, rounded to the centavo.
        fator: accumulated factor, four decimals.
        de: first month accumulated (``aaaa-mm``), None when no whole year has passed.
        ate: last month accumulated.
    """

    original: Decimal
    valor: Decimal
    fator: Decimal
    de: str | None
    ate: str | None


@dataclass(frozen=True, slots=True, eq=False)
class IndiceMensal:
    """Monthly variations of one index. Compared by identity: one load, one object.

    Attributes:
        nome: how the law calls it.
        variacoes: ``aaaa-mm`` → per cent in the month.
        fonte: where the file comes from.
    """

    nome: str
    variacoes: Mapping[str, Decimal]
    fonte: str = ""

    def update(self, valor: Decimal, base: date, em: date, cada: Termo) -> ValorAtualizado:
        """Update ``valor`` once for every whole period since ``base``, by the months from the base month on.

        A period whose months the index does not yet hold is not applied.
        """
        fator, feitos = _accumulate(self, base, em, cada)
        return ValorAtualizado(
            valor,
            (valor * fator).quantize(_CENTAVO, ROUND_HALF_UP),
            fator.quantize(Decimal("0.0001"), ROUND_HALF_UP),
            _name_mes(base, 0) if feitos else None,
            _name_mes(base, feitos - 1) if feitos else None,
        )


def load_indice(caminho: Path, nome: str, fonte: str) -> IndiceMensal:
    """Read a CSV of ``mes`` (``aaaa-mm``) and ``variacao_pct`` (decimal dot)."""
    with caminho.open(encoding="utf-8", newline="") as arquivo:
        linhas = csv.DictReader(arquivo)
        return IndiceMensal(nome, {linha["mes"]: Decimal(linha["variacao_pct"]) for linha in linhas}, fonte)


@lru_cache(maxsize=1024)
def _accumulate(indice: IndiceMensal, base: date, em: date, cada: Termo) -> tuple[Decimal, int]:
    """Return the factor of the whole periods and their months; a build asks the same of every station."""
    meses = (12 if cada.unidade == "y" else 1) * cada.quantidade
    fator, feitos = Decimal(1), 0
    while add_termo(base, Termo(feitos + meses, "m")) <= em:
        nomes = [_name_mes(base, feitos + n) for n in range(meses)]
        if any(nome not in indice.variacoes for nome in nomes):
            break
        for nome in nomes:
            fator *= 1 + indice.variacoes[nome] / 100
        feitos += meses
    return fator, feitos


def _name_mes(base: date, deslocamento: int) -> str:
    total = base.year * 12 + base.month - 1 + deslocamento
    return f"{total // 12:04d}-{total % 12 + 1:02d}"
