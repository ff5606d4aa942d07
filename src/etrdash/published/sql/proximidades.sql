-- What stands nearer than a distance that the law mentions, of one station or one municipality.
SELECT *
FROM proximidades
WHERE
    ($numero_estacao IS NULL OR numero_estacao = $numero_estacao)
    AND ($codigo_ibge IS NULL OR codigo_ibge = $codigo_ibge)
ORDER BY distancia, distancia_m, numero_estacao, ponto_id NULLS LAST, vizinho NULLS LAST
