-- Decisions by people that no longer fit the data.
CREATE OR REPLACE TEMP TABLE mat_sem_efeito AS
SELECT
    CAST(numero_estacao AS VARCHAR) AS numero_estacao,
    CAST(registro_id AS VARCHAR) AS registro_id,
    CAST(motivo AS VARCHAR) AS motivo
FROM _mat_sem_efeito;
