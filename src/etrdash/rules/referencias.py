"""Dangling references inside a law file.

Provisions, instruments, ladders and fines that are cited but not declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from etrdash.erros import Problema
from etrdash.rules.esquema import Predicado, Transicao
from etrdash.rules.federal import PREFIXO, Federal
from etrdash.rules.mensagens import suggest
from etrdash.rules.regras import Regras
from etrdash.vocabulario import Instrumento

_ARTIGOS = {
    "instrumento": "o instrumento",
    "escada": "a escada",
    "multa": "a multa",
    "federal.piso": "a tolerância",
}
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


def iterate_escritas(valor: object, caminho: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield the same for tables as written, whatever the schema thinks of them."""
    if isinstance(valor, Mapping):
        for chave, item in valor.items():
            if chave in CITACOES and isinstance(item, str | list):
                citadas = [item] if isinstance(item, str) else item
                yield from ((".".join((*caminho, chave)), c) for c in citadas if isinstance(c, str))
            else:
                yield from iterate_escritas(item, (*caminho, str(chave)))
    elif isinstance(valor, list):
        for posicao, item in enumerate(valor, 1):
            identidade = item.get("id") if isinstance(item, Mapping) else None
            yield from iterate_escritas(item, (*caminho, str(identidade or posicao)))


def find_referencias_soltas(
    regras: Regras, federal: Federal, arquivo: str, escritas: Mapping[str, object]
) -> list[Problema]:
    """Return one problem for each citation, instrument, ladder or fine that the file does not declare.

    Args:
        regras: the rules.
        federal: what keys that start with ``federal.`` and tolerances name.
        arquivo: file name.
        escritas: the tables as written: what the schema refused in them is declared, and cites, all the same.
    """
    nomes = {"federal.piso": list(federal.piso)}
    for tabela in ("dispositivo", "instrumento", "escada", "multa"):
        escrita = escritas.get(tabela)
        nomes[tabela] = list(escrita) if isinstance(escrita, Mapping) else []
    problemas = [
        _report_citacao(onde, chave, nomes["dispositivo"], federal, arquivo)
        for onde, chave in iterate_escritas(escritas)
        if chave.removeprefix(PREFIXO)
        not in (federal.dispositivo if _is_federal(chave) else nomes["dispositivo"])
    ]
    usos = [(onde, str(codigo), "instrumento") for onde, codigo in _iterate_instrumentos(regras)]
    problemas += [
        Problema(
            f'{onde} usa {_ARTIGOS[tabela]} "{nome}", que não existe em [{tabela}]',
            arquivo=arquivo,
            coluna=onde,
            encontrado=f'"{nome}"',
            esperado="um destes: " + ", ".join(nomes[tabela])
            if nomes[tabela]
            else f"[{tabela}.{nome}] declarado",
            remedio=suggest(nome, nomes[tabela]) or f"Declare [{tabela}.{nome}].",
        )
        for onde, nome, tabela in (*usos, *_iterate_nomes(regras))
        if nome and nome not in nomes[tabela] and nome != Instrumento.LICENCA_ANTERIOR
    ]
    return problemas


def check_resto(regras: Regras, arquivo: str) -> list[Problema]:
    """Return a problem where the last obligation does not hold for every other station."""
    ultima = regras.obrigacao[-1]
    if ultima.quando == Predicado() and not ultima.vigora:
        return []
    return [
        Problema(
            "a última obrigação tem de valer para todas as demais estações, sem condição",
            arquivo=arquivo,
            coluna=f"obrigacao.{ultima.id}.{'quando' if ultima.quando != Predicado() else 'vigora'}",
            esperado="uma última [[obrigacao]] sem quando nem vigora",
            remedio="Acrescente-a no fim, com o que se exige de qualquer outra estação.",
        )
    ]


def find_citacoes_federais_soltas(federal: Federal, arquivo: str) -> list[Problema]:
    """Return one problem for each provision that the federal file cites and does not declare."""
    return [
        _report_citacao(onde, chave, (), federal, arquivo)
        for onde, chave in iterate_citacoes(federal)
        if not _is_federal(chave) or chave.removeprefix(PREFIXO) not in federal.dispositivo
    ]


def _report_citacao(
    onde: str, chave: str, proprios: Sequence[str], federal: Federal, arquivo: str
) -> Problema:
    federais = [PREFIXO + nome for nome in federal.dispositivo]
    candidatos = federais if _is_federal(chave) or not proprios else proprios
    return Problema(
        f'{onde} cita "{chave}", que não existe em [dispositivo]',
        arquivo=arquivo,
        coluna=onde,
        encontrado=f'"{chave}"',
        esperado="a chave de um dispositivo declarado"
        + (" em referencia/federal.toml" if _is_federal(chave) else ""),
        remedio=suggest(chave, candidatos) or "Declare o dispositivo com seu rótulo e trecho.",
    )


def _is_federal(chave: str) -> bool:
    return chave.startswith(PREFIXO)


def _iterate_instrumentos(regras: Regras) -> Iterator[tuple[str, Instrumento]]:
    for obrigacao in regras.obrigacao:
        onde = f"obrigacao.{obrigacao.id}"
        for elo in obrigacao.cadeia:
            for codigo in elo:
                yield f"{onde}.precisa", codigo
        for nome, codigos in (("acessorios", obrigacao.acessorios), ("supre", obrigacao.supre)):
            for codigo in codigos:
                yield f"{onde}.{nome}", codigo
    for codigo, regra in regras.instrumento.items():
        if regra.superado_por:
            yield f"instrumento.{codigo}.superado_por", regra.superado_por
    if regras.licenca_anterior.renovada_por:
        yield "licenca_anterior.renovada_por", regras.licenca_anterior.renovada_por
    if regras.transicao:
        yield from _iterate_da_transicao(regras.transicao)


def _iterate_da_transicao(transicao: Transicao) -> Iterator[tuple[str, Instrumento]]:
    exigidos = transicao.laudo.exige_pedido if transicao.laudo else ()
    for nome, codigos in (
        ("aceita", transicao.aceita),
        ("aceita_todas", transicao.aceita_todas),
        ("laudo.exige_pedido", exigidos),
    ):
        for codigo in codigos:
            yield f"transicao.{nome}", codigo


def _iterate_nomes(regras: Regras) -> Iterator[tuple[str, str, str]]:
    """Yield (path of the key, name used, table that declares it)."""
    yield "escada_padrao", regras.escada_padrao, "escada"
    yield "escada_vencida", regras.escada_vencida, "escada"
    if regras.transicao:
        yield "transicao.escada", regras.transicao.escada, "escada"
    for codigo, regra in regras.instrumento.items():
        if regra.conclusao:
            yield f"instrumento.{codigo}.conclusao.escada", regra.conclusao.escada, "escada"
    for obrigacao in regras.obrigacao:
        yield f"obrigacao.{obrigacao.id}.escada", obrigacao.escada, "escada"
        yield f"obrigacao.{obrigacao.id}.tolerancia", obrigacao.tolerancia, "federal.piso"
    for nome, escada in regras.escada.items():
        for posicao, passo in enumerate(escada.passos, 1):
            yield f"escada.{nome}.passos.{posicao}.multa", passo.multa, "multa"
