"""What the pages call each code, so that the printed report uses the same words.

The pages' package owns the words; ``app.py`` hands them over, since neither package imports the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from etrdash.vocabulario import Grupo, Situacao


@dataclass(frozen=True, slots=True)
class Labels:
    """Names in Portuguese by code; a code without a name is shown as it is.

    Attributes:
        situacoes: name of each situação.
        grupos: name of each colour group.
        simbolos: the shape of each group as text.
        coberturas: what the acervo can say about a municipality.
        vigencias: what is known about the law's validity.
        sem_registro: the sentence for stations without a record, with ``{base}`` for the records' date.
    """

    situacoes: Mapping[Situacao, str] = field(default_factory=dict)
    grupos: Mapping[Grupo, str] = field(default_factory=dict)
    simbolos: Mapping[Grupo, str] = field(default_factory=dict)
    coberturas: Mapping[str, str] = field(default_factory=dict)
    vigencias: Mapping[str, str] = field(default_factory=dict)
    sem_registro: str = ""
