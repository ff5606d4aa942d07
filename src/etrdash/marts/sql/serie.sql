-- Where a law applies the months come evaluated; elsewhere every station stays unknown, month after month.
WITH sem_lei AS (
    SELECT codigo_ibge, count(*) AS estacoes
    FROM estacoes
    WHERE avaliada AND lei IS NULL
    GROUP BY codigo_ibge
)

SELECT $acervo AS acervo, codigo_ibge, mes, situacao, estacoes
FROM mart_serie
UNION ALL
SELECT $acervo, codigo_ibge, unnest($meses::VARCHAR[]), 'SEM_DADOS_SUFICIENTES', estacoes
FROM sem_lei
