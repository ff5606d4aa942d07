"""What the law foresees next, never a charge.

The ladder of measures, amounts with their update, terms to answer.
"""

from __future__ import annotations

from decimal import Decimal

from etrdash.rules.ficha import Multa, Passo
from etrdash.rules.frases import translate_palavra, write_frase
from etrdash.rules.regras import Regras
from etrdash.rules.remocao import list_remocoes
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Grupo, Situacao

_COM_PRAZO = frozenset({Situacao.EM_TRANSICAO, Situacao.PRAZO_DE_COMUNICACAO})


def list_previsto(resposta: Resposta, idioma: str = "pt") -> list[dict[str, str]]:
    """Return the steps that the law foresees, each with its label: ``{"texto", "rotulo"}``.

    Red answers get the ladder as it stands; yellow ones with a term get it as what would follow that term.
    """
    if resposta.quadro is None:
        return []
    regras = resposta.quadro.regras
    linhas: list[tuple[str, tuple[str, ...]]] = list(list_remocoes(resposta, idioma))
    escada = regras.escada.get(resposta.escada)
    amarela = resposta.situacao in _COM_PRAZO and resposta.prazo is not None
    if escada is not None and (resposta.grupo is Grupo.VERMELHO or amarela):
        prefixo = write_frase("previsto", "depois_do_prazo", idioma) if amarela else ""
        linhas += [
            (prefixo + _describe_passo(resposta, regras, passo, idioma), passo.dispositivos)
            for passo in escada.passos
        ]
        if escada.nota:
            linhas.append((escada.nota, escada.passos[0].dispositivos))
        tem_multa = any(passo.multa for passo in escada.passos)
        linhas += _describe_meios(regras, idioma, escada_tem_multa=tem_multa)
    return [
        {
            "texto": texto,
            "rotulo": "; ".join(resposta.lei.find_dispositivo(chave, regras).rotulo for chave in fontes),
        }
        for texto, fontes in linhas
    ]


def describe_reais(valor: Decimal, idioma: str = "pt") -> str:
    """Return ``R$ 2.000,00``; in English ``R$ 2,000.00``."""
    if idioma == "en":
        return f"R$ {valor:,.2f}"
    inteiro, centavos = f"{valor:,.2f}".split(".")
    return f"R$ {inteiro.replace(',', '.')},{centavos}"


def describe_multa(resposta: Resposta, regras: Regras, multa: Multa, idioma: str = "pt") -> str:
    """Return a fine in words.

    Updated reais with base month and factor, a range of units, or that no amount is given.
    """
    rotulo = translate_palavra(multa.rotulo, idioma)
    por = f" {translate_palavra(multa.por, idioma)}" if multa.por else ""
    if multa.reais is not None:
        return write_frase(
            "previsto",
            "multa_reais",
            idioma,
            rotulo=rotulo,
            valor=describe_reais(multa.reais, idioma),
            por=por,
            atualizada=_describe_atualizacao(resposta, regras, multa, idioma),
        )
    if multa.ufm:
        milhar = "." if idioma == "pt" else ","
        entre = write_frase("previsto", "faixa", idioma)
        faixa = entre.join(f"{unidades:,}".replace(",", milhar) for unidades in multa.ufm)
        return write_frase("previsto", "multa_ufm", idioma, rotulo=rotulo, faixa=faixa, por=por)
    return write_frase("previsto", "multa_sem_valor", idioma, rotulo=rotulo, sem_valor=multa.sem_valor)


def _describe_atualizacao(resposta: Resposta, regras: Regras, multa: Multa, idioma: str) -> str:
    atualizacao = regras.atualizacao
    if multa.reais is None or not multa.atualizada or atualizacao is None or resposta.quadro is None:
        return ""
    nome = atualizacao.indice
    indice = resposta.lei.indices.get(nome)
    if indice is None:
        return write_frase("previsto", "sem_indice", idioma, indice=nome)
    base = resposta.quadro.marco
    atual = indice.update(multa.reais, base, resposta.em, atualizacao.cada)
    if atual.de is None or atual.ate is None:
        cada = atualizacao.cada.describe_cada(idioma)
        return write_frase("previsto", "sem_reajuste", idioma, indice=nome, cada=cada)
    return write_frase(
        "previsto",
        "atualizada",
        idioma,
        valor=describe_reais(atual.valor, idioma),
        indice=nome,
        de=_name_mes(atual.de),
        ate=_name_mes(atual.ate),
        base=f"{base:%m/%Y}",
        fator=str(atual.fator).replace(".", "," if idioma == "pt" else "."),
    )


def _describe_passo(resposta: Resposta, regras: Regras, passo: Passo, idioma: str) -> str:
    texto = passo.medida
    if passo.para:
        texto += write_frase("previsto", "dirigida", idioma, quem=translate_palavra(passo.para, idioma))
    if passo.prazo is not None:
        texto += f", {passo.prazo.describe(idioma)}"
    if passo.multa:
        texto += f"; {describe_multa(resposta, regras, regras.multa[passo.multa], idioma)}"
    return texto


def _describe_meios(
    regras: Regras, idioma: str, *, escada_tem_multa: bool
) -> list[tuple[str, tuple[str, ...]]]:
    linhas = []
    if escada_tem_multa and regras.repeticao is not None:
        cada = regras.repeticao.cada.describe_cada(idioma)
        texto = write_frase("previsto", "repeticao", idioma, cada=cada)
        linhas.append((texto, regras.repeticao.dispositivos))
    meios = (("defesa", regras.defesa), ("recurso", regras.recurso), ("pagamento", regras.pagamento))
    for nome, meio in meios:
        if meio is None or (nome == "pagamento" and not escada_tem_multa):
            continue
        prazo = (
            write_frase("previsto", "no_prazo", idioma, termo=meio.prazo.describe(idioma))
            if meio.prazo
            else write_frase("previsto", "sem_prazo", idioma)
        )
        quem = f", {meio.a_quem}" if meio.a_quem else ""
        efeito = write_frase("previsto", "suspensivo", idioma) if meio.suspensivo else ""
        nota = f" ({meio.nota})" if meio.nota else ""
        rotulo = write_frase("previsto", nome, idioma)
        linhas.append((f"{rotulo}: {prazo}{quem}{efeito}{nota}", meio.dispositivos))
    return linhas


def _name_mes(mes: str) -> str:
    return f"{mes[5:7]}/{mes[:4]}"
