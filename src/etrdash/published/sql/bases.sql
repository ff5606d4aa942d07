-- Stations by situação and by the provisions that it rests on, the most frequent first.
SELECT situacao, base_legal, count(*) AS estacoes
FROM filtradas
GROUP BY situacao, base_legal
ORDER BY situacao, estacoes DESC, base_legal
