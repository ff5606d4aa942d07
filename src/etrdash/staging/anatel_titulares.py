"""Holders of ANATEL's stations: one spelling for each company, and natural persons told apart (SPEC §8)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

import duckdb
import pyarrow as pa

from etrdash.dados import PastaDeDados
from etrdash.staging.anatel_valores import create_table
from etrdash.staging.celulas import clean_celula
from etrdash.staging.empresas import Empresas, key_empresa, read_referencia
from etrdash.staging.identificadores import fold_texto, normalise_cnpj
from etrdash.staging.pessoas import PESSOA_FISICA, is_pessoa_fisica, strip_pessoais

_FORMAS_LEGAIS = (
    (re.compile(r"\bS[ ./]*A\b\.?(?!\w)", re.IGNORECASE), "S.A."),
    (re.compile(r"\bLTDA\b\.?", re.IGNORECASE), "LTDA"),
)


def create_titulares(con: duckdb.DuckDBPyConnection, pasta: PastaDeDados) -> None:
    """Create ``_anatel_titulares`` (``entidade, documento, servico, titular``) for every distinct holder.

    ``titular`` is a struct of ``prestadora`` (canonical name, ``pessoa física`` or null),
    ``prestadora_cnpj``, ``pessoa_fisica`` and ``seguranca`` (a public-security body by its name).
    """
    empresas = Empresas.load(pasta)
    padroes = [linha["padrao"] for linha in read_referencia(pasta.file("referencia/seguranca.csv"))]
    brutos = con.execute(
        """
        SELECT entidade, documento, servico, count(*)
        FROM _anatel_lidas WHERE recusa IS NULL
        GROUP BY entidade, documento, servico ORDER BY ALL
        """
    ).fetchall()
    grafias = _choose_grafias((linha[0], linha[3]) for linha in brutos)
    linhas: list[tuple[object, ...]] = []
    for entidade, documento, servico, _ in brutos:
        nome, escrito = clean_celula(entidade), clean_celula(documento)
        cnpj = normalise_cnpj(escrito)
        if is_pessoa_fisica(nome, escrito, servico, empresas=empresas):
            titular = {"prestadora": PESSOA_FISICA, "pessoa_fisica": True, "seguranca": False}
        else:
            titular = {
                "prestadora": empresas.find(nome, escrito)
                or ((grafias[key_empresa(nome)] or None) if nome else None),
                "prestadora_cnpj": cnpj,
                "pessoa_fisica": False,
                "seguranca": nome is not None and is_seguranca(nome, padroes),
            }
        linhas.append((entidade, documento, servico, titular))
    texto = pa.string()
    forma = pa.struct(
        {"prestadora": texto, "prestadora_cnpj": texto, "pessoa_fisica": pa.bool_(), "seguranca": pa.bool_()}
    )
    colunas = {"entidade": texto, "documento": texto, "servico": texto, "titular": forma}
    create_table(con, "_anatel_titulares", colunas, linhas)


def is_seguranca(nome: str, padroes: Iterable[str]) -> bool:
    """Say whether a holder's name has one of the patterns (words; a final ``*`` stands for any ending)."""
    frase = f" {fold_texto(nome)} "
    return any(
        f" {padrao.removesuffix('*')}" in frase if padrao.endswith("*") else f" {padrao} " in frase
        for padrao in padroes
    )


def tidy_nome(nome: str) -> str:
    """Return a company's name without padding and with one spelling of its legal form.

    A sole trader's company bears the owner's CPF in its name: it is taken out.
    """
    limpo = " ".join((strip_pessoais(nome)[0] or "").split())
    for padrao, forma in _FORMAS_LEGAIS:
        limpo = padrao.sub(forma, limpo)
    return limpo


def _choose_grafias(nomes: Iterable[tuple[str | None, int]]) -> dict[str, str]:
    """Return, for each company key, its most frequent spelling (the first in order among equals)."""
    contagem: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for bruto, linhas in nomes:
        nome = clean_celula(bruto)
        if nome is not None:
            contagem[key_empresa(nome)][tidy_nome(nome)] += linhas
    return {
        chave: min(grafias, key=lambda grafia: (-grafias[grafia], grafia))
        for chave, grafias in contagem.items()
    }
