SELECT grupo, situacao, count(*) AS estacoes
FROM filtradas
WHERE avaliada
GROUP BY grupo, situacao
ORDER BY list_position(['vermelho', 'amarelo', 'verde', 'cinza'], grupo), estacoes DESC, situacao
