"""Dangling references inside a law file.

Provisions, instruments, ladders and fines that are cited but not declared.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from pydantic import BaseModel

from etrdash.erros import Problema
from etrdash.rules.esquema import Predicado
from etrdash.rules.federal import PREFIXO, Federal
from etrdash.rules.regras import Regras
from etrdash.vocabulario import Instrumento

CITACOES = frozenset(
    {
        "dispositivos",
        "dispositivo",
        "omissao",
        "negativa",
        "cassacao",
        "sancoes_suspensas",
        "incompleta",
        "apos",
        "resposta_dispositivos",
        "notificacao_dispositivos",
        "renovacao_dispositivos",
    }
)


def iterate_citacoes(modelo: BaseModel, caminho: str = "") -> Iterator[tuple[str, str]]:
    """Yield (path of the key, provision cited) for every citation below ``modelo``."""
    for nome in type(modelo).model_fields:
        valor = getattr(modelo, nome)
        onde = f"{caminho}.{nome}" if caminho else nome
        if nome in CITACOES and not isinstance(valor, Mapping):
            for chave in (valor,) if isinstance(valor, str) else valor or ():
                yield onde, chave
        else:
            yield from _iterate_valor(valor, onde)


def _iterate_valor(valor: object, onde: str) -> Iterator[tuple[str, str]]:
    if isinstance(valor, BaseModel):
        yield from iterate_citacoes(valor, onde)
    elif isinstance(valor, Mapping):
        for chave, item in valor.items():
            yield from _iterate_valor(item, f"{onde}.{chave}")
    elif isinstance(valor, tuple):
        for posicao, item in enumerate(valor, 1):
            identidade = getattr(item, "id", None) or str(posicao)
            yield from _iterate_valor(item, f"{onde}.{identidade}")


def suggest(procurado: str, conhecidos: Iterable[str]) -> str:
    """Return "Você quis dizer …?" for the closest known name, or an empty string."""
    perto = difflib.get_close_matches(procurado, list(conhecidos), n=1, cutoff=0.5)
    return f'Você quis dizer "{perto[0]}"?' if perto else ""


def find_referencias_soltas(regras: Regras, federal: Federal, arquivo: str) -> list[Problema]:
    """Return one problem for each citation, instrument, ladder or fine that the file does not declare."""
    problemas = []
    for onde, chave in iterate_citacoes(regras):
        conhecidos = federal.dispositivo if chave.startswith(PREFIXO) else regras.dispositivo
        if chave.removeprefix(PREFIXO) not in conhecidos:
            problemas.append(
                Problema(
                    f'{onde} cita "{chave}", que não existe em [dispositivo]',
                    arquivo=arquivo,
                    coluna=onde,
                    remedio=suggest(chave, conhecidos) or "Declare o dispositivo com seu rótulo e trecho.",
                )
            )
    problemas += [
        Problema(
            f'{onde} usa o instrumento "{codigo}", que não existe em [instrumento]',
            arquivo=arquivo,
            coluna=onde,
            remedio=suggest(codigo, map(str, regras.instrumento)) or f"Declare [instrumento.{codigo}].",
        )
        for onde, codigo in _iterate_instrumentos(regras)
        if codigo not in regras.instrumento and codigo != Instrumento.LICENCA_ANTERIOR
    ]
    problemas += [
        Problema(
            f'{onde} usa "{nome}", que não existe em [{tabela}]',
            arquivo=arquivo,
            coluna=onde,
            remedio=remedio,
        )
        for onde, nome, tabela, conhecidos in _iterate_nomes(regras, federal)
        if nome and nome not in conhecidos
        for remedio in (suggest(nome, conhecidos) or f"Declare [{tabela}.{nome}].",)
    ]
    ultima = regras.obrigacao[-1]
    if ultima.quando != Predicado() or ultima.vigora:
        problemas.append(
            Problema(
                "a última obrigação tem de valer para todas as demais estações, sem condição",
                arquivo=arquivo,
                coluna=f"obrigacao.{ultima.id}.quando",
                remedio="Acrescente, no fim, uma [[obrigacao]] sem a chave quando.",
            )
        )
    return problemas


def find_citacoes_federais_soltas(federal: Federal, arquivo: str) -> list[Problema]:
    """Return one problem for each provision that the federal file cites and does not declare."""
    return [
        Problema(
            f'{onde} cita "{chave}", que não existe em [dispositivo]',
            arquivo=arquivo,
            coluna=onde,
            remedio=suggest(chave, [PREFIXO + nome for nome in federal.dispositivo]),
        )
        for onde, chave in iterate_citacoes(federal)
        if not chave.startswith(PREFIXO) or chave.removeprefix(PREFIXO) not in federal.dispositivo
    ]


def _iterate_instrumentos(regras: Regras) -> Iterator[tuple[str, Instrumento]]:
    for obrigacao in regras.obrigacao:
        for elo in (*obrigacao.cadeia, obrigacao.acessorios, obrigacao.supre):
            for codigo in elo:
                yield f"obrigacao.{obrigacao.id}", codigo
    for codigo, regra in regras.instrumento.items():
        if regra.superado_por:
            yield f"instrumento.{codigo}.superado_por", regra.superado_por
    if regras.licenca_anterior.renovada_por:
        yield "licenca_anterior.renovada_por", regras.licenca_anterior.renovada_por
    if regras.transicao:
        exige = regras.transicao.laudo.exige_pedido if regras.transicao.laudo else ()
        for codigo in (*regras.transicao.aceita, *regras.transicao.aceita_todas, *exige):
            yield "transicao", codigo


def _iterate_nomes(regras: Regras, federal: Federal) -> Iterator[tuple[str, str, str, Mapping[str, object]]]:
    yield "escada_padrao", regras.escada_padrao, "escada", regras.escada
    yield "escada_vencida", regras.escada_vencida, "escada", regras.escada
    if regras.transicao:
        yield "transicao.escada", regras.transicao.escada, "escada", regras.escada
    for codigo, regra in regras.instrumento.items():
        if regra.conclusao:
            yield f"instrumento.{codigo}.conclusao.escada", regra.conclusao.escada, "escada", regras.escada
    for obrigacao in regras.obrigacao:
        yield f"obrigacao.{obrigacao.id}.escada", obrigacao.escada, "escada", regras.escada
        yield f"obrigacao.{obrigacao.id}.tolerancia", obrigacao.tolerancia, "federal.piso", federal.piso
    for nome, escada in regras.escada.items():
        for posicao, passo in enumerate(escada.passos, 1):
            yield f"escada.{nome}.passos.{posicao}.multa", passo.multa, "multa", regras.multa
