-- Centre of each municipality (median of its positions that needed no deduction) and how far its stations may be.
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
),

dispersas AS (
    SELECT
        medianas.codigo_ibge,
        any_value(medianas.latitude) AS latitude,
        any_value(medianas.longitude) AS longitude,
        median(
            haversine_km(exatas.latitude, exatas.longitude, medianas.latitude, medianas.longitude)
        ) AS dispersao_km
    FROM exatas
    INNER JOIN medianas ON exatas.codigo_ibge = medianas.codigo_ibge
    GROUP BY medianas.codigo_ibge
),

tamanhos AS (
    SELECT
        ufs.uf,
        sqrt(any_value(ufs.area_km2) / count(*) / pi()) AS raio_medio_km
    FROM _anatel_nomes AS nomes
    INNER JOIN _anatel_ufs AS ufs ON nomes.uf = ufs.uf
    GROUP BY ufs.uf
)

SELECT
    dispersas.codigo_ibge,
    dispersas.latitude,
    dispersas.longitude,
    greatest(
        $raio_minimo_km,
        $raios_medios * tamanhos.raio_medio_km,
        $dispersoes * dispersas.dispersao_km
    ) AS raio_km
FROM dispersas
INNER JOIN _anatel_nomes AS nomes ON dispersas.codigo_ibge = nomes.codigo_ibge
INNER JOIN tamanhos ON nomes.uf = tamanhos.uf;
