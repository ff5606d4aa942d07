-- The acts handed to the law, station by station, oldest first.
SELECT
    numero_estacao,
    ato,
    data,
    instrumento,
    validade,
    motivo,
    prazo,
    registro_id,
    favoravel,
    suspensivo,
    distancia_m,
    numero_em_dois_sitios
FROM mart_atos_da_estacao
WHERE data IS NOT NULL
  AND ato IS NOT NULL
  AND (NOT ambigua OR $com_provaveis)
ORDER BY numero_estacao, data, arquivo, linha, registro_id
