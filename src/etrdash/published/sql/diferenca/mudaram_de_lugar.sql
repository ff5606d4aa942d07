-- Stations now further than a rounding away (10 m), or in another municipality.
WITH pares AS (
    SELECT
        numero_estacao,
        a.codigo_ibge AS codigo_ibge_antes,
        d.codigo_ibge,
        round(
            2 * 6371008.8 * asin(sqrt(
                pow(sin(radians(d.latitude - a.latitude) / 2), 2)
                + cos(radians(a.latitude)) * cos(radians(d.latitude))
                * pow(sin(radians(d.longitude - a.longitude) / 2), 2)
            )),
            1
        ) AS metros
    FROM antes.estacoes AS a
    JOIN depois.estacoes AS d USING (numero_estacao)
)

SELECT numero_estacao, codigo_ibge_antes, codigo_ibge, metros
FROM pares
WHERE metros > 10 OR codigo_ibge_antes <> codigo_ibge
ORDER BY codigo_ibge, numero_estacao
