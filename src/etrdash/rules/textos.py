"""The law's full text beside its file: is it the one that was read, and does each quotation stand in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from rapidfuzz import fuzz

from etrdash.erros import Problema
from etrdash.rules.lei import Lei
from etrdash.rules.mensagens import suggest

_PARECIDO = 60.0
"""Least likeness, 0–100, for a passage of the text to be shown as what was meant."""


def compare_texto(lei: Lei, textos: Mapping[str, bytes], arquivo: str) -> Iterator[Problema]:
    """Yield what differs between a law file and the text of the law.

    Args:
        lei: the law.
        textos: file name → content of the texts at hand.
        arquivo: name of the law file, for the messages.
    """
    declarado = lei.cabecalho.texto
    conteudo = textos.get(declarado.arquivo)
    if conteudo is None:
        yield Problema(
            "o texto da lei não está entre os textos dados",
            arquivo=arquivo,
            coluna="texto.arquivo",
            encontrado=f'"{declarado.arquivo}"',
            esperado="um destes: " + ", ".join(sorted(textos)) if textos else "uma pasta com os textos",
            remedio=suggest(declarado.arquivo, textos) or "Ponha o texto na pasta dada em --textos.",
        )
        return
    impressao = hashlib.sha256(conteudo).hexdigest()
    if impressao != declarado.sha256:
        yield Problema(
            "o texto da lei não é o que foi lido: a impressão SHA-256 é outra",
            arquivo=arquivo,
            coluna="texto.sha256",
            encontrado=f'"{declarado.sha256}"',
            esperado=f'"{impressao}", a de {declarado.arquivo}',
            remedio="Releia o texto e confira cada trecho antes de trocar a impressão.",
        )
    texto = _normalise(conteudo.decode("utf-8", "replace"))
    vistos: set[str] = set()
    for redacao in lei.redacoes:
        for chave, dispositivo in redacao.regras.dispositivo.items():
            trecho = _normalise(dispositivo.trecho)
            if trecho in texto or chave in vistos:
                continue
            vistos.add(chave)
            parecido = find_parecido(trecho, texto)
            yield Problema(
                f'o trecho de "{chave}" não está no texto da lei',
                arquivo=arquivo,
                coluna=f"dispositivo.{chave}.trecho",
                encontrado=f'"{trecho}"',
                esperado=f"palavras seguidas de {declarado.arquivo}",
                remedio=f'Você quis dizer "{parecido}"?' if parecido else "Copie-o do texto, sem mudar nada.",
            )


def find_parecido(trecho: str, texto: str) -> str:
    """Return the whole words of ``texto`` most like ``trecho``, or an empty string."""
    achado = fuzz.partial_ratio_alignment(trecho, texto, score_cutoff=_PARECIDO)
    if achado is None:
        return ""
    inicio = texto.rfind(" ", 0, achado.dest_start + 1) + 1
    fim = texto.find(" ", achado.dest_end)
    return texto[inicio : fim if fim >= 0 else len(texto)]


def _normalise(texto: str) -> str:
    """Return the text with every run of blanks as one."""
    return " ".join(texto.split())
