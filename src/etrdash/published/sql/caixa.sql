-- The box around the stations that can be drawn where they stand.
SELECT
    count(*) AS estacoes,
    min(longitude) AS oeste,
    min(latitude) AS sul,
    max(longitude) AS leste,
    max(latitude) AS norte
FROM filtradas
WHERE latitude IS NOT NULL AND qualidade_coordenada NOT IN ('fora_do_municipio', 'fora_do_brasil', 'ausente')
