SELECT *
FROM recusados
WHERE numero_estacao = $numero_estacao
ORDER BY distancia_m NULLS LAST, registro_id
