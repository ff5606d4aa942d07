"""The catalogue of official files, `data/referencia/fontes.toml`: address, licence, content, limits."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from etrdash.dados import PastaDeDados
from etrdash.erros import DadosInvalidos, Problema

CATALOGO = "referencia/fontes.toml"


class Conteudo(StrEnum):
    """What the bytes of a source must turn out to be."""

    ZIP = "zip"
    CSV = "csv"
    JSON = "json"
    GEOJSON = "geojson"


class Fonte(BaseModel):
    """One official file.

    Attributes:
        nome: the word of the command line.
        titulo: what the file holds, for people.
        orgao: who publishes it.
        url: official address; with ``{inicio}`` and ``{fim}`` where ``janela_anos`` is given.
        arquivo: name under which it is kept.
        licenca: terms of use, as recorded in the provenance.
        conferido: whether the address was seen to answer.
        conteudo: expected container.
        colunas: column names that the header of a CSV must have.
        chaves: keys that every object of a JSON list must have.
        junto: another source, whose word brings this one too; None for none.
        janela_anos: most years that one call answers, or None for one call.
        desde: first day asked for, where there are windows.
        maximo_mb: largest acceptable download, in MB (10⁶ bytes).
        descompactado_mb: largest acceptable total after unzipping, in MB.
        tempo_min: longest acceptable transfer, in minutes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    nome: str
    titulo: str
    orgao: str
    url: str
    arquivo: str = Field(pattern=r"^[\w.-]+$")
    licenca: str
    conferido: bool = False
    conteudo: Conteudo
    colunas: tuple[str, ...] = ()
    chaves: tuple[str, ...] = ()
    junto: str | None = None
    janela_anos: int | None = Field(default=None, ge=1)
    desde: date | None = None
    maximo_mb: float = Field(gt=0)
    descompactado_mb: float = Field(default=1000, gt=0)
    tempo_min: float = Field(gt=0)

    @model_validator(mode="after")
    def _check_janela(self) -> Self:
        if self.janela_anos is not None and (self.desde is None or self.conteudo is not Conteudo.JSON):
            raise ValueError('janela_anos pede também "desde" e conteudo = "json"')
        return self

    def janelas(self, url: str, ate: date) -> Iterator[str]:
        """Yield the addresses to call, one per window of ``janela_anos`` years, the last ending on ``ate``.

        An address without ``{inicio}`` (a mirror, say) is yielded once, as it is.
        """
        if self.janela_anos is None or self.desde is None or "{inicio}" not in url:
            yield url
            return
        for ano in range(self.desde.year, ate.year + 1, self.janela_anos):
            inicio = max(self.desde, date(ano, 1, 1))
            fim = min(ate, date(ano + self.janela_anos - 1, 12, 31))
            yield url.replace("{inicio}", f"{inicio:%d/%m/%Y}").replace("{fim}", f"{fim:%d/%m/%Y}")


def load_fontes(pasta: PastaDeDados) -> dict[str, Fonte]:
    """Return name → source, in the order of the catalogue.

    Raises:
        DadosInvalidos: the catalogue is not TOML, or a source lacks a key, or has one too many.
    """
    try:
        bruto = tomllib.loads(pasta.file(CATALOGO).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as falha:
        raise DadosInvalidos(
            Problema(f"não é um TOML válido: {falha}", arquivo=CATALOGO, remedio="Corrija a linha indicada.")
        ) from falha
    fontes: dict[str, Fonte] = {}
    problemas: list[Problema] = []
    for nome, campos in bruto.items():
        try:
            fontes[nome] = Fonte.model_validate(
                {"nome": nome, **(campos if isinstance(campos, dict) else {})}
            )
        except ValidationError as falha:
            problemas.extend(
                Problema(
                    erro["msg"],
                    arquivo=CATALOGO,
                    coluna=".".join(str(parte) for parte in (nome, *erro["loc"])),
                    esperado="as chaves descritas no começo do arquivo",
                    remedio="Corrija a chave e repita o comando.",
                )
                for erro in falha.errors()
            )
    if problemas:
        raise DadosInvalidos(problemas)
    return fontes
