-- Counts by one dimension; a station with several technologies counts once in each.
WITH chaveadas AS (
    SELECT
        unnest(
            CASE $por
                WHEN 'prestadora' THEN [prestadora]
                WHEN 'detentora' THEN [detentora]
                WHEN 'bairro' THEN [bairro]
                WHEN 'uf' THEN [uf]
                WHEN 'municipio' THEN [codigo_ibge]
                WHEN 'tipo' THEN [tipo]
                WHEN 'nivel' THEN [nivel]
                WHEN 'servico' THEN [servico]
                WHEN 'qualidade_coordenada' THEN [qualidade_coordenada]
                WHEN 'tecnologia' THEN CASE WHEN len(tecnologias) > 0 THEN tecnologias ELSE [NULL] END
            END
        ) AS chave,
        avaliada,
        grupo
    FROM filtradas
)

SELECT
    chave,
    count(*) AS estacoes,
    count(*) FILTER (avaliada) AS avaliadas,
    count(*) FILTER (avaliada AND grupo = 'verde') AS verde,
    count(*) FILTER (avaliada AND grupo = 'amarelo') AS amarelo,
    count(*) FILTER (avaliada AND grupo = 'vermelho') AS vermelho,
    count(*) FILTER (avaliada AND grupo = 'cinza') AS cinza
FROM chaveadas
GROUP BY chave
ORDER BY estacoes DESC, chave NULLS LAST
