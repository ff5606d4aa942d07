-- Stations around a point, nearest first; the box keeps the arithmetic to the neighbourhood.
WITH medidas AS (
    SELECT
        *,
        round(
            2 * 6371008.8 * asin(sqrt(
                pow(sin(radians(latitude - $latitude) / 2), 2)
                + cos(radians($latitude)) * cos(radians(latitude))
                * pow(sin(radians(longitude - $longitude) / 2), 2)
            )),
            1
        ) AS metros
    FROM estacoes
    WHERE latitude BETWEEN $latitude - $raio_m / 110000.0 AND $latitude + $raio_m / 110000.0
      AND longitude BETWEEN $longitude - $raio_m / (110000.0 * cos(radians($latitude)))
        AND $longitude + $raio_m / (110000.0 * cos(radians($latitude)))
)

SELECT *
FROM medidas
WHERE metros <= $raio_m
ORDER BY metros, numero_estacao
LIMIT $limite
