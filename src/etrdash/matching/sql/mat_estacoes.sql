-- Stations with their site, as the batches gave them.
SELECT
    CAST(codigo_ibge AS VARCHAR) AS codigo_ibge,
    CAST(numero_estacao AS VARCHAR) AS numero_estacao,
    CAST(sitio_id AS VARCHAR) AS sitio_id,
    CAST(latitude AS DOUBLE) AS latitude,
    CAST(longitude AS DOUBLE) AS longitude
FROM _mat_estacoes
