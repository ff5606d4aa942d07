"""Addresses in comparable parts: street type, street name, house numbers, corner, lot, kilometre, postal code.

`enderecobr` writes abbreviations out; what it does not do is take the number, the lot or the district out of a
street line (`RUA X, Nº 12`, `Rua X,S/N,Centro`, `RUA X QD 9 LT 2`): that happens here, on distinct lines only.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache

import enderecobr
import pandas as pd

from etrdash.dados import PastaDeDados

_ROMANOS = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9", "XI": "11"} | {
    "XII": "12", "XIII": "13", "XV": "15", "XXIII": "23", "XIV": "14", "XX": "20"
}  # fmt: skip
_SEM_NUMERO = re.compile(r"\bS\s*/?\s*N(?:[ºO°]|UMERO)?\b\.?|\bSEM NUMERO\b")
_LOTE = re.compile(r"\b(?:QUADRA|QD|Q)\b\.?\s*(\w+)|\b(?:LOTE|LT|L)\b\.?\s*(\d+\w*)")
_KM = re.compile(r"\bKM\b\.?\s*(\d+)")
_NUMERO = re.compile(r"(?:\bN(?:[ºO°.]|UM|RO)?\b\s*)?(\d{1,6})(?:\s*E\s*(\d{1,6}))?\s*$")
_PREDIO = re.compile(r"(\d{1,6})(?:\D+(\d{1,6}))?")
_ESQUINA = re.compile(r"\bESQ(?:UINA)?\b\.?\s*(?:C/|COM|DA|DE)?\s*(?:A\s+)?(.+)")
_FRENTE = re.compile(r"\b(?:FRENTE|LADO|DEFRONTE|PROXIMO)\b.*?\bN[ºO°.]*\s*(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Vias:
    """Word lists of `matching/vias.toml`."""

    tipos: frozenset[str]
    descartaveis: frozenset[str]
    genericas: frozenset[str]
    numeros_vazios: frozenset[str]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Vias:
        """Read `matching/vias.toml` of the data folder."""
        dados = tomllib.loads(pasta.file("matching/vias.toml").read_text(encoding="utf-8"))
        return cls(
            frozenset(dados["tipos"]),
            frozenset(dados["titulos"]) | frozenset(dados["particulas"]),
            frozenset(dados["genericas"]),
            frozenset(dados["numeros_vazios"]),
        )


def normalize_enderecos(linhas: pd.DataFrame, vias: Vias) -> pd.DataFrame:
    """Split address lines into parts.

    Args:
        linhas: columns `logradouro, numero, complemento, bairro, cep` (text or null), one row per line.
        vias: word lists.

    Returns:
        Same index; columns `via` (name without type, titles and particles), `via_tipo`, `casa_min`, `casa_max`
        (house numbers, nullable), `esquina` (name of the corner street), `km`, `bairro`, `cep` (8 digits).
    """
    bases = linhas["logradouro"].fillna("")
    partes = {texto: _split_linha(texto, vias) for texto in sorted(set(bases))}
    numeros = {texto: _split_numero(texto, vias) for texto in sorted(set(linhas["numero"].fillna("")))}
    complementos = {t: _split_complemento(t, vias) for t in sorted(set(linhas["complemento"].fillna("")))}
    bairros = {t: _normalize_bairro(t) for t in sorted(set(linhas["bairro"].fillna("")))}
    registros = []
    for base, numero, complemento, bairro, cep in zip(
        bases,
        linhas["numero"].fillna(""),
        linhas["complemento"].fillna(""),
        linhas["bairro"].fillna(""),
        linhas["cep"].fillna(""),
        strict=True,
    ):
        via, tipo, casa, km, bairro_da_linha = partes[base]
        esquina, frente = complementos[complemento]
        casas = numeros[numero] or casa or frente
        digitos = re.sub(r"\D", "", cep)
        registros.append(
            (
                via or None,
                tipo or None,
                min(casas) if casas else None,
                max(casas) if casas else None,
                esquina or None,
                km,
                bairros[bairro] or bairro_da_linha or None,
                digitos if len(digitos) == 8 and not digitos.startswith("00000") else None,
            )
        )
    colunas = ["via", "via_tipo", "casa_min", "casa_max", "esquina", "km", "bairro", "cep"]
    saida = pd.DataFrame(registros, columns=colunas, index=linhas.index)
    for coluna in ("casa_min", "casa_max", "km"):
        saida[coluna] = saida[coluna].astype("Float64")
    return saida


@lru_cache(maxsize=4096)
def _plain(texto: str) -> str:
    sem_acento = enderecobr.normalizar(texto.upper().replace("º", "O").replace("°", "O"))
    return re.sub(r"\s+", " ", sem_acento).strip()


def _street(texto: str, vias: Vias) -> tuple[str, str]:
    """Return (name, type) of a street text without number."""
    completo = enderecobr.padronizar_logradouros(texto.strip(" ,.-"))
    palavras = [p for p in re.split(r"[^A-Z0-9]+", completo) if p]
    tipo = ""
    if len(palavras) > 1 and palavras[0] in vias.tipos:
        tipo, palavras = palavras[0], palavras[1:]
    if palavras and palavras[-1] in _ROMANOS and len(palavras) > 1:
        palavras[-1] = _ROMANOS[palavras[-1]]
    sigla = len(palavras) > 1 and palavras[0] == "BR" and palavras[1].isdigit()
    nome = [p for p in palavras if p not in vias.descartaveis or (sigla and p == "BR")] or palavras
    unido = " ".join(nome)
    por_extenso = enderecobr.padronizar_numeros_por_extenso(unido) if re.search(r"\d", unido) else unido
    return " ".join(p for p in re.split(r"[^A-Z0-9]+", por_extenso) if p and p != "E"), tipo


def _split_linha(texto: str, vias: Vias) -> tuple[str, str, tuple[int, ...], float | None, str]:
    """Return (street name, type, house numbers, kilometre, district) of one street line."""
    linha = _plain(texto)
    if not linha:
        return "", "", (), None, ""
    bairro = ""
    blocos = [b.strip() for b in linha.split(",")]
    if len(blocos) >= 3 and (_SEM_NUMERO.fullmatch(blocos[1]) or blocos[1].isdigit()):
        bairro = _normalize_bairro(blocos[2])
        linha = f"{blocos[0]}, {blocos[1]}"
    km = _KM.search(linha)
    if km:
        linha = linha[: km.start()]
    linha = _SEM_NUMERO.sub(" ", linha).strip(" ,-")
    lote = _LOTE.search(linha)
    if lote and lote.start() > 0:
        linha = linha[: lote.start()].strip(" ,-")
    casas: tuple[int, ...] = ()
    numero = _NUMERO.search(linha)
    if numero:
        antes = linha[: numero.start()].strip(" ,.-")
        palavras = [p for p in antes.split() if p not in vias.descartaveis]
        if "," in linha or len(palavras) > 1 or (palavras and numero.group(0)[:1] == "N"):
            linha = antes
            casas = tuple(int(n) for n in numero.groups() if n and n not in vias.numeros_vazios)
    nome, tipo = _street(linha, vias)
    return nome, tipo, casas, float(km.group(1)) if km else None, bairro


def _split_numero(texto: str, vias: Vias) -> tuple[int, ...]:
    achado = _PREDIO.search(texto)
    if not achado:
        return ()
    return tuple(int(n) for n in achado.groups() if n and n not in vias.numeros_vazios and int(n) > 0)


def _split_complemento(texto: str, vias: Vias) -> tuple[str, tuple[int, ...]]:
    """Return (corner street name, house number it stands in front of)."""
    linha = _plain(texto)
    esquina = _ESQUINA.search(linha)
    frente = _FRENTE.search(linha)
    return (
        _street(esquina.group(1), vias)[0] if esquina else "",
        (int(frente.group(1)),) if frente and int(frente.group(1)) else (),
    )


def _normalize_bairro(texto: str) -> str:
    linha = enderecobr.padronizar_bairros(_plain(texto)) if texto.strip() else ""
    return " ".join(
        p for p in re.split(r"[^A-Z0-9]+", linha) if p not in {"DA", "DAS", "DE", "DO", "DOS", "E"}
    )
