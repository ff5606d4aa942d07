"""What an acervo is made of, and the id that follows from it before anything is read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

TEXTO_FICTICIO = (
    "DADOS FICTÍCIOS: empresas, estações e atos inventados para demonstração. "
    "Nada aqui descreve uma antena, uma empresa ou uma prefeitura real."
)


@dataclass(frozen=True, slots=True)
class Entrada:
    """One input file.

    Attributes:
        arquivo: base name, as shown to users.
        papel: anatel, municipal, pontos, malha or populacao.
        sha256: SHA-256 of its bytes, hex.
        bytes: size.
        codigo_ibge: municipality given with a municipal file, or None.
        proveniencia: content of its provenance sidecar (URL, time, licence), or None.
    """

    arquivo: str
    papel: str
    sha256: str
    bytes: int
    codigo_ibge: str | None = None
    proveniencia: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Identidade:
    """Everything that decides an acervo's content.

    Attributes:
        em: as-of date.
        entradas: the input files.
        dados: SHA-256 of each data folder (laws, municipalities, decisions…), by name.
        versao: version of the program.
        ficticio: a demonstration: every file says that it is invented.
    """

    em: date
    entradas: tuple[Entrada, ...]
    dados: Mapping[str, str] = field(default_factory=dict)
    versao: str = ""
    ficticio: bool = False

    @property
    def acervo(self) -> str:
        """The id: ``[demo-]`` as-of date ``-`` first 8 hex of the SHA-256 over all of it (SPEC §4)."""
        partes = {
            "em": self.em.isoformat(),
            "entradas": sorted(
                [entrada.papel, entrada.codigo_ibge or "", entrada.arquivo, entrada.sha256]
                for entrada in self.entradas
            ),
            "dados": dict(sorted(self.dados.items())),
            "versao": self.versao,
            "ficticio": self.ficticio,
        }
        digest = hashlib.sha256(json.dumps(partes, sort_keys=True).encode()).hexdigest()
        return f"{'demo-' if self.ficticio else ''}{self.em.isoformat()}-{digest[:8]}"

    @property
    def aviso(self) -> str | None:
        """The notice that every file of an invented acervo carries."""
        return TEXTO_FICTICIO if self.ficticio else None
