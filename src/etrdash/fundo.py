"""The map's background: which style may be asked for, and from which host.

The pages and the content security policy read the same setting, so that the browser may call exactly the host
that the map names. A style's tiles, letters and icons must come from the style's own host.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from etrdash.erros import EntradaIlegivel, Problema

VARIAVEL = "ETRDASH_MAPA_ESTILO"
PADRAO = "https://tiles.openfreemap.org/styles/positron"
NENHUM = "nenhum"
_CARACTERES = re.compile(r"[\w.~:/?#@!$&*+=%-]+", re.ASCII)
_HOST = re.compile(r"[\w.-]+", re.ASCII)
_LOCAIS = frozenset({"localhost", "127.0.0.1"})


@dataclass(frozen=True, slots=True)
class Fundo:
    """A background that the map may show.

    Attributes:
        estilo: address of a MapLibre style.
        origem: scheme, host and port to admit in the content security policy; empty for our own host.
        ligado: shown without asking; else the reader turns it on (the browser then calls another host).
    """

    estilo: str
    origem: str
    ligado: bool

    @property
    def host(self) -> str:
        """Host that the browser calls, for people."""
        return urlsplit(self.origem).netloc


def read_fundo(valor: str | None) -> Fundo | None:
    """Read the setting: absent or empty for the usual one, off until asked for; ``nenhum``; or an address.

    Args:
        valor: text of the environment variable.

    Returns:
        The background, None where there is none.

    Raises:
        EntradaIlegivel: neither ``nenhum`` nor https (http for this machine, or a path of this server).
    """
    texto = (valor or "").strip()
    if texto == NENHUM:
        return None
    if not texto:
        return Fundo(PADRAO, _find_origem(PADRAO) or "", ligado=False)
    origem = _find_origem(texto)
    if origem is None:
        raise EntradaIlegivel(
            Problema(
                f"{VARIAVEL} não é o endereço de um estilo de mapa",
                esperado=f"https://…, um caminho deste servidor (/…) ou {NENHUM}",
                remedio=f"Corrija a variável de ambiente {VARIAVEL} ou apague-a.",
            )
        )
    return Fundo(texto, origem, ligado=True)


def find_fundo() -> Fundo | None:
    """Return the background set in the environment, none where the setting cannot be read."""
    try:
        return read_fundo(os.environ.get(VARIAVEL))
    except EntradaIlegivel:
        return None


def _find_origem(endereco: str) -> str | None:
    """Return what the policy must admit, empty for a path of this server, None for no good address."""
    if not _CARACTERES.fullmatch(endereco):
        return None
    if endereco.startswith("/") and not endereco.startswith("//"):
        return ""
    try:
        partes = urlsplit(endereco)
        porta = f":{partes.port}" if partes.port else ""
    except ValueError:
        return None
    host = partes.hostname or ""
    if not _HOST.fullmatch(host) or partes.username is not None:
        return None
    if partes.scheme == "https" or (partes.scheme == "http" and host in _LOCAIS):
        return f"{partes.scheme}://{host}{porta}"
    return None
