"""One wording of a law.

Every table of the file, after readings and amendments, checked for dangling citations.
"""

from __future__ import annotations

from datetime import date
from functools import cached_property

from pydantic import Field

from etrdash.rules import ficha
from etrdash.rules.declaracao import Declaracao, Dispositivo, RegraDeTermo
from etrdash.rules.esquema import (
    Citacoes,
    Isencao,
    LicencaAnterior,
    Modificacao,
    Obrigacao,
    Substituicao,
    Transicao,
)
from etrdash.rules.instrumento import RegraDeInstrumento
from etrdash.rules.prazo import RegraDoMes
from etrdash.vocabulario import Instrumento


class Regras(Declaracao):
    """A wording in force: what is computed first, what is only shown after it."""

    marco: date | None = None
    regra_do_mes: RegraDoMes = RegraDoMes.DIA_SEGUINTE
    dispositivo: dict[str, Dispositivo]
    isencao: tuple[Isencao, ...] = ()
    obrigacao: tuple[Obrigacao, ...] = Field(min_length=1)
    instrumento: dict[Instrumento, RegraDeInstrumento]
    licenca_anterior: LicencaAnterior
    transicao: Transicao | None = None
    modificacao: Modificacao | None = None
    substituicao: Substituicao | None = None
    remocao_por_cassacao: RegraDeTermo | None = None
    citacao: Citacoes

    escada: dict[str, ficha.Escada] = Field(default_factory=dict)
    escada_padrao: str = ""
    escada_vencida: str = ""
    multa: dict[str, ficha.Multa] = Field(default_factory=dict)
    atualizacao: ficha.Atualizacao | None = None
    repeticao: ficha.Repeticao | None = None
    defesa: ficha.Meio | None = None
    recurso: ficha.Meio | None = None
    pagamento: ficha.Meio | None = None
    notificacao: ficha.Meio | None = None
    remocao: tuple[ficha.Remocao, ...] = ()
    remocao_em_dobro: ficha.Dobra | None = None
    recuo: tuple[ficha.Recuo, ...] = ()
    distancia: tuple[ficha.Distancia, ...] = ()
    altura: tuple[ficha.Altura, ...] = ()
    taxa: tuple[ficha.Taxa, ...] = ()
    nota: tuple[ficha.Nota, ...] = ()
    lacuna: tuple[ficha.Lacuna, ...] = ()
    comparacao: tuple[ficha.Topico, ...] = ()

    @cached_property
    def nomes(self) -> dict[str, str]:
        """Name of each instrument as the law calls it."""
        return {str(codigo): regra.nome for codigo, regra in self.instrumento.items()}
