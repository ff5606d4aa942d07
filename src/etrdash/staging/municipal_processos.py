"""Which spellings of a municipality are one process: its own numbering says how many zeros were left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from etrdash.staging.identificadores import fold_texto, key_processo

_ANO = re.compile(r"(?:19|20)\d{2}")
_VIRADA_DO_SECULO = 70
_MAIORIA = 0.5


def key_processos(grafias: Iterable[str]) -> dict[str, str]:
    """Return spelling → key, equal for the spellings of one process of one municipality.

    Beside what ``key_processo`` sets aside (punctuation, blanks, leading zeros, words), the parts of a number
    are brought to the widths that most numbers of the municipality have: ``2004/86161`` is ``2004/0086161``
    and, where that part is always a year, ``4611/05`` is ``4611/2005``.
    """
    distintas = sorted(set(grafias))
    partes = {grafia: re.findall(r"\d+", fold_texto(grafia)) for grafia in distintas}
    larguras = _find_larguras(partes.values())
    if larguras is None:
        return {grafia: key_processo(grafia) for grafia in distintas}
    iguais = [numero for numero in partes.values() if tuple(map(len, numero)) == larguras]
    anos = [all(_ANO.fullmatch(numero[posicao]) for numero in iguais) for posicao in range(len(larguras))]
    return {grafia: _key(grafia, partes[grafia], larguras, anos) for grafia in distintas}


def _find_larguras(numeros: Iterable[list[str]]) -> tuple[int, ...] | None:
    """Return the widths of the parts that most numbers share, or None where no form prevails."""
    formas = Counter(tuple(map(len, numero)) for numero in numeros if len(numero) > 1)
    if not formas:
        return None
    forma, vezes = min(formas.items(), key=lambda item: (-item[1], item[0]))
    return forma if vezes > _MAIORIA * formas.total() else None


def _key(grafia: str, partes: list[str], larguras: tuple[int, ...], anos: list[bool]) -> str:
    if len(partes) != len(larguras):
        return key_processo(grafia)
    completas = [
        _complete_ano(parte) if e_ano and len(parte) == 2 else parte.zfill(largura)
        for parte, largura, e_ano in zip(partes, larguras, anos, strict=True)
    ]
    if any(len(parte) != largura for parte, largura in zip(completas, larguras, strict=True)):
        return key_processo(grafia)
    letras = re.sub(r"\d", "", key_processo(grafia))
    return f"{letras}{''.join(completas).lstrip('0')}"


def _complete_ano(parte: str) -> str:
    return f"20{parte}" if int(parte) < _VIRADA_DO_SECULO else f"19{parte}"
