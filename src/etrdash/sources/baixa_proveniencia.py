"""The provenance kept beside a downloaded file: where it came from, when, how big, under which licence."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

SUFIXO = ".proveniencia.json"


@dataclass(frozen=True, slots=True)
class Proveniencia:
    """What is known of a downloaded file.

    Attributes:
        fonte: name in the catalogue.
        titulo: what the file holds.
        orgao: who publishes it.
        licenca: terms of use.
        url: address asked for.
        url_final: address that answered, after redirects.
        baixado_em: instant of the download, ISO 8601 with offset.
        conferido_em: last instant at which the server said that nothing changed, same form.
        bytes: size.
        sha256: hash of the content, hex.
        etag: the server's validator, or None.
        modificado_em: the server's ``Last-Modified``, as sent, or None.
    """

    fonte: str
    titulo: str
    orgao: str
    licenca: str
    url: str
    url_final: str
    baixado_em: str
    conferido_em: str
    bytes: int
    sha256: str
    etag: str | None
    modificado_em: str | None


def sidecar_of(arquivo: Path) -> Path:
    """Return the path of the provenance of ``arquivo``."""
    return arquivo.with_name(arquivo.name + SUFIXO)


def hash_arquivo(arquivo: Path) -> str:
    """Return the SHA-256 of a file, hex."""
    with arquivo.open("rb") as conteudo:
        return hashlib.file_digest(conteudo, "sha256").hexdigest()


def load_proveniencia(arquivo: Path) -> Proveniencia | None:
    """Return the provenance of ``arquivo``, or None if there is none, or it speaks of other bytes."""
    try:
        proveniencia = Proveniencia(**json.loads(sidecar_of(arquivo).read_text(encoding="utf-8")))
        if proveniencia.bytes == arquivo.stat().st_size and proveniencia.sha256 == hash_arquivo(arquivo):
            return proveniencia
    except (OSError, ValueError, TypeError):
        pass  # absent, unreadable or of another version: as good as none
    return None


def write_proveniencia(arquivo: Path, proveniencia: Proveniencia) -> None:
    """Write the provenance beside ``arquivo``, all or nothing."""
    destino = sidecar_of(arquivo)
    rascunho = destino.with_name(destino.name + ".novo")
    rascunho.write_text(
        json.dumps(asdict(proveniencia), ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
    )
    rascunho.replace(destino)
