-- Links with the weight of every group of facts, as the batches gave them.
SELECT
    * REPLACE (
        CAST(codigo_ibge AS VARCHAR) AS codigo_ibge,
        CAST(numero_estacao AS VARCHAR) AS numero_estacao,
        CAST(registro_id AS VARCHAR) AS registro_id,
        CAST(lugar AS INTEGER) AS lugar,
        CAST(sitio_id AS VARCHAR) AS sitio_id,
        CAST(nivel AS VARCHAR) AS nivel,
        if(isnan(distancia_m), NULL, distancia_m) AS distancia_m,
        CAST(segundo AS VARCHAR) AS segundo,
        CAST(decidido_por AS VARCHAR) AS decidido_por,
        CAST(decidido_em AS DATE) AS decidido_em
    )
FROM _mat_vinculos
