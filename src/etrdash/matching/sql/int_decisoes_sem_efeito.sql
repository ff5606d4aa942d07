-- Decisions by people that no longer fit the data, with the reason.
CREATE OR REPLACE TABLE int_decisoes_sem_efeito AS
SELECT
    numero_estacao,
    registro_id,
    motivo
FROM mat_sem_efeito
ORDER BY ALL;
