-- Centre of each municipality: median of its positions that needed no deduction, and how far its stations may be.
CREATE TEMP TABLE _anatel_centros AS
WITH exatas AS (
    SELECT
        codigo_ibge,
        latitude,
        longitude
    FROM _anatel_pares
    WHERE qualidade IN ('ok', 'convertida')
),

medianas AS (
    SELECT
        codigo_ibge,
        median(latitude) AS latitude,
        median(longitude) AS longitude
    FROM exatas
    GROUP BY codigo_ibge
    HAVING count(*) >= $minimo_de_posicoes
)

SELECT
    medianas.codigo_ibge,
    any_value(medianas.latitude) AS latitude,
    any_value(medianas.longitude) AS longitude,
    greatest(
        $raio_minimo_km,
        $raio_em_medianas * median(
            haversine_km(exatas.latitude, exatas.longitude, medianas.latitude, medianas.longitude)
        )
    ) AS raio_km
FROM exatas
INNER JOIN medianas ON exatas.codigo_ibge = medianas.codigo_ibge
GROUP BY medianas.codigo_ibge;
