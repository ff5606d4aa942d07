"""Who holds the structure and who operates the stations of an ato, persons left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from etrdash.staging.empresas import Empresas
from etrdash.staging.identificadores import normalise_cnpj, normalise_cpf
from etrdash.staging.municipal_atos import Contas
from etrdash.staging.pessoas import PESSOA_FISICA, is_pessoa_fisica, strip_pessoais

_SEPARADOR_CERTO = re.compile(r"\s+/\s+|\s*[;|]\s*")
_SEPARADOR_POSSIVEL = re.compile(r"\s*,\s+|\s+[eE&]\s+")
_VARIOS_CNPJ = re.compile(r"[;|,]|\s/\s|\s+")


def read_detentora(
    nome: str | None, documento: str | None, palavra: str | None, empresas: Empresas, contas: Contas
) -> tuple[str | None, str | None]:
    """Return the holder as it is kept and its CNPJ: a company, ``pessoa física``, or nothing.

    Args:
        nome: cell of the holder's name.
        documento: cell of the holder's document; dropped unless it is a valid CNPJ.
        palavra: what the source says the holder is (``PF``, ``PJ``), or None.
        empresas: known companies.
        contas: what is dropped is counted here.
    """
    if is_pessoa_fisica(nome, documento, None, palavra, empresas=empresas):
        contas.pessoais += (nome is not None) + (documento is not None)
        return PESSOA_FISICA, None
    cnpj = normalise_cnpj(documento)
    if documento and not cnpj:
        contas.ignorados["detentora_documento"] += 1
        contas.pessoais += normalise_cpf(documento) is not None
    return empresas.find(nome, documento) or _tidy_empresa(nome, contas), cnpj


def read_prestadoras(
    nomes: str | None, documentos: str | None, empresas: Empresas, contas: Contas
) -> tuple[str | None, str | None]:
    """Return the operators of an ato, canonical, and their CNPJs, several joined by ``|``."""
    achados = [normalise_cnpj(parte) for parte in _VARIOS_CNPJ.split(documentos or "") if parte]
    cnpjs = list(dict.fromkeys(cnpj for cnpj in achados if cnpj))
    if documentos and not cnpjs:
        contas.ignorados["prestadora_cnpj"] += 1
        contas.pessoais += normalise_cpf(documentos) is not None
    conhecidas: list[str | None]
    if nomes is None:
        conhecidas = [empresas.find(None, cnpj) for cnpj in cnpjs]
    else:
        partes = _split_empresas(nomes, empresas)
        conhecidas = [
            _read_prestadora(parte, cnpjs[:1] if len(partes) == 1 else [], empresas, contas)
            for parte in partes
        ]
    return _join(conhecidas), _join(cnpjs)


def _split_empresas(nomes: str, empresas: Empresas) -> list[str]:
    """Split a cell of several companies; a comma or "e" divides only where all its parts are known."""
    if empresas.find(nomes):
        return [nomes]
    partes: list[str] = []
    for parte in filter(None, _SEPARADOR_CERTO.split(nomes)):
        menores = [menor for menor in _SEPARADOR_POSSIVEL.split(parte) if menor]
        divide = not empresas.find(parte) and all(map(empresas.find, menores))
        partes.extend(menores if divide else [parte])
    return partes


def _read_prestadora(nome: str, cnpjs: list[str], empresas: Empresas, contas: Contas) -> str | None:
    documento = cnpjs[0] if cnpjs else None
    if is_pessoa_fisica(nome, documento, empresas=empresas):
        contas.pessoais += 1
        return PESSOA_FISICA
    return empresas.find(nome, documento) or _tidy_empresa(nome, contas)


def _tidy_empresa(nome: str | None, contas: Contas) -> str | None:
    limpo, retirados = strip_pessoais(nome)
    contas.pessoais += retirados
    return limpo.replace("|", " ") if limpo else None


def _join(partes: Sequence[str | None]) -> str | None:
    return "|".join(dict.fromkeys(parte for parte in partes if parte)) or None
