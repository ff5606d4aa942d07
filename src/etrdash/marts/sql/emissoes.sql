SELECT
    numero_estacao,
    arquivo,
    linha,
    tecnologia,
    frequencia_tx_mhz,
    frequencia_rx_mhz,
    designacao_emissao,
    setor,
    azimute,
    altura_m,
    potencia_w,
    primeiro_licenciamento,
    licenciamento,
    validade
FROM stg_emissoes
