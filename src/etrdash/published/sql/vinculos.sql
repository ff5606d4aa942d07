SELECT v.*, r.instrumentos, r.ultimo_ato, r.ultimo_ato_em, r.emitido_em, r.validade, r.detentora
FROM vinculos AS v
LEFT JOIN registros AS r USING (codigo_ibge, registro_id)
WHERE ($numero_estacao::VARCHAR IS NULL OR v.numero_estacao = $numero_estacao::VARCHAR)
  AND ($codigo_ibge::VARCHAR IS NULL OR v.codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($registro_id::VARCHAR IS NULL OR v.registro_id = $registro_id::VARCHAR)
  AND ($ambigua::BOOLEAN IS NULL OR v.ambigua = $ambigua::BOOLEAN)
ORDER BY v.ambigua, v.escore DESC NULLS LAST, v.codigo_ibge, v.numero_estacao, v.registro_id
