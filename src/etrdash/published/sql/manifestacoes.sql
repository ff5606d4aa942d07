SELECT *
FROM manifestacoes
WHERE ($codigo_ibge::VARCHAR IS NULL OR codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($numero_estacao::VARCHAR IS NULL OR numero_estacao IS NULL OR numero_estacao = $numero_estacao::VARCHAR)
ORDER BY em, autor, texto
