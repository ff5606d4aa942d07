-- Decisions by people that no longer fit the data.
SELECT
    CAST(codigo_ibge AS VARCHAR) AS codigo_ibge,
    CAST(numero_estacao AS VARCHAR) AS numero_estacao,
    CAST(registro_id AS VARCHAR) AS registro_id,
    CAST(motivo AS VARCHAR) AS motivo
FROM _mat_sem_efeito
