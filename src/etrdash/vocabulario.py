"""The closed vocabularies of the contracts: kinds, instruments, acts, situações and their groups."""

from __future__ import annotations

from enum import StrEnum


class Tipo(StrEnum):
    """Kind of a station for the antenna laws."""

    ETR = "ETR"
    MOVEL = "MOVEL"
    PEQUENO_PORTE = "PEQUENO_PORTE"
    ENLACE = "ENLACE"
    RADAR = "RADAR"
    AERONAUTICA = "AERONAUTICA"
    RADIOAMADOR = "RADIOAMADOR"
    SEGURANCA = "SEGURANCA"
    VEICULAR = "VEICULAR"
    CONSUMO = "CONSUMO"


class Instalacao(StrEnum):
    """Whether the station stands inside a building or outside."""

    EXTERNA = "EXTERNA"
    INTERNA = "INTERNA"


class Zona(StrEnum):
    """Urban or rural; any zoning code that is not a rural word counts as urban."""

    URBANA = "URBANA"
    RURAL = "RURAL"


class Instrumento(StrEnum):
    """A municipal instrument: what the city hall issues or receives."""

    CADASTRO = "CADASTRO"
    COMUNICACAO = "COMUNICACAO"
    LICENCA_INSTALACAO = "LICENCA_INSTALACAO"
    LICENCA_PROVISORIA = "LICENCA_PROVISORIA"
    ALVARA_CONSTRUCAO = "ALVARA_CONSTRUCAO"
    CERT_CONCLUSAO = "CERT_CONCLUSAO"
    ALVARA_INSTALACAO = "ALVARA_INSTALACAO"
    ALVARA_PERMISSAO_USO = "ALVARA_PERMISSAO_USO"
    CERT_REGULARIDADE = "CERT_REGULARIDADE"
    TERMO_REGULARIDADE = "TERMO_REGULARIDADE"
    AUTORIZACAO_PREVIA = "AUTORIZACAO_PREVIA"
    APROVACAO_EXECUCAO = "APROVACAO_EXECUCAO"
    ALVARA_MOVEL = "ALVARA_MOVEL"
    TAXA_REGULARIZACAO = "TAXA_REGULARIZACAO"
    LICENCA_ANTERIOR = "LICENCA_ANTERIOR"


class TipoAto(StrEnum):
    """What happened in a municipal process on one day."""

    PROTOCOLO = "protocolo"
    EXIGENCIA = "exigencia"
    RESPOSTA = "resposta"
    EMISSAO = "emissao"
    COMUNICACAO = "comunicacao"
    RENOVACAO = "renovacao"
    PEDIDO_RENOVACAO = "pedido_renovacao"
    PRORROGACAO = "prorrogacao"
    INDEFERIMENTO = "indeferimento"
    CASSACAO = "cassacao"
    REVOGACAO = "revogacao"
    RECURSO = "recurso"
    LAUDO = "laudo"
    DECISAO_LAUDO = "decisao_laudo"
    PRAZO_ADEQUACAO = "prazo_adequacao"
    MODIFICACAO = "modificacao"
    INTIMACAO = "intimacao"
    AUTO_INFRACAO = "auto_infracao"
    REMOCAO = "remocao"


class Grupo(StrEnum):
    """Colour group of a situação."""

    VERDE = "verde"
    AMARELO = "amarelo"
    VERMELHO = "vermelho"
    CINZA = "cinza"


class Situacao(StrEnum):
    """The one compliance status of a station on an as-of date."""

    ISENTA = "ISENTA"
    REGULAR = "REGULAR"
    COMUNICADA = "COMUNICADA"
    MANTIDA_POR_LAUDO = "MANTIDA_POR_LAUDO"
    SILENCIO_POSITIVO = "SILENCIO_POSITIVO"
    EM_ANALISE = "EM_ANALISE"
    INCOMPLETA = "INCOMPLETA"
    PRAZO_DE_COMUNICACAO = "PRAZO_DE_COMUNICACAO"
    EM_TRANSICAO = "EM_TRANSICAO"
    INDEFERIDA = "INDEFERIDA"
    REGISTRO_VENCIDO = "REGISTRO_VENCIDO"
    PRAZO_VENCIDO = "PRAZO_VENCIDO"
    SEM_REGISTRO = "SEM_REGISTRO"
    FORA_DO_UNIVERSO = "FORA_DO_UNIVERSO"
    FORA_DO_ESCOPO = "FORA_DO_ESCOPO"
    SEM_DADOS_SUFICIENTES = "SEM_DADOS_SUFICIENTES"
    CONFLITO_DE_REGISTROS = "CONFLITO_DE_REGISTROS"
    A_CONFERIR = "A_CONFERIR"

    @property
    def grupo(self) -> Grupo:
        """Colour group that the situação belongs to."""
        return _GRUPOS[self]


_GRUPOS = {
    situacao: grupo
    for grupo, situacoes in {
        Grupo.VERDE: (
            Situacao.ISENTA,
            Situacao.REGULAR,
            Situacao.COMUNICADA,
            Situacao.MANTIDA_POR_LAUDO,
            Situacao.SILENCIO_POSITIVO,
        ),
        Grupo.AMARELO: (
            Situacao.EM_ANALISE,
            Situacao.INCOMPLETA,
            Situacao.PRAZO_DE_COMUNICACAO,
            Situacao.EM_TRANSICAO,
        ),
        Grupo.VERMELHO: (
            Situacao.INDEFERIDA,
            Situacao.REGISTRO_VENCIDO,
            Situacao.PRAZO_VENCIDO,
            Situacao.SEM_REGISTRO,
        ),
        Grupo.CINZA: (
            Situacao.FORA_DO_UNIVERSO,
            Situacao.FORA_DO_ESCOPO,
            Situacao.SEM_DADOS_SUFICIENTES,
            Situacao.CONFLITO_DE_REGISTROS,
            Situacao.A_CONFERIR,
        ),
    }.items()
    for situacao in situacoes
}


class QualidadeCoordenada(StrEnum):
    """What is known about a station's published coordinate."""

    OK = "ok"
    CONVERTIDA = "convertida"
    REPARADA = "reparada"
    FORA_DO_MUNICIPIO = "fora_do_municipio"
    FORA_DO_BRASIL = "fora_do_brasil"
    COMPARTILHADA = "compartilhada"
    AUSENTE = "ausente"


class Nivel(StrEnum):
    """How a station was linked to a registro, strongest first."""

    DECISAO = "decisao"
    NUMERO = "numero"
    LOCAL = "local"
    PROXIMO = "proximo"
    ENDERECO = "endereco"


class Vigencia(StrEnum):
    """What is known about the validity of a municipality's law."""

    CONFIRMADA = "confirmada"
    A_CONFIRMAR = "a_confirmar"
    PROVISORIA = "provisoria"
    SUSPENSA = "suspensa"
    REVOGADA = "revogada"


class Completude(StrEnum):
    """How much of the municipality's acts the records hold."""

    COMPLETA = "completa"
    PARCIAL = "parcial"
    DESCONHECIDA = "desconhecida"


class Cobertura(StrEnum):
    """What the acervo can say about a municipality; the dictionary of columns names this class."""

    COMPLETA = "completa"
    PARCIAL = "parcial"
    SEM_REGISTROS = "sem_registros"
    SEM_LEI = "sem_lei"
