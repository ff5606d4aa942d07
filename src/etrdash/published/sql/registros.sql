SELECT *
FROM registros
WHERE ($codigo_ibge::VARCHAR IS NULL OR codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($orfao::BOOLEAN IS NULL OR orfao = $orfao::BOOLEAN)
ORDER BY codigo_ibge, registro_id
LIMIT $limite
