"""Addresses in comparable parts: street name, house numbers, corner, kilometre, district, postal code.

`enderecobr` writes abbreviations out; what it does not do is take the number, the lot or the district out of
a street line (`RUA X, Nº 12`, `Rua X,S/N,Centro`, `RUA X QD 9 LT 2`): that happens here, once per line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass

import enderecobr
import pandas as pd

from etrdash.dados import PastaDeDados

_ROMANOS = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9", "XI": "11"}
_ROMANOS |= {"XII": "12", "XIII": "13", "XIV": "14", "XV": "15", "XX": "20", "XXIII": "23"}
_PARTICULAS_DE_BAIRRO = frozenset({"DA", "DAS", "DE", "DO", "DOS", "E"})
_SEM_NUMERO = re.compile(r"\bS\s*/?\s*N(?:[ºO°]|UMERO)?\b\.?|\bSEM NUMERO\b")
_ROTULO_SOLTO = re.compile(r"\bN[ºO°]?\.?$")
_LOTE = re.compile(r"\b(?:QUADRA|QD|Q)\b\.?\s*\w+|\b(?:LOTE|LT|L)\b\.?\s*\d+\w*")
_KM = re.compile(r"\bKM\b\.?\s*(\d+)")
_NUMERO = re.compile(r"(?:\bN(?:[ºO°.]|UM|RO)?\b\s*)?(\d{1,6})(?:\s*E\s*(\d{1,6}))?\s*$")
_PREDIO = re.compile(r"(\d{1,6})(?:\D+(\d{1,6}))?")
_ESQUINA = re.compile(r"\bESQ(?:UINA)?\b\.?\s*(?:C/|COM|DA|DE)?\s*(?:A\s+)?(.+)")
_FRENTE = re.compile(r"\b(?:FRENTE|LADO|DEFRONTE|PROXIMO)\b.*?\bN[ºO°.]*\s*(\d{1,6})")

COLUNAS_BRUTAS = ["logradouro", "numero", "complemento", "bairro", "cep"]
COLUNAS = ["via", "casa", "casa_fim", "frente", "esquina", "km", "bairro", "cep"]


@dataclass(frozen=True, slots=True)
class Vias:
    """Word lists of `matching/vias.toml`."""

    tipos: frozenset[str]
    abreviaturas: dict[str, str]
    descartaveis: frozenset[str]
    numeros_vazios: frozenset[str]

    @classmethod
    def load(cls, pasta: PastaDeDados) -> Vias:
        """Read `matching/vias.toml` of the data folder."""
        dados = tomllib.loads(pasta.file("matching/vias.toml").read_text(encoding="utf-8"))
        return cls(
            frozenset(dados["tipos"]),
            dict(dados["abreviaturas"]),
            frozenset(dados["titulos"]) | frozenset(dados["particulas"]),
            frozenset(dados["numeros_vazios"]),
        )


def normalize_enderecos(linhas: pd.DataFrame, vias: Vias) -> pd.DataFrame:
    """Split address lines into parts.

    Args:
        linhas: columns `logradouro, numero, complemento, bairro, cep` (text or null), one row per line.
        vias: word lists.

    Returns:
        Same index; columns `via` (name without type, titles and particles), `casa` and `casa_fim` (first and
        last house number), `frente` (number it stands in front of), `esquina` (corner street), `km`,
        `bairro`, `cep` (8 digits); text null or numbers NaN where the line does not say.
    """
    brutas = linhas[COLUNAS_BRUTAS].fillna("").astype(str)
    linha = _apply_unicos(brutas["logradouro"], lambda t: _split_linha(t, vias), 5)
    numero = _apply_unicos(brutas["numero"], lambda t: _split_numero(t, vias), 2)
    complemento = _apply_unicos(brutas["complemento"], lambda t: _split_complemento(t, vias), 2)
    bairro = _apply_unicos(brutas["bairro"], lambda t: (normalize_bairro(t) or None,), 1)
    cep = brutas["cep"].str.replace(r"\D", "", regex=True)
    tem_numero = numero[0].notna()
    return pd.DataFrame(
        {
            "via": linha[0],
            "casa": numero[0].where(tem_numero, linha[1]).astype(float),
            "casa_fim": numero[1].where(tem_numero, linha[2]).astype(float),
            "frente": complemento[0].astype(float),
            "esquina": complemento[1],
            "km": linha[3].astype(float),
            "bairro": bairro[0].where(bairro[0].notna(), linha[4]),
            "cep": cep.where((cep.str.len() == 8) & ~cep.str.startswith("00000")),
        }
    )


def normalize_bairro(texto: str) -> str:
    """Return a district's name in upper case ASCII, abbreviations written out, particles left out."""
    linha = enderecobr.padronizar_bairros(_plain(texto)) if texto.strip() else ""
    return " ".join(p for p in re.split(r"[^A-Z0-9]+", linha) if p and p not in _PARTICULAS_DE_BAIRRO)


def _apply_unicos(textos: pd.Series, split: Callable[[str], tuple[object, ...]], partes: int) -> pd.DataFrame:
    """Apply `split` once per distinct text; one column per part, index of `textos`."""
    codigos, unicos = pd.factorize(textos)
    tabela = pd.DataFrame([split(str(t)) for t in unicos], columns=range(partes), dtype=object)
    saida = tabela.take(codigos)
    saida.index = textos.index
    return saida


def _plain(texto: str) -> str:
    sem_acento = enderecobr.normalizar(texto.upper().replace("º", "O").replace("°", "O"))
    return re.sub(r"\s+", " ", sem_acento).strip()


def _name_via(texto: str, vias: Vias) -> str:
    """Return the name of a street text without number: no type, title or particle, numerals in words."""
    completo = enderecobr.padronizar_logradouros(texto.strip(" ,.-"))
    palavras = [vias.abreviaturas.get(p, p) for p in re.split(r"[^A-Z0-9]+", completo) if p]
    if len(palavras) > 1 and palavras[0] in vias.tipos:
        palavras = palavras[1:]
    if len(palavras) > 1 and palavras[-1] in _ROMANOS:
        palavras[-1] = _ROMANOS[palavras[-1]]
    rodovia = len(palavras) > 1 and palavras[0] == "BR" and palavras[1].isdigit()
    nome = [p for p in palavras if p not in vias.descartaveis or (rodovia and p == "BR")] or palavras
    unido = " ".join(nome)
    por_extenso = enderecobr.padronizar_numeros_por_extenso(unido) if re.search(r"\d", unido) else unido
    return " ".join(p for p in re.split(r"[^A-Z0-9]+", por_extenso) if p and p != "E")


def _split_linha(texto: str, vias: Vias) -> tuple[object, ...]:
    """Return (name, first house number, last, kilometre, district) of one street line."""
    linha = _plain(texto)
    bairro: str | None = None
    blocos = [b.strip() for b in linha.split(",")]
    if len(blocos) >= 3 and (_SEM_NUMERO.fullmatch(blocos[1]) or blocos[1].isdigit()):
        bairro = normalize_bairro(blocos[2]) or None
        linha = f"{blocos[0]}, {blocos[1]}"
    km = _KM.search(linha)
    linha = linha[: km.start()] if km else linha
    linha = _ROTULO_SOLTO.sub("", _SEM_NUMERO.sub(" ", linha).strip(" ,-")).strip(" ,-")
    lote = _LOTE.search(linha)
    if lote and lote.start() > 0:
        linha = linha[: lote.start()].strip(" ,-")
    casas: list[int] = []
    numero = _NUMERO.search(linha)
    if numero:
        antes = linha[: numero.start()].strip(" ,.-")
        palavras = [p for p in antes.split() if p not in vias.descartaveis]
        if "," in linha or len(palavras) > 1 or (palavras and numero.group(0)[:1] == "N"):
            linha = antes
            casas = _read_casas(numero.groups(), vias)
    nome = _name_via(linha, vias)
    primeira, ultima = (min(casas), max(casas)) if casas else (None, None)
    return nome or None, primeira, ultima, int(km.group(1)) if km else None, bairro


def _read_casas(grupos: tuple[str | None, ...], vias: Vias) -> list[int]:
    return [int(n) for n in grupos if n and n not in vias.numeros_vazios and int(n) > 0]


def _split_numero(texto: str, vias: Vias) -> tuple[object, ...]:
    achado = _PREDIO.search(texto)
    casas = _read_casas(achado.groups(), vias) if achado else []
    return (min(casas), max(casas)) if casas else (None, None)


def _split_complemento(texto: str, vias: Vias) -> tuple[object, ...]:
    """Return (house number it stands in front of, corner street name)."""
    linha = _plain(texto)
    esquina, frente = _ESQUINA.search(linha), _FRENTE.search(linha)
    return (
        int(frente.group(1)) if frente and int(frente.group(1)) else None,
        (_name_via(esquina.group(1), vias) or None) if esquina else None,
    )
