"""Which kinds of file to try for a municipality: the canonical acts, its own profile, the others."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from etrdash.dados import PastaDeDados
from etrdash.erros import EntradaIlegivel, Problema
from etrdash.staging.municipal_mapa import Mapa, MapaCanonico
from etrdash.staging.perfis import Perfil, load_perfis
from etrdash.staging.perfis_mapa import MapaDePerfil


def list_mapas(pasta: PastaDeDados) -> Callable[[str | None], Sequence[Mapa]]:
    """Return a function municipality → kinds of file to try for it.

    They are the canonical acts, then the profile that the municipality's file names, then every other profile
    that is not bound to another municipality.
    """
    perfis = load_perfis(pasta)

    @cache
    def find_mapas(codigo_ibge: str | None) -> Sequence[Mapa]:
        nomeado = _find_nomeado(pasta, codigo_ibge, perfis)
        cabem = [
            nome
            for nome, perfil in perfis.items()
            if codigo_ibge is None or perfil.codigo_ibge in {None, codigo_ibge} or nome == nomeado
        ]
        ordem = sorted(cabem, key=lambda nome: (nome != nomeado, nome))
        return [MapaCanonico(), *(MapaDePerfil(nome, perfis[nome], codigo_ibge) for nome in ordem)]

    return find_mapas


def _find_nomeado(pasta: PastaDeDados, codigo_ibge: str | None, perfis: dict[str, Perfil]) -> str | None:
    """Return the profile that ``municipios/<codigo>.toml`` names under ``[registros]``, if any."""
    caminho = pasta.files("municipios", f"{codigo_ibge}.toml").get(f"{codigo_ibge}.toml")
    if caminho is None:
        return None
    try:
        dados: dict[str, Any] = tomllib.loads(caminho.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return None
    nome = (dados.get("registros") or {}).get("perfil")
    if nome is not None and nome not in perfis:
        raise EntradaIlegivel(
            Problema(
                "o arquivo do município nomeia um perfil que não existe",
                arquivo=f"municipios/{codigo_ibge}.toml",
                coluna="registros.perfil",
                encontrado=str(nome),
                esperado=", ".join(perfis) or "um arquivo em perfis/",
                remedio="Corrija o nome ou acrescente o perfil em data/perfis/.",
            )
        )
    return nome
