SELECT
    arquivo,
    papel,
    layout,
    codigo_ibge,
    sha256,
    bytes,
    lidas,
    carregadas,
    repetidas,
    rejeitadas,
    pessoais_descartados,
    coalesce(colunas_ignoradas, []) AS colunas_ignoradas,
    coalesce(avisos, []) AS avisos
FROM stg_arquivos
