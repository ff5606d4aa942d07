-- Every month of the series counts every evaluated station of the municipality.
SELECT s.codigo_ibge, s.mes, sum(s.estacoes) AS estacoes, any_value(m.avaliadas) AS avaliadas
FROM serie AS s
JOIN municipios AS m USING (codigo_ibge)
GROUP BY s.codigo_ibge, s.mes
HAVING sum(s.estacoes) <> any_value(m.avaliadas)
