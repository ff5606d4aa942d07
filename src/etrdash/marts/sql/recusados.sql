SELECT codigo_ibge, numero_estacao, registro_id, round(distancia_m, 1) AS distancia_m, motivo
FROM int_recusados
