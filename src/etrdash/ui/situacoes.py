"""How each situação and each group is named, coloured, shaped and said in one sentence.

The palette keeps its groups apart under the three common colour-vision deficiencies (bluish green, amber,
vermilion, grey, after Okabe and Ito) and every group also has a shape of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from etrdash.rules.frases import pick_lingua
from etrdash.rules.motivos import SITUACOES, describe_situacao
from etrdash.rules.prazo import format_data
from etrdash.ui.formatos import write_date
from etrdash.ui.idioma import N_, current_language, t
from etrdash.vocabulario import Grupo, Situacao


@dataclass(frozen=True, slots=True)
class Marca:
    """What a group looks like.

    Attributes:
        nome: name of the group, Portuguese.
        explicacao: what the group holds, Portuguese.
        cor: fill, ``#rrggbb``.
        simbolo: the same shape as text.
        forma: SVG body drawn in a 24 × 24 box.
        tinta: name of the theme's text colour of the group.
    """

    nome: str
    explicacao: str
    cor: str
    simbolo: str
    forma: str
    tinta: str

    @property
    def marcado(self) -> str:
        """The shape as coloured Markdown."""
        return f":{self.tinta}[{self.simbolo}]"

    @property
    def rgb(self) -> list[int]:
        """Fill as ``[red, green, blue]``, 0–255."""
        return [int(self.cor[i : i + 2], 16) for i in (1, 3, 5)]


MARCAS = {
    Grupo.VERMELHO: Marca(
        N_("Com pendência"),
        N_("não consta o registro que a lei pede, ou o prazo ou a validade terminou, ou o pedido foi negado"),
        "#c2410c",
        "▲",
        '<path d="M12 3 22 21H2Z"/>',
        "red",
    ),
    Grupo.AMARELO: Marca(
        N_("Em andamento"),
        N_("há pedido em análise, etapa por cumprir ou prazo da lei ainda correndo"),
        "#e0a100",
        "■",
        '<path d="M4 4h16v16H4Z"/>',
        "yellow",
    ),
    Grupo.VERDE: Marca(
        N_("Em ordem"),
        N_("consta registro ou comunicação válida, ou a lei dispensa, ou o silêncio do município autoriza"),
        "#0b8a66",
        "●",
        '<circle cx="12" cy="12" r="9"/>',
        "green",
    ),
    Grupo.CINZA: Marca(
        N_("Sem conclusão"),
        N_("os dados não permitem concluir, ou a lei não alcança a estação"),
        "#6b7280",
        "◆",
        '<path d="M12 1.5 22.5 12 12 22.5 1.5 12Z"/>',
        "gray",
    ),
}

NOMES = {
    Situacao.ISENTA: N_("Dispensada pela lei"),
    Situacao.REGULAR: N_("Registro válido"),
    Situacao.COMUNICADA: N_("Comunicada ao município"),
    Situacao.MANTIDA_POR_LAUDO: N_("Mantida por laudo técnico"),
    Situacao.SILENCIO_POSITIVO: N_("Autorizada por falta de resposta"),
    Situacao.EM_ANALISE: N_("Pedido em análise"),
    Situacao.INCOMPLETA: N_("Falta uma etapa"),
    Situacao.PRAZO_DE_COMUNICACAO: N_("No prazo para comunicar"),
    Situacao.EM_TRANSICAO: N_("No prazo de adaptação"),
    Situacao.INDEFERIDA: N_("Pedido negado"),
    Situacao.REGISTRO_VENCIDO: N_("Registro vencido"),
    Situacao.PRAZO_VENCIDO: N_("Prazo vencido"),
    Situacao.SEM_REGISTRO: N_("Não consta registro"),
    Situacao.FORA_DO_UNIVERSO: N_("Sem licença da ANATEL em vigor na data"),
    Situacao.FORA_DO_ESCOPO: N_("Fora do alcance da lei"),
    Situacao.SEM_DADOS_SUFICIENTES: N_("Dados insuficientes"),
    Situacao.CONFLITO_DE_REGISTROS: N_("Registros em conflito"),
    Situacao.A_CONFERIR: N_("A conferir"),
}


SENTIDOS = {
    Situacao.ISENTA: N_(
        "A lei desta cidade não pede documento da prefeitura para um caso como este. A licença da ANATEL é"
        " outra coisa e continua necessária."
    ),
    Situacao.REGULAR: N_(
        "Tudo o que a lei pede consta na relação da prefeitura e estava válido no dia desta resposta."
    ),
    Situacao.COMUNICADA: N_(
        "Para uma antena deste tipo, a lei pede que a empresa avise a prefeitura. O aviso consta na relação"
        " que recebemos."
    ),
    Situacao.MANTIDA_POR_LAUDO: N_(
        "Há um laudo técnico que justifica deixar a estrutura onde está, e a lei admite isso. O laudo consta"
        " na relação da prefeitura."
    ),
    Situacao.SILENCIO_POSITIVO: N_(
        "A lei dá à prefeitura um prazo para responder e diz o que acontece sem resposta; ou há uma licença"
        " provisória. Por uma das duas razões a antena está autorizada, e a autorização pode ser revogada."
    ),
    Situacao.EM_ANALISE: N_(
        "Há um pedido, um laudo ou um recurso na prefeitura. Nos registros que recebemos ainda não há decisão"
        " sobre ele."
    ),
    Situacao.INCOMPLETA: N_(
        "O licenciamento tem mais de uma etapa. Uma já consta; outra ainda não, e nenhum prazo dela passou."
    ),
    Situacao.PRAZO_DE_COMUNICACAO: N_(
        "A lei dá um prazo para a empresa avisar a prefeitura da instalação, e ele ainda não terminou. Por"
        " enquanto nada está em falta."
    ),
    Situacao.EM_TRANSICAO: N_(
        "A antena é anterior à lei, e a lei permite que ela se adapte. O prazo para isso ainda corre, ou não"
        " tem fim marcado. Por enquanto nada está em falta."
    ),
    Situacao.INDEFERIDA: N_(
        "A última decisão da prefeitura que consta foi contrária: um pedido foi negado, ou um documento foi"
        " cassado ou revogado. Uma decisão mais nova que os registros recebidos não aparece aqui."
    ),
    Situacao.REGISTRO_VENCIDO: N_(
        "A prefeitura deu um documento a esta antena, mas a validade dele terminou, ou a estrutura mudou, e"
        " não achamos a renovação na relação recebida. A renovação pode existir e não constar nela."
    ),
    Situacao.PRAZO_VENCIDO: N_(
        "A lei deu um prazo para regularizar ou comunicar antenas como esta. O prazo terminou e não achamos,"
        " na relação que a prefeitura publicou ou enviou, o que a lei pede. Pode existir e não constar nela."
    ),
    Situacao.SEM_REGISTRO: N_(
        "A lei pede um documento da prefeitura para esta antena, e não o achamos na relação de processos que"
        " a prefeitura publicou ou enviou. Ele pode existir e não constar nela."
    ),
    Situacao.FORA_DO_UNIVERSO: N_(
        "Nos arquivos da ANATEL que recebemos, a antena não tinha licença em vigor nesse dia. Por isso a lei"
        " municipal não foi aplicada a ela."
    ),
    Situacao.FORA_DO_ESCOPO: N_("A lei desta cidade não trata de estações como esta."),
    Situacao.SEM_DADOS_SUFICIENTES: N_(
        "Com o que temos não dá para responder. Isso não pesa contra a antena nem a favor dela."
    ),
    Situacao.CONFLITO_DE_REGISTROS: N_(
        "Os registros da prefeitura sobre esta antena dizem coisas que não podem valer ao mesmo tempo. Uma"
        " pessoa precisa olhar os documentos; até lá nada é concluído."
    ),
    Situacao.A_CONFERIR: N_(
        "Há na prefeitura um processo que parece ser desta antena, mas não há certeza. Com ele a resposta"
        " seria uma; sem ele, outra. Até alguém conferir, nada é concluído."
    ),
}
"""What each situação means to someone who has never read the law; no fact beyond its published sentence."""


def explain_situacao(value: object) -> str:
    """Explain a situação in plain words; nothing where it is unknown."""
    situacao = parse_situacao(value)
    return t(SENTIDOS[situacao]) if situacao else ""


def parse_situacao(value: object) -> Situacao | None:
    """Return the situação of a code, None for an unknown one."""
    try:
        return Situacao(str(value))
    except ValueError:
        return None


def name_situacao(value: object) -> str:
    """Name a situação for people; the code itself where it is unknown."""
    situacao = parse_situacao(value)
    return t(NOMES[situacao]) if situacao else str(value)


def name_grupo(value: object) -> str:
    """Name a group for people."""
    return t(MARCAS[Grupo(str(value))].nome)


def mark_of(value: object) -> Marca:
    """Return the mark of a group's code."""
    return MARCAS[Grupo(str(value))]


def say_situacao(situacao: Situacao, base: str, idioma: str) -> str:
    """Return the published sentence of a situação, of no station in particular.

    Args:
        situacao: code of SPEC §1.
        base: the day of the municipal records, as written, or what stands for it.
        idioma: language of the sentence.
    """
    return _finish(pick_lingua(SITUACOES[situacao], idioma).format(data=base))


def say_station(estacao: Mapping[str, Any], base_em: date | None) -> str:
    """Say the situação of one station as the acervo says it, and the day on which its term ends.

    Args:
        estacao: row of ``find_estacao``.
        base_em: day of the municipal records, for an earlier acervo that kept no sentence.
    """
    codigo = Situacao(estacao["situacao"])
    frase = estacao["explicacao"].get("frase") or describe_situacao(codigo, base_em, current_language())
    if codigo in COM_PRAZO and estacao["prazo_em"]:
        dia = t("Último dia do prazo: {prazo}.", prazo=write_date(estacao["prazo_em"]))
        return f"{_finish(frase)} {dia}"
    return _finish(frase)


def say_officially(estacao: Mapping[str, Any], base_em: date | None) -> str:
    """Say the same in Portuguese whatever the page's language: for a text that goes to a city hall."""
    codigo = Situacao(estacao["situacao"])
    frase = _finish(describe_situacao(codigo, base_em))
    if codigo in COM_PRAZO and estacao["prazo_em"]:
        return f"{frase} Último dia do prazo: {format_data(estacao['prazo_em'])}."
    return frase


def _finish(frase: str) -> str:
    """Make a clause a sentence: capital and full stop."""
    return frase[:1].upper() + frase[1:] + ("" if frase.endswith(".") else ".")


COM_PRAZO = (
    Situacao.EM_TRANSICAO,
    Situacao.PRAZO_DE_COMUNICACAO,
    Situacao.REGISTRO_VENCIDO,
    Situacao.PRAZO_VENCIDO,
)
"""Situações that rest on a term: its last day is part of the answer."""

PENDENCIAS = {
    Situacao.INDEFERIDA: N_("A última decisão municipal na base recebida em {base} foi contrária ao pedido"),
    Situacao.REGISTRO_VENCIDO: N_(
        "O registro deixou de valer e não consta renovação na base recebida em {base}"
    ),
    Situacao.PRAZO_VENCIDO: N_(
        "O prazo da lei terminou e o que ela pede não consta na base recebida em {base}"
    ),
    Situacao.SEM_REGISTRO: N_("Não consta registro municipal na base recebida em {base}"),
}


def say_pending(situacao: object, base_em: object) -> str:
    """Say what a red situação means for many stations at once, without a date of their own."""
    codigo = parse_situacao(situacao)
    if codigo not in PENDENCIAS:
        return ""
    return t(PENDENCIAS[codigo], base=write_date(base_em))
