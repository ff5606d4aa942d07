"""The partial file of a download, and the note that lets a later call go on where this one stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema

try:
    import fcntl
except ImportError:  # a system without it: two downloads of one file at once are then not detected
    fcntl = None  # type: ignore[assignment]


@dataclass
class Parcial:
    """The partial file and what is known of the whole.

    Attributes:
        caminho: the partial file.
        url: address that it comes from.
        validador: what the server must confirm (``If-Range``) for the file to be continued, or None.
        total: size of the whole in bytes, or None.
        recebidos: bytes in the partial file.
    """

    caminho: Path
    url: str
    validador: str | None = None
    total: int | None = None
    recebidos: int = 0

    @property
    def nota(self) -> Path:
        """Path of the note that a later call reads."""
        return self.caminho.with_name(self.caminho.name + ".json")

    @classmethod
    def open(cls, caminho: Path, url: str) -> Parcial:
        """Take up what an earlier call left of the same address, or start from nothing."""
        parcial = cls(caminho, url)
        try:
            nota = json.loads(parcial.nota.read_text(encoding="utf-8"))
            if nota["url"] == url and nota["validador"]:
                parcial.validador, parcial.total = str(nota["validador"]), nota["total"]
                parcial.recebidos = caminho.stat().st_size
        except (OSError, ValueError, KeyError, TypeError):
            pass
        if not parcial.recebidos:
            parcial.restart(None, None)
        return parcial

    def restart(self, validador: str | None, total: int | None) -> None:
        """Empty the partial file for an answer with this validator and size."""
        self.validador, self.total, self.recebidos = validador, total, 0
        self.caminho.write_bytes(b"")
        nota = {"url": self.url, "validador": validador, "total": total}
        self.nota.write_text(json.dumps(nota), encoding="utf-8")

    def discard(self) -> None:
        """Remove the partial file and its note."""
        for caminho in (self.caminho, self.nota):
            caminho.unlink(missing_ok=True)


@contextmanager
def hold(caminho: Path) -> Iterator[None]:
    """Keep other processes from downloading to the same partial file meanwhile.

    Raises:
        EntradaIlegivel: another process is at it.
    """
    trava = caminho.with_name(caminho.name + ".trava")
    with trava.open("ab") as arquivo:
        if fcntl is not None:
            try:
                fcntl.flock(arquivo, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise EntradaIlegivel(
                    Problema(
                        "outro processo já está baixando este arquivo",
                        arquivo=caminho.name.removesuffix(".parcial"),
                        remedio="Espere que ele termine.",
                    )
                ) from None
        try:
            yield
        finally:
            with suppress(OSError):
                trava.unlink()
