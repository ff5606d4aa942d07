"""Identifiers as people write them: CNPJ, CPF, CEP, IBGE codes, process and station numbers.

Every function takes the text of one cell and answers with the canonical spelling or None; none raises on bad
text. A number that could be a person's (CPF, telephone) is never taken for a station or a process.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from validate_docbr import CNPJ, CPF

_CNPJ = CNPJ()
_CPF = CPF()
_CPF_ESCRITO = re.compile(r"(?<!\d)\d{3}\.\d{3}\.\d{3}\s?[-/.]?\s?\d{2}(?!\d)|(?<!\d)\d{9}-\d{2}(?!\d)")
_CPF_COM_ROTULO = re.compile(r"\bC\.?P\.?F\.?\s*(?:n[º°o.]*)?\s*:?\s*(\d[\d.\s/-]{8,15}\d)", re.IGNORECASE)
_ONZE_DIGITOS = re.compile(r"(?<!\d)\d{11}(?!\d)")
_TELEFONE_CERTO = re.compile(
    r"(?:\+\s?55[\s.-]*)?\(\s*0?[1-9]{2}\s*\)[\s.-]*9?[\s.-]?\d{4}[\s.-]?\d{4}(?!\d)"
    r"|\+\s?55[\s.-]*[1-9]{2}|\b(?:TEL|FONE|CEL|WHATS)[A-Z]*[.:º°n\s]*\+?\(?\d",
    re.IGNORECASE,
)
_TELEFONE = re.compile(
    r"(?<!\d)(?:\+?55[\s.-]*)?"
    r"(?:\(\s*0?[1-9]{2}\s*\)[\s.-]*9?[\s.-]?\d{4}[\s.-]?\d{4}"  # (17) 99123-4567
    r"|0?[1-9]{2}[\s.-]+9?\d{4}[\s.-]?\d{4}"  # 17 99123-4567
    r"|0?[1-9]{2}9\d{8}"  # 17991234567
    r"|[1-9]{2}[2-5]\d{7}"  # 1734211234
    r"|9\d{4}[\s.-]\d{4})(?!\d)"  # 99123-4567
    r"|(?:\b(?:TEL|FONE|CEL|WHATS)[A-Z]*[.:º°n\s]*)\+?\(?\d[\d\s().-]{6,}\d",  # fone: 3421-1234
    re.IGNORECASE,
)
_FLUTUANTE = re.compile(r"(\d+)\.0+")
_NUMERO_ESCRITO = re.compile(r"\d{1,3}(?:\.\d{3})+(?!\d)|\d+(?:-\d(?!\d))?")
_PALAVRAS_DE_PROCESSO = frozenset(
    {
        "PROC",
        "PROCESSO",
        "PROCESSOS",
        "PA",
        "P",
        "A",
        "ADM",
        "ADMINISTRATIVO",
        "N",
        "NO",
        "NR",
        "NUM",
        "NUMERO",
    }
)


LEMBRADOS = 65_536
"""The same names, words, streets and dates come thousands of times in one file: so many are remembered."""


@lru_cache(maxsize=LEMBRADOS)
def fold_texto(texto: str) -> str:
    """Return ``texto`` in upper case ASCII words: no accent, no punctuation, single blanks."""
    sem_acento = (
        texto
        if texto.isascii()
        else "".join(
            letra for letra in unicodedata.normalize("NFKD", texto) if not unicodedata.combining(letra)
        )
    )
    return " ".join(re.sub(r"[^0-9A-Za-z]+", " ", sem_acento).upper().split())


@lru_cache(maxsize=LEMBRADOS)
def normalise_cnpj(texto: str | None) -> str | None:
    """Return the 14 characters of a valid CNPJ, numeric or alphanumeric (2026), else None.

    One or two leading zeros lost by a spreadsheet are put back when the result passes the check digits.
    """
    if not texto:
        return None
    limpo = re.sub(r"[^0-9A-Z]", "", _drop_flutuante(texto).upper())
    if limpo.isdigit() and len(limpo) in {12, 13}:
        limpo = limpo.zfill(14)
    return limpo if len(limpo) == 14 and _CNPJ.validate(limpo) else None


def normalise_cpf(texto: str | None) -> str | None:
    """Return the 11 digits of a valid CPF, else None; meaningful only for a document column (SPEC §8)."""
    if not texto or re.search(r"[A-Za-z]", texto):
        return None
    limpo = re.sub(r"\D", "", _drop_flutuante(texto))
    return limpo if len(limpo) == 11 and _CPF.validate(limpo) else None


@lru_cache(maxsize=LEMBRADOS)
def normalise_cep(texto: str | None) -> str | None:
    """Return the eight digits of a CEP, else None; a leading zero lost by a spreadsheet is put back."""
    if not texto:
        return None
    limpo = re.sub(r"[\s.-]", "", _drop_flutuante(texto.strip()))
    if not limpo.isdigit() or len(limpo) not in {7, 8}:
        return None
    limpo = limpo.zfill(8)
    return limpo if limpo.strip("0") else None


def complete_ibge(codigo: str | None, municipios: Mapping[str, str], nome: str | None = None) -> str | None:
    """Return the seven-digit IBGE code of a municipality that exists, else None.

    Args:
        codigo: six or seven digits, as written.
        municipios: seven-digit code → official name.
        nome: name written beside the code; a code whose municipality has another name is refused.
    """
    if not codigo:
        return None
    limpo = _drop_flutuante(codigo.strip())
    if not limpo.isdigit() or len(limpo) not in {6, 7}:
        return None
    completo = limpo if len(limpo) == 7 else limpo + _digit_ibge(limpo, municipios)
    if completo not in municipios:
        return None
    if nome and fold_texto(nome) != fold_texto(municipios[completo]):
        return None
    return completo


def _digit_ibge(seis: str, municipios: Mapping[str, str]) -> str:
    """Return the seventh digit; nine real codes break the rule, hence the table is asked first."""
    for digito in "0123456789":
        if seis + digito in municipios:
            return digito
    return ""


def find_numeros_estacao(texto: str | None) -> list[str]:
    """Return the station numbers named in a cell, canonical, in order, without repeats.

    Reads several numbers in one cell, thousands points (``1.016.260.643``), a last digit set apart
    (``69743321-1``), leading zeros, a spreadsheet's ``.0`` and words around. ANATEL's numbers have five to
    ten digits; eleven digits are a CPF or a telephone and are not taken.
    """
    if not texto or "@" in texto:
        return []
    numeros: list[str] = []
    sem_pessoais = _CPF_COM_ROTULO.sub(" ", _CPF_ESCRITO.sub(" ", texto))
    sem_flutuante = re.sub(r"(?<![\d.])(\d{5,})\.0+(?!\d)", r"\1", sem_pessoais)
    sem_telefones = _TELEFONE.sub(" ", sem_flutuante)
    for achado in _NUMERO_ESCRITO.finditer(sem_telefones):
        numero = re.sub(r"\D", "", achado.group()).lstrip("0")
        if 5 <= len(numero) <= 10 and numero not in numeros:
            numeros.append(numero)
    return numeros


def key_processo(texto: str) -> str:
    """Return a key that is equal for the spellings of one process number and differs between processes.

    Punctuation, blanks, words such as "Proc." or "PA" and leading zeros do not count; other letters do
    (``AI 12/2020`` and ``CCO 12/2020`` are two processes).
    """
    palavras = re.findall(r"[A-Z]+|\d+", fold_texto(texto))
    letras = "".join(p for p in palavras if p.isalpha() and p not in _PALAVRAS_DE_PROCESSO)
    numero = "".join(p for p in palavras if p.isdigit()).lstrip("0")
    return f"{letras}{numero}"


def has_cpf(texto: str) -> bool:
    """Say whether a text holds a number written as a CPF, or eleven digits in a row that are a valid one."""
    if _CPF_ESCRITO.search(texto) or _CPF_COM_ROTULO.search(texto):
        return True
    return any(_CPF.validate(achado) for achado in _ONZE_DIGITOS.findall(texto))


@lru_cache(maxsize=LEMBRADOS)
def is_processo_pessoal(texto: str) -> bool:
    """Say whether a cell of process numbers holds a person's number or address instead.

    Eleven digits that start with a year are a process, even when they happen to pass a CPF's check digits.
    """
    if "@" in texto or _CPF_ESCRITO.search(texto) or _CPF_COM_ROTULO.search(texto):
        return True
    if _TELEFONE_CERTO.search(texto):
        return True
    limpo = texto.strip()
    if not re.fullmatch(r"\d{11}", limpo) or re.match(r"19[5-9]\d|20[0-4]\d", limpo):
        return False
    return bool(_CPF.validate(limpo)) or has_telefone(limpo)


def has_telefone(texto: str) -> bool:
    """Say whether a text holds a telephone: with area code, as a mobile's nine digits, or after "fone"."""
    return bool(_TELEFONE.search(texto))


def strip_numeros_pessoais(texto: str) -> tuple[str, int]:
    """Return a text without the CPFs and telephones written in it, and how many were taken out."""
    sem_rotulo, rotulados = _CPF_COM_ROTULO.subn(" ", texto)
    sem_cpf, escritos = _CPF_ESCRITO.subn(" ", sem_rotulo)
    sem_bruto, brutos = _ONZE_DIGITOS.subn(" ", sem_cpf)
    sem_telefone, telefones = _TELEFONE.subn(" ", sem_bruto)
    return sem_telefone, rotulados + escritos + brutos + telefones


def _drop_flutuante(texto: str) -> str:
    achado = _FLUTUANTE.fullmatch(texto.strip())
    return achado.group(1) if achado else texto
