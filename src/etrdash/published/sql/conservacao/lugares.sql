-- Input files most of whose known stations are now somewhere else.
WITH distancias AS (
    SELECT
        novo.arquivo,
        2 * 6371008.8 * asin(sqrt(
            pow(sin(radians(novo.latitude - antes.latitude) / 2), 2)
            + cos(radians(antes.latitude)) * cos(radians(novo.latitude))
            * pow(sin(radians(novo.longitude - antes.longitude) / 2), 2)
        )) AS metros
    FROM estacoes AS novo
    JOIN anterior.estacoes AS antes USING (numero_estacao)
    WHERE novo.latitude IS NOT NULL AND antes.latitude IS NOT NULL
)

SELECT arquivo, count(*) AS comuns, count(*) FILTER (metros > $metros) AS mudaram
FROM distancias
GROUP BY arquivo
HAVING count(*) FILTER (metros > $metros) * 2 > count(*)
ORDER BY arquivo
