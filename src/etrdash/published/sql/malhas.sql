-- The meshes that the outlines come from, and how many come from each.
SELECT arquivo, count(*) AS contornos
FROM contornos
WHERE ($codigo_ibge::VARCHAR IS NULL OR codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($uf::VARCHAR IS NULL OR uf = $uf::VARCHAR)
GROUP BY arquivo
ORDER BY arquivo
