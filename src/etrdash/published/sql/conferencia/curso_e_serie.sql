-- Every month of the series counts the courses of its evaluated stations.
WITH contadas AS (
    SELECT e.codigo_ibge, s.mes, c.situacao, count(*) AS estacoes
    FROM cursos AS c
    JOIN estacoes AS e ON e.numero_estacao = c.numero_estacao AND e.avaliada
    JOIN (SELECT DISTINCT mes FROM serie) AS s ON s.mes BETWEEN c.desde AND c.ate
    GROUP BY ALL
)

SELECT codigo_ibge, mes, situacao, c.estacoes AS contadas, s.estacoes
FROM contadas AS c
LEFT JOIN serie AS s USING (codigo_ibge, mes, situacao)
WHERE c.estacoes IS DISTINCT FROM s.estacoes
