"""Cautela: whether a red answer may be published. It can only turn red into grey, and says why (SPEC §1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from etrdash.rules.municipio import Registros
from etrdash.rules.resposta import Resposta
from etrdash.vocabulario import Completude, Grupo, Situacao, Vigencia

DA_BASE_E_DA_LEI = (
    "SEM_BASE_MUNICIPAL",
    "BASE_PARCIAL",
    "LINHAS_MUNICIPAIS_RECUSADAS",
    "PROCESSOS_SEM_LUGAR",
    "ESTACAO_SEM_LUGAR",
    "BASE_ANTERIOR_AO_FATO",
    "REGISTRO_COM_DATA_FUTURA",
    "LEI_A_CONFIRMAR",
    "SERVICO_NAO_AVALIADO",
)
"""Reasons that speak of the records, the law and the service; they come before what is said of a link."""


@dataclass(frozen=True, slots=True)
class ContextoDeCautela:
    """What must be known before a red answer is published.

    Attributes:
        registros: what the municipality's file says of the records held; None when no records are held.
        servico_avaliado: whether the station's service is among those the law evaluates.
        tem_registro: whether some registro is linked to the station, of whatever instrument or date.
        com_provaveis: the situação with the probable links taken as accepted; None when there is none.
        linhas_recusadas: whether rows of the records that may state an act could not be read.
        processos_sem_lugar: whether most processes of the records say neither a place nor a station.
        estacao_sem_lugar: whether ANATEL says no place of the station, which no process names either.
    """

    registros: Registros | None = None
    servico_avaliado: bool = False
    tem_registro: bool = False
    com_provaveis: Situacao | None = None
    linhas_recusadas: bool = False
    processos_sem_lugar: bool = False
    estacao_sem_lugar: bool = False


def apply_cautela(resposta: Resposta, contexto: ContextoDeCautela) -> Resposta:
    """Return the answer to publish: the same one, or a red one turned into grey with its reasons.

    Args:
        resposta: the evaluator's answer.
        contexto: records, service and links.
    """
    if resposta.grupo is not Grupo.VERMELHO:
        return resposta
    motivos = tuple(list_cautelas(resposta, contexto))
    if not motivos:
        return resposta
    so_vinculo = "VINCULO_PROVAVEL" in motivos and not any(motivo in DA_BASE_E_DA_LEI for motivo in motivos)
    situacao = Situacao.A_CONFERIR if so_vinculo else Situacao.SEM_DADOS_SUFICIENTES
    return replace(resposta, situacao=situacao, motivos=tuple(dict.fromkeys((*motivos, *resposta.motivos))))


def list_cautelas(resposta: Resposta, contexto: ContextoDeCautela) -> Iterator[str]:
    """Yield every reason why a red answer may not be published, in the order of the table."""
    yield from _list_dos_registros(resposta, contexto)
    if resposta.vigencia is not Vigencia.CONFIRMADA:
        yield "LEI_A_CONFIRMAR"
    if not contexto.servico_avaliado:
        yield "SERVICO_NAO_AVALIADO"
    if contexto.com_provaveis is not None and contexto.com_provaveis is not resposta.situacao:
        yield "VINCULO_PROVAVEL"
    if resposta.situacao is Situacao.SEM_REGISTRO and contexto.tem_registro:
        yield "REGISTRO_DE_OUTRO_INSTRUMENTO"


def _list_dos_registros(resposta: Resposta, contexto: ContextoDeCautela) -> Iterator[str]:
    """Yield what the records themselves say against a red answer."""
    registros = contexto.registros
    if registros is None:
        yield "SEM_BASE_MUNICIPAL"
        return
    ilegivel = contexto.linhas_recusadas or contexto.processos_sem_lugar
    if ilegivel or not _is_completa(resposta, registros):
        yield "BASE_PARCIAL"
    if contexto.linhas_recusadas:
        yield "LINHAS_MUNICIPAIS_RECUSADAS"
    if contexto.processos_sem_lugar:
        yield "PROCESSOS_SEM_LUGAR"
    if contexto.estacao_sem_lugar:
        yield "ESTACAO_SEM_LUGAR"
    extraida_em = registros.extraida_em
    if extraida_em is None or any(fato > extraida_em for fato in resposta.fatos_em):
        yield "BASE_ANTERIOR_AO_FATO"
    if "REGISTRO_COM_DATA_FUTURA" in resposta.motivos:  # an act is there, only its date is impossible
        yield "REGISTRO_COM_DATA_FUTURA"


def _is_completa(resposta: Resposta, registros: Registros) -> bool:
    """Tell whether the records are complete for every instrument whose absence the answer rests on.

    The period starts where the structure or the law started, whichever came first, and goes to the as-of date
    or to the day of the records: an act of any day in between would have changed the answer.
    """
    quadro = resposta.quadro
    datas = [data for data in (resposta.instalada_em, quadro and quadro.marco) if data]
    instrumentos = [*resposta.instrumentos]
    transicao = quadro.regras.transicao if quadro is not None else None
    if transicao is not None and "TRANSICAO_ENCERRADA" in resposta.motivos:
        instrumentos += [*transicao.aceita, *transicao.aceita_todas]
    ate = min(resposta.em, registros.extraida_em or resposta.em)
    return registros.find_completude(instrumentos, min(datas, default=None), ate) is Completude.COMPLETA
