-- Refused candidates, as the batches gave them.
SELECT
    CAST(codigo_ibge AS VARCHAR) AS codigo_ibge,
    CAST(numero_estacao AS VARCHAR) AS numero_estacao,
    CAST(registro_id AS VARCHAR) AS registro_id,
    if(isnan(CAST(distancia_m AS DOUBLE)), NULL, CAST(distancia_m AS DOUBLE)) AS distancia_m,
    CAST(motivo AS VARCHAR) AS motivo
FROM _mat_recusados
