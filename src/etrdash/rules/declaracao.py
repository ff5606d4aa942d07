"""Base of every table of a law file: strict keys, terms with units, provisions with their text."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from etrdash.rules.prazo import Termo, parse_termo

TermoDeclarado = Annotated[Termo, PlainValidator(parse_termo), WithJsonSchema({"type": "string"})]
Dispositivos = Annotated[tuple[str, ...], Field(min_length=1)]


class Declaracao(BaseModel):
    """Base of every table of a law file: unknown keys are mistakes, values do not change after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Dispositivo(Declaracao):
    """One cited provision: a label and a short verbatim passage.

    Or the declared gap where the text is missing.
    """

    rotulo: str
    trecho: str = ""
    lacuna: str = ""
    norma: str = ""

    @model_validator(mode="after")
    def _check_texto(self) -> Self:
        if bool(self.trecho) == bool(self.lacuna):
            msg = "escreva o trecho literal ou, se o texto não está disponível, a lacuna: um dos dois"
            raise ValueError(msg)
        return self


class RegraDeTermo(Declaracao):
    """A term and where it is written."""

    prazo: TermoDeclarado
    dispositivos: Dispositivos


class Citacao(Declaracao):
    """A rule without a number: only where it is written."""

    dispositivos: Dispositivos
