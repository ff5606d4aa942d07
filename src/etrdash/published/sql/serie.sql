SELECT s.mes, s.situacao, sum(s.estacoes)::BIGINT AS estacoes
FROM serie AS s
JOIN municipios AS m USING (codigo_ibge)
WHERE ($codigo_ibge::VARCHAR IS NULL OR s.codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($uf::VARCHAR IS NULL OR m.uf = $uf::VARCHAR)
GROUP BY s.mes, s.situacao
ORDER BY s.mes, s.situacao
