"""Natural persons: recognised, dropped before storage, masked wherever a value is shown.

SPEC §8 and Lei 13.709/2018, arts. 5º, I, and 6º, III: what is not needed for transparency about companies is
not kept. When in doubt a holder is a person: a company's name hidden by mistake can be restored, a person's
name published by mistake cannot be taken back.
"""

from __future__ import annotations

import re
from functools import lru_cache

from etrdash.dados import PastaDeDados
from etrdash.staging.empresas import Empresas, read_referencia, shipped_empresas
from etrdash.staging.identificadores import (
    LEMBRADOS,
    fold_texto,
    has_cpf,
    has_telefone,
    is_processo_pessoal,
    normalise_cnpj,
    normalise_cpf,
    strip_numeros_pessoais,
)

PESSOA_FISICA = "pessoa física"
"""What is stored and shown in place of a natural person's name."""

MASCARA = "***"
"""What is shown in place of a value that may be personal data."""

SERVICOS_DE_PESSOAS = frozenset({"302", "400"})
"""Amateur radio and citizens' band: licensed to natural persons (ANATEL service codes)."""

_SIGLAS_FINAIS = frozenset({"ME", "MEI", "EPP", "SS", "S S", "S C", "SC"})
_SOCIEDADE_ANONIMA = re.compile(
    r"\bS\s?(?:/\s?A\b|\.\s?/?\s?A\b\.)|\bEM\s+RECUPERA[CÇ][AÃ]O\s+JUDICIAL\b", re.IGNORECASE
)
_PREPOSICOES = frozenset({"DE", "DA", "DO", "DAS", "DOS", "E"})
_EMAIL = re.compile(r"[\w.+-]{1,64}\s?@\s?[\w-]+(?:\.[\w-]+)+", re.UNICODE)  # unbounded, it is quadratic
_PALAVRAS_DE_PESSOA = (
    r"propriet[aá]ri[oa]s?|respons[aá]vel(?:\s+t[eé]cnico)?|contato|locador(?:a)?|inquilin[oa]|"
    r"requerente|s[íi]ndic[oa]|e-?mail"
)
_ROTULO_DE_PESSOA = re.compile(
    rf"(?:[,;(–-]\s*(?:{_PALAVRAS_DE_PESSOA})\b|\b(?:{_PALAVRAS_DE_PESSOA})\s*:|"
    r"\b(?:prop\.|resp\.|a/c\b|aos\s+cuidados\b|falar\s+com\b))[^;|)]*\)?",
    re.IGNORECASE,
)
_DATA = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?")
_NUMERO = re.compile(r"[+-]?(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?)")
_ANGULO = re.compile(
    r"[+-]?\d{1,3}\s*[°º:d]\s*\d[\d\s°º:'’′\"”″.,-]*[NSLEOW]?|\d{1,3}[NSLEOW]\d{4,8}", re.IGNORECASE
)
_CODIGO = re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)+")
_PRAZO = re.compile(r"\d{1,4}\s*(?:[dmya]|dias?|m[eê]s(?:es)?|anos?)?", re.IGNORECASE)
_PROCESSO = re.compile(
    r"(?!(?!(?:19|20)\d\d-)\d{4}-(?!(?:19|20)\d\d$)\d{4}$)"  # 3421-1234 is a telephone, 3421-2019 is not
    r"(?:PA |Proc\. )?\d{1,7}(?:[./-]\d{1,7}){1,4}",
    re.IGNORECASE,
)


def is_pessoa_fisica(
    nome: str | None,
    documento: str | None,
    servico: str | None = None,
    perfil: str | None = None,
    *,
    empresas: Empresas | None = None,
) -> bool:
    """Say whether a holder is a natural person, in the order of SPEC §8.

    Args:
        nome: holder's name as written.
        documento: cell of a document column (``detentora_documento``, ``NumCnpjCpf``, ``CNPJ ou CPF``); never
            another column, because ordinary codes pass a CPF's check digits.
        servico: ANATEL service code, three digits.
        perfil: the word of the file's own person column (``PF``, ``pessoa jurídica``…), if it has one.
        empresas: known companies; those that ship with the project by default.
    """
    if (empresas or shipped_empresas()).find(nome, documento) or normalise_cnpj(documento):
        return False
    if normalise_cpf(documento):
        return True
    if servico is not None and servico.strip() in SERVICOS_DE_PESSOAS:
        return True
    palavra = fold_texto(perfil or "")
    if palavra in {"PF", "F", "CPF", "PESSOA FISICA", "FISICA", "NATURAL", "PESSOA NATURAL"}:
        return True
    if palavra in {"PJ", "J", "CNPJ", "PESSOA JURIDICA", "JURIDICA", "EMPRESA", "ORGAO PUBLICO"}:
        return False
    return bool(nome and nome.strip()) and not has_termo_de_empresa(nome or "")


@lru_cache(maxsize=LEMBRADOS)
def has_termo_de_empresa(nome: str) -> bool:
    """Say whether a name has a word that only companies and public bodies carry: LTDA, PREFEITURA."""
    palavras = fold_texto(nome).split()
    if not palavras:
        return False
    exatos, prefixos, prenomes = _termos()
    frase = f" {' '.join(palavras)} "
    if any(f" {termo} " in frase for termo in exatos) or any(p.startswith(prefixos) for p in palavras):
        return True
    if _SOCIEDADE_ANONIMA.search(nome) and palavras[0] not in prenomes:
        return True
    if len(palavras) == 1:
        return False
    if palavras[-1] in _SIGLAS_FINAIS or " ".join(palavras[-2:]) in _SIGLAS_FINAIS | {"S A"}:
        return True
    # A final "SA" is the legal form, unless it reads as the surname Sá.
    e_sobrenome = (
        palavras[-2] in _PREPOSICOES or palavras[0] in prenomes or nome.rstrip().endswith(("á", "Á"))
    )
    return palavras[-1] == "SA" and not e_sobrenome


@lru_cache(maxsize=1)
def _termos() -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]:
    pasta = PastaDeDados.open()
    termos = [linha["termo"] for linha in read_referencia(pasta.file("referencia/termos_empresas.csv"))]
    exatos = tuple(termo for termo in termos if not termo.endswith("*"))
    prefixos = tuple(termo.removesuffix("*") for termo in termos if termo.endswith("*"))
    prenomes = read_referencia(pasta.file("referencia/prenomes.csv"))
    return exatos, prefixos, frozenset(linha["prenome"] for linha in prenomes)


@lru_cache(maxsize=LEMBRADOS)
def strip_pessoais(texto: str | None, nomes: tuple[str, ...] = ()) -> tuple[str | None, int]:
    """Return a cell without what belongs to a person, and how many things were taken out.

    Taken out: e-mail addresses, CPFs, telephones, what follows a word such as "proprietário" or "contato",
    and the given ``nomes`` (persons named elsewhere in the same row).
    """
    if not texto:
        return None, 0
    limpo, emails = _EMAIL.subn(" ", texto) if "@" in texto else (texto, 0)
    limpo, rotulos = _ROTULO_DE_PESSOA.subn(" ", limpo)
    limpo, numeros = strip_numeros_pessoais(limpo)
    retirados = emails + rotulos + numeros
    for nome in nomes:
        palavras = fold_texto(nome).split()
        if len(palavras) > 1 and f" {' '.join(palavras)} " in f" {fold_texto(limpo)} ":
            limpo, retirados = "", retirados + 1
    limpo = " ".join(limpo.split()).strip(" ,;-–(") if retirados else limpo
    return limpo or None, retirados


def mask_value(coluna: str | None, valor: str | None) -> str:
    """Return a refused cell as it may be shown: numbers, dates and codes as they are, the rest masked.

    Args:
        coluna: canonical or source column of the cell; document columns show only a valid CNPJ.
        valor: the cell.
    """
    texto = (valor or "").strip()
    if len(texto) <= 2:
        return texto
    return texto if _is_mostravel(fold_texto(coluna or ""), texto) else MASCARA


def _is_mostravel(coluna: str, texto: str) -> bool:
    if any(palavra in coluna for palavra in ("CPF", "CNPJ", "DOCUMENTO")):
        return normalise_cnpj(texto) is not None
    if len(texto) > 40 or "@" in texto or has_cpf(texto):
        return False
    if any(forma.fullmatch(texto) for forma in (_DATA, _ANGULO, _CODIGO, _PRAZO)):
        return True
    if _NUMERO.fullmatch(texto):
        return _is_numero_mostravel(coluna, texto)
    e_processo = any(palavra in coluna for palavra in ("REGISTRO", "PROCESSO", "ALVARA", "PROTOCOLO"))
    return e_processo and bool(_PROCESSO.fullmatch(texto)) and not is_processo_pessoal(texto)


def _is_numero_mostravel(coluna: str, texto: str) -> bool:
    """Long integers are shown only where the column says what they are: they may be CPFs or telephones."""
    um_separador = texto.count(".") + texto.count(",") == 1
    inteiro = re.sub(r"\D", "", re.sub(r"[.,]\d+$", "", texto) if um_separador else texto)
    if len(inteiro) <= 7:
        return True
    if "CEP" in coluna.split():
        return len(inteiro) == 8
    return "ESTACAO" in coluna and len(inteiro) <= 10 and not has_telefone(texto) and inteiro[0] != "9"
