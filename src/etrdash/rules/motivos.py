"""Sentences: one for each situação and one for each reason code, in Portuguese and in English.

Words are chosen for a reader who doubts and a lawyer who checks: facts beside the local text, no judgement.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from etrdash.rules.prazo import format_data
from etrdash.vocabulario import Situacao

MOTIVOS: dict[str, tuple[str, str]] = {
    # facts and records
    "INSTALACAO_PRESUMIDA_PELA_1a_LICENCA_ANATEL": (
        "A data de instalação não é conhecida; usa-se a da primeira licença na Anatel.",
        "The installation date is unknown; the first licence at Anatel stands for it.",
    ),
    "CLASSE_PRESUMIDA": (
        "O tipo da estação é presumido a partir do serviço e da classe na Anatel.",
        "The kind of station is presumed from Anatel's service and class.",
    ),
    "ZONA_PRESUMIDA_URBANA": (
        "Não se sabe se o lugar é urbano ou rural; presume-se urbano.",
        "Whether the place is urban or rural is unknown; urban is presumed.",
    ),
    "HOSPEDEIRA_DESCONHECIDA": (
        "Não se sabe se a estrutura que hospeda a estação está regular; vale a resposta da própria "
        "estrutura.",
        "Whether the host structure is regular is unknown; the structure's own answer applies.",
    ),
    "REGISTRO_COM_DATA_FUTURA": (
        "Há ato com data posterior à extração da base municipal; ele não foi considerado.",
        "An act is dated after the municipal records were extracted; it was left out.",
    ),
    "REGISTRO_POSTERIOR_A_DATA": (
        "Há ato posterior à data de referência; ele não conta nesta data.",
        "An act is later than the as-of date; it does not count on it.",
    ),
    "SEM_LICENCA_ANATEL": (
        "A estação não consta como licenciada na Anatel.",
        "The station is not shown as licensed by Anatel.",
    ),
    "PRIMEIRA_LICENCA_POSTERIOR": (
        "A primeira licença na Anatel é posterior à data de referência.",
        "The first Anatel licence is later than the as-of date.",
    ),
    "LICENCA_ANATEL_VENCIDA": (
        "A licença na Anatel terminou antes da data de referência.",
        "The Anatel licence ended before the as-of date.",
    ),
    "DATA_DE_INSTALACAO_DESCONHECIDA": (
        "Não há data de instalação nem de primeira licença.",
        "Neither an installation date nor a first licence is known.",
    ),
    "EXCLUSAO_FEDERAL": (
        "A exclusão vem da lei federal, que vale ao lado da municipal.",
        "The exclusion comes from federal law, which applies beside the municipal one.",
    ),
    # the law
    "LEI_NAO_CADASTRADA": (
        "O Município não tem lei de antenas cadastrada neste painel: nada se pode afirmar.",
        "The municipality has no antenna law on file here: nothing can be affirmed.",
    ),
    "LEI_SEM_DATA_DE_PUBLICACAO": (
        "Não se conhece a data em que o Município publicou a lei; sem ela nenhum prazo pode ser contado.",
        "The day on which the municipality published the law is unknown; no term can be counted.",
    ),
    "LEI_NAO_VIGENTE": (
        "A lei não estava em vigor na data de referência.",
        "The law was not in force on the as-of date.",
    ),
    "TEXTO_LEGAL_NAO_DISPONIVEL": (
        "O texto da lei que rege este caso não está disponível.",
        "The text of the law that governs this case is not available.",
    ),
    # contradictory records
    "DECISOES_OPOSTAS_NO_MESMO_DIA": (
        "Há decisões opostas sobre o mesmo instrumento na mesma data.",
        "Opposite decisions on the same instrument bear the same date.",
    ),
    "VALIDADE_ANTERIOR_A_EMISSAO": (
        "Um ato tem validade que termina antes da sua emissão.",
        "An act has a validity that ends before its issue.",
    ),
    "EMISSAO_ANTERIOR_AO_PROTOCOLO": (
        "Um ato foi emitido antes do protocolo do seu próprio processo.",
        "An act was issued before its own process was filed.",
    ),
    "COORDENADAS_DISTANTES": (
        "As coordenadas do ato municipal ficam a mais de 200 m da estação.",
        "The municipal act's coordinates are more than 200 m from the station.",
    ),
    "NUMERO_EM_DOIS_SITIOS": (
        "O número da estação aparece em registros de dois lugares.",
        "The station's number appears in records of two places.",
    ),
    "LICENCA_ANTERIOR_COM_DATA_POSTERIOR_A_LEI": (
        "Uma licença de regime anterior tem data posterior à lei: presume-se legítima, mas precisa "
        "ser conferida.",
        "A licence of an earlier regime is dated after the law: presumed legitimate, to be checked.",
    ),
    "EMITIDO_DURANTE_IMPEDIMENTO": (
        "O ato foi emitido no período em que a lei impede nova emissão.",
        "The act was issued while the law bars another issue.",
    ),
    # titles
    "LICENCA_ANTERIOR_VIGENTE": (
        "Há licença municipal de regime anterior em vigor.",
        "A municipal licence of an earlier regime is in force.",
    ),
    "LICENCA_ANTERIOR_RENOVADA": (
        "A licença de regime anterior foi renovada na forma da lei.",
        "The licence of an earlier regime was renewed as the law provides.",
    ),
    "VALIDADE_MINIMA_FEDERAL": (
        "O registro não informa a validade; conta-se o mínimo federal de dez anos.",
        "The record states no expiry; the federal minimum of ten years is counted.",
    ),
    "VALIDADE_NAO_INFORMADA_ALEM_DO_MINIMO": (
        "A validade conhecida é só a mínima, que já passou; não se pode afirmar que o ato venceu.",
        "Only a minimum validity is known and it has passed; expiry cannot be affirmed.",
    ),
    "VALIDADE_TERMINADA": ("A validade do ato terminou.", "The act's validity is over."),
    "MODIFICACAO_SEM_RENOVACAO": (
        "A estrutura foi modificada sem o novo ato que a lei pede.",
        "The structure was changed without the new act that the law asks for.",
    ),
    "MODIFICACAO_SEM_MOTIVO_INFORMADO": (
        "Há modificação registrada sem dizer de que tipo; não se sabe se pede novo ato.",
        "A change is recorded without its kind; whether it asks a new act is unknown.",
    ),
    "RENOVACAO_PENDENTE": (
        "A renovação foi pedida e aguarda decisão.",
        "Renewal was requested and awaits a decision.",
    ),
    "RENOVACAO_ALEM_DO_LIMITE": (
        "Há renovação além do número que a lei admite; ela não foi contada.",
        "A renewal beyond the number that the law admits was not counted.",
    ),
    "INSTRUMENTO_MAIS_AMPLO": (
        "Há ato municipal mais amplo do que o exigido.",
        "A municipal act that does more than what is asked is on record.",
    ),
    "LICENCA_PROVISORIA_EM_VIGOR": (
        "Há licença provisória em vigor; pode ser revogada.",
        "A provisional licence is in force; it may be revoked.",
    ),
    "SILENCIO_NA_PRIMEIRA_ETAPA": (
        "A primeira etapa foi suprida pelo decurso do prazo; falta a seguinte.",
        "The first stage was met by the term running out; the next one is missing.",
    ),
    "ETAPA_POSTERIOR_INDEFERIDA": (
        "O pedido da etapa seguinte foi indeferido.",
        "The request for the next stage was refused.",
    ),
    "NOTIFICACAO_PARA_PROVAR_CONCLUSAO": (
        "A empresa foi notificada para provar a conclusão das obras.",
        "The company was notified to prove that the works are finished.",
    ),
    "PODE_CONTINUAR_OPERANDO": (
        "Sem decisão no prazo, a lei permite continuar operando até o documento ser expedido.",
        "Without a decision in time, the law allows operation to go on until the document is issued.",
    ),
    # requests
    "EXIGENCIA_EM_ABERTO": (
        "Há exigência do Município ainda sem resposta registrada.",
        "A demand of the municipality has no recorded answer yet.",
    ),
    "EXIGENCIA_NAO_ATENDIDA_NO_PRAZO": (
        "A exigência não foi atendida no prazo da lei, mas ainda não há decisão.",
        "The demand was not met within the law's term, but there is no decision yet.",
    ),
    "ANALISE_ATRASADA_SEM_EFEITO_PREVISTO": (
        "O prazo de decisão terminou e a lei não dá efeito ao silêncio neste caso.",
        "The decision term is over and the law gives silence no effect in this case.",
    ),
    "LICENCA_PROVISORIA_DEVIDA": (
        "O prazo de decisão terminou: a licença provisória é devida, mas depende de ato do Município.",
        "The decision term is over: a provisional licence is due, but it needs an act of the municipality.",
    ),
    "PEDIDO_EXTEMPORANEO": ("O pedido foi feito depois do prazo.", "The request came after its term."),
    "INSTALADA_ANTES_DO_PEDIDO": (
        "A instalação é anterior ao pedido.",
        "The installation is earlier than the request.",
    ),
    "NOVO_ALVARA_IMPEDIDO": (
        "Há auto de infração que impede novo alvará no período da lei.",
        "An infraction notice bars another permit for the law's period.",
    ),
    "RECURSO_COM_EFEITO_SUSPENSIVO": (
        "Há recurso com efeito suspensivo pendente.",
        "An appeal that suspends the decision is pending.",
    ),
    "RECURSO_DE_EFEITO_NAO_INFORMADO": (
        "Há recurso pendente e o registro não diz se suspende a decisão.",
        "An appeal is pending and the record does not say whether it suspends the decision.",
    ),
    "SUBSTITUICAO_EM_CURSO": (
        "A estrutura está sendo substituída e pode permanecer durante o prazo da lei.",
        "The structure is being replaced and may stay during the law's term.",
    ),
    "PEDIDO_INDEFERIDO": ("O último pedido foi indeferido.", "The last request was refused."),
    "ATO_RETIRADO": ("O ato municipal foi cassado ou revogado.", "The municipal act was withdrawn."),
    # communications
    "COMUNICACAO_INTEMPESTIVA": (
        "A comunicação consta, mas foi feita depois do prazo.",
        "The communication is on record, but it came late.",
    ),
    "POSTERIOR_DENTRO_DA_TOLERANCIA_FEDERAL": (
        "A comunicação é posterior à instalação, dentro dos 60 dias da norma federal.",
        "The communication came after the installation, within the 60 days of the federal norm.",
    ),
    "TOLERANCIA_FEDERAL": (
        "A norma federal dá 60 dias, contados da instalação, para comunicar estação de pequeno "
        "porte em área urbana.",
        "The federal norm gives 60 days from installation to communicate a small cell in an urban area.",
    ),
    "COMUNICACAO_NAO_CONSTA": (
        "O prazo para comunicar terminou e a comunicação não consta na base recebida.",
        "The term to communicate is over and no communication is in the records received.",
    ),
    # transition
    "SANCOES_SUSPENSAS": (
        "Durante este prazo a lei não permite sanção pela falta do ato.",
        "During this term the law allows no sanction for the missing act.",
    ),
    "ULTIMO_DIA_PRORROGADO_A_DIA_UTIL": (
        "O último dia caiu em dia sem expediente e passou ao primeiro dia útil seguinte.",
        "The last day fell on a non-business day and moved to the next business day.",
    ),
    "PRAZO_PRORROGADO_POR_ATO": (
        "O prazo foi prorrogado por ato do Executivo.",
        "The term was extended by an act of the Executive.",
    ),
    "FASE_DE_ADEQUACAO": (
        "Corre o prazo de adequação aos parâmetros da lei.",
        "The term to meet the law's parameters is running.",
    ),
    "SEM_PRAZO_LEGAL": (
        "A lei não fixa prazo para esta regularização.",
        "The law sets no term for this regularisation.",
    ),
    "TRANSICAO_ENCERRADA": (
        "O prazo de transição terminou.",
        "The transition term is over.",
    ),
    "LAUDO_APRESENTADO": (
        "Há laudo que justifica a permanência; a lei o aceita sem depender de decisão.",
        "A report justifies keeping the structure; the law accepts it without a decision.",
    ),
    "LAUDO_ACEITO": ("O Município decidiu pela permanência.", "The municipality decided that it may stay."),
    "LAUDO_INTEMPESTIVO": (
        "O laudo foi apresentado depois do prazo de transição.",
        "The report came after the transition term.",
    ),
    "LAUDO_AGUARDA_DECISAO": ("O laudo aguarda decisão do Município.", "The report awaits a decision."),
    "LAUDO_SEM_PEDIDO": (
        "Há laudo no prazo, mas falta o requerimento, que o laudo não dispensa.",
        "A report came in time, but the request that it does not waive is missing.",
    ),
    # cautela
    "SEM_BASE_MUNICIPAL": (
        "Não temos registros do Município: não se pode afirmar que o ato falta.",
        "No municipal records are held: that the act is missing cannot be affirmed.",
    ),
    "BASE_PARCIAL": (
        "A base municipal não é declarada completa para este instrumento e período.",
        "The municipal records are not declared complete for this instrument and period.",
    ),
    "BASE_ANTERIOR_AO_FATO": (
        "A resposta depende de fato posterior à extração da base municipal, ou a data da extração "
        "não é conhecida.",
        "The answer depends on a fact later than the records' extraction, or its date is unknown.",
    ),
    "LEI_A_CONFIRMAR": (
        "A vigência ou a data de publicação da lei não está confirmada.",
        "The law's validity or publication date is not confirmed.",
    ),
    "SERVICO_NAO_AVALIADO": (
        "O serviço desta estação não está entre os avaliados por esta lei.",
        "This station's service is not among those evaluated under this law.",
    ),
    "REGISTRO_DE_OUTRO_INSTRUMENTO": (
        "Há registro municipal ligado à estação, de outro instrumento ou com data impossível: "
        "precisa ser conferido.",
        "A municipal record is linked to the station, of another instrument or with an impossible "
        "date: to be checked.",
    ),
    "VINCULO_PROVAVEL": (
        "Há registro que só provavelmente é desta estação; com ele a resposta seria outra.",
        "A record is only probably this station's; with it the answer would differ.",
    ),
}

SITUACOES: dict[Situacao, tuple[str, str]] = {
    Situacao.ISENTA: (
        "A lei não exige ato municipal para este caso.",
        "The law asks no municipal act in this case.",
    ),
    Situacao.REGULAR: (
        "Constam válidos todos os atos exigidos.",
        "Every required act is on record and valid.",
    ),
    Situacao.COMUNICADA: (
        "Consta a comunicação que a lei pede.",
        "The communication that the law asks is on record.",
    ),
    Situacao.MANTIDA_POR_LAUDO: (
        "Mantida por laudo que justifica a permanência.",
        "Kept on a report that justifies it.",
    ),
    Situacao.SILENCIO_POSITIVO: (
        "Autorizada por decurso de prazo ou por licença provisória; pode ser revogada.",
        "Authorised by a term running out or by a provisional licence; it may be revoked.",
    ),
    Situacao.EM_ANALISE: (
        "Há pedido, laudo ou recurso em análise.",
        "A request, report or appeal is under analysis.",
    ),
    Situacao.INCOMPLETA: (
        "Consta parte do licenciamento; falta outra, para a qual não passou prazo.",
        "Part of the licensing is on record; another is missing, for which no term has passed.",
    ),
    Situacao.PRAZO_DE_COMUNICACAO: (
        "Ainda corre o prazo para comunicar a instalação.",
        "The term to communicate the installation is still running.",
    ),
    Situacao.EM_TRANSICAO: (
        "Existia antes da lei e pode se regularizar no regime de transição.",
        "It stood before the law and may be regularised under the transition.",
    ),
    Situacao.INDEFERIDA: (
        "A última decisão municipal registrada na base recebida em {data} é de indeferimento, "
        "cassação ou revogação.",
        "The last municipal decision in the records received on {data} is a refusal or a withdrawal.",
    ),
    Situacao.REGISTRO_VENCIDO: (
        "O registro municipal que consta na base recebida em {data} venceu ou não foi renovado "
        "após modificação.",
        "The municipal record in the base received on {data} expired or was not renewed after a change.",
    ),
    Situacao.PRAZO_VENCIDO: (
        "O prazo da lei terminou e não consta o ato na base municipal recebida em {data}.",
        "The law's term is over and the act is not in the municipal records received on {data}.",
    ),
    Situacao.SEM_REGISTRO: (
        "não consta registro municipal na base recebida em {data}",
        "no municipal record is in the base received on {data}",
    ),
    Situacao.FORA_DO_UNIVERSO: (
        "Não estava licenciada pela Anatel nesta data.",
        "It was not licensed by Anatel on this date.",
    ),
    Situacao.FORA_DO_ESCOPO: ("Fora do alcance da lei.", "Outside the law's reach."),
    Situacao.SEM_DADOS_SUFICIENTES: ("Sem dados suficientes para responder.", "Not enough data to answer."),
    Situacao.CONFLITO_DE_REGISTROS: (
        "Os registros municipais se contradizem; precisam ser conferidos por uma pessoa.",
        "The municipal records contradict each other; a person has to check them.",
    ),
    Situacao.A_CONFERIR: (
        "A ligação com o registro municipal é só provável; precisa ser conferida.",
        "The link to the municipal record is only probable; it has to be checked.",
    ),
}

_SEM_DATA = ("data não informada", "an unknown date")


def describe_situacao(situacao: Situacao, recebida_em: date | None, idioma: str = "pt") -> str:
    """Return the sentence of a situação; red ones name the day of the records they rest on."""
    lingua = 0 if idioma == "pt" else 1
    data = format_data(recebida_em) if recebida_em else _SEM_DATA[lingua]
    return SITUACOES[situacao][lingua].format(data=data)


def describe_motivo(codigo: str, nomes: Mapping[str, str], idioma: str = "pt") -> str:
    """Return the sentence of a reason code; ``FALTA_<INSTRUMENTO>`` names the instrument as the law does."""
    lingua = 0 if idioma == "pt" else 1
    if codigo in MOTIVOS:
        return MOTIVOS[codigo][lingua]
    if codigo.startswith("FALTA_"):
        instrumento = codigo.removeprefix("FALTA_")
        nome = nomes.get(instrumento, instrumento)
        return f"Falta: {nome}." if idioma == "pt" else f"Missing: {nome}."
    return codigo
