"""The tracked files of the repository, as the tests of this folder read them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

RAIZ = Path(__file__).resolve().parents[2]
_CODIGO = {".py", ".sql", ".js", ".css", ".html", ".jinja", ".j2", ".po"}
_BINARIOS = {".png", ".ico", ".woff2", ".parquet", ".zip", ".gz", ".xlsx", ".xls", ".ods", ".mo"}


@cache
def tracked() -> tuple[Path, ...]:
    """Return the files that git knows or would take, relative to the root, sorted."""
    comando = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    saida = subprocess.run(comando, cwd=RAIZ, check=True, capture_output=True).stdout.decode()
    caminhos = (Path(nome) for nome in saida.split("\0") if nome)
    return tuple(sorted(caminho for caminho in caminhos if (RAIZ / caminho).is_file()))


@cache
def texts() -> dict[Path, str]:
    """Return path → content of every tracked file that is text."""
    return {
        caminho: (RAIZ / caminho).read_text(encoding="utf-8", errors="replace")
        for caminho in tracked()
        if caminho.suffix.lower() not in _BINARIOS
    }


def code() -> dict[Path, str]:
    """Return path → content of what runs: `app.py`, `pages/`, `src/`."""
    return {
        caminho: texto
        for caminho, texto in texts().items()
        if caminho.suffix in _CODIGO and (caminho.parts[0] in {"src", "pages"} or caminho.name == "app.py")
    }


def numbered(textos: dict[Path, str]) -> Iterator[tuple[str, str]]:
    """Yield (`path:line`, line) of every line of the texts."""
    for caminho, texto in textos.items():
        for numero, linha in enumerate(texto.splitlines(), start=1):
            yield f"{caminho.as_posix()}:{numero}", linha
