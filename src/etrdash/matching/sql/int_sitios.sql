-- One row per site: the middle of its stations' positions.
CREATE OR REPLACE TABLE int_sitios AS
SELECT
    codigo_ibge,
    sitio_id,
    round(median(latitude), 7) AS latitude,
    round(median(longitude), 7) AS longitude
FROM mat_estacoes
GROUP BY codigo_ibge, sitio_id
ORDER BY codigo_ibge, sitio_id;
