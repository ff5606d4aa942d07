SELECT c.codigo_ibge, m.municipio, c.uf, c.geometria, c.arquivo
FROM contornos AS c
JOIN municipios AS m USING (codigo_ibge)
WHERE ($codigo_ibge::VARCHAR IS NULL OR c.codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($uf::VARCHAR IS NULL OR c.uf = $uf::VARCHAR)
ORDER BY c.codigo_ibge
