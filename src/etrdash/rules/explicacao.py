"""An answer in words: the JSON that pages show."""

from __future__ import annotations

from typing import Any

from etrdash.rules.frases import translate_palavra, write_frase
from etrdash.rules.motivos import describe_motivo, describe_situacao
from etrdash.rules.prazo import format_data
from etrdash.rules.previsto import list_previsto
from etrdash.rules.remocao import find_eventos
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Grupo, Instrumento, Situacao, Vigencia


def explain(resposta: Resposta, idioma: str = "pt") -> dict[str, Any]:
    """Return the answer in ``pt`` or ``en`` as the JSON of ``docs/arquitetura.md``, dates ``aaaa-mm-dd``."""
    nomes = resposta.quadro.regras.nomes if resposta.quadro else {}
    return {
        "situacao": str(resposta.situacao),
        "grupo": str(resposta.grupo),
        "em": resposta.em.isoformat(),
        "avaliador": str(resposta.avaliador),
        "frase": describe_situacao(resposta.situacao, resposta.extraida_em, idioma),
        "motivos": [
            {"codigo": codigo, "texto": describe_motivo(codigo, nomes, idioma)} for codigo in resposta.motivos
        ],
        "prazo": _explain_prazo(resposta, idioma),
        "base_legal": [_explain_dispositivo(resposta, chave) for chave in resposta.dispositivos],
        "responsavel": [translate_palavra(quem, idioma) for quem in resposta.responsavel],
        "falta": _list_falta(resposta),
        "previsto": list_previsto(resposta, idioma),
        "vigencia": str(resposta.vigencia),
        "avisos": _list_avisos(resposta, idioma),
        "leituras": [{"id": nome, "texto": resposta.lei.leituras[nome].texto} for nome in resposta.leituras],
    }


def list_conteudo(resposta: Resposta) -> tuple[object, ...]:
    """Return all that ``explain`` reads: the same gives the same words, whatever the station."""
    quadro = resposta.quadro
    return (
        resposta.lei.id,
        resposta.vigencia,
        quadro and (quadro.redacao, quadro.adocao),
        resposta.situacao,
        resposta.avaliador,
        resposta.em,
        resposta.motivos,
        resposta.prazo,
        resposta.dispositivos,
        resposta.responsavel,
        resposta.falta,
        resposta.escada,
        resposta.leituras,
        resposta.extraida_em,
        resposta.obrigacao,
        *find_eventos(resposta).items(),
    )


def _explain_prazo(resposta: Resposta, idioma: str) -> dict[str, Any] | None:
    prazo = resposta.prazo
    if prazo is None:
        return None
    return {
        "nominal": prazo.nominal.isoformat(),
        "em": prazo.em.isoformat(),
        "passos": prazo.describe(idioma),
    }


def _explain_dispositivo(resposta: Resposta, chave: str) -> dict[str, Any]:
    quadro = resposta.quadro
    dispositivo = resposta.lei.find_dispositivo(chave, quadro.regras if quadro else None)
    federal = chave.startswith("federal.")
    desde = None if federal or quadro is None else (quadro.redacao.desde or quadro.marco)
    return {
        "lei": dispositivo.norma if federal else resposta.lei.id,
        "dispositivo": chave,
        "rotulo": dispositivo.rotulo,
        "trecho": dispositivo.trecho or f"[{dispositivo.lacuna}]",
        "redacao_desde": desde.isoformat() if desde else None,
    }


def _list_falta(resposta: Resposta) -> list[dict[str, Any]]:
    """Say which instruments, with which documents, would make the answer green."""
    if resposta.grupo not in {Grupo.AMARELO, Grupo.VERMELHO} or resposta.quadro is None:
        return []
    regras = resposta.quadro.regras
    itens: list[tuple[Instrumento, int, bool]] = [
        (codigo, elo, False) for elo, alternativas in enumerate(resposta.falta, 1) for codigo in alternativas
    ]
    if regras.transicao is not None and "transicao" in _touched(resposta):
        aceitos = (*regras.transicao.aceita, *regras.transicao.aceita_todas)
        itens += [(codigo, 0, True) for codigo in aceitos if codigo not in {item[0] for item in itens}]
    return [
        {
            "instrumento": str(codigo),
            "nome": regras.instrumento[codigo].nome,
            "documentos": [documento.texto for documento in regras.instrumento[codigo].documentos],
            "rotulo": "; ".join(
                regras.dispositivo[chave].rotulo for chave in regras.instrumento[codigo].dispositivos
            ),
            "elo": elo,
            "na_transicao": da_transicao,
        }
        for codigo, elo, da_transicao in itens
    ]


def _touched(resposta: Resposta) -> frozenset[str]:
    em_transicao = resposta.avaliador is Situacao.EM_TRANSICAO or "TRANSICAO_ENCERRADA" in resposta.motivos
    return frozenset({"transicao"} if em_transicao else ())


def _list_avisos(resposta: Resposta, idioma: str) -> list[str]:
    avisos = []
    if resposta.vigencia is not Vigencia.CONFIRMADA:
        vigencia = write_frase("aviso", str(resposta.vigencia), idioma)
        avisos.append(f"{vigencia} {resposta.lei.cabecalho.vigencia_nota}".strip())
    if resposta.quadro is not None:
        if resposta.quadro.redacao.provisoria and resposta.quadro.adocao.publicada_em is None:
            desde = resposta.quadro.redacao.desde
            avisos.append(
                write_frase("aviso", "inicio_provisorio", idioma, dia=format_data(desde, idioma))
                if desde
                else write_frase("aviso", "inicio_provisorio_sem_data", idioma)
            )
        avisos += [
            o.aviso for o in resposta.quadro.regras.obrigacao if o.id == resposta.obrigacao and o.aviso
        ]
    federal = resposta.lei.federal
    avisos.append(federal.aviso_en or federal.aviso if idioma == "en" else federal.aviso)
    return avisos
