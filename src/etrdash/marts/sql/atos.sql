SELECT
    $acervo AS acervo,
    codigo_ibge,
    registro_id,
    instrumento,
    ato,
    data,
    validade,
    arquivo,
    linha
FROM stg_atos
