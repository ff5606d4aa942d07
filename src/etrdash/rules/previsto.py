"""What the law foresees next, never a charge.

The ladder of measures, amounts with their update, terms to answer.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from etrdash.rules.ficha import Multa, Passo
from etrdash.rules.regras import Regras
from etrdash.rules.remocao import list_remocoes
from etrdash.vocabulario import Grupo, Situacao

if TYPE_CHECKING:
    from etrdash.rules.resposta import Resposta

_COM_PRAZO = frozenset({Situacao.EM_TRANSICAO, Situacao.PRAZO_DE_COMUNICACAO})


def list_previsto(resposta: Resposta) -> list[dict[str, str]]:
    """Return the steps that the law foresees, each with its label: ``{"texto", "rotulo"}``.

    Red answers get the ladder as it stands; yellow ones with a term get it as what would follow that term.
    """
    if resposta.quadro is None:
        return []
    regras = resposta.quadro.regras
    linhas: list[tuple[str, tuple[str, ...]]] = list(list_remocoes(resposta))
    escada = regras.escada.get(resposta.escada)
    amarela = resposta.situacao in _COM_PRAZO and resposta.prazo is not None
    if escada is not None and (resposta.grupo is Grupo.VERMELHO or amarela):
        prefixo = "Depois do prazo: " if amarela else ""
        linhas += [
            (prefixo + _describe_passo(resposta, regras, passo), passo.dispositivos)
            for passo in escada.passos
        ]
        if escada.nota:
            linhas.append((escada.nota, escada.passos[0].dispositivos))
        linhas += _describe_meios(regras, escada_tem_multa=any(passo.multa for passo in escada.passos))
    return [
        {
            "texto": texto,
            "rotulo": "; ".join(resposta.lei.find_dispositivo(chave, regras).rotulo for chave in fontes),
        }
        for texto, fontes in linhas
    ]


def describe_reais(valor: Decimal) -> str:
    """Return ``R$ 2.000,00``."""
    inteiro, centavos = f"{valor:,.2f}".split(".")
    return f"R$ {inteiro.replace(',', '.')},{centavos}"


def describe_multa(resposta: Resposta, regras: Regras, multa: Multa) -> str:
    """Return a fine in words.

    Updated reais with base month and factor, a range of units, or that no amount is given.
    """
    por = f" {multa.por}" if multa.por else ""
    if multa.reais is not None:
        atualizada = _describe_atualizacao(resposta, regras, multa)
        return f"{multa.rotulo} de {describe_reais(multa.reais)}{por}{atualizada}"
    if multa.ufm:
        faixa = " a ".join(f"{unidades:,}".replace(",", ".") for unidades in multa.ufm)
        return f"{multa.rotulo} de {faixa} UFM{por} (o valor da UFM é fixado pelo Município)"
    return f"{multa.rotulo}: {multa.sem_valor}"


def _describe_atualizacao(resposta: Resposta, regras: Regras, multa: Multa) -> str:
    atualizacao = regras.atualizacao
    if multa.reais is None or not multa.atualizada or atualizacao is None or resposta.quadro is None:
        return ""
    indice = resposta.lei.indices.get(atualizacao.indice)
    if indice is None:
        return f", atualizada pelo {atualizacao.indice} (índice não carregado)"
    base = resposta.quadro.marco
    atual = indice.update(multa.reais, base, resposta.em, atualizacao.cada)
    if atual.de is None or atual.ate is None:
        cada = atualizacao.cada.describe_cada()
        return f", atualizada pelo {atualizacao.indice} a {cada} (ainda sem reajuste)"
    meses = f"{_name_mes(atual.de)} a {_name_mes(atual.ate)}"
    fator = str(atual.fator).replace(".", ",")
    return (
        f", hoje {describe_reais(atual.valor)}: {atualizacao.indice} de {meses}, "
        f"mês-base {base:%m/%Y}, fator {fator}"
    )


def _describe_passo(resposta: Resposta, regras: Regras, passo: Passo) -> str:
    texto = passo.medida
    if passo.para:
        texto += f", dirigida à {passo.para}"
    if passo.prazo is not None:
        texto += f", {passo.prazo.describe()}"
    if passo.multa:
        texto += f"; {describe_multa(resposta, regras, regras.multa[passo.multa])}"
    return texto


def _describe_meios(regras: Regras, *, escada_tem_multa: bool) -> list[tuple[str, tuple[str, ...]]]:
    linhas = []
    if escada_tem_multa and regras.repeticao is not None:
        linhas.append(
            (
                f"A multa pode se repetir a {regras.repeticao.cada.describe_cada()}",
                regras.repeticao.dispositivos,
            )
        )
    meios = (("Defesa", regras.defesa), ("Recurso", regras.recurso), ("Pagamento da multa", regras.pagamento))
    for nome, meio in meios:
        if meio is None or (nome.startswith("Pagamento") and not escada_tem_multa):
            continue
        prazo = f"em {meio.prazo.describe()}" if meio.prazo else "sem prazo na lei"
        quem = f", {meio.a_quem}" if meio.a_quem else ""
        efeito = ", com efeito suspensivo" if meio.suspensivo else ""
        nota = f" ({meio.nota})" if meio.nota else ""
        linhas.append((f"{nome}: {prazo}{quem}{efeito}{nota}", meio.dispositivos))
    return linhas


def _name_mes(mes: str) -> str:
    return f"{mes[5:7]}/{mes[:4]}"
