-- Inhabitants, and the licensed stations for each hundred thousand of them.
SELECT p.*, 100000.0 * m.estacoes / p.habitantes AS por_100_mil
FROM populacoes AS p
JOIN municipios AS m USING (codigo_ibge)
WHERE ($codigo_ibge::VARCHAR IS NULL OR p.codigo_ibge = $codigo_ibge::VARCHAR)
ORDER BY p.codigo_ibge
