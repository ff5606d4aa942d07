-- Distinct pairs of coordinate cells of each municipality; plain decimals inside the state are read here.
CREATE TEMP TABLE _anatel_pares AS
WITH pares AS (
    SELECT DISTINCT
        latitude_bruta,
        longitude_bruta,
        latitude_dms,
        longitude_dms,
        codigo_ibge
    FROM _anatel_lidas
    WHERE recusa IS NULL
),

decimais AS (
    SELECT
        pares.*,
        ufs.uf,
        ufs.sul,
        ufs.norte,
        ufs.oeste,
        ufs.leste,
        if(
            regexp_full_match(trim(latitude_bruta), '[+-]?[0-9]{1,2}(?:[.,][0-9]{1,15})?')
            AND regexp_full_match(trim(longitude_bruta), '[+-]?[0-9]{1,3}(?:[.,][0-9]{1,15})?'),
            [
                TRY_CAST(replace(trim(latitude_bruta), ',', '.') AS DOUBLE),
                TRY_CAST(replace(trim(longitude_bruta), ',', '.') AS DOUBLE)
            ],
            NULL
        ) AS graus
    FROM pares
    INNER JOIN _anatel_nomes AS nomes ON pares.codigo_ibge = nomes.codigo_ibge
    INNER JOIN _anatel_ufs AS ufs ON nomes.uf = ufs.uf
),

julgados AS (
    SELECT
        *,
        coalesce(graus[1] BETWEEN sul AND norte AND graus[2] BETWEEN oeste AND leste, false) AS lido
    FROM decimais
)

SELECT
    row_number() OVER () AS par,
    latitude_bruta,
    longitude_bruta,
    latitude_dms,
    longitude_dms,
    codigo_ibge,
    uf,
    if(lido, round(graus[1], 7), NULL) AS latitude,
    if(lido, round(graus[2], 7), NULL) AS longitude,
    if(lido, 'decimal_' || length(regexp_extract(trim(latitude_bruta), '[.,]([0-9]*)', 1)), NULL) AS forma,
    if(lido, 'ok', NULL) AS qualidade,
    if(lido, trim(latitude_bruta) || '|' || trim(longitude_bruta), NULL) AS bruta
FROM julgados;
