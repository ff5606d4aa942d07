-- The acts handed to the law, station by station, oldest first; columns in the order of `rules.fatos.Ato`. With the
-- probable links, only the stations that have one.
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
  AND CASE
      WHEN $com_provaveis THEN numero_estacao IN (SELECT numero_estacao FROM int_vinculos WHERE ambigua)
      ELSE NOT ambigua
  END
ORDER BY numero_estacao, data, arquivo, linha, registro_id
