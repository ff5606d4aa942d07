SELECT count(*) AS ligacoes, count(*) FILTER (e.situacao = 'A_CONFERIR') AS decisivas
FROM vinculos AS v
JOIN estacoes AS e USING (codigo_ibge, numero_estacao)
WHERE v.ambigua AND ($codigo_ibge::VARCHAR IS NULL OR v.codigo_ibge = $codigo_ibge::VARCHAR)
