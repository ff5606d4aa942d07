-- Terms that end inside a window, counted by month and by today's group.
SELECT date_trunc('month', prazo_em)::DATE AS mes, grupo, count(*) AS estacoes
FROM filtradas
WHERE prazo_em BETWEEN $prazo_desde AND $prazo_ate
GROUP BY mes, grupo
ORDER BY mes, grupo
