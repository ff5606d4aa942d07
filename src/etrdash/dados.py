"""The data folder: laws, municipalities, reference tables, decisions, with an optional overlay.

A folder given by ``--data`` is laid over the one that ships with the project: a file of the same relative
path replaces the shipped one, any other file is added.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from etrdash.erros import EntradaIlegivel, Problema


def shipped_folder() -> Path:
    """Return the data folder that ships with the project (checkout or installed package)."""
    here = Path(__file__).resolve()
    for candidate in (here.parents[2] / "data", here.parent / "_data"):
        if (candidate / "referencia").is_dir():
            return candidate
    raise EntradaIlegivel(
        Problema("a pasta de dados do projeto não foi encontrada", remedio="Reinstale o pacote etrdash.")
    )


@dataclass(frozen=True, slots=True)
class PastaDeDados:
    """An ordered overlay of data folders; the last one wins.

    Attributes:
        pastas: existing folders, the shipped one first.
    """

    pastas: tuple[Path, ...]

    @classmethod
    def open(cls, overlay: Path | None = None) -> PastaDeDados:
        """Open the shipped folder with ``overlay`` laid over it.

        Raises:
            EntradaIlegivel: the overlay is not a folder.
        """
        if overlay is None:
            return cls((shipped_folder(),))
        if not overlay.is_dir():
            raise EntradaIlegivel(
                Problema(
                    "a pasta de dados não existe",
                    arquivo=str(overlay),
                    esperado="uma pasta com leis/, municipios/, vinculos/…",
                    remedio="Confira o caminho dado em --data.",
                )
            )
        return cls((shipped_folder(), overlay))

    def files(self, subfolder: str, pattern: str = "*") -> dict[str, Path]:
        """Return relative name → path of the files of ``subfolder`` that match, overlay applied, sorted."""
        found: dict[str, Path] = {}
        for pasta in self.pastas:
            base = pasta / subfolder
            if base.is_dir():
                found.update(
                    (path.relative_to(base).as_posix(), path)
                    for path in base.rglob(pattern)
                    if path.is_file() and not path.name.startswith(".")
                )
        return dict(sorted(found.items()))

    def file(self, relative: str) -> Path:
        """Return the winning path of one file.

        Raises:
            EntradaIlegivel: no folder of the overlay has it.
        """
        for pasta in reversed(self.pastas):
            path = pasta / relative
            if path.is_file():
                return path
        raise EntradaIlegivel(
            Problema(
                "arquivo de dados ausente",
                arquivo=relative,
                remedio="Restaure o arquivo na pasta data/ do projeto ou na pasta dada em --data.",
            )
        )

    def digest(self, *subfolders: str) -> str:
        """Return the SHA-256 (hex) over names and contents of every file of ``subfolders``, in order."""
        total = hashlib.sha256()
        for subfolder in subfolders:
            for name, path in self.files(subfolder).items():
                total.update(f"{subfolder}/{name}\0".encode())
                total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()
