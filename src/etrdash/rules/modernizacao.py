"""A law beside the state's model text: what the model has and the law lacks, or words differently.

Lei estadual paulista 17.471/2021, art. 2º, III to V: to encourage the modernisation of municipal laws, to
help them to adapt, to simplify and speed up licensing. Computed from the two law files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from etrdash.rules.esquema import Obrigacao, Predicado
from etrdash.rules.exame import matches
from etrdash.rules.fatos import Fatos
from etrdash.rules.instrumento import RegraDeInstrumento
from etrdash.rules.lei import Lei
from etrdash.rules.regras import Regras

Valor = dict[str, Any]
Achado = tuple[Valor | None, tuple[str, ...]]
"""What a law says on a subject, None where it says nothing, and the provisions that say it."""


class Estado(StrEnum):
    """How a law stands to the model on one subject.

    ``lacuna``: nothing found, but the text at hand is not whole, so absence cannot be told.
    """

    IGUAL = "igual"
    DIFERENTE = "diferente"
    AUSENTE = "ausente"
    LACUNA = "lacuna"


@dataclass(frozen=True, slots=True)
class Ponto:
    """One subject of the model.

    Attributes:
        assunto: code of the subject; ``obrigacao`` for a kind of station.
        rotulo: the kind of station as the model names it, else an empty string.
        estado: how the law stands to the model.
        modelo: what the model says.
        lei: what the law says, None where nothing was found.
        dispositivos_modelo: provisions of the model.
        dispositivos_lei: provisions of the law.
    """

    assunto: str
    rotulo: str
    estado: Estado
    modelo: Valor
    lei: Valor | None
    dispositivos_modelo: tuple[str, ...]
    dispositivos_lei: tuple[str, ...]


def compare_with(modelo: Lei, lei: Lei) -> tuple[Ponto, ...]:
    """Compare the newest wording of a law with the model's, subject by subject, in the model's order."""
    dela, nossa = modelo.atual.regras, lei.atual.regras
    incompleta = bool(nossa.lacuna or lei.atual.lacuna)
    pontos = []
    for assunto, rotulo, do_modelo, da_lei in _iterate_assuntos(dela, nossa):
        valor, dispositivos = do_modelo
        if valor is None:
            continue
        outro, outros = da_lei
        estado = _judge(valor, outro, incompleta=incompleta)
        pontos.append(Ponto(assunto, rotulo, estado, valor, outro, dispositivos, outros))
    return tuple(pontos)


def _judge(modelo: Valor, lei: Valor | None, *, incompleta: bool) -> Estado:
    if lei is None:
        return Estado.LACUNA if incompleta else Estado.AUSENTE
    return Estado.IGUAL if lei == modelo else Estado.DIFERENTE


def _iterate_assuntos(modelo: Regras, lei: Regras) -> Iterator[tuple[str, str, Achado, Achado]]:
    for obrigacao in modelo.obrigacao:
        fatos = _imagine_estacao(obrigacao.quando)
        yield "obrigacao", obrigacao.rotulo, _ask(obrigacao), _ask(_find_obrigacao(lei, fatos))
    for assunto, say in _ASSUNTOS.items():
        yield assunto, "", say(modelo), say(lei)


def _imagine_estacao(quando: Predicado) -> Fatos:
    """Return the plainest station that a predicate describes: the first of each list, the rest usual."""
    listas = {nome: valor[0] for nome in ("tipo", "instalacao", "zona") if (valor := getattr(quando, nome))}
    sinais = {
        nome: valor
        for nome in Predicado.model_fields
        if nome not in {"tipo", "instalacao", "zona"} and (valor := getattr(quando, nome)) is not None
    }
    return Fatos(**listas, **sinais)


def _find_obrigacao(regras: Regras, fatos: Fatos) -> Obrigacao | None:
    return next((o for o in regras.obrigacao if matches(o.quando, fatos)), None)


def _ask(obrigacao: Obrigacao | None) -> Achado:
    if obrigacao is None or obrigacao.sem_texto:
        return None, obrigacao.dispositivos if obrigacao else ()
    elos = [[str(codigo) for codigo in elo] for elo in obrigacao.cadeia]
    valor: Valor = {"precisa": elos, "prazo": str(obrigacao.prazo) if obrigacao.prazo else None}
    if elos:
        valor["momento"] = str(obrigacao.momento)
    return valor, obrigacao.dispositivos


def _list_instrumentos(regras: Regras) -> list[RegraDeInstrumento]:
    """Return what an ordinary structure needs: the instruments of the obligation of last resort."""
    geral = _find_obrigacao(regras, Fatos())
    codigos = dict.fromkeys(codigo for elo in (geral.cadeia if geral else ()) for codigo in elo)
    return [regras.instrumento[codigo] for codigo in codigos]


def _say_decisao(regras: Regras) -> Achado:
    for regra in _list_instrumentos(regras):
        if regra.protocolo_autoriza is not None:
            return {"protocolo_autoriza": True}, regra.protocolo_autoriza.dispositivos
        if regra.decisao is not None:
            silencio = str(regra.silencio.efeito) if regra.silencio else None
            citados = (*regra.decisao.dispositivos, *(regra.silencio.dispositivos if regra.silencio else ()))
            return {"prazo": str(regra.decisao.prazo), "silencio": silencio}, citados
    return None, ()


def _say_validade(regras: Regras) -> Achado:
    for regra in _list_instrumentos(regras):
        if regra.validade is not None:
            prazo = regra.validade.prazo
            valor = {"prazo": str(prazo) if prazo else None, "tipo": str(regra.validade.tipo)}
            return valor, regra.validade.dispositivos
    return None, ()


def _say_mudancas(regras: Regras) -> Achado:
    item = regras.modificacao
    return (None, ()) if item is None else ({"livres": sorted(item.livres)}, item.dispositivos)


def _say_transicao(regras: Regras) -> Achado:
    item = regras.transicao
    if item is None or item.prazo is None:
        return None, item.dispositivos if item else ()
    prorrogacao = str(item.prorrogacao.prazo) if item.prorrogacao else None
    return {"prazo": str(item.prazo), "prorrogacao": prorrogacao}, item.dispositivos


def _say_laudo(regras: Regras) -> Achado:
    laudo = regras.transicao.laudo if regras.transicao else None
    return (None, ()) if laudo is None else ({"efeito": str(laudo.efeito)}, laudo.dispositivos)


def _say_substituicao(regras: Regras) -> Achado:
    item = regras.substituicao
    return (None, ()) if item is None else ({"prazo": str(item.prazo)}, item.dispositivos)


def _say_multa(regras: Regras) -> Achado:
    multas = regras.multa.values()
    if not multas:
        return None, ()
    com_valor = any(multa.reais is not None or multa.ufm for multa in multas)
    indice = regras.atualizacao.indice if regras.atualizacao else None
    return {"com_valor": com_valor, "indice": indice}, _cite(multas)


def _say_meios(regras: Regras) -> Achado:
    meios = {
        nome: meio
        for nome in ("notificacao", "defesa", "recurso")
        if (meio := getattr(regras, nome)) is not None
    }
    return ({"meios": list(meios)}, _cite(meios.values())) if meios else (None, ())


def _say_recuo(regras: Regras) -> Achado:
    if not regras.recuo:
        return None, ()
    return {"estruturas": sorted(recuo.estrutura for recuo in regras.recuo)}, _cite(regras.recuo)


def _cite(itens: Iterable[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chave for item in itens for chave in item.dispositivos))


_ASSUNTOS: dict[str, Callable[[Regras], Achado]] = {
    "decisao": _say_decisao,
    "validade": _say_validade,
    "mudancas": _say_mudancas,
    "transicao": _say_transicao,
    "laudo": _say_laudo,
    "substituicao": _say_substituicao,
    "multa": _say_multa,
    "meios": _say_meios,
    "recuo": _say_recuo,
}
