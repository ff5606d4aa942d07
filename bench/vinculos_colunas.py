"""Headers of the invented towns' files: canonical acts and ANATEL's layout A."""

from __future__ import annotations

from etrdash.staging.municipal_mapa import COLUNAS

DISPENSADAS = {
    "detentora_documento",
    "prestadora_cnpj",
    "tipo_estacao",
    "instalacao",
    "area_sensivel",
    "zona",
    "construcao",
    "equiparada",
    "substituicao",
    "motivo",
    "prazo",
    "favoravel",
    "suspensivo",
    "observacao",
}
"""What the invented towns leave out of their acts: no link rests on it."""

ATO = [coluna for coluna in COLUNAS if coluna not in DISPENSADAS]
ESTACAO = [
    "Número Fistel",
    "Número Estação",
    "NumCnpjCpf",
    "NumServico",
    "Frequência (MHz)",
    "Banda_MHZ",
    "Frequência Inicial",
    "Frequência Final",
    "FreqTxMHz",
    "FreqRxMHz",
    "Designação Emissão",
    "Número Ato",
    "Data Validade",
    "Entidade",
    "NumSetor",
    "Tecnologia",
    "Tipo de Tecnologia 5G",
    "Latitude",
    "Longitude",
    "Latitude decimal",
    "Longitude decimal",
    "EnderecoEstacao",
    "EndBairro",
    "EndNumero",
    "EndComplemento",
    "Cep",
    "ClassInfraFisica",
    "Data Primeiro Licenciamento",
    "Data Licenciamento",
    "AnoMesLic",
    "Situacao",
    "Caráter",
    "Empresa Estação",
    "Faixa Estação",
    "Subfaixa Estação",
    "Geração",
    "Código Nacional",
    "Código IBGE",
    "Município-UF",
    "UF",
    "Nome da UF",
]
