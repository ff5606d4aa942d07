SELECT numero_estacao, count(*) AS vezes
FROM estacoes
GROUP BY numero_estacao
HAVING count(*) > 1
