"""Human labels of the other closed vocabularies; the code stays visible as secondary text."""

from __future__ import annotations

from etrdash.ui.idioma import N_, t

TIPOS = {
    "ETR": N_("antena comum (ETR)"),
    "MOVEL": N_("estação móvel (ETR móvel)"),
    "PEQUENO_PORTE": N_("estação de pequeno porte"),
    "ENLACE": N_("enlace ponto a ponto"),
    "RADAR": N_("radar"),
    "AERONAUTICA": N_("estação aeronáutica"),
    "RADIOAMADOR": N_("radioamador e faixa do cidadão"),
    "SEGURANCA": N_("rádio de segurança pública"),
    "VEICULAR": N_("rádio em veículo"),
    "CONSUMO": N_("aparelho de consumo"),
}
INSTALACOES = {"EXTERNA": N_("externa"), "INTERNA": N_("interna")}
INSTRUMENTOS = {
    "CADASTRO": N_("cadastro"),
    "COMUNICACAO": N_("comunicação"),
    "LICENCA_INSTALACAO": N_("licença de instalação"),
    "LICENCA_PROVISORIA": N_("licença provisória"),
    "ALVARA_CONSTRUCAO": N_("alvará de construção"),
    "CERT_CONCLUSAO": N_("certificado de conclusão"),
    "ALVARA_INSTALACAO": N_("alvará de instalação"),
    "ALVARA_PERMISSAO_USO": N_("alvará de permissão de uso"),
    "CERT_REGULARIDADE": N_("certidão de regularidade"),
    "TERMO_REGULARIDADE": N_("termo de regularidade"),
    "AUTORIZACAO_PREVIA": N_("autorização prévia"),
    "APROVACAO_EXECUCAO": N_("aprovação da execução"),
    "ALVARA_MOVEL": N_("alvará de estação móvel"),
    "TAXA_REGULARIZACAO": N_("taxa de regularização"),
    "LICENCA_ANTERIOR": N_("licença anterior à lei"),
}
ATOS = {
    "protocolo": N_("pedido protocolado"),
    "exigencia": N_("exigência do município"),
    "resposta": N_("resposta à exigência"),
    "emissao": N_("documento emitido"),
    "comunicacao": N_("comunicação feita"),
    "renovacao": N_("renovação"),
    "pedido_renovacao": N_("pedido de renovação"),
    "prorrogacao": N_("prorrogação"),
    "indeferimento": N_("pedido negado"),
    "cassacao": N_("cassação"),
    "revogacao": N_("revogação"),
    "recurso": N_("recurso"),
    "laudo": N_("laudo apresentado"),
    "decisao_laudo": N_("decisão sobre o laudo"),
    "prazo_adequacao": N_("prazo de adequação concedido"),
    "modificacao": N_("modificação"),
    "intimacao": N_("intimação"),
    "auto_infracao": N_("auto de infração"),
    "remocao": N_("remoção"),
}
NIVEIS = {
    "decisao": N_("conferido por uma pessoa"),
    "numero": N_("número da estação citado no registro"),
    "local": N_("mesmo lugar"),
    "proximo": N_("lugar próximo e dados que concordam"),
    "endereco": N_("mesmo endereço"),
}
COBERTURAS = {
    "completa": N_("registros municipais completos"),
    "parcial": N_("registros municipais parciais"),
    "sem_registros": N_("sem registros municipais"),
    "sem_lei": N_("lei municipal não catalogada"),
}
VIGENCIAS = {
    "confirmada": N_("vigência confirmada"),
    "a_confirmar": N_("vigência a confirmar"),
    "provisoria": N_("vigência provisória"),
    "suspensa": N_("lei suspensa"),
    "revogada": N_("lei revogada"),
}
QUALIDADES = {
    "ok": N_("coordenada coerente"),
    "convertida": N_("coordenada convertida de outro formato"),
    "reparada": N_("coordenada reparada"),
    "fora_do_municipio": N_("coordenada fora do município declarado"),
    "fora_do_brasil": N_("coordenada fora do Brasil"),
    "compartilhada": N_("coordenada repetida por muitas estações"),
    "ausente": N_("sem coordenada"),
}
TECNOLOGIAS = {
    "GSM": N_("2G (GSM)"),
    "WCDMA": N_("3G (WCDMA)"),
    "LTE": N_("4G (LTE)"),
    "NR": N_("5G (NR)"),
}
# Linkage writes its facts and its reasons in Portuguese; naming them here gives them their English.
FATOS = {
    fato: fato
    for fato in (
        N_("decisão"),
        N_("número da estação"),
        N_("distância"),
        N_("logradouro"),
        N_("número do imóvel"),
        N_("CEP"),
        N_("bairro"),
        N_("prestadora"),
        N_("detentora"),
        N_("compartilhamento"),
        N_("infraestrutura"),
        N_("data de instalação"),
        N_("data do processo"),
        N_("altura"),
        N_("outros processos do sítio"),
        N_("uma estação entre as do sítio"),
        N_("ponto de partida"),
        N_("concorrência e dúvida sobre o sítio"),
        N_("rua ou ponto de muitas estações"),
        N_("segundo candidato"),
    )
}
CONTRADICOES = {
    "NUMERO_DE_OUTRO_SITIO": N_("o processo cita o número de estação de outro lugar"),
    "DETENTORA_DIVERGENTE": N_("a detentora é outra"),
    "PRESTADORA_AUSENTE_DO_SITIO": N_("a prestadora do processo não está no lugar"),
    "MAIS_DE_200_M": N_("mais de 200 m de distância"),
}
RECUSAS = {
    motivo: motivo
    for motivo in (
        N_("comunicação de outra estação do mesmo sítio"),
        N_("o processo combina melhor com outro sítio"),
        N_("o processo cita o número de outra estação"),
        N_("cita o número da estação, mas descreve um lugar a mais de 1 km"),
        N_("perto, mas sem outra coincidência suficiente"),
    )
}
SERVICOS = {
    "010": N_("telefonia móvel (SMP)"),
    "019": N_("serviço limitado privado"),
    "045": N_("banda larga fixa (SCM)"),
    "046": N_("telefonia fixa (STFC)"),
    "302": N_("radioamador"),
    "400": N_("faixa do cidadão"),
}
ESPECIES = {
    "hospital": N_("hospital"),
    "clinica": N_("clínica"),
    "escola": N_("escola"),
    "creche": N_("creche"),
    "asilo": N_("lar de idosos"),
    "posto_combustiveis": N_("posto de combustíveis"),
    "saude": N_("outro estabelecimento de saúde"),
    "torre": N_("outra torre"),
}
CADASTROS = {
    "cnes": N_("CNES, do Ministério da Saúde"),
    "opendatasus": N_("CNES, pelo OpenDataSUS"),
    "inep": N_("Catálogo de Escolas, do INEP"),
    "pontos": N_("arquivo recebido"),
}
_TODOS = {
    "tipo": TIPOS,
    "instalacao": INSTALACOES,
    "instrumento": INSTRUMENTOS,
    "ato": ATOS,
    "nivel": NIVEIS,
    "cobertura": COBERTURAS,
    "vigencia": VIGENCIAS,
    "qualidade_coordenada": QUALIDADES,
    "servico": SERVICOS,
    "tecnologia": TECNOLOGIAS,
    "fato": FATOS,
    "contradicao": CONTRADICOES,
    "recusa": RECUSAS,
    "especie": ESPECIES,
    "cadastro": CADASTROS,
}


def label(vocabulario: str, codigo: object) -> str:
    """Name a code of one vocabulary; an unknown code is shown as it is, an empty one as a dash.

    Args:
        vocabulario: column the code comes from (``tipo``, ``instrumento``, ``nivel``…).
        codigo: the code.
    """
    if codigo is None or codigo == "":
        return "—"
    nome = _TODOS[vocabulario].get(str(codigo))
    return t(nome) if nome else str(codigo)
